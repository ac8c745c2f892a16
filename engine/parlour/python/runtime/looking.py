"""Looking at zones, cards and seats. Changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour import program as p
from parlour.interpreter.closures import constant
from parlour.table.builtins import BUILTINS
from parlour.table.cards import face_cards
from parlour.table.cells import Cells
from parlour.table.layout import Layout
from parlour.table.places import place_in


class Looking:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._pack = (1 << layout.pack.size) - 1

    def has(self, of: int, member: int) -> int:
        return of >> member & 1 if member >= 0 else 0

    def beside(self, of: int) -> int:
        return self._pack if of & of - 1 else self._pack & ~of if of else 0

    def builtin(self, name: str) -> Callable[..., int]:
        """A built-in function of the language, for values."""
        return lambda s, *args: BUILTINS[name](self.layout, list(map(constant, args)))(s)

    def showing_rank(self, of: int) -> int:
        return face_cards(self.layout.pack, "rank", of)

    def showing_suit(self, of: int) -> int:
        return face_cards(self.layout.pack, "suit", of)

    def showing_face(self, of: int) -> int:
        return face_cards(self.layout.pack, "face", of)

    def guised(self, card: int, face: int) -> int:
        size = self.layout.pack.size
        return card % size + size * (1 + face) if card >= 0 else card

    def members_of_sides(self, sides: int) -> int:
        players = 0
        for i, seats in enumerate(self.layout.side_members):
            if sides >> i & 1:
                players |= seats
        return players

    def row_cards(self, s: Cells, at: int) -> int:
        found = 0
        for c in s[at + 1 : at + 1 + s[at]]:
            found |= 1 << c
        return found

    def column_cards(self, s: Cells, at: int, room: int) -> int:
        found = 0
        for c in s[at : at + room]:
            if c:
                found |= 1 << c - 1
        return found

    def row_place(self, s: Cells, at: int, place: int) -> int:
        return s[at + place] if 0 < place <= s[at] else p.NONE

    def column_place(self, s: Cells, at: int, room: int, place: int) -> int:
        return s[at + place - 1] - 1 if 0 < place <= room else p.NONE

    def in_row(self, s: Cells, at: int) -> Iterator[tuple[int, int]]:
        """The cards of a row with their places."""
        return enumerate(s[at + 1 : at + 1 + s[at]], 1)

    def in_columns(self, s: Cells, at: int, room: int) -> Iterator[tuple[int, int]]:
        return ((place, c - 1) for place, c in enumerate(s[at : at + room], 1) if c)

    def column_count(self, s: Cells, at: int, room: int) -> int:
        return room - s[at : at + room].count(0)

    def zone_cards(self, s: Cells, number: int) -> int:
        if number < 0:
            return 0
        i = self.layout.instances[number]
        if i.form == "set":
            return s[i.at]
        return self.row_cards(s, i.at) if i.form == "row" else self.column_cards(s, i.at, i.room)

    def zone_size(self, s: Cells, number: int) -> int:
        if number < 0:
            return 0
        i = self.layout.instances[number]
        if i.form == "set":
            return s[i.at].bit_count()
        return s[i.at] if i.form == "row" else self.column_count(s, i.at, i.room)

    def zone_end(self, s: Cells, number: int, bottom: bool) -> int:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None or i.form == "set":
            return p.NONE
        if i.form == "row":
            n = s[i.at]
            return self._with_guise(s, s[i.at + 1 if bottom else i.at + n], i.zone) if n else p.NONE
        lying = self.layout.contents(s, i)
        return self._with_guise(s, lying[0 if bottom else -1], i.zone) if lying else p.NONE

    def zone_place(self, s: Cells, number: int, place: int) -> int:
        i = self.layout.instances[number] if number >= 0 else None
        if i is None or i.form == "set":
            return p.NONE
        if i.form == "row":
            c = s[i.at + place] if 0 < place <= s[i.at] else p.NONE
        else:
            c = s[i.at + place - 1] - 1 if 0 < place <= i.room else p.NONE
        return self._with_guise(s, c, i.zone)

    def _with_guise(self, s: Cells, card: int, zone: int) -> int:
        return self.layout.value_of(s, card) if self.layout.remembers_guise(zone) else card

    def place_of(self, s: Cells, card: int) -> int:
        return place_in(self.layout, s, card) if card >= 0 else 0

    def face_up(self, s: Cells, card: int) -> int:
        number = s[self.layout.where + card] if card >= 0 else -1
        if number < 0:
            return 0
        cell = self.layout.instances[number].turned
        return 0 if cell is None else s[cell] >> card & 1
