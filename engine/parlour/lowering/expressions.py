"""Lowers expressions of a Program to table code.

`value` returns an expression for the value, `truth` one of which only the truth matters. Native code uses
`Expressions`, and Python `UnrolledExpressions`, which give the same values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import BELOW, as_set_of
from parlour.lowering.calls import CallWriter
from parlour.lowering.loops import LoopWriter
from parlour.lowering.unit import LoweringScope
from parlour.lowering.variables import ExpressionWriter
from parlour.program.operators import BOUND, OPPOSITE
from parlour.program.walking import substitute, walk
from parlour.table.cards import members
from parlour.table.layout import DIRECTION, PLAYING
from parlour.table.soundness import of_type
from parlour.table.texts import written
from parlour.tablecode.build import (
    NONE,
    ONE,
    ZERO,
    bit,
    cell,
    either,
    every,
    highest,
    inverted,
    minus,
    number,
    plus,
    shifted,
    union,
)

FEW = 16  # more than there are ranks, suits and colours
_CHECKED = {"*": "product", "//": "quotient", "mod": "remainder"}


class SetWriter(ExpressionWriter):
    def op(self, e: p.Op, scope: LoweringScope) -> t.Expr:
        if e.op == "has":
            return self._has(e.left, e.right, scope)
        if e.op == "-set":
            return self._without(e.left, self.folded(e.right), scope)
        left, right = self.value(e.left, scope), self.value(e.right, scope)
        match e.op:
            case "*" if not self.facts.may_exceed(e, BOUND - 1):
                return t.Op("*", left, right)
            case "*" | "//" | "mod":
                return t.Call(_CHECKED[e.op], (left, right, self.line(scope, e.origin)))
            case "within":
                return t.Not(t.Op("&", left, inverted(right)))
        return t.Op(e.op, left, right)

    def _without(self, left: p.Expr, right: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return a set without the members of another. A union is handled part by part; constants are inverted here."""
        match right:
            case p.Op("|", a, b):
                return self.op(p.Op("-set", p.Op("-set", left, a), b), scope)
            case p.Const(v):
                return t.Op("&", self.value(left, scope), self._all_but(v))
            case p.Op("-set", p.Const(v), spared):
                rest: t.Expr = t.Op("|", self.value(spared, scope), self._all_but(v))
                return t.Op("&", self.value(left, scope), rest)
            case p.If(test, p.Const(a), p.Const(b)):
                rest = t.Select(self.truth(test, scope), self._all_but(a), self._all_but(b))
                return t.Op("&", self.value(left, scope), rest)
        return t.Op("&", self.value(left, scope), inverted(self.value(right, scope)))

    def _all_but(self, members: int) -> t.Const:
        """Return all possible members except these; no set has more members than there are cards."""
        return t.Const((1 << self.layout.pack.size) - 1 & ~members)

    def card_like(self, e: p.Expr) -> bool:
        return self.facts.card_like(e, self.layout.pack.guises)

    def _has(self, of: p.Expr, member: p.Expr, scope: LoweringScope) -> t.Expr:
        members, value = self.value(of, scope), self.value(member, scope)
        fixed = self.folded(of)
        if isinstance(fixed, p.Const) and fixed.value >> FEW == 0 and not self.card_like(member):
            return t.Entry(self._table_of(fixed.value, member), value)
        first = self.facts.may_fault(of) and self.facts.may_fault(member)  # the member is computed first
        if self.card_like(member):
            both = t.Op("&", bit(value), members) if first else t.Op("&", members, bit(value))
            return t.Op("!=", both, ZERO)
        if first:
            index = self.unit.register()
            there = t.Op(">=", t.Bind(index.name, value), NONE)
            return t.Select(there, t.Call("has", (members, index)), ZERO)
        if self.facts.never_none(member):
            return t.Op("&", t.Op(">>", members, value), ONE)
        return t.Call("has", (members, value))

    def _table_of(self, members: int, member: p.Expr) -> str:
        """A table that gives for each number whether it is in a set; its last entry is for `none`. The index is a word
        of a list, a rank, a suit or a face, even if all members are low."""
        name = f"IN_{members}"
        design = self.layout.pack.design
        lists = (design.faces, design.ranks, design.suits, *(words for _, words in self.program.enums))
        room = max(map(len, lists))
        self.unit.tables[name] = (*(members >> i & 1 for i in range(room)), 0)
        words = self._in_words(members, member)
        if words and words not in self.unit.contents.setdefault(name, []):
            self.unit.contents[name].append(words)
        return name

    def _in_words(self, members: int, member: p.Expr) -> str:
        """The members of a set in words, for readers of the source; empty where their type isn't certain."""
        type_ = self.facts.typing.type_of(member.value if isinstance(member, p.Sure) else member)
        if type_ is None:
            return ""
        can_be = of_type(self.layout, type_)
        return " ".join(written(self.layout, type_, i) for i in range(FEW) if members >> i & 1 and can_be(i))

    def card_fact(self, e: p.CardFact, scope: LoweringScope) -> t.Expr:
        pack = self.layout.pack
        if e.fact not in pack.design.values:
            return t.Entry(e.fact.upper(), self.counting(e.card, scope))
        name = f"FACT_{e.fact.upper().replace('-', '__')}"  # a name in Python has no hyphens
        self.unit.tables[name] = pack.fact(e.fact)
        return t.Entry(name, self.counting(e.card, scope))

    def face_cards(self, e: p.FaceCards, scope: LoweringScope) -> t.Expr:
        match self.folded(e.of):
            case p.Single(p.CardFact(fact, card)) if fact == e.fact:
                return t.Entry(f"LIKE_{e.fact.upper()}", self.counting(card, scope))
            case p.Single(value):
                return t.Entry(f"OF_{e.fact.upper()}", self.value(value, scope))
            case p.Builtin(name, (bound,)) if name == BELOW and e.fact == "rank":
                return t.Entry("UNDER_RANK", self.value(bound, scope))
            case of:
                return t.Call(f"showing_{e.fact}", (self.value(of, scope),))

    def single(self, e: p.Single, scope: LoweringScope) -> t.Expr:
        value = self.value(e.member, scope)
        if self.card_like(e.member):
            return bit(value)
        if self.facts.never_none(e.member):
            return shifted(value)
        index = self.unit.register()
        return t.Select(t.Op(">=", t.Bind(index.name, value), ZERO), shifted(index), ZERO)

    def first(self, e: p.First, scope: LoweringScope) -> t.Expr:
        if e.cards and self.layout.pack.doubles:
            return t.Call("first_card", (self.value(e.of, scope),))
        members = self.unit.register()
        lowest = t.Op("&", t.Bind(members.name, self.value(e.of, scope)), t.Unary("-", members))
        return highest(lowest)


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


