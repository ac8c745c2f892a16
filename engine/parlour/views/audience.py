"""What a seat may know of a zone or a variable, apart from its cards. `table.sight` decides about the cards."""

from __future__ import annotations

from parlour import program as p
from parlour.table.layout import Instance, Layout


class Audience:
    """One seat (counted from 0) at one table."""

    def __init__(self, layout: Layout, seat: int) -> None:
        self.layout = layout
        self.seat = seat
        self.side = layout.side_of[seat]
        self.counts = tuple(self._counts(i) for i in layout.instances)
        self.places = tuple(self._places(i) for i in layout.instances)

    def _owns(self, i: Instance) -> bool:
        per = self.layout.program.zones[i.zone].per
        return (per == "player" and i.key == self.seat) or (per == "side" and i.key == self.side)

    def _counts(self, i: Instance) -> bool:
        """True if the seat knows how many cards are in the zone."""
        zone = self.layout.program.zones[i.zone]
        if "everybody" in (zone.counted, zone.seen):
            return True
        return self._owns(i) and "owner" in (zone.counted, zone.seen)

    def _places(self, i: Instance) -> bool:
        """True if the seat sees the places where cards enter and leave a zone, even if it doesn't see the cards.

        Nobody looks into an ordered zone that nobody sees, so these places stay unknown.
        """
        if i.form == "set" or not self.counts[i.number]:
            return False
        return i.form == "columns" or self.layout.program.zones[i.zone].seen != "nobody"

    def reads(self, variable: p.Variable, keys: tuple[int, ...]) -> bool:
        """True if the seat may know this value."""
        if variable.seen != "owner":
            return variable.seen == "everybody"
        for key, k in zip(variable.keys, keys, strict=True):
            if key.kind in ("player", "side"):
                return k == (self.seat if key.kind == "player" else self.side)
        return False
