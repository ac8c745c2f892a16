"""Lowers expressions of a Program to table code.

`value` returns an expression for the value, `truth` one of which only the truth matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.calls import CallWriter
from parlour.lowering.loops import LoopWriter
from parlour.lowering.sets import SetWriter
from parlour.lowering.unit import LoweringScope
from parlour.program.operators import OPPOSITE
from parlour.table.layout import DIRECTION, PLAYING
from parlour.tablecode.build import cell, minus, number


class Expressions(LoopWriter, SetWriter, CallWriter):
    """Lowers the expressions of one unit."""

    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if scope.known and e in scope.known:
            return scope.known[e]
        return _WRITERS[type(e)](self, e, scope)

    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if scope.known and e in scope.known:
            return scope.known[e]
        match e:
            case p.And(items):
                return t.And(tuple(self.truth(i, scope) for i in items))
            case p.Or(items):
                return t.Or(tuple(self.truth(i, scope) for i in items))
            case p.Not(p.Op("==", left, p.Const(0))) | p.Not(p.Not(left)):
                return self.truth(left, scope)
            case p.Not(p.Op(op, left, right)) if op in OPPOSITE:
                return self.truth(p.Op(OPPOSITE[op], left, right), scope)
            case p.Not(value):
                return t.Not(self.truth(value, scope))
            case p.If(test, then, other):
                return t.Select(self.truth(test, scope), self.truth(then, scope), self.truth(other, scope))
            case p.Op("!=", left, p.Const(0)):
                return self.truth(left, scope)
            case p.Op("==", left, p.Const(0)):
                return t.Not(self.truth(left, scope))
            case p.Permitted():
                return self.permitted(e, scope)
        return self.value(e, scope)

    def stored(self, e: p.Expr, bool_wanted: bool, scope: LoweringScope) -> t.Expr:
        """Return a value that the state can hold, where a test is 1 or 0."""
        folded = self.folded(e)
        if not bool_wanted or isinstance(folded, p.Const | p.Local | p.VarAt | p.MarkAt):
            return self.value(folded, scope)
        return number(self.truth(folded, scope))

    # ------------------------------------------------------------ operators

    def same_card(self, e: p.SameCard, scope: LoweringScope) -> t.Expr:
        return t.Op("==", self.bare(e.left, scope), self.bare(e.right, scope))

    def truth_value(self, e: p.And | p.Or | p.Not | p.Permitted, scope: LoweringScope) -> t.Expr:
        return number(self.truth(e, scope))

    def if_(self, e: p.If, scope: LoweringScope) -> t.Expr:
        return t.Select(self.truth(e.test, scope), self.value(e.then, scope), self.value(e.other, scope))

    # ------------------------------------------------------------ records and the rest

    def get_field(self, e: p.GetField, scope: LoweringScope) -> t.Expr:
        record = self.value(e.record, scope)
        shifted = t.Op(">>", record, t.Const(e.shift)) if e.shift else record
        return minus(t.Op("&", shifted, t.Const((1 << e.width) - 1)), e.bias)

    def put_field(self, e: p.PutField, scope: LoweringScope) -> t.Expr:
        record, value = self.value(e.record, scope), self.value(e.value, scope)
        form = (t.Const(e.shift), t.Const(e.width), t.Const(e.bias))
        return t.Call("put_field", (record, value, *form, self.line(scope, e.origin)))

    def sure(self, e: p.Sure, scope: LoweringScope) -> t.Expr:
        value, line = self.value(e.value, scope), self.unit.line(e.origin)
        return t.Call("sure", (value, t.Const(e.nothing), t.Message(e.message), line))

    def seated(self, e: p.Seated, scope: LoweringScope) -> t.Expr:
        return cell({"playing": PLAYING, "direction": DIRECTION}[e.what])

    def members(self, e: p.Members, scope: LoweringScope) -> t.Expr:
        side = self.value(e.side, scope)
        return t.Call("members_of_sides", (side,)) if e.many else t.Entry("SIDE_MEMBERS", side)

    def next_seat(self, e: p.NextSeat, scope: LoweringScope) -> t.Expr:
        player = self.value(e.player, scope)
        if not (self.layout.loses_players or self.layout.reverses):
            return t.Entry("PREVIOUS" if e.before else "NEXT", player)
        direction = t.Unary("-", cell(DIRECTION)) if e.before else cell(DIRECTION)
        return t.Call("next_after", (cell(PLAYING), direction, player))


_WRITERS: dict[type, Callable[[Expressions, Any, LoweringScope], t.Expr]] = {
    p.Const: lambda x, e, scope: t.Const(e.value),
    p.Local: lambda x, e, scope: x.local(e.index, scope),
    p.VarAt: Expressions.variable,
    p.MarkAt: Expressions.mark,
    p.ZoneAt: Expressions.zone,
    p.ZoneCards: Expressions.zone_cards,
    p.ZoneSize: Expressions.zone_size,
    p.ZoneEnd: Expressions.zone_end,
    p.ZonePlace: Expressions.zone_place,
    p.PlaceOf: lambda x, e, scope: t.Call("place_of", (x.bare(e.card, scope),)),
    p.WhereIs: Expressions.where_is,
    p.FaceUpCards: lambda x, e, scope: x.face_up_cards(),
    p.FaceUp: lambda x, e, scope: t.Call("face_up", (x.bare(e.card, scope),)),
    p.Guised: lambda x, e, scope: t.Call("guised", (x.value(e.card, scope), x.value(e.face, scope))),
    p.Seated: Expressions.seated,
    p.Op: Expressions.op,
    p.SameCard: Expressions.same_card,
    p.Not: Expressions.truth_value,
    p.And: Expressions.truth_value,
    p.Or: Expressions.truth_value,
    p.If: lambda x, e, scope: x.if_(e, scope),
    p.CardFact: Expressions.card_fact,
    p.Pips: lambda x, e, scope: t.Entry("PIPS", x.value(e.rank, scope)),
    p.ColourOf: lambda x, e, scope: t.Entry("COLOUR_OF_SUIT", x.value(e.suit, scope)),
    p.FaceCards: Expressions.face_cards,
    p.Single: Expressions.single,
    p.Size: lambda x, e, scope: t.Unary("size", x.value(e.of, scope)),
    p.First: Expressions.first,
    p.Scan: Expressions.scan,
    p.CallFunction: lambda x, e, scope: x.function(e, scope),
    p.Permitted: Expressions.truth_value,
    p.Offers: lambda x, e, scope: x.offers(e, scope),
    p.NextSeat: Expressions.next_seat,
    p.SideOf: lambda x, e, scope: t.Entry("SIDE_OF", x.value(e.player, scope)),
    p.Members: Expressions.members,
    p.GetField: Expressions.get_field,
    p.PutField: Expressions.put_field,
    p.Sure: Expressions.sure,
    p.Builtin: Expressions.builtin,
}
