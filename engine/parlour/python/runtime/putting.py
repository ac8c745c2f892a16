"""Moving cards from where they lie to any zone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour import program as p
from parlour.python.runtime.faults import placed
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout
from parlour.table.moving import Moving, turn
from parlour.table.order import CardOrder

Sorted = Callable[[Cells, int], Iterable[int]]


class Putting:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None], moving: Moving) -> None:
        self.layout = layout
        self.origins = origins
        self.moving = moving
        self._cells = [{"set": 1, "row": 1 + i.room, "columns": i.room}[i.form] for i in layout.instances]
        self._order = CardOrder(layout)
        self._in_order = list(range(layout.pack.size))

    def put_card(self, s: Cells, value: int, zone: int, at: int) -> None:
        if value < 0:
            raise RulesetFault("there is no card to move", self.origins[at])
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        size = self.layout.pack.size
        card = value % size
        try:
            self.moving.take[s[self.layout.where + card]](s, card)
            self.moving.put[zone](s, card)
        except RulesetFault as f:
            raise placed(f, self.origins[at]) from None
        if value >= size:
            self._remember(s, value, zone)

    def put_zone(self, s: Cells, source: int, zone: int, at: int) -> None:
        self._put_zone(s, source, zone, at, self._order.walk)

    def packed_zone(self, s: Cells, source: int, zone: int, at: int) -> None:
        """The same for cards that are shuffled next."""
        self._put_zone(s, source, zone, at, self._order.packed)

    def packed_set(self, s: Cells, cards: int, zone: int, at: int) -> None:
        self._put_anyhow(s, self._order.packed(s, cards), zone, None, False, at)

    def _put_zone(self, s: Cells, source: int, zone: int, at: int, sorted_: Sorted) -> None:
        if source == zone:
            return
        if source < 0:
            raise RulesetFault("there is no zone to move cards from", self.origins[at])
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        layout = self.layout
        i, to = layout.instances[source], layout.instances[zone]
        lying = list(sorted_(s, s[i.at])) if i.form == "set" else layout.contents(s, i)
        count = len(lying)
        s[i.at : i.at + self._cells[source]] = [0] * self._cells[source]
        for cell in (i.turned, i.batch):
            if cell is not None:
                s[cell] = 0
        if to.form != "row":
            try:
                for c in lying:
                    self.moving.put[zone](s, c)
            except RulesetFault as f:
                raise placed(f, self.origins[at]) from None
        else:
            first = to.at + 1 + s[to.at]
            s[first : first + count] = lying
            s[to.at] += count
            cells = [(layout.where, zone), *self.moving.lost_marks(to)]
            if count and lying == self._in_order[lying[0] : lying[0] + count]:
                for cell, value in cells:
                    s[cell + lying[0] : cell + lying[0] + count] = [value] * count
            else:
                for cell, value in cells:
                    for c in lying:
                        s[cell + c] = value
        if to.batch is not None and lying:
            s[to.batch] = sum(1 << c for c in lying)

    def take(self, s: Cells, card: int, at: int) -> None:
        """Takes a card from where it lies."""
        try:
            self.moving.take[s[self.layout.where + card]](s, card)
        except RulesetFault as f:
            raise placed(f, self.origins[at]) from None

    def turn(self, s: Cells, cards: int, up: bool) -> None:
        turn(self.layout, s, cards, up)

    def put_card_anyhow(self, s: Cells, value: int, zone: int, place: int | None, up: bool, at: int) -> None:
        self._put_anyhow(s, [value], zone, place, up, at)

    def put_set_anyhow(self, s: Cells, of: int, zone: int, place: int | None, up: bool, at: int) -> None:
        self._put_anyhow(s, self._order.walk(s, of), zone, place, up, at)

    def put_zone_anyhow(self, s: Cells, source: int, zone: int, place: int | None, up: bool, at: int) -> None:
        i = self.layout.instances[source]
        lying = self._order.walk(s, s[i.at]) if i.form == "set" else self.layout.contents(s, i)
        self._put_anyhow(s, lying, zone, place, up, at)

    def _put_anyhow(self, s: Cells, values: Iterable[int], zone: int, place: int | None, up: bool, at: int) -> None:
        """Any number of cards, to any place, turned or not."""
        layout, moved = self.layout, 0
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        try:
            for k, v in enumerate(values):
                if v < 0:
                    raise RulesetFault("there is no card to move")
                c = v % layout.pack.size
                self.moving.take[s[layout.where + c]](s, c)
                if place is None:
                    self.moving.put[zone](s, c)
                else:
                    origin = self.origins[at]
                    assert origin is not None, "a place to lay cards is written somewhere"
                    self.moving.insert(s, c, layout.instances[zone], place + k, origin)
                if v >= layout.pack.size:
                    self._remember(s, v, zone)
                moved |= 1 << c
        except RulesetFault as f:
            raise placed(f, self.origins[at]) from None
        i = layout.instances[zone]
        if i.batch is not None and moved:
            s[i.batch] = moved
        if up and i.turned is not None:
            s[i.turned] |= moved

    def _remember(self, s: Cells, value: int, zone: int) -> None:
        """A card keeps what it counts as where that is remembered."""
        layout = self.layout
        if layout.guise is not None and layout.remembers_guise(layout.instances[zone].zone):
            size = layout.pack.size
            s[layout.marks[layout.guise] + value % size] = value // size - 1
