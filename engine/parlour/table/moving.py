"""Moving cards: for each zone at the table, closures that take a card out and that put one in.

They leave the state canonical. Vacated cells are zero, and turned and batch masks name only cards of the zone. A card
keeps only those marks that its new zone keeps.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from parlour import program as p
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault, no_room
from parlour.table.layout import Instance, Layout

Mover = Callable[[Cells, int], None]


class Moving:
    """The closures of one table, by zone instance. The last `take` is for cards outside all zones."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.where = layout.where

    @cached_property
    def take(self) -> list[Mover]:
        """Take a card out of its zone, before it goes to another one."""
        return [*(self._taker(i) for i in self.layout.instances), _not_in_the_game]

    @cached_property
    def put(self) -> list[Mover]:
        """Put a card on top, into the first free column, or into the set; face down."""
        return [self._putter(i) for i in self.layout.instances]

    def take_from_top(self, i: Instance) -> Callable[[Cells], int]:
        """Take the top card of a row and return it; none if the row is empty."""
        assert i.form == "row", "only an ordered zone has a top card to take"
        forget = self._forgetter(i)
        take = _from_top_of_shared(self.layout, i) if self.layout.shares else _from_top(i)

        if forget is None:
            return take

        def take_and_forget(s: Cells) -> int:
            c = take(s)
            if c >= 0:
                forget(s, c)
            return c

        return take_and_forget

    # ------------------------------------------------------------ one zone

    def _forgetter(self, i: Instance) -> Mover | None:
        """Delete what a zone stores about a card, when the card leaves."""
        masks = [cell for cell in (i.turned, i.batch) if cell is not None]
        if not masks:
            return None

        def forget(s: Cells, c: int) -> None:
            for cell in masks:
                if s[cell]:
                    s[cell] &= ~(1 << c)

        return forget

    def _taker(self, i: Instance) -> Mover:
        take = _take_from_shared(self.layout, i) if self._is_shared(i) else _TAKERS[i.form](i)
        forget = self._forgetter(i)
        if forget is None:
            return take

        def take_and_forget(s: Cells, c: int) -> None:
            take(s, c)
            forget(s, c)

        return take_and_forget

    def _putter(self, i: Instance) -> Mover:
        name = self.layout.program.zones[i.zone].name
        put = _put_on_shared(self.layout, i, name) if self._is_shared(i) else _PUTTERS[i.form](i, self.where, name)
        lost, batch = self.layout.lost_marks(i.zone), i.batch
        if not lost and batch is None:
            return put

        def put_and_note(s: Cells, c: int) -> None:
            put(s, c)
            for at, default in lost:
                s[at + c] = default
            if batch is not None:
                s[batch] = 1 << c

        return put_and_note

    def _is_shared(self, i: Instance) -> bool:
        return i.form == "row" and self.layout.shares

    def insert(self, s: Cells, c: int, i: Instance, place: int, origin: p.Origin) -> None:
        """Insert a card above `place` cards, or into the column `place`."""
        zone = self.layout.program.zones[i.zone].name
        if i.form == "row":
            n = s[i.at]
            if not 0 <= place <= n:
                raise RulesetFault(f"`{zone}` has no place {place}: its size is {n}", origin)
            if n == i.room:
                raise RulesetFault(no_room(zone, n), origin)
            first = self.layout.foot(s, i) + 1 + place
            end = self.layout.shared_space.stop if self.layout.shares else i.at + n + 2
            s[first + 1 : end] = s[first : end - 1]
            s[first] = c
            s[i.at] = n + 1
        elif i.form == "columns":
            if not 1 <= place <= i.room:
                raise RulesetFault(f"`{zone}` has no column {place}: there are {i.room}", origin)
            if s[i.at + place - 1]:
                raise RulesetFault(f"column {place} of `{zone}` already has a card", origin)
            s[i.at + place - 1] = c + 1
        else:
            self.put[i.number](s, c)
            return
        s[self.where + c] = i.number
        for at, default in self.layout.lost_marks(i.zone):
            s[at + c] = default
        if i.batch is not None:
            s[i.batch] = 1 << c


