"""The places of cards in ordered zones."""

from __future__ import annotations

from parlour.table.cells import Cells
from parlour.table.layout import NOWHERE, Instance, Layout


def place_in(layout: Layout, s: Cells, card: int) -> int:
    """The place of a card in its zone, counted from 1; 0 where places mean nothing."""
    number = s[layout.where + card]
    if number == NOWHERE:
        return 0
    return place_at(layout, s, layout.instances[number], card)


def place_at(layout: Layout, s: Cells, i: Instance, card: int) -> int:
    """The place of a card that is known to be in this zone."""
    if i.form == "set":
        return 0
    if i.form == "columns":
        return s.index(card + 1, i.at) - i.at + 1
    low = layout.foot(s, i)
    return s.index(card, low + 1) - low
