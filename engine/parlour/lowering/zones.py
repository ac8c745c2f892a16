"""Lowers expressions about zones and the cards in them. Reads the cells of a constant zone without a call."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.unit import LoweringScope
from parlour.lowering.variables import VariableWriter
from parlour.table.faults import no_zone
from parlour.table.layout import Instance
from parlour.tablecode.build import NONE, cell, plus, times, union


class ZoneWriter(VariableWriter):
    def zone(self, e: p.ZoneAt, scope: LoweringScope) -> t.Expr:
        named = self.instance(e)
        if named is not None:
            return t.Const(named.number)
        return plus(t.Const(self.layout.bases[e.zone]), self.nth_zone(e, scope))

    def instance(self, e: p.ZoneAt) -> Instance | None:
        """The zone, if it is the same one all through the game."""
        return self.layout.instance(e.zone, tuple(map(self.folded, e.keys)))

    def cells_of(self, zone: p.Expr, scope: LoweringScope) -> tuple[Instance, t.Expr] | None:
        """The form of the zone that an expression is known to name, and its first cell. None for a row that shares
        its space, whose cards have no cells of their own."""
        zone = self.folded(zone)
        if not isinstance(zone, p.ZoneAt) or (self.layout.shares and self.layout.is_row(zone.zone)):
            return None
        named = self.instance(zone)
        if named is not None:
            return named, t.Const(named.at)
        of = self.layout.of_zone(zone.zone)
        step = of[1].at - of[0].at if len(of) > 1 else 0
        return of[0], plus(t.Const(of[0].at), times(self.nth_zone(zone, scope), step))

    def nth_zone(self, e: p.ZoneAt, scope: LoweringScope) -> t.Expr:
        """The place of a zone among those of its declaration."""
        message = no_zone(self.program.zones[e.zone])
        return self.combined(0, e.keys, self.layout.zone_keys[e.zone], message, scope)

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
        if named is None or named[0].form != "row":
            return t.Call("zone_end", (self.value(e.zone, scope), t.Truth(e.bottom)))
        at, n = named[1], self.unit.register()
        if e.bottom:
            return t.Select(cell(at), cell(plus(at, 1)), NONE)
        return t.Select(t.Bind(n.name, cell(at)), cell(plus(at, n)), NONE)

    def zone_place(self, e: p.ZonePlace, scope: LoweringScope) -> t.Expr:
        named, place = self.cells_of(e.zone, scope), self.value(e.place, scope)
        if named is None or named[0].form == "set":
            return t.Call("zone_place", (self.value(e.zone, scope), place))
        i, at = named
        if i.form == "row":
            return t.Call("row_place", (at, place))
        return t.Call("column_place", (at, t.Const(i.room), place))
