"""Indistinguishable copies of one face: only the lowest of those that are still free is offered."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import NOWHERE
from parlour.table.order import CardOrder


class Twins:
    """Cards of one face in one unordered zone that no mark, variable or side distinguishes."""

    def __init__(self, order: CardOrder) -> None:
        self.layout = order.layout
        self._order = order
        self.possible = self._order.possible

    def together(self, s: Cells, cards: int) -> tuple[int, ...]:
        """The twins among some cards: each group of several as a set, the lowest first."""
        found: list[int] = []
        for same in self._order.repeated(cards):
            found += self._twins(s, same)
        return tuple(sorted(found, key=_lowest))

    def _twins(self, s: Cells, same: int) -> list[int]:
        """The twins among cards of one face. Only cards that lie together are compared further."""
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
        """Return a set of cards without twins of other members, except twins that are already used."""
        for same in self.together(s, cards & ~used):
            cards &= ~(same & same - 1)
        return cards

    def sets_once(self, s: Cells, sets: Sequence[int], used: int) -> list[int]:
        """The sets whose cards, except those used already, are the lowest of their twins."""
        among = 0
        for chosen in sets:
            among |= chosen
        twins = self.together(s, among & ~used)
        return [chosen for chosen in sets if all(_from_the_lowest(chosen & same, same) for same in twins)]


def _lowest(cards: int) -> int:
    return cards & -cards


def _from_the_lowest(chosen: int, same: int) -> bool:
    """True if the choice passes over no lower card."""
    return chosen < _lowest(same & ~chosen) or chosen == same
