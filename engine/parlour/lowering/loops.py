"""Lowers loops over sets, seats and numbers. An expression with a loop becomes a function of the unit; where a set
expression gives the same, there is no loop. A loop looks up once what is the same in all its rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import as_set_of
from parlour.lowering.unit import LoweringScope, variable
from parlour.lowering.variables import ZoneWriter
from parlour.program.walking import free_locals, parts, rebuilt, walk
from parlour.table.layout import DIRECTION, PLAYING
from parlour.tablecode.build import ONE, ZERO, cell, denied, plus, shifted

LONGEST = 400  # nodes of a condition with the bodies of what it calls
UNKNOWN = t.Const(-1 << 61)  # no value of a ruleset, and no set of cards

MaybeExpr = TypeVar("MaybeExpr", p.Expr, p.Expr | None)

NOT_YET = 1 << 60  # further from zero than any number of a ruleset
_FALSE, _TRUE = t.Truth(False), t.Truth(True)


@dataclass(frozen=True)
class LoopHead:
    """The beginning of a loop: the code before it, its head without a body, and the first part of its body."""

    before: t.Block
    head: t.For | t.ForBits
    first: t.Block = ()

    def around(self, body: t.Block) -> t.Block:
        return (*self.before, replace(self.head, body=(*self.first, *body)))


class LoopWriter(ZoneWriter):
    def scan(self, e: p.Scan, scope: LoweringScope) -> t.Expr:
        chosen = None
        if self._by_place(e, scope) is None:
            chosen = as_set_of(self.premises, e)
        if chosen is not None:
            match e.kind:
                case "any":
                    return t.Op("!=", self.value(chosen, scope), ZERO)
                case "all":
                    return t.Not(self.value(chosen, scope))  # it has the cards that fail the condition
                case "count":
                    return self.value(p.Size(chosen), scope)
                case "those":
                    return self.value(chosen, scope)
                case "first":
                    return self.value(p.First(chosen, cards=True), scope)
            e = p.Scan(e.kind, e.local, chosen, None, e.value)
        known = {local: scope.names[local] for local in sorted(free_locals(e) & set(scope.names))}
        params = [text for text in known.values() if isinstance(text, t.Reg)]  # a cell is the same cell there
        places = tuple(node.origin for node in walk(e) if isinstance(node, p.Op | p.PutField | p.Subsets))
        key = (e, tuple(known.values()), places, scope.origin)
        name = self.unit.scans.setdefault(key, f"scan_{self.unit.next_number()}")
        inside = LoweringScope(known, scope.origin)

        def write() -> t.Function:
            return t.Function(name, tuple(reg.name for reg in params), self._loop(e, inside))

        self.unit.function(name, write)
        return t.Call(name, tuple(params))

    def run_over(self, d: p.Expr | p.SeatOrder | p.Span | p.Subsets, local: str, scope: LoweringScope) -> LoopHead:
        match d:
            case p.SeatOrder():
                return LoopHead((), t.For((local,), self.order(d, scope), ()))
            case p.Span():
                return LoopHead((), t.For((local,), self.numbers(d, scope), (), (), self.line(scope)))
            case p.Subsets():
                return self._over_subsets(d, local, scope)
            case _:
                return self.over_set(self.value(d, scope), local)

    def _over_subsets(self, d: p.Subsets, local: str, scope: LoweringScope) -> LoopHead:
        of, low, high = self.unit.register(), self.unit.register(), self.unit.register()
        line = self.line(scope, d.origin)
        members = self.value(d.of, scope)
        if d.most is not None:
            members = t.Call("few_enough", (members, self.value(d.most, scope), line))
        count = t.Call("several", (t.Unary("size", of), low, high))
        before: t.Block = (
            t.Let(of.name, members),
            t.Let(low.name, self.value(d.low, scope)),
            t.Let(high.name, self.value(d.high, scope)),
            t.Do(t.Call("spend", (count, line))),
        )
        return LoopHead(before, t.For((local,), t.Subsets(of, low, high, None, None, line), ()))

    def _in_order(self, e: p.Scan, local: str, scope: LoweringScope) -> LoopHead | None:
        """Return the head of a loop that needs an order of cards which their numbers don't give."""
        if e.kind != "first" or isinstance(e.domain, p.SeatOrder | p.Span | p.Subsets) or not self.by_order(e.local):
            return None
        return LoopHead((), t.For((local,), t.Cards(self.value(e.domain, scope)), ()))

    def by_order(self, local: int) -> bool:
        """True if this local is for cards that can include identical ones."""
        return bool(self.layout.pack.doubles) and self.program.locals[local][1].kind == "card"

    def numbers(self, d: p.Span, scope: LoweringScope) -> t.Span:
        return t.Span(self.value(d.low, scope), plus(self.value(d.high, scope), 1))

    def order(self, d: p.SeatOrder, scope: LoweringScope) -> t.Seats:
        return t.Seats(cell(PLAYING), cell(DIRECTION), self.value(d.start, scope), d.after)

    def over_set(self, members: t.Expr, local: str) -> LoopHead:
        """The members of a set in ascending order, bit by bit."""
        rest, lowest = self.unit.register(), self.unit.register()
        return LoopHead((), t.ForBits(local, rest.name, members, (), lowest.name))

    def _by_place(self, e: p.Scan, scope: LoweringScope) -> t.Lying | None:
        """Return the zone whose cards the loop can read with their places, which saves searches. Only for loops in
        which the order of the cards doesn't matter."""
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span | p.Subsets) else self.folded(e.domain)
        if e.kind == "first" or not isinstance(domain, p.ZoneCards):
            return None
        if p.PlaceOf(p.Local(e.local)) not in {n for n in walk(e) if isinstance(n, p.PlaceOf)}:
            return None
        named = self.cells_of(domain.zone, scope)
        if named is None or named[0].form == "set":
            return None
        return t.Lying(named[1], None if named[0].form == "row" else named[0].room)

    def _loop(self, e: p.Scan, outer: LoweringScope) -> t.Block:
        scope = outer.with_(e.local)
        v = variable(e.local)
        placed = self._by_place(e, outer)
        if placed is None:
            loop = self._in_order(e, v.name, outer) or self.run_over(e.domain, v.name, outer)
        else:
            place = self.unit.register()
            loop = LoopHead((), t.For((place.name, v.name), placed, ()))
            scope = LoweringScope(scope.names, scope.origin, {**scope.known, p.PlaceOf(p.Local(e.local)): place})
        where, once, scope = self.looked_up_once(e.where, (e.local,), scope)
        value, more, scope = self.looked_up_once(e.value, (e.local,), scope)
        missing = t.Const(self.program.locals[e.local][1].none)
        before, inside, after = _shape(e.kind, v, None if value is None else self.value(value, scope), missing)
        if e.kind == "all":
            test = _FALSE if where is None else denied(self.truth(where, scope))
            inside = (t.If(test, (t.Return(_FALSE),)),)
        elif where is not None:
            inside = (t.If(self.truth(where, scope), inside),)
        return (*once, *more, *before, *loop.around(inside), *after)

    # ------------------------------------------------------------ the same in all rounds

    def looked_up_once(
        self, e: MaybeExpr, own: Iterable[int], scope: LoweringScope
    ) -> tuple[MaybeExpr, t.Block, LoweringScope]:
        """Return the expression for each round of a loop with these locals, the code before the loop, and a scope that
        knows the values of inner loops and calls which don't depend on the locals, as soon as a round computed them."""
        if e is None or self.premises.as_written or not self.facts.loops(e):
            return e, (), scope
        varying = set(own)
        opened = self._opened(self.folded(e), varying)
        if sum(1 for _ in walk(opened)) > LONGEST:
            opened = self.folded(e)
        known, block = dict(scope.known), list[t.Stmt]()
        for node in self._same_each_time(opened, varying):
            if node not in known:
                reg = self.unit.register()
                block.append(t.Let(reg.name, UNKNOWN))
                value = t.Bind(reg.name, self.value(node, scope))
                known[node] = t.Select(t.Op("!=", reg, UNKNOWN), reg, value)
        return (opened, tuple(block), replace(scope, known=known)) if block else (e, (), scope)

    def _opened(self, e: p.Expr, varying: set[int]) -> p.Expr:
        """Put the bodies of functions in place of calls that depend on these locals, if there is more to look up once
        inside."""
        if isinstance(e, p.Scan) or not self.facts.loops(e) or not free_locals(e) & varying:
            return e
        if isinstance(e, p.CallFunction | p.Permitted):
            body = self.facts.inlined(e)
            if body is None or self.facts.may_fault(body):
                return e
            opened = self._opened(self.folded(body), varying)
            return opened if any(True for _ in self._same_each_time(opened, varying)) else e
        opened_: p.Expr = rebuilt(e, lambda part: self._opened(part, varying) if isinstance(part, p.Expr) else part)
        return opened_

    def _same_each_time(self, e: object, varying: set[int]) -> Iterator[p.Expr]:
        """Yield the largest parts with loops that don't depend on these locals, unless each time counts as steps."""
        if isinstance(e, p.Scan | p.CallFunction | p.Permitted):
            if self.facts.loops(e) and not free_locals(e) & varying and not self.facts.counts_steps(e):
                yield e
                return
            if isinstance(e, p.Scan):
                return  # a function of its own
        for part in parts(e):
            yield from self._same_each_time(part, varying)


