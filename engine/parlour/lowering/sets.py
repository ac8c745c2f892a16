"""Lowers cards, sets of cards and operators: each is arithmetic on the values of its parts. Reads no cell of the
state."""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.analysis.masks import BELOW
from parlour.lowering.unit import LoweringScope
from parlour.lowering.variables import ExpressionWriter
from parlour.program.operators import BOUND
from parlour.table.soundness import of_type
from parlour.table.texts import written
from parlour.tablecode.build import NONE, ONE, ZERO, bit, highest, inverted, shifted

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
