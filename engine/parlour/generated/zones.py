"""Zones, and what lies in them. Where it is known which one is meant, its cells are written instead of a call."""

from __future__ import annotations

from parlour import program as p
from parlour.generated.naming import Scope
from parlour.generated.variables import Variables
from parlour.machine.layout import Instance


class Zones(Variables):
    def zone(self, e: p.ZoneAt, scope: Scope) -> str:
        base, of = self.layout.bases[e.zone], self.layout.of_zone(e.zone)
        key = None if e.key is None else self.making.folding.folded(e.key)
        if key is None:
            return str(base)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return str(base + key.value)
        name = self.program.zones[e.zone].name
        return f"({base} + {self.index(key, len(of), f'there is no such `{name}`', scope)})"

    def cells_of(self, zone: p.Expr, scope: Scope) -> tuple[Instance, str] | None:
        """The form of the zone that is surely named, and its first cell."""
        zone = self.making.folding.folded(zone)
        if not isinstance(zone, p.ZoneAt):
            return None
        of = self.layout.of_zone(zone.zone)
        key = None if zone.key is None else self.making.folding.folded(zone.key)
        if key is None:
            return of[0], str(of[0].at)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return of[key.value], str(of[key.value].at)
        name = self.program.zones[zone.zone].name
        index = self.index(key, len(of), f"there is no such `{name}`", scope)
        step = of[1].at - of[0].at if len(of) > 1 else 0
        return of[0], f"{of[0].at} + {index}" + ("" if step == 1 else f" * {step}")

    def zone_cards(self, e: p.ZoneCards, scope: Scope) -> str:
        named = self.cells_of(e.zone, scope)
        if named is None:
            return f"zone_cards(s, {self.value(e.zone, scope)})"
        i, at = named
        if i.form == "set":
            return f"s[{at}]"
        return f"row_cards(s, {at})" if i.form == "row" else f"column_cards(s, {at}, {i.room})"

    def face_up_cards(self) -> str:
        turned = [f"s[{i.turned}]" for i in self.layout.instances if i.turned is not None]
        return f"({' | '.join(turned)})" if turned else "0"

    def zone_size(self, e: p.ZoneSize, scope: Scope) -> str:
        named = self.cells_of(e.zone, scope)
        if named is None:
            return f"zone_size(s, {self.value(e.zone, scope)})"
        i, at = named
        if i.form == "set":
            return f"s[{at}].bit_count()"
        return f"s[{at}]" if i.form == "row" else f"column_count(s, {at}, {i.room})"

    def zone_end(self, e: p.ZoneEnd, scope: Scope) -> str:
        named = self.cells_of(e.zone, scope)
        if named is None or named[0].form != "row" or self.layout.remembers_guise(named[0].zone):
            return f"zone_end(s, {self.value(e.zone, scope)}, {e.bottom})"
        at, t = named[1], self.naming.temporary()
        if e.bottom:
            return f"(s[{at} + 1] if s[{at}] else -1)"
        return f"(s[{at} + {t}] if ({t} := s[{at}]) else -1)"

    def zone_place(self, e: p.ZonePlace, scope: Scope) -> str:
        named, place = self.cells_of(e.zone, scope), self.value(e.place, scope)
        if named is None or named[0].form == "set" or self.layout.remembers_guise(named[0].zone):
            return f"zone_place(s, {self.value(e.zone, scope)}, {place})"
        i, at = named
        return f"row_place(s, {at}, {place})" if i.form == "row" else f"column_place(s, {at}, {i.room}, {place})"
