"""Compiles loops inside expressions, and the domains of loops, to closures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from parlour import program as p
from parlour.analysis.masks import as_set_of
from parlour.interpreter.closures import spend
from parlour.interpreter.expression_compiler import ExpressionCompiler
from parlour.interpreter.looking import seat_order
from parlour.program.walking import walk
from parlour.table.cards import members
from parlour.table.cells import Cells, Value
from parlour.table.layout import none_of
from parlour.table.limits import too_many_cards
from parlour.table.subsets import several

Domain = p.Expr | p.SeatOrder | p.Span | p.Subsets
Members = Callable[[Cells], Collection[int]]


def domain(x: ExpressionCompiler, d: Domain) -> Callable[[Cells], Sequence[int]]:
    """The members of a loop's domain, in its order."""
    match d:
        case p.SeatOrder():
            return seat_order(x, d)
        case p.Span(low, high):
            a, b = x.value(low), x.value(high)
            return lambda s: range(a(s), b(s) + 1)
        case p.Subsets():
            return _subsets(x, d)
        case _:
            fixed = x.fixed(d)
            if fixed is not None:
                always = members(fixed)
                return lambda s: always
            of = x.value(d)
            return lambda s: members(of(s))


def _subsets(x: ExpressionCompiler, d: p.Subsets) -> Callable[[Cells], Sequence[int]]:
    """The sets of cards, each of which counts as a step."""
    of, low, high = x.value(d.of), x.value(d.low), x.value(d.high)
    most = None if d.most is None else x.value(d.most)
    steps, origin = x.compilation.scratch.steps, d.origin

    def subsets(s: Cells) -> Sequence[int]:
        bits = [1 << c for c in members(of(s))]
        if most is not None and len(bits) > most(s):
            raise too_many_cards(len(bits), most(s), origin)
        sizes = max(low(s), 0), min(high(s), len(bits))
        spend(s, steps, several(len(bits), *sizes), origin)
        return sorted(sum(chosen) for size in range(sizes[0], sizes[1] + 1) for chosen in combinations(bits, size))

    return subsets


def in_order(x: ExpressionCompiler, d: Domain, local: int) -> Members:
    """The members for a loop in which the order of cards matters."""
    order = x.compilation.premises.order
    if not order.possible or x.program.locals[local][1].kind != "card":
        return domain(x, d)
    if isinstance(d, p.SeatOrder | p.Span | p.Subsets):
        return domain(x, d)
    of = x.value(d)
    return lambda s: order.walk(s, of(s))


def _nested(e: p.Scan) -> bool:
    """True if a single round can take long."""
    inside = (e.where, e.value)
    return any(
        isinstance(n, p.Scan | p.CallFunction | p.Permitted | p.Offers | p.Builtin)
        for part in inside
        if part is not None
        for n in walk(part)
    )


def scan(x: ExpressionCompiler, e: p.Scan) -> Value:
    chosen = as_set_of(x.program, x.facts, x.compilation.premises.vectorise, e)
    if chosen is not None:
        match e.kind:
            case "any":
                found = x.value(chosen)
                return lambda s: found(s) != 0
            case "all":
                spoilt = x.value(chosen)
                return lambda s: not spoilt(s)
            case "count":
                return x.value(p.Size(chosen))
            case "those":
                return x.value(chosen)
            case "first":
                return x.value(p.First(chosen, cards=True))
            case _:
                return _loop(x, p.Scan(e.kind, e.local, chosen, None, e.value))
    return _loop(x, e)


def _loop(x: ExpressionCompiler, e: p.Scan) -> Value:
    run_over: Members = in_order(x, e.domain, e.local) if e.kind == "first" else domain(x, e.domain)
    if isinstance(e.domain, p.Span) or (_nested(e) and not isinstance(e.domain, p.Subsets)):
        run_over = _counted(x, run_over)
    cell = x.cell(e.local)
    where = x.test(e.where) if e.where is not None else None
    value = x.value(e.value) if e.value is not None else None
    if e.kind == "first":
        return _first(run_over, cell, where or _always, none_of(x.program.locals[e.local][1]))
    return _LOOPS[e.kind](run_over, cell, where or _always, value or _always)


def _always(s: Cells) -> int:
    return True


def _counted(x: ExpressionCompiler, run_over: Members) -> Members:
    steps, origin = x.compilation.scratch.steps, x.origin

    def counted(s: Cells) -> Collection[int]:
        found = run_over(s)
        spend(s, steps, len(found), origin)
        return found

    return counted


def _any(over: Members, cell: int, where: Value, value: Value) -> Value:
    def scan_any(s: Cells) -> int:
        for m in over(s):
            s[cell] = m
            if where(s):
                return True
        return False

    return scan_any


def _all(over: Members, cell: int, where: Value, value: Value) -> Value:
    def scan_all(s: Cells) -> int:
        for m in over(s):
            s[cell] = m
            if not where(s):
                return False
        return True

    return scan_all


def _count(over: Members, cell: int, where: Value, value: Value) -> Value:
    def scan_count(s: Cells) -> int:
        n = 0
        for m in over(s):
            s[cell] = m
            if where(s):
                n += 1
        return n

    return scan_count


def _sum(over: Members, cell: int, where: Value, value: Value) -> Value:
    def scan_sum(s: Cells) -> int:
        total = 0
        for m in over(s):
            s[cell] = m
            if where(s):
                total += value(s)
        return total

    return scan_sum


def _extreme(sign: int) -> Callable[[Members, int, Value, Value], Value]:
    def make(over: Members, cell: int, where: Value, value: Value) -> Value:
        def scan_extreme(s: Cells) -> int:
            best: int | None = None
            for m in over(s):
                s[cell] = m
                if where(s):
                    v = sign * value(s)
                    if best is None or v > best:
                        best = v
            return 0 if best is None else sign * best

        return scan_extreme

    return make


def _those(over: Members, cell: int, where: Value, value: Value) -> Value:
    def scan_those(s: Cells) -> int:
        found = 0
        for m in over(s):
            s[cell] = m
            if where(s):
                found |= 1 << m
        return found

    return scan_those


def _with_extreme(sign: int) -> Callable[[Members, int, Value, Value], Value]:
    def make(over: Members, cell: int, where: Value, value: Value) -> Value:
        def scan_with_extreme(s: Cells) -> int:
            best: int | None = None
            found = 0
            for m in over(s):
                s[cell] = m
                if where(s):
                    v = sign * value(s)
                    if best is None or v > best:
                        best, found = v, 1 << m
                    elif v == best:
                        found |= 1 << m
            return found

        return scan_with_extreme

    return make


def _first(over: Members, cell: int, where: Value, missing: int) -> Value:
    def scan_first(s: Cells) -> int:
        for m in over(s):
            s[cell] = m
            if where(s):
                return m
        return missing

    return scan_first


_LOOPS: dict[str, Callable[[Members, int, Value, Value], Value]] = {
    "any": _any,
    "all": _all,
    "count": _count,
    "sum": _sum,
    "max": _extreme(1),
    "min": _extreme(-1),
    "those": _those,
    "most": _with_extreme(1),
    "least": _with_extreme(-1),
}
