"""The values that the slots of an action can take in a state.

Indistinguishable copies of one face are offered once: the lowest of those that are still free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from parlour import program as p
from parlour.interpreter.closures import spend
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.looking import by_instance, static_zone
from parlour.interpreter.scans import domain
from parlour.program.set_bounds import Bounds
from parlour.table.cards import members
from parlour.table.cells import Cells, Value
from parlour.table.faults import RulesetFault
from parlour.table.limits import STEPS, too_many_sets
from parlour.table.run_search import RunSearch, lengths
from parlour.table.subsets import several

Choices = Callable[[Cells], Sequence[int]]  # ascending


def slot_choices(x: Expressions, slot: p.Slot, size: Bounds) -> Choices:
    """Return all values for one slot, given the values of the slots before it. May leave out sets of other sizes."""
    match slot.form:
        case "each" if isinstance(slot.domain, p.SeatOrder):
            in_order = domain(x, slot.domain)
            return lambda s: sorted(in_order(s))
        case "each":
            return domain(x, slot.domain)
        case "groups":
            return _groups(x, _set(x, slot), size)
        case "melds":
            of = _set(x, slot)
            return lambda s: x.layout.melds.among(of(s))
        case "runs" | "double runs" | "triple runs":
            return _runs(x, _set(x, slot), slot.width, size)
        case "sets":
            return _sets(x, slot, size)
        case "guises":
            return _guises(x, slot)
        case "places":
            return _places(x, slot)


def _set(x: Expressions, slot: p.Slot) -> Value:
    assert not isinstance(slot.domain, p.SeatOrder | p.Span), "this domain is a set"
    return x.value(slot.domain)


def _groups(x: Expressions, of: Value, size: Bounds) -> Choices:
    ranks = x.layout.pack.of_rank
    steps, origin = x.compilation.scratch.steps, x.origin
    least, most = max(size.low or 1, 1), size.high

    def groups(s: Cells) -> Sequence[int]:
        held = of(s)
        found: list[int] = []
        for rank in ranks:
            same = held & rank
            if same.bit_count() >= least:
                cards = members(same)
                high = len(cards) if most is None else most
                spend(s, steps, several(len(cards), least, high), origin)
                found += _subsets(cards, least, high)
        return sorted(found)

    return groups


def _runs(x: Expressions, of: Value, width: int, size: Bounds) -> Choices:
    runs, (least, most) = RunSearch(x.layout.pack), lengths(width, size.low, size.high)
    steps, origin = x.compilation.scratch.steps, x.origin

    def choices(s: Cells) -> Sequence[int]:
        held = of(s)
        count = runs.count(held, width, least, most)
        if count > STEPS:
            raise too_many_sets(count, origin)
        spend(s, steps, count, origin)
        return runs.among(held, width, least, most)

    return choices


def _subsets(of: list[int], low: int, high: int) -> Iterator[int]:
    for size in range(max(low, 0), min(high, len(of)) + 1):
        for chosen in combinations(of, size):
            yield sum(1 << c for c in chosen)


def _sets(x: Expressions, slot: p.Slot, size: Bounds) -> Choices:
    """Return the sizes of the sets: one member or more if there are no bounds."""
    of = _set(x, slot)
    low = x.value(slot.low) if slot.low is not None else None
    high = x.value(slot.high) if slot.high is not None else None
    steps, origin = x.compilation.scratch.steps, x.origin

    def sets(s: Cells) -> Sequence[int]:
        from_ = members(of(s))
        least = 1 if low is None else low(s)
        most = len(from_) if high is None else high(s)
        least = least if size.low is None else max(least, size.low)
        most = most if size.high is None else min(most, size.high)
        count = several(len(from_), least, most)
        if count > STEPS:
            raise too_many_sets(count, origin)
        spend(s, steps, count, origin)
        return sorted(_subsets(from_, least, most))

    return sets


def _guises(x: Expressions, slot: p.Slot) -> Choices:
    """Return a closure that lists each card as itself, and as each face of the pack that a function gives for it."""
    assert slot.faces is not None, "a choice of guises lists its faces"
    of, pack = _set(x, slot), x.layout.pack
    card = x.compilation.scratch.cell(("guised", slot.local))
    inside = Expressions(x.compilation, {**x.renamed, slot.local: card})
    faces = inside.value(p.CallFunction(slot.faces, (p.Local(slot.local),)))

    def guises(s: Cells) -> Sequence[int]:
        found = []
        for c in members(of(s)):
            s[card] = c
            found.append(c)
            found += [pack.guise(c, face) for face in pack.faces_of(faces(s))]
        return sorted(found)

    return guises


def _places(x: Expressions, slot: p.Slot) -> Choices:
    """The occupied places of a zone, as a set of numbers."""
    assert not isinstance(slot.domain, p.SeatOrder | p.Span), "places are places of a zone"
    layout = x.layout

    def one(number: int) -> Value:
        i = layout.instances[number]
        if i.form == "set":
            name, origin = layout.program.zones[i.zone].name, x.origin

            def none_there(s: Cells) -> int:
                raise RulesetFault(f"`{name}` has no places to choose from", origin)

            return none_there
        if i.form == "row":
            return lambda s: (1 << s[i.at]) - 1 << 1
        return lambda s: sum(1 << k for k in range(1, i.room + 1) if s[i.at + k - 1])

    named = static_zone(x, slot.domain)
    if named is not None and named[1] is None:
        taken = one(named[0].number)
    else:
        taken = by_instance(x, slot.domain, lambda i: one(i.number), 0)
    return lambda s: members(taken(s))
