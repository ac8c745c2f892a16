"""Statements of table code as LLVM text.

A statement without a translation is an `UntranslatableError`, so that generated Python plays the table rather than
native code playing it wrongly. Leaves expressions to `values`, and the domains of loops to `domains`.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour import tablecode as t
from parlour.native.domains import Domains
from parlour.native.ir import Body
from parlour.native.loops import loop
from parlour.native.names import Names, UntranslatableError
from parlour.native.values import Values

Offered = Callable[["Translator", t.Offer | t.OfferMember | t.OfferSubset], None]


class Translator:
    """Writes code into one body. `offered` writes what is done with a choice."""

    def __init__(self, names: Names, body: Body, offered: Offered | None = None) -> None:
        self.names = names
        self.body = body
        self.offered = offered
        self.values = Values(names, body)
        self.domains = Domains(self.values)
        self.breaks: list[str] = []

    def block(self, statements: t.Block) -> None:
        for statement in statements:
            if self.body.closed:
                return
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
                found = value(of)
                for at in cells:
                    b.store(found, b.cell(value(at)))
            case t.Fill(first, count, of):
                found = value(of)
                for cell in range(first, first + count):
                    b.store(found, b.cell(str(cell)))
            case t.If(test, then, other):
                self._if(test, then, other)
            case t.While(test, inside):
                self._while(test, inside)
            case t.ForBits():
                self._bits(e)
            case t.For((place, card), t.Lying() as over, inside):
                self.domains.by_place(place, card, over, lambda end: self._inside(end, inside))
            case t.For():
                self._for(e)
            case t.Break():
                b.jump(self.breaks[-1])
            case t.Return(of):
                b.give("0" if of is None else value(of))
            case t.Fail() | t.Abandon():
                b.store("1", b.cell(self.values.fault))
            case t.Offer() | t.OfferMember() | t.OfferSubset() if self.offered is not None:
                self.offered(self, e)
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

    def _while(self, test: t.Expr, inside: t.Block) -> None:
        b = self.body
        again, body, end = b.fresh("again"), b.fresh("body"), b.fresh("end")
        b.label(again)
        b.branch(self.values.test(test), body, end)
        b.label(body)
        self._inside(end, inside)
        if not b.closed:
            b.jump(again)
        b.label(end)

    def _bits(self, e: t.ForBits) -> None:
        b = self.body
        rest, target = b.variable(e.rest), b.variable(e.reg)
        b.store(self.values.value(e.of), rest)

        def body() -> None:
            left = b.load(rest)
            if e.first:
                b.store(b.first_bit(left), target)
                b.store(b.operate("&", left, b.operate("-", left, "1")), rest)
            else:
                highest = b.operate("-", b.bit_length(left), "1")
                b.store(highest, target)
                b.store(b.operate("^", left, b.operate("<<", "1", highest)), rest)
            self.block(e.body)

        loop(b, lambda: b.truth(b.load(rest)), body)

    def _inside(self, end: str, inside: t.Block) -> None:
        self.breaks.append(end)
        self.block(inside)
        self.breaks.pop()

    def _for(self, e: t.For) -> None:
        b = self.body
        (name,) = e.regs
        target, end = b.variable(name), b.fresh("end")
        self.domains.run_over(e.of, target, end, lambda: self._inside(end, e.body), e.spent is not None)
        if not b.closed:
            self.block(e.otherwise)
            if not b.closed:
                b.jump(end)
        b.label(end)
