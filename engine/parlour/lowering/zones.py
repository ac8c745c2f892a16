"""Zones and the cards in them. Reads the cells of a constant zone without a call."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.unit import LoweringScope
from parlour.lowering.variables import VariableWriter
from parlour.table.layout import Instance
from parlour.tablecode.build import NONE, cell, plus, times, union


class ZoneWriter(VariableWriter):
    def zone(self, e: p.ZoneAt, scope: LoweringScope) -> t.Expr:
        base, of = self.layout.bases[e.zone], self.layout.of_zone(e.zone)
        key = None if e.key is None else self.folded(e.key)
        if key is None:
            return t.Const(base)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return t.Const(base + key.value)
        return plus(t.Const(base), self._instance(e, key, len(of), scope))

    def cells_of(self, zone: p.Expr, scope: LoweringScope) -> tuple[Instance, t.Expr] | None:
        """The form of the zone that an expression is known to name, and its first cell."""
        zone = self.folded(zone)
        if not isinstance(zone, p.ZoneAt):
            return None
        of = self.layout.of_zone(zone.zone)
        key = None if zone.key is None else self.folded(zone.key)
        if key is None:
            return of[0], t.Const(of[0].at)
        if isinstance(key, p.Const) and 0 <= key.value < len(of):
            return of[key.value], t.Const(of[key.value].at)
        step = of[1].at - of[0].at if len(of) > 1 else 0
        return of[0], plus(t.Const(of[0].at), times(self._instance(zone, key, len(of), scope), step))

    def _instance(self, e: p.ZoneAt, key: p.Expr, count: int, scope: LoweringScope) -> t.Expr:
        return self.index(key, count, f"no such zone: `{self.program.zones[e.zone].name}`", scope)

    def zone_cards(self, e: p.ZoneCards, scope: LoweringScope) -> t.Expr:
        named = self.cells_of(e.zone, scope)
        if named is None:
            return t.Call("zone_cards", (self.value(e.zone, scope),))
        i, at = named
        if i.form == "set":
            return cell(at)
        return t.Call("row_cards", (at,)) if i.form == "row" else t.Call("column_cards", (at, t.Const(i.room)))

    def face_up_cards(self) -> t.Expr:
        return union([cell(i.turned) for i in self.layout.instances if i.turned is not None])

    def zone_size(self, e: p.ZoneSize, scope: LoweringScope) -> t.Expr:
        named = self.cells_of(e.zone, scope)
        if named is None:
            return t.Call("zone_size", (self.value(e.zone, scope),))
        i, at = named
        if i.form == "set":
            return t.Unary("size", cell(at))
        return cell(at) if i.form == "row" else t.Call("column_count", (at, t.Const(i.room)))

    def zone_end(self, e: p.ZoneEnd, scope: LoweringScope) -> t.Expr:
        named = self.cells_of(e.zone, scope)
        if named is None or named[0].form != "row" or self.layout.remembers_guise(named[0].zone):
            return t.Call("zone_end", (self.value(e.zone, scope), t.Truth(e.bottom)))
        at, n = named[1], self.unit.register()
        if e.bottom:
            return t.Select(cell(at), cell(plus(at, 1)), NONE)
        return t.Select(t.Bind(n.name, cell(at)), cell(plus(at, n)), NONE)

    def zone_place(self, e: p.ZonePlace, scope: LoweringScope) -> t.Expr:
        named, place = self.cells_of(e.zone, scope), self.value(e.place, scope)
        if named is None or named[0].form == "set" or self.layout.remembers_guise(named[0].zone):
            return t.Call("zone_place", (self.value(e.zone, scope), place))
        i, at = named
        if i.form == "row":
            return t.Call("row_place", (at, place))
        return t.Call("column_place", (at, t.Const(i.room), place))
