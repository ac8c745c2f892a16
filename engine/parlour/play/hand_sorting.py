"""The order of cards in a hand on the screen, which is also that of the numbered moves.

Knows the questions of a game and its pack; must not import states.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from parlour.program import NONE
from parlour.table.cards import Pack
from parlour.table.layout import Layout
from parlour.views.known import bare

Place = tuple[int, int]
LAST: Place = (1 << 10, 0)  # cards of no suit come last


@dataclass(frozen=True)
class HandSorting:
    """Sorts cards by suit if suits decide what can be played and nobody plays groups of one rank; otherwise by rank.
    Jokers are last."""

    pack: Pack
    by_rank: bool

    @staticmethod
    def of(layout: Layout) -> HandSorting:
        return HandSorting(layout.pack, layout.chosen_by == "rank")

    def names(self, cards: Iterable[str]) -> list[str]:
        """Sort the names of cards."""
        return sorted(cards, key=lambda name: (self.place_of_name(name), name))

    def place_of_name(self, name: str) -> Place:
        """Return the place of a card by its name: `10♦`, or `Jk as 5♠` for the joker itself."""
        face = self.pack.face_of_name(bare(name))
        return LAST if face is None else self.place(face)

    def place(self, face: int) -> Place:
        shown = self.pack.design.faces[face]
        if shown.suit == NONE:
            return LAST[0], shown.rank
        return (shown.rank, shown.suit) if self.by_rank else (shown.suit, shown.rank)
