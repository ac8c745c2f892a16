"""The seats that see a card, and the cards that a seat sees. Views, events and messages all ask this module."""

from __future__ import annotations

from parlour.program import Audience
from parlour.table.cards import members
from parlour.table.layout import NOWHERE, Instance, Layout


def watchers(layout: Layout, audience: Audience, per: str | None, owner: int) -> int:
    """The seats that belong to an audience, if a player, a side or the table is the owner."""
    if per not in ("player", "side"):
        return audience.seats(0, 0, layout.everyone)
    side = layout.side_members[owner if per == "side" else layout.side_of[owner]]
    return audience.seats(side if per == "side" else 1 << owner, side, layout.everyone)


class Sight:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.always = [self._always(i) for i in layout.instances]
        self.open = [self._masks(seat) for seat in range(layout.players)]

    def _always(self, i: Instance) -> int:
        """The seats that see all cards of a zone."""
        zone = self.layout.program.zones[i.zone]
        return watchers(self.layout, zone.seen, zone.owner, i.owner)

    def _masks(self, seat: int) -> list[int]:
        """The cells with the sets of the cards in unordered zones where a seat sees everything, its own first."""
        zones = self.layout.program.zones
        sets = [i for i in self.layout.instances if i.form == "set" and self.always[i.number] >> seat & 1]
        return [i.at for i in sorted(sets, key=lambda i: not zones[i.zone].private)]

    def seers(self, s: list[int], card: int) -> int:
        """The set of seats that see a card (an identity)."""
        number = s[self.layout.where + card]
        if number == NOWHERE:
            return 0
        i = self.layout.instances[number]
        if i.turned is not None and s[i.turned] >> card & 1:
            return self.layout.everyone
        if i.batch is not None:
            return self.layout.everyone if s[i.batch] >> card & 1 else self.always[number]
        if self.layout.program.zones[i.zone].shows == "top":
            return self.layout.everyone if card == self._top(s, i) else self.always[number]
        return self.always[number]

    def _top(self, s: list[int], i: Instance) -> int:
        lying = self.layout.contents(s, i) if i.form != "set" else []
        return lying[-1] if lying else NOWHERE

    def hidden(self, s: list[int], of: int, seat: int) -> int:
        """The cards of a set that a seat doesn't see. Cards in its own hand are removed first."""
        for at in self.open[seat]:
            if not of:
                return 0
            of &= ~s[at]
        return sum(1 << c for c in members(of) if not self.seers(s, c) >> seat & 1)

    def seen_in(self, s: list[int], number: int, seat: int) -> int:
        """The set of cards in a zone that a seat sees."""
        lying = self.layout.contents(s, self.layout.instances[number])
        return sum(1 << c for c in lying if self.seers(s, c) >> seat & 1)

    def seen_by(self, s: list[int], seat: int) -> int:
        """The set of all cards that a seat sees; the tests of views compare it with what views show."""
        return sum(1 << c for c in members(self.layout.pack.used) if self.seers(s, c) >> seat & 1)
