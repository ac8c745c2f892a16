"""The order of cards in a hand on the screen, which is also that of the numbered moves.

The zone of a card says how to sort it (`sorted-by`). Otherwise, this follows from the questions of a game and its pack.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.program import NONE
from parlour.states.state import State
from parlour.table.layout import Instance, Layout
from parlour.views.known import bare

Place = tuple[int, ...]
LAST: Place = (1 << 10, 0)  # cards of no suit come last
MISSING = 1 << 40  # cards without a value come last


class HandSorting:
    """Sorts cards by suit if suits decide what can be played and nobody plays groups of one rank; otherwise by rank.
    Jokers are last."""

    def __init__(self, layout: Layout) -> None:
        self.pack, self.by_rank = layout.pack, layout.chosen_by == "rank"

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


class TableSorting:
    """Sorts the cards of one position as their zones say."""

    def __init__(self, state: State) -> None:
        self.machine = state.table.machine
        self.cells = list(state.cells)
        self.otherwise = HandSorting(self.machine.layout)

    def place(self, card: int) -> Place:
        """Return the place of a card by its identity."""
        layout = self.machine.layout
        number = self.cells[layout.where + card]
        order = None if number < 0 else self.machine.program.zones[layout.instances[number].zone].sorted_by
        printed = self.otherwise.place(layout.pack.face[card])
        if order is None:
            return printed
        shown = {order.card: layout.value_of(self.cells, card)}
        values = [self.machine.evaluate(self.cells, value, shown) for value in order.values]
        pairs = zip(values, order.types, strict=True)
        return (*(MISSING if value == type_.none else value for value, type_ in pairs), *printed)

    def names(self, names: Iterable[str], zone: Instance) -> list[str]:
        """Sort the names of cards in a zone."""
        layout, unsorted = self.machine.layout, list(names)
        lying = reversed(layout.contents(self.cells, zone)) if len(unsorted) > 1 else ()  # their places take time
        places = {layout.pack.name(layout.value_of(self.cells, card)): self.place(card) for card in lying}
        return sorted(unsorted, key=lambda name: (places.get(name, self.otherwise.place_of_name(name)), name))
