"""The places of cards in ordered zones."""

from __future__ import annotations

from parlour.table.cells import Cells
from parlour.table.layout import NOWHERE, Layout


def place_in(layout: Layout, s: Cells, card: int) -> int:
    """The place of a card in its zone, counted from 1; 0 where places mean nothing."""
    number = s[layout.where + card]
    if number == NOWHERE:
        return 0
    i = layout.instances[number]
    if i.form == "set":
        return 0
    if i.form == "row":
        return s.index(card, i.at + 1) - i.at
    return s.index(card + 1, i.at) - i.at + 1