_N, _TOTAL, _FOUND, _X, _BEST = (t.Reg(name) for name in ("n", "total", "found", "x", "best"))


def _shape(kind: str, v: t.Reg, value: t.Expr | None, missing: t.Const) -> tuple[t.Block, t.Block, t.Block]:
    """Return the code before the loop, the code inside where the condition holds, and the code after it."""
    match kind:
        case "any":
            return (), (t.Return(_TRUE),), (t.Return(_FALSE),)
        case "all":
            return (), (), (t.Return(_TRUE),)
        case "count":
            return (t.Let("n", ZERO),), (t.Let("n", t.Op("+", _N, ONE)),), (t.Return(_N),)
        case "those":
            return (t.Let("found", ZERO),), (t.Let("found", t.Op("|", _FOUND, shifted(v))),), (t.Return(_FOUND),)
        case "first":
            return (), (t.Return(v),), (t.Return(missing),)
    assert value is not None, "all other loops compare or add values"
    if kind == "sum":
        return (t.Let("total", ZERO),), (t.Let("total", t.Op("+", _TOTAL, value)),), (t.Return(_TOTAL),)
    return _extreme(kind, v, value)


def _extreme(kind: str, v: t.Reg, value: t.Expr) -> tuple[t.Block, t.Block, t.Block]:
    """Loops for the greatest or least value, or for the members that have it."""
    nothing = t.Const(-NOT_YET if kind in ("max", "most") else NOT_YET)
    better = t.Op(">" if kind in ("max", "most") else "<", _X, _BEST)
    takes: t.Block = (t.Let("best", _X),)
    if kind in ("max", "min"):
        result = t.Select(t.Op("==", _BEST, nothing), ZERO, _BEST)
        return (t.Let("best", nothing),), (t.Let("x", value), t.If(better, takes)), (t.Return(result),)
    as_good = t.If(t.Op("==", _X, _BEST), (t.Let("found", t.Op("|", _FOUND, shifted(v))),))
    compare = t.If(better, (*takes, t.Let("found", shifted(v))), (as_good,))
    return (t.Let("best", nothing), t.Let("found", ZERO)), (t.Let("x", value), compare), (t.Return(_FOUND),)
