"""What the slots of an action can be filled with, in a state.

Copies of one face that nothing tells apart are offered once: of those that are still free, the lowest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from parlour import program as p
from parlour.machine.cards import members
from parlour.machine.closures import STEPS, Cells, Value, spend
from parlour.machine.expressions import Expressions
from parlour.machine.faults import RulesetFault
from parlour.machine.guards import Bounds
from parlour.machine.layout import NOWHERE, Layout
from parlour.machine.order import CardOrder
from parlour.machine.reading import by_instance, static_zone
from parlour.machine.scans import domain
from parlour.machine.subsets import MOST, several

Choices = Callable[[Cells], Sequence[int]]  # ascending


def slot_choices(x: Expressions, slot: p.Slot, size: Bounds) -> Choices:
    """All values for one slot, those of the slots before it being chosen. Sets of other sizes may be left out."""
    match slot.form:
        case "each" if isinstance(slot.domain, p.SeatOrder):
            in_order = domain(x, slot.domain)
            return lambda s: sorted(in_order(s))
        case "each":
            return domain(x, slot.domain)
        case "groups":
            return _groups(x, _set(x, slot), size)
        case "sets":
            return _sets(x, slot, size)
        case "guises":
            return _guises(x, slot)
        case "places":
            return _places(x, slot)


def _set(x: Expressions, slot: p.Slot) -> Value:
    assert not isinstance(slot.domain, p.SeatOrder | p.Span), "one chooses from a set"
    return x.value(slot.domain)


def _groups(x: Expressions, of: Value, size: Bounds) -> Choices:
    ranks = x.layout.pack.of_rank
    steps, origin = x.making.scratch.steps, x.origin
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


def _subsets(of: list[int], low: int, high: int) -> Iterator[int]:
    for size in range(max(low, 0), min(high, len(of)) + 1):
        for chosen in combinations(of, size):
            yield sum(1 << c for c in chosen)


def too_many_sets(count: int, origin: p.Origin | None) -> RulesetFault:
    """The same in all executions."""
    limits = f"there are {count:,} sets to choose from, and at most {STEPS:,} can be listed"
    return RulesetFault(f"{limits}; let the action choose fewer at once, as in `1..4 cards of …`", origin)


def within_reach(choices: Sequence[int], origin: p.Origin | None) -> Sequence[int]:
    """Choices that are all looked at, if they aren't too many."""
    if len(choices) > STEPS:
        raise too_many_sets(len(choices), origin)
    return choices


def too_many_moves(count: int, origin: p.Origin | None) -> RulesetFault:
    return RulesetFault(f"there are {count:,} moves to choose from, and at most {MOST:,} can be counted", origin)


def _sets(x: Expressions, slot: p.Slot, size: Bounds) -> Choices:
    """Without bounds: one member or more."""
    of = _set(x, slot)
    low = x.value(slot.low) if slot.low is not None else None
    high = x.value(slot.high) if slot.high is not None else None
    steps, origin = x.making.scratch.steps, x.origin

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
    """Each card as itself, and as each face that a function gives for it."""
    assert slot.faces is not None, "a choice of guises says which"
    of, size = _set(x, slot), x.layout.pack.size
    card = x.making.scratch.cell(("guised", slot.local))
    inside = Expressions(x.making, {**x.renamed, slot.local: card})
    faces = inside.value(p.CallFunction(slot.faces, (p.Local(slot.local),)))

    def guises(s: Cells) -> Sequence[int]:
        found = []
        for c in members(of(s)):
            s[card] = c
            found.append(c)
            found += [c + size * (1 + face) for face in members(faces(s))]
        return sorted(found)

    return guises


def _places(x: Expressions, slot: p.Slot) -> Choices:
    """The places of a zone where a card lies, as a set of numbers first."""
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


class Twins:
    """Cards of one face that lie together unordered, and that marks, variables and sides do not tell apart."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._order = CardOrder(layout)
        self.possible = layout.pack.copies > 1 or layout.pack.jokers > 1

    def together(self, s: Cells, cards: int) -> tuple[int, ...]:
        """Of some cards those that are twins, as a set for each of several; the lowest first."""
        found: list[int] = []
        for same in self._order.repeated(cards):
            found += self._twins(s, same)
        return tuple(sorted(found, key=_lowest))

    def _twins(self, s: Cells, same: int) -> list[int]:
        """The same of cards of one face. What tells them apart is looked up only for those that lie together."""
        where, by_zone = self.layout.where, dict[int, int]()
        for c in members(same):
            number = s[where + c]
            by_zone[number] = by_zone.get(number, 0) | 1 << c
        found: list[int] = []
        for number, lying in by_zone.items():
            if lying & lying - 1 and number != NOWHERE and self.layout.instances[number].form == "set":
                found += self._order.equal(s, lying)
        return found

    def once(self, s: Cells, cards: int, used: int = 0) -> int:
        """A set of cards without the twins of others in it, but with those used already."""
        for same in self.together(s, cards & ~used):
            cards &= ~(same & same - 1)
        return cards

    def sets_once(self, s: Cells, sets: Sequence[int], used: int) -> list[int]:
        """The sets whose cards, but for those used already, are the lowest of their twins."""
        among = 0
        for chosen in sets:
            among |= chosen
        twins = self.together(s, among & ~used)
        return [chosen for chosen in sets if all(_from_the_lowest(chosen & same, same) for same in twins)]


def _lowest(cards: int) -> int:
    return cards & -cards


def _from_the_lowest(chosen: int, same: int) -> bool:
    """Is no lower one passed over?"""
    return chosen < _lowest(same & ~chosen) or chosen == same