def turn(layout: Layout, s: Cells, cards: int, up: bool) -> None:
    """Turn cards in place; in a zone that turns no cards they stay as they are."""
    for c in members(cards):
        number = s[layout.where + c]
        cell = layout.instances[number].turned if number >= 0 else None
        if cell is not None:
            s[cell] = s[cell] | 1 << c if up else s[cell] & ~(1 << c)


def is_turned_up(layout: Layout, s: Cells, c: int) -> bool:
    number = s[layout.where + c]
    cell = layout.instances[number].turned if number >= 0 else None
    return cell is not None and bool(s[cell] >> c & 1)


def _not_in_the_game(s: Cells, c: int) -> None:
    raise RulesetFault("this card is not in the game")


def _take_from_set(i: Instance) -> Mover:
    at = i.at

    def take(s: Cells, c: int) -> None:
        s[at] ^= 1 << c

    return take


def _take_from_row(i: Instance) -> Mover:
    at = i.at

    def take(s: Cells, c: int) -> None:
        n = s[at]
        top = at + n
        if s[top] != c:
            found = s.index(c, at + 1, top)
            s[found:top] = s[found + 1 : top + 1]
        s[top] = 0
        s[at] = n - 1

    return take


def _from_top(i: Instance) -> Callable[[Cells], int]:
    at = i.at

    def take(s: Cells) -> int:
        n = s[at]
        if not n:
            return p.NONE
        c = s[at + n]
        s[at + n] = 0
        s[at] = n - 1
        return c

    return take


def _from_top_of_shared(layout: Layout, i: Instance) -> Callable[[Cells], int]:
    remove = _take_from_shared(layout, i)

    def take(s: Cells) -> int:
        if not s[i.at]:
            return p.NONE
        c = s[layout.foot(s, i) + s[i.at]]
        remove(s, c)
        return c

    return take


def _take_from_shared(layout: Layout, i: Instance) -> Mover:
    at, end = i.at, layout.shared_space.stop

    def take(s: Cells, c: int) -> None:
        found = s.index(c, layout.foot(s, i) + 1, end)
        s[found:end] = [*s[found + 1 : end], 0]
        s[at] -= 1

    return take


def _take_from_columns(i: Instance) -> Mover:
    at, end = i.at, i.at + i.room

    def take(s: Cells, c: int) -> None:
        s[s.index(c + 1, at, end)] = 0

    return take


def _put_in_set(i: Instance, where: int, zone: str) -> Mover:
    at, number = i.at, i.number

    def put(s: Cells, c: int) -> None:
        s[at] |= 1 << c
        s[where + c] = number

    return put


def _put_on_row(i: Instance, where: int, zone: str) -> Mover:
    at, number, room = i.at, i.number, i.room

    def put(s: Cells, c: int) -> None:
        n = s[at] + 1
        if n > room:
            raise RulesetFault(no_room(zone, room))
        s[at] = n
        s[at + n] = c
        s[where + c] = number

    return put


def _put_on_shared(layout: Layout, i: Instance, zone: str) -> Mover:
    at, end, room = i.at, layout.shared_space.stop, i.room

    def put(s: Cells, c: int) -> None:
        if s[at] == room:
            raise RulesetFault(no_room(zone, room))
        s[at] += 1
        top = layout.foot(s, i) + s[at]
        s[top:end] = [c, *s[top : end - 1]]
        s[layout.where + c] = i.number

    return put


def _put_in_column(i: Instance, where: int, zone: str) -> Mover:
    at, end, number = i.at, i.at + i.room, i.number

    def put(s: Cells, c: int) -> None:
        try:
            free = s.index(0, at, end)
        except ValueError:
            raise RulesetFault(f"no column of `{zone}` is free") from None
        s[free] = c + 1
        s[where + c] = number

    return put


_TAKERS = {"set": _take_from_set, "row": _take_from_row, "columns": _take_from_columns}
_PUTTERS = {"set": _put_in_set, "row": _put_on_row, "columns": _put_in_column}