SMALL = 8  # members of a fixed set to test one by one, without a loop
SHORT = 12  # parts of the test of each


class UnrolledExpressions(Expressions):
    """Lowers expressions to the form that is fastest in Python: short loops over what is fixed have no loop."""

    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if isinstance(e, p.Scan) and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._in_a_row(e.kind, rounds, scope)
        return super().value(e, scope)

    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        e = self.folded(e)
        if isinstance(e, p.Scan) and e.kind in ("any", "all") and e not in scope.known:
            rounds = self._rounds(e)
            if rounds is not None:
                return self._any_or_all(e.kind, rounds, scope)
        return super().truth(e, scope)

    def _rounds(self, e: p.Scan) -> list[tuple[int, p.Expr]] | None:
        """The tests of the members of a small fixed set, one for each. None where the tests are long or the set is
        large."""
        domain = None if isinstance(e.domain, p.SeatOrder | p.Span | p.Subsets) else self.folded(e.domain)
        asked = e.value if e.kind == "sum" and e.where is None else e.where
        if not isinstance(domain, p.Const) or e.kind not in ("any", "all", "those", "sum") or asked is None:
            return None
        if domain.value.bit_count() > SMALL or (e.kind == "sum" and e.where is not None):
            return None
        if any(isinstance(n, p.Scan | p.First) for n in walk(asked)) or sum(1 for _ in walk(asked)) > SHORT:
            return None
        if as_set_of(self.premises, e) is not None:
            return None
        return [(k, substitute(asked, {e.local: p.Const(k)})) for k in members(domain.value)]

    def _in_a_row(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: LoweringScope) -> t.Expr:
        if kind in ("any", "all"):
            return number(self._any_or_all(kind, rounds, scope))
        if kind == "sum":
            total: t.Expr = ZERO
            for _, asked in rounds:
                total = plus(total, self.value(asked, scope))
            return total
        return union([t.Select(self.truth(asked, scope), t.Const(1 << k), ZERO) for k, asked in rounds])

    def _any_or_all(self, kind: str, rounds: list[tuple[int, p.Expr]], scope: LoweringScope) -> t.Expr:
        tests = [self.truth(asked, scope) for _, asked in rounds]
        return either(tests) if kind == "any" else every(tests)
