"""A pack in a given order instead of a shuffled one."""

from __future__ import annotations

from parlour.table.cells import Cells
from parlour.table.chance import shuffle_in
from parlour.table.layout import RANDOM, STACKED, Instance, Layout


def stacked(order: list[int], size: int) -> int:
    """Return cards in a given order as one number; the first card is the top."""
    number = 0
    for c in order:
        number = number * (size + 1) + c + 1
    return number


def stack(layout: Layout, s: Cells, i: Instance) -> None:
    """Put these cards in the given order, in place of their first shuffle. Cards that have been shuffled before
    have no given order any more, for example when a discard pile becomes the draw pile."""
    order = []
    number, size = s[STACKED], layout.pack.size
    while number:
        number, c = divmod(number, size + 1)
        order.append(c - 1)
    first = layout.foot(s, i) + 1
    lying = set(s[first : first + s[i.at]])
    if lying.issubset(order):
        s[first : first + s[i.at]] = [c for c in order if c in lying]  # the last one given is lowest
    else:
        shuffle_in(s, RANDOM, first, s[i.at])
    s[STACKED] = stacked([c for c in reversed(order) if c not in lying], size)
