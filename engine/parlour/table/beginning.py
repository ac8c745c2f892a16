"""An empty table before the deal."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.layout import RANDOM, STACKED, Layout
from parlour.table.stacking import stacked


def blank(layout: Layout, seed: int) -> Cells:
    """The state before anything is dealt."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"`seed` is a whole number; found {seed!r}")
    s = list(layout.blank)
    s[RANDOM] = seed_state(seed)
    return s


def in_order(layout: Layout, order: Sequence[int], seed: int) -> Cells:
    """Return the state before a deal in which the first shuffle of each card follows this order, the first card on
    top."""
    if sorted(order) != members(layout.pack.used):
        raise ValueError("`order` must contain each card of the pack exactly once")
    s = blank(layout, seed)
    s[STACKED] = stacked(list(order), layout.pack.size)
    return s
