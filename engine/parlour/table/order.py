"""The order in which the cards of a set are taken one by one.

By rank and suit, jokers last. The numbers of identical cards mean nothing, so these come in the order of their places.
Exchanging two of them everywhere changes only their numbers. Each card is computed when its turn comes, as the table is
then. Knows the layout, and not what the order is used for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from parlour.table.cards import members
from parlour.table.layout import NOWHERE, Layout
from parlour.table.places import place_at

Cells = list[int]


@dataclass(frozen=True)
class Reference:
    """A cell of a variable that can name cards: a set of them, or one card in some bits of the cell."""

    cell: int
    many: bool
    shift: int = 0
    width: int = 40
    bias: int = 0

    def names(self, layout: Layout, s: Cells, card: int) -> int:
        v = s[self.cell]
        if v < 0:
            return 0
        if self.many:
            return v >> card & 1
        v = (v >> self.shift & (1 << self.width) - 1) - self.bias
        return int(v >= 0 and v % layout.pack.size == card)


def references(layout: Layout) -> tuple[Reference, ...]:
    """All cells of variables that can name cards."""
    found: list[Reference] = []
    records = {record.name: record for record in layout.program.records}
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        kind = variable.type.kind
        for cell in range(array.at, array.at + array.size):
            if kind in ("card", "cards"):
                found.append(Reference(cell, kind == "cards"))
            elif kind == "record":
                fields = (f for f in records[variable.type.name].fields if f.type.kind == "card")
                found += [Reference(cell, False, f.shift, f.width, f.bias) for f in fields]
    return tuple(found)


class CardOrder:
    """The order of one table."""

    def __init__(self, layout: Layout) -> None:
        pack = layout.pack
        self.layout = layout
        self.possible = any(same.bit_count() > 1 for same in pack.of_face)  # True if there are identical cards at all
        self.doubles = sum(same for same in pack.of_face if same.bit_count() > 1)
        self._alike_in_a_pack = tuple(
            same for same, amount in zip(pack.of_face, pack.amounts, strict=True) if amount > 1
        )
        self._like = tuple(pack.of_face[face] for face in pack.face[: pack.size])
        self._packs = tuple(range(pack.per_copy, pack.size, pack.per_copy))
        self._references = references(layout) if self.possible else ()

    def place(self, s: Cells, card: int) -> tuple[int, ...]:
        """The data that distinguish a card from others of its face: its place and side, its marks, and the variables
        that name it."""
        layout = self.layout
        number = s[layout.where + card]
        if number == NOWHERE:
            return (number, card)
        i = layout.instances[number]
        return (
            number,
            place_at(layout, s, i, card),
            0 if i.turned is None else s[i.turned] >> card & 1,
            0 if i.batch is None else s[i.batch] >> card & 1,
            *[s[at + card] for at in layout.marks],
            *[of.names(layout, s, card) for of in self._references],
        )

    def repeated(self, cards: int) -> list[int]:
        """The cards of a set whose faces occur in it more than once."""
        found: list[int] = []
        again = 0
        for same in self._alike_in_a_pack:
            some = cards & same
            again |= some & some - 1
        for shift in self._packs:
            again |= cards & cards >> shift
        while again:
            like = self._like[(again & -again).bit_length() - 1]
            found.append(cards & like)
            again &= ~like
        return found

    def equal(self, s: Cells, same: int) -> list[int]:
        """Return the groups of indistinguishable cards among cards of one face, as sets."""
        places: dict[tuple[int, ...], int] = {}
        for c in members(same):
            place = self.place(s, c)
            places[place] = places.get(place, 0) | 1 << c
        return [equal for equal in places.values() if equal & equal - 1]

    def first(self, s: Cells, cards: int) -> int:
        """The first card of a set, or none."""
        faces = cards
        for shift in self._packs:
            faces |= cards >> shift
        alike = cards & self._like[(faces & -faces).bit_length() - 1] if cards else 0
        if alike & alike - 1:
            return min(members(alike), key=lambda c: self.place(s, c))
        return alike.bit_length() - 1

    def walk(self, s: Cells, cards: int) -> Collection[int]:
        """The cards of a set, one after the other."""
        if not self.possible or (not self._packs and (cards & self.doubles).bit_count() < 2):
            return members(cards)
        return _Walk(self, s, cards)

    def packed(self, s: Cells, cards: int) -> Iterator[int]:
        """The cards of a set, pack by pack, each pack in the order of its faces."""
        left = cards
        for c in members(self._lowest(cards)):
            card = self.first(s, left & self._like[c])
            left ^= 1 << card
            yield card

    def _lowest(self, cards: int) -> int:
        """Return the same number of cards of each face, but with the lowest numbers."""
        found = cards & ~self.doubles
        left = cards & self.doubles
        while left:
            same = self._like[(left & -left).bit_length() - 1]
            for c in members(same)[: (left & same).bit_count()]:
                found |= 1 << c
            left &= ~same
        return found


@dataclass(frozen=True)
class _Walk(Collection[int]):
    order: CardOrder
    s: Cells
    cards: int

    def __len__(self) -> int:
        return self.cards.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.cards >> card & 1)

    def __iter__(self) -> Iterator[int]:
        left = self.cards
        while left:
            c = self.order.first(self.s, left)
            left ^= 1 << c
            yield c
