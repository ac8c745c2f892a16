"""The cards of a set in their order, where some of them may be identical."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice

from parlour import program as p
from parlour.table.cells import Cells
from parlour.table.chance import below_in
from parlour.table.faults import RulesetFault
from parlour.table.layout import RANDOM, Layout
from parlour.table.order import CardOrder


class Ordering:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.layout = layout
        self.origins = origins
        self._order = CardOrder(layout)

    def first_card(self, s: Cells, cards: int) -> int:
        return self._order.first(s, cards)

    def in_order(self, s: Cells, cards: int) -> Collection[int]:
        return self._order.walk(s, cards)

    def pick_card(self, s: Cells, of: int, at: int) -> int:
        if not of:
            raise RulesetFault("there is nothing to choose from at random", self.origins[at])
        return next(islice(self._order.walk(s, of), below_in(s, RANDOM, of.bit_count()), None))
