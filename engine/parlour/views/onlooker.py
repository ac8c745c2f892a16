"""Decides what a seat may know of a zone, a variable or a mark. `table.sight` decides about the cards."""

from __future__ import annotations

from collections.abc import Iterator

from parlour import program as p
from parlour.table.cards import members
from parlour.table.layout import NOWHERE, Instance
from parlour.table.naming import cards_named, naming_cells
from parlour.table.sight import Sight, watchers
from parlour.table.texts import written_keys


class Onlooker:
    """One seat (counted from 0) at one table."""

    def __init__(self, sight: Sight, seat: int) -> None:
        self.sight = sight
        self.layout = layout = sight.layout
        self.seat = seat
        self.counts = tuple(self._counts(i) for i in layout.instances)
        self.places = tuple(self._places(i) for i in layout.instances)
        every = list(self._readable())
        self._naming = [(cell, v.type) for _, cell, _, v in every if naming_cells(layout.program, v.type)]
        logged = {number for log in layout.program.logs for number in (log.entries, log.length)}
        self.readable = [(cell, name, v) for number, cell, name, v in every if number not in logged]

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

    def _readable(self) -> Iterator[tuple[int, int, str, p.Variable]]:
        """Yield the variables that the seat may read: their numbers, their cells and their names, such as `score 1`."""
        layout = self.layout
        for number, (variable, array) in enumerate(zip(layout.program.variables, layout.variables, strict=True)):
            for keys in layout.keys_of(array):
                if self.reads(variable, keys):
                    name = " ".join([variable.name, *written_keys(layout, variable.keys, keys)])
                    yield number, array.cell(keys), name, variable

    def identified(self, s: list[int]) -> int:
        """The set of the cards that the seat sees, in a zone or as the value of a variable."""
        seen = self.sight.seen_by(s, self.seat)
        for cell, type_ in self._naming:
            seen |= cards_named(self.layout, type_, s[cell])
        return seen

    def unseen(self, s: list[int]) -> list[int]:
        """The other cards in play, in the order of their numbers."""
        other = self.layout.pack.used & ~self.identified(s)
        return [c for c in members(other) if s[self.layout.where + c] != NOWHERE]

    def reads(self, variable: p.Variable, keys: tuple[int, ...]) -> bool:
        """True if the seat may know this value."""
        owners = (k for key, k in zip(variable.keys, keys, strict=True) if key.kind == variable.owner)
        return bool(watchers(self.layout, variable.seen, variable.owner, next(owners, 0)) >> self.seat & 1)

    def marks(self, s: list[int], card: int) -> Iterator[tuple[p.Mark, int]]:
        """Yield the marks of a card that the seat may know, and their values: not those that cards have at first, and
        not what a card counts as."""
        for mark, at in zip(self.layout.program.marks, self.layout.marks, strict=True):
            if s[at + card] != mark.default and not mark.guise and self.reads_mark(s, mark, card):
                yield mark, s[at + card]

    def reads_mark(self, s: list[int], mark: p.Mark, card: int) -> bool:
        """True if the seat may know this mark of a card (an identity) in its zone."""
        if mark.seen is None:
            return bool(self.sight.seers(s, card) >> self.seat & 1)
        number = s[self.layout.where + card]
        return number != NOWHERE and self._belongs(self.layout.instances[number], mark.seen)
