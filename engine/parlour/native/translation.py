"""Statements of table code as LLVM text.

A statement without a translation raises `UntranslatableError`, so generated Python plays the table. Leaves expressions
to `values`, and rewrites loops over domains (`tablecode.iteration`).
"""

from __future__ import annotations

from parlour import tablecode as t
from parlour.native.ir import Body
from parlour.native.names import Names, UntranslatableError
from parlour.native.values import Values
from parlour.tablecode.iteration import Iteration


class Translator:
    """Writes code into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names = names
        self.body = body
        self.values = Values(names, body)
        self.iteration = Iteration(names.numbers, lambda: body.fresh("t_"))
        self.breaks: list[str] = []

    def block(self, statements: t.Block) -> None:
        for statement in statements:
            if not self.body.closed or isinstance(statement, t.Label):
                self.statement(statement)

    def statement(self, e: t.Stmt) -> None:
        b, value = self.body, self.values.value
        match e:
            case t.Note():
                pass
            case t.Do(call):
                value(call)
            case t.Let(reg, of):
                b.store(value(of), b.variable(reg))
            case t.Store(cells, of):
                result = value(of)
                for at in cells:
                    b.store(result, b.cell(value(at)))
            case t.If(test, then, other):
                self._if(test, then, other)
            case t.While():
                self._while(e)
            case t.For() | t.ForBits():
                self.block(self.iteration.rewritten(e))
            case t.Break():
                b.jump(self.breaks[-1])
            case t.Goto(label):
                b.jump(label)
            case t.Label(name):
                b.label(name)
            case t.Return(of):
                b.give("0" if of is None else value(of))
            case t.Fail() | t.Abandon():
                b.store("1", b.cell(self.values.fault))
            case _:
                raise UntranslatableError(f"no LLVM text for {type(e).__name__}")

    def _if(self, test: t.Expr, then: t.Block, other: t.Block) -> None:
        b = self.body
        yes, no, end = b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.values.test(test), yes, no)
        for label, inside in ((yes, then), (no, other)):
            b.label(label)
            self.block(inside)
            if not b.closed:
                b.jump(end)
        b.label(end)

    def _while(self, e: t.While) -> None:
        b = self.body
        again, body, done, end = b.fresh("again"), b.fresh("body"), b.fresh("done"), b.fresh("end")
        b.label(again)
        b.branch(self.values.test(e.test), body, done)
        b.label(body)
        self.breaks.append(end)
        self.block(e.body)
        self.breaks.pop()
        if not b.closed:
            b.jump(again)
        b.label(done)
        self.block(e.otherwise)
        b.label(end)
