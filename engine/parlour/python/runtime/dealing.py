"""Dealing cards from the top of a zone."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.python.runtime.faults import placed
from parlour.python.runtime.rounds import Rounds
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, PLAYING, Layout
from parlour.table.moving import Moving
from parlour.table.seats import seats_from


class Dealing:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None], moving: Moving, rounds: Rounds) -> None:
        self.layout = layout
        self.origins = origins
        self.moving = moving
        self._spend = rounds.spend
        self._simple: dict[tuple[int, int], bool] = {}  # by the numbers of zones

    def deal_to(self, s: Cells, count: int, source: int, to: int, at: int) -> None:
        if count > 0:
            self._spend(s, count, at)
        for _ in range(count):
            if not self._give(s, source, to, at):
                break

    def deal_round(self, s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
        seats = seats_from(s[PLAYING], s[DIRECTION], start, False)
        self._spend(s, max(count, 0) * len(seats), at)
        if source >= 0 and self._deals_simply(source, base):
            self._deal_hands(s, count, source, base, seats)
            return
        for _ in range(count):
            for seat in seats:
                if not self._give(s, source, base + seat, at):
                    return

    def _deals_simply(self, source: int, base: int) -> bool:
        """Are cards dealt from a row to sets where nothing else is noted?"""
        known = self._simple.get((source, base))
        if known is None:
            i, to = self.layout.instances[source], self.layout.instances[base]
            plain = all(cell is None for cell in (i.turned, i.batch, to.turned, to.batch))
            known = i.form == "row" and to.form == "set" and plain and not self.moving.lost_marks(to)
            self._simple[source, base] = known
        return known

    def _deal_hands(self, s: Cells, count: int, source: int, base: int, seats: Sequence[int]) -> None:
        at, first, where = self.layout.instances[source].at, self.layout.instances[base].at, self.layout.where
        top = at + s[at]
        end = max(top - max(count, 0) * len(seats), at)
        dealt = s[top:end:-1]
        s[end + 1 : top + 1] = [0] * len(dealt)
        s[at] = end - at
        for k, seat in enumerate(seats):
            hand, zone = 0, base + seat
            for c in dealt[k :: len(seats)]:
                hand |= 1 << c
                s[where + c] = zone
            s[first + seat] |= hand

    def _give(self, s: Cells, source: int, to: int, at: int) -> bool:
        """Moves the top card of one zone to another; false when there is none."""
        if source < 0 or to < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        i = self.layout.instances[source]
        if i.form != "row":
            name = self.layout.program.zones[i.zone].name
            raise RulesetFault(f"`{name}` has no order: there is no top card to deal", self.origins[at])
        n = s[i.at]
        if not n:
            return False
        c = s[i.at + n]
        try:
            self.moving.take[source](s, c)
            self.moving.put[to](s, c)
        except RulesetFault as f:
            raise placed(f, self.origins[at]) from None
        return True
