"""Routines with a separate Python version, because that is faster or necessary; each gives its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parlour.table.beginning import stack
from parlour.table.cells import Cells
from parlour.table.chance import shuffle_in
from parlour.table.faults import STEPS, RulesetFault
from parlour.table.layout import DIRECTION, PLAYING, RANDOM, STACKED, Instance, Layout
from parlour.table.seats import seats_from

Routine = Callable[..., Any]

MOST_DIVIDED = 40  # cards; each card more makes the search of `open_search` longer by a fifth


@dataclass(frozen=True)
class Alternative:
    """`make` is given the layout and all names of the source, among them the routines.

    `general`: True if it leaves other cases to the routine.
    """

    make: Callable[[Layout, Mapping[str, Any]], Routine]
    reason: str
    general: bool = False


# ---------------------------------------------------------------- moving many cards


def _shuffle(layout: Layout, names: Mapping[str, Any]) -> Routine:
    routine = names["shuffle"]

    def shuffle(s: Cells, zone: int, at: int) -> None:
        i = layout.instances[zone]
        if zone < 0 or i.form != "row":
            routine(s, zone, at)
            return
        if s[STACKED]:
            stack(layout, s, i)
        else:
            shuffle_in(s, RANDOM, layout.foot(s, i) + 1, s[i.at])
        for cell in _notes(i):
            s[cell] = 0

    return shuffle


def _notes(i: Instance) -> list[int]:
    return [cell for cell in (i.turned, i.batch) if cell is not None]


def _make_place(layout: Layout, names: Mapping[str, Any]) -> Routine:
    def make_place(s: Cells, k: int, top: int) -> None:
        s[k + 1 : top + 1] = s[k:top]

    return make_place


def _put_zone_anyhow(layout: Layout, names: Mapping[str, Any]) -> Routine:
    """Move the cards of a zone to other places of the same zone."""
    routine, put_at, put_done = names["put_zone_anyhow"], names["put_at"], names["put_done"]

    def put_zone_anyhow(s: Cells, source: int, zone: int, place: int | None, up: bool, at: int) -> None:
        if source != zone or zone < 0:
            routine(s, source, zone, place, up, at)
            return
        moved = 0
        for k, c in enumerate(layout.contents(s, layout.instances[zone])):
            moved |= put_at(s, c, zone, None if place is None else place + k, at)
        put_done(s, moved, zone, up)

    return put_zone_anyhow


def _deal_round(layout: Layout, names: Mapping[str, Any]) -> Routine:
    """Deal from a row to sets that store nothing else about cards."""
    routine = names["deal_round"]
    plain = [not _notes(i) for i in layout.instances]
    rows = [plain[i.number] and i.form == "row" and not layout.shares for i in layout.instances]
    sets = [plain[i.number] and i.form == "set" and not layout.lost_marks(i.zone) for i in layout.instances]

    def deal_round(s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
        if source < 0 or count <= 0 or not rows[source] or not sets[base]:
            routine(s, count, source, base, start, at)
            return
        seats = seats_from(s[PLAYING], s[DIRECTION], start, False)
        names["spend"](s, count * len(seats), at)
        _deal_hands(layout, s, count, source, base, seats)

    return deal_round


def _deal_hands(layout: Layout, s: Cells, count: int, source: int, base: int, seats: Sequence[int]) -> None:
    at, first, where = layout.instances[source].at, layout.instances[base].at, layout.where
    top = at + s[at]
    end = max(top - count * len(seats), at)
    dealt = s[top:end:-1]
    s[end + 1 : top + 1] = [0] * len(dealt)
    s[at] = end - at
    for k, seat in enumerate(seats):
        hand, zone = 0, base + seat
        for c in dealt[k :: len(seats)]:
            hand |= 1 << c
            s[where + c] = zone
        s[first + seat] |= hand


# ---------------------------------------------------------------- steps and positions


def _spend(layout: Layout, names: Mapping[str, Any]) -> Routine:
    routine, steps = names["spend"], layout.size

    def spend(s: Cells, rounds: int, at: int) -> None:
        if len(s) == steps:
            s.append(STEPS)
        s[steps] -= rounds
        if s[steps] < 0:
            routine(s, 0, at)

    return spend


# ---------------------------------------------------------------- melds


def _divisible(layout: Layout, names: Mapping[str, Any]) -> Routine:
    melding = layout.program.melding

    def divisible(cards: int) -> bool:
        if melding is not None and cards.bit_count() > MOST_DIVIDED:
            message = f"can't divide {cards.bit_count()} cards into melds; the limit is {MOST_DIVIDED}"
            raise RulesetFault(f"{message} in a pack with wild or identical cards", melding.origin)
        return True

    return divisible


def _lay_off(layout: Layout, names: Mapping[str, Any]) -> Routine:
    lay_next, in_their_order = names["lay_next"], names["in_their_order"]
    notes = [0] * names["NOTES"]

    def lay_off(s: Cells, cards: int, *table: int) -> int:
        placed = lay_next([*notes, len(table), *table], cards, 0, 0, 1)
        return int(in_their_order(s, cards, placed))

    return lay_off


ALTERNATIVES: Mapping[str, Alternative] = {
    "shuffle": Alternative(_shuffle, "a stacked pack; lists swap cards in half the time", general=True),
    "make_place": Alternative(_make_place, "slices of lists move all cards of a space at once"),
    "put_zone_anyhow": Alternative(_put_zone_anyhow, "a zone moved into itself needs a copy of its list", general=True),
    "deal_round": Alternative(_deal_round, "slices of lists deal whole hands at once", general=True),
    "spend": Alternative(_spend, "a state has the cell with the steps only after something counted", general=True),
    "divisible": Alternative(_divisible, "searches remember their results, so they can divide more cards"),
    "builtin_lay_off": Alternative(_lay_off, "any number of melds; the cells for them are a list of their own"),
}
