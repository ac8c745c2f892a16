"""Iterables for loops of generated Python, except over choices: cards in their order, and cards with their places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from parlour.table.cells import Cells
from parlour.table.layout import Layout
from parlour.table.order import CardOrder


class Iterables:
    def __init__(self, layout: Layout, names: Mapping[str, Any]) -> None:
        self._order = CardOrder(layout)
        self._names = names

    def spent(self, s: Cells, over: Sequence[int], at: int) -> Sequence[int]:
        """The members of a loop, after counting its rounds."""
        self._names["spend"](s, len(over), at)
        return over

    def in_order(self, s: Cells, cards: int) -> Collection[int]:
        """The cards of a set in their order."""
        return self._order.walk(s, cards)

    def in_row(self, s: Cells, at: int) -> Iterator[tuple[int, int]]:
        """The places and cards of a row."""
        return enumerate(s[at + 1 : at + 1 + s[at]], 1)

    def in_columns(self, s: Cells, at: int, room: int) -> Iterator[tuple[int, int]]:
        """The places and cards of the columns that have one."""
        return ((place, c - 1) for place, c in enumerate(s[at : at + room], 1) if c)
