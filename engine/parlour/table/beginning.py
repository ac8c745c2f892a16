"""An empty table before the deal, and a given order of its pack instead of a shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.base.diagnostics import did_you_mean
from parlour.table.cards import Pack, members
from parlour.table.cells import Cells
from parlour.table.chance import seed_state, shuffle_in
from parlour.table.faults import TableError
from parlour.table.layout import RANDOM, STACKED, Instance, Layout


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


def read_pack(pack: Pack, cards: str | Sequence[str]) -> list[int]:
    """Return the cards of a pack by their names. Each must appear as often as the table has it."""
    names = cards.split() if isinstance(cards, str) else list(cards) if isinstance(cards, Iterable) else [cards]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"expected the name of a card, such as `A♠`, found {name!r}")
    known = {pack.name(c) for c in members(pack.used)}
    left = {face: list(pack.cards_of_face(face)) for face in range(len(pack.of_face))}
    order = []
    for name in names:
        face = pack.face_of_name(name)
        if face is None or not pack.of_face[face]:
            help = did_you_mean(name, known)
            raise TableError(f"there is no card `{name}` in this pack" + (f"; {help}" if help else ""))
        if not left[face]:
            raise TableError(f"{pack.face_name(face)} appears too often in `pack`")
        order.append(left[face].pop(0))
    missing = sum(map(len, left.values()))
    if missing:
        one = pack.face_name(next(face for face, cards_ in left.items() if cards_))
        raise TableError(f"the pack has {pack.count} cards; {missing} are missing, such as {one}")
    return order


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
