"""The base of all expression writers; locals, variables and marks: each is in a cell of the state, or in a register.
Zones and their cards too: a constant zone needs no call.

The writers of some kinds (`variables`, `calls`, `loops`, and of sets) lower their parts by
`value` and `truth`, which `expressions` puts together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.unit import LoweringScope, Unit
from parlour.table.faults import no_value, no_zone
from parlour.table.layout import Instance
from parlour.tablecode.build import NONE, ZERO, cell, plus, times, union


class ExpressionWriter(ABC):
    """Lowers some expressions of one unit; knows no kind of expression."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.premises = unit.premises
        self.layout = unit.layout
        self.program = unit.program
        self.facts = unit.premises.facts

    @abstractmethod
    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression for the value."""

    @abstractmethod
    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression of which only the truth matters."""

    @abstractmethod
    def counting(self, card: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression for a card value, with what the card counts as where it is."""

    def folded(self, e: p.Expr) -> p.Expr:
        return self.premises.folding.folded(e)

    def line(self, scope: LoweringScope, own: p.Origin | None = None) -> t.Line:
        """The line of an expression: its own, or that of the statement around it."""
        return self.unit.line(own or scope.origin)


class VariableWriter(ExpressionWriter):
    def local(self, index: int, scope: LoweringScope) -> t.Expr:
        return scope.names.get(index) or cell(self.layout.kept[index])

    def variable(self, e: p.VarAt, scope: LoweringScope) -> t.Load:
        array = self.layout.variables[e.var]
        message = no_value(self.program.variables[e.var])
        return t.Load(self.combined(array.at, e.keys, array.keys, message, scope))

    def combined(
        self, first: int, keys: tuple[p.Expr, ...], sizes: tuple[int, ...], message: str, scope: LoweringScope
    ) -> t.Expr:
        """Return `first` plus the index of these keys among all combinations, with the last key running fastest."""
        place, fixed = list[t.Expr](), first
        for k, (size, key) in enumerate(zip(sizes, keys, strict=True)):
            stride = prod(sizes[k + 1 :])
            folded = self.folded(key)
            if isinstance(folded, p.Const) and 0 <= folded.value < size:
                fixed += folded.value * stride
                continue
            place.append(times(self.index(folded, size, message, scope), stride))
        at: t.Expr = t.Const(fixed)
        for part in place:
            at = plus(at, part)
        return at

    def index(self, key: p.Expr, size: int, message: str, scope: LoweringScope) -> t.Expr:
        """A key that is known to be one of 0..size-1, or checked to be."""
        value = self.value(key, scope)
        if self.facts.below(key, size):
            return value
        return t.Call("key", (value, t.Const(size), t.Message(message), self.line(scope)))

    def bare(self, card: p.Expr, scope: LoweringScope) -> t.Expr:
        """The identity of a card value, or none."""
        value = self.value(card, scope)
        return t.Entry("BARE", value) if self.layout.pack.guises else value

    def counting(self, card: p.Expr, scope: LoweringScope) -> t.Expr:
        card = self.folded(card)
        value = self.value(card, scope)
        if not self.facts.may_count(card):
            return value
        assert self.layout.guise is not None, "only a mark makes a card count as another where it is"
        size, number = t.Const(self.layout.pack.size), self.unit.register()
        bare: t.Expr = t.Op("<", t.Bind(number.name, value), size)
        if not self.facts.never_none(card):
            bare = t.And((bare, t.Op(">=", number, ZERO)))
        face = cell(plus(t.Const(self.layout.marks[self.layout.guise]), number))
        return t.Select(bare, t.Op("+", number, t.Op("*", size, plus(face, 1))), number)

    def mark(self, e: p.MarkAt, scope: LoweringScope) -> t.Expr:
        return self._of_card(self.layout.marks[e.mark], e.card, self.program.marks[e.mark].default, scope)

    def where_is(self, e: p.WhereIs, scope: LoweringScope) -> t.Expr:
        return self._of_card(self.layout.where, e.card, p.NONE, scope)

    def _of_card(self, first: int, card: p.Expr, otherwise: int, scope: LoweringScope) -> t.Expr:
        """The cell of a card among those that begin with `first`."""
        bare = self.bare(card, scope)
        if self.facts.never_none(card):
            return cell(plus(t.Const(first), bare))
        number = self.unit.register()
        there = t.Op(">=", t.Bind(number.name, bare), ZERO)
        return t.Select(there, cell(plus(t.Const(first), number)), NONE if otherwise == p.NONE else t.Const(otherwise))


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
