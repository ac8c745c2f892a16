"""Decides what a seat may know of a zone, a variable or a mark. `table.sight` decides about the cards."""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as p
from parlour.table.cards import members
from parlour.table.layout import NOWHERE, Instance
from parlour.table.sight import Sight, watchers
from parlour.views.relabelling import names_cards, namings_of


class Onlooker:
    """One seat (counted from 0) at one table."""

    def __init__(self, sight: Sight, seat: int) -> None:
        self.sight = sight
        self.layout = layout = sight.layout
        self.seat = seat
        self.counts = tuple(self._counts(i) for i in layout.instances)
        self.places = tuple(self._places(i) for i in layout.instances)
        self._naming = tuple(self._readable_cards())

    def _belongs(self, i: Instance, audience: p.Audience) -> bool:
        owner = self.layout.program.zones[i.zone].owner
        return bool(watchers(self.layout, audience, owner, i.owner) >> self.seat & 1)

    def _counts(self, i: Instance) -> bool:
        """True if the seat knows how many cards are in the zone."""
        zone = self.layout.program.zones[i.zone]
        return self._belongs(i, zone.counted | zone.seen)

    def _places(self, i: Instance) -> bool:
        """True if the seat sees the places where cards enter and leave a zone, even if it doesn't see the cards.

        Nobody looks into an ordered zone that nobody sees, so these places stay unknown, unless cards are turned there.
        """
        if i.form == "set" or not self.counts[i.number]:
            return False
        return i.form == "columns" or i.turned is not None or not self.layout.program.zones[i.zone].closed

    def _readable_cards(self) -> Iterator[tuple[int, p.Type]]:
        """Yield the cells of the variables that can name cards to the seat."""
        for variable, array in zip(self.layout.program.variables, self.layout.variables, strict=True):
            if names_cards(self.layout.program, variable.type):
                yield from (
                    (array.cell(keys), variable.type)
                    for keys in self.layout.keys_of(array)
                    if self.reads(variable, keys)
                )

    def identified(self, s: list[int]) -> int:
        """The set of the cards that the seat sees, in a zone or as the value of a variable."""
        seen = self.sight.seen_by(s, self.seat)
        for cell, type_ in self._naming:
            for naming in namings_of(self.layout, type_, cell, s[cell]):
                seen |= naming.cards(self.layout.pack)
        return seen

    def unseen(self, s: list[int]) -> list[int]:
        """The other cards in play, in the order of their numbers."""
        other = self.layout.pack.used & ~self.identified(s)
        return [c for c in members(other) if s[self.layout.where + c] != NOWHERE]

    def reads(self, variable: p.Variable, keys: tuple[int, ...]) -> bool:
        """True if the seat may know this value."""
        owners = (k for key, k in zip(variable.keys, keys, strict=True) if key.kind == variable.owner)
        return bool(watchers(self.layout, variable.seen, variable.owner, next(owners, 0)) >> self.seat & 1)

    def reads_mark(self, s: list[int], mark: p.Mark, card: int) -> bool:
        """True if the seat may know this mark of a card (an identity) in its zone."""
        if mark.seen is None:
            return bool(self.sight.seers(s, card) >> self.seat & 1)
        number = s[self.layout.where + card]
        return number != NOWHERE and self._belongs(self.layout.instances[number], mark.seen)
