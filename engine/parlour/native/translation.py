"""Generated source as functions of LLVM, statement by statement.

Only the forms that the emitter writes are known; anything else is an `UntranslatableError`, so that a table plays by
generated Python rather than wrongly. Expressions are left to `values`, and what a `for` runs over to `domains`. None of
these knows the Program or llvmlite.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from parlour.native.domains import Domains
from parlour.native.ir import Body
from parlour.native.names import Names, UntranslatableError
from parlour.native.values import OPERATORS, Values


class Translator:
    """Writes source into one body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.body = body
        self.values = Values(names, body)
        self.domains = Domains(self.values)
        self.breaks: list[str] = []

    def block(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.body.closed:
                return
            self.statement(statement)

    def statement(self, e: ast.stmt) -> None:
        b, value = self.body, self.values.value
        match e:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=of):
                value(of)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="s"), slice=ast.Slice() as part)], value=of):
                self._fill(part, of)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                found = [value(of) for of in values]
                for target, v in zip(targets, found, strict=True):
                    b.store(v, self._address(target))
            case ast.Assign(targets=targets, value=of):
                v = value(of)
                for target in targets:
                    b.store(v, self._address(target))
            case ast.AnnAssign(target=target, value=of) if of is not None:
                b.store(value(of), self._address(target))
            case ast.AugAssign(target=target, op=op, value=of) if type(op) in OPERATORS:
                v = value(of)
                address = self._address(target)
                b.store(b.operate(OPERATORS[type(op)], b.load(address), v), address)
            case ast.AugAssign(target=ast.Name() as target, op=ast.FloorDiv(), value=of):
                b.store(b.floor_divide(value(target), value(of)), self._address(target))
            case ast.If(test=test, body=then, orelse=other):
                self._if(test, then, other)
            case ast.While(test=test, body=inside, orelse=[]):
                self._while(test, inside)
            case ast.For(target=ast.Name(id=name), iter=over, body=inside, orelse=other):
                self._for(name, over, inside, other)
            case ast.For(target=ast.Tuple(elts=[ast.Name(id=place), ast.Name(id=card)]), iter=ast.Call() as over):
                self.domains.by_place(place, card, over, lambda end: self._inside(end, e.body))
            case ast.Break():
                b.jump(self.breaks[-1])
            case ast.Return(value=of):
                b.give("0" if of is None else value(of))
            case _:
                raise UntranslatableError(ast.unparse(e))

    def _address(self, target: ast.expr) -> str:
        match target:
            case ast.Name(id=name):
                return self.body.variable(name)
            case ast.Subscript(value=ast.Name(id="s"), slice=index):
                return self.body.cell(self.values.value(index))
        raise UntranslatableError(ast.unparse(target))

    def _fill(self, part: ast.Slice, of: ast.expr) -> None:
        """Cells side by side that get the same value."""
        match part, of:
            case ast.Slice(
                lower=ast.Constant(value=int(low)), upper=ast.Constant(value=int(high)), step=None
            ), ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult()):
                v = self.values.value(value)
                for cell in range(low, high):
                    self.body.store(v, self.body.cell(str(cell)))
            case _:
                raise UntranslatableError(ast.unparse(of))

    def _if(self, test: ast.expr, then: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        b = self.body
        yes, no, end = b.fresh("yes"), b.fresh("no"), b.fresh("end")
        b.branch(self.values.test(test), yes, no)
        for label, inside in ((yes, then), (no, other)):
            b.label(label)
            self.block(inside)
            if not b.closed:
                b.jump(end)
        b.label(end)

    def _while(self, test: ast.expr, inside: Sequence[ast.stmt]) -> None:
        b = self.body
        again, body, end = b.fresh("again"), b.fresh("body"), b.fresh("end")
        b.label(again)
        b.branch(self.values.test(test), body, end)
        b.label(body)
        self._inside(end, inside)
        if not b.closed:
            b.jump(again)
        b.label(end)

    def _inside(self, end: str, inside: Sequence[ast.stmt]) -> None:
        self.breaks.append(end)
        self.block(inside)
        self.breaks.pop()

    def _for(self, name: str, over: ast.expr, inside: Sequence[ast.stmt], other: Sequence[ast.stmt]) -> None:
        b = self.body
        target, end = b.variable(name), b.fresh("end")
        self.domains.run_over(over, target, end, lambda: self._inside(end, inside))
        if not b.closed:
            self.block(other)
            if not b.closed:
                b.jump(end)
        b.label(end)
