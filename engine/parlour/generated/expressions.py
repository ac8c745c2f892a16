"""Expressions as Python source.

`value` writes something that gives the value, `truth` something of which only the truth matters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import program as p
from parlour.generated.calls import Calls
from parlour.generated.loops import Loops
from parlour.generated.naming import Scope
from parlour.generated.sets import Sets
from parlour.machine.layout import DIRECTION, PLAYING

OPPOSITE: dict[str, p.BinOp] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Expressions(Loops, Sets, Calls):
    """Writes the expressions of one source."""

    def value(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        if scope.known and e in scope.known:
            return scope.known[e]
        return _WRITERS[type(e)](self, e, scope)

    def truth(self, e: p.Expr, scope: Scope) -> str:
        e = self.making.folding.folded(e)
        match e:
            case p.And(items):
                return "(" + " and ".join(self.truth(i, scope) for i in items) + ")"
            case p.Or(items):
                return "(" + " or ".join(self.truth(i, scope) for i in items) + ")"
            case p.Not(p.Op("==", left, p.Const(0))) | p.Not(p.Not(left)):
                return self.truth(left, scope)
            case p.Not(p.Op(op, left, right)) if op in OPPOSITE:
                return self.truth(p.Op(OPPOSITE[op], left, right), scope)
            case p.Not(value):
                return f"(not {self.truth(value, scope)})"
            case p.If(test, then, other):
                t, a, b = self.truth(test, scope), self.truth(then, scope), self.truth(other, scope)
                return f"({a} if {t} else {b})"
            case p.Op("!=", left, p.Const(0)):
                return self.truth(left, scope)
            case p.Op("==", left, p.Const(0)):
                return f"(not {self.truth(left, scope)})"
        return self.value(e, scope)

    def stored(self, e: p.Expr, bool_wanted: bool, scope: Scope) -> str:
        """A value that goes into the state: what is true must be 1 there."""
        folded = self.making.folding.folded(e)
        if not bool_wanted or isinstance(folded, p.Const | p.Local | p.VarAt | p.MarkAt):
            return self.value(folded, scope)
        return f"(1 if {self.truth(folded, scope)} else 0)"

    # ------------------------------------------------------------ operators

    def same_card(self, e: p.SameCard, scope: Scope) -> str:
        return f"({self.bare(e.left, scope)} == {self.bare(e.right, scope)})"

    def truth_value(self, e: p.And | p.Or | p.Not, scope: Scope) -> str:
        return f"(1 if {self.truth(e, scope)} else 0)"

    def if_(self, e: p.If, scope: Scope) -> str:
        test, then, other = self.truth(e.test, scope), self.value(e.then, scope), self.value(e.other, scope)
        return f"({then} if {test} else {other})"

    # ------------------------------------------------------------ records and the rest

    def get_field(self, e: p.GetField, scope: Scope) -> str:
        mask = (1 << e.width) - 1
        shift = f" >> {e.shift}" if e.shift else ""
        found = f"({self.value(e.record, scope)}{shift} & {mask})"
        return found if not e.bias else f"({found} - {e.bias})"

    def put_field(self, e: p.PutField, scope: Scope) -> str:
        record, value = self.value(e.record, scope), self.value(e.value, scope)
        return f"put_field({record}, {value}, {e.shift}, {e.width}, {e.bias}, {self.at(scope, e.origin)})"

    def sure(self, e: p.Sure, scope: Scope) -> str:
        value, at = self.value(e.value, scope), self.naming.origin(e.origin)
        return f"sure({value}, {e.nothing}, {e.message!r}, {at})"

    def seated(self, e: p.Seated, scope: Scope) -> str:
        cells = {"playing": PLAYING, "direction": DIRECTION}
        return f"s[{cells[e.what]}]"

    def members(self, e: p.Members, scope: Scope) -> str:
        side = self.value(e.side, scope)
        return f"members_of_sides({side})" if e.many else f"SIDE_MEMBERS[{side}]"

    def next_seat(self, e: p.NextSeat, scope: Scope) -> str:
        player = self.value(e.player, scope)
        if self.making.everybody_plays and self.making.one_direction:
            return f"NEXT[{player}]"
        return f"next_after(s[{PLAYING}], s[{DIRECTION}], {player})"

    def const(self, e: p.Const, scope: Scope) -> str:
        return str(e.value) if e.value >= 0 else f"({e.value})"


_WRITERS: dict[type, Callable[[Expressions, Any, Scope], str]] = {
    p.Const: Expressions.const,
    p.Local: lambda x, e, scope: x.local(e.index, scope),
    p.VarAt: Expressions.variable,
    p.MarkAt: Expressions.mark,
    p.ZoneAt: Expressions.zone,
    p.ZoneCards: Expressions.zone_cards,
    p.ZoneSize: Expressions.zone_size,
    p.ZoneEnd: Expressions.zone_end,
    p.ZonePlace: Expressions.zone_place,
    p.PlaceOf: lambda x, e, scope: f"place_of(s, {x.bare(e.card, scope)})",
    p.WhereIs: Expressions.where_is,
    p.FaceUpCards: lambda x, e, scope: x.face_up_cards(),
    p.FaceUp: lambda x, e, scope: f"face_up(s, {x.bare(e.card, scope)})",
    p.Guised: lambda x, e, scope: f"guised({x.value(e.card, scope)}, {x.value(e.face, scope)})",
    p.Seated: Expressions.seated,
    p.Op: Expressions.op,
    p.SameCard: Expressions.same_card,
    p.Not: Expressions.truth_value,
    p.And: Expressions.truth_value,
    p.Or: Expressions.truth_value,
    p.If: Expressions.if_,
    p.CardFact: Expressions.card_fact,
    p.Pips: lambda x, e, scope: f"PIPS[{x.value(e.rank, scope)}]",
    p.ColourOf: lambda x, e, scope: f"COLOUR_OF_SUIT[{x.value(e.suit, scope)}]",
    p.FaceCards: Expressions.face_cards,
    p.Single: Expressions.single,
    p.Size: lambda x, e, scope: f"{x.value(e.of, scope)}.bit_count()",
    p.First: Expressions.first,
    p.Scan: Expressions.scan,
    p.CallFunction: Expressions.function,
    p.Permitted: Expressions.permitted,
    p.Offers: Expressions.offers,
    p.NextSeat: Expressions.next_seat,
    p.SideOf: lambda x, e, scope: f"SIDE_OF[{x.value(e.player, scope)}]",
    p.Members: Expressions.members,
    p.GetField: Expressions.get_field,
    p.PutField: Expressions.put_field,
    p.Sure: Expressions.sure,
    p.Builtin: Expressions.builtin,
}
