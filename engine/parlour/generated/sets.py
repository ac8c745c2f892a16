"""Cards, sets of them, and operators: arithmetic on what their parts give. Looks at no cell of the state."""

from __future__ import annotations

from parlour import program as p
from parlour.generated.naming import Scope
from parlour.generated.writing import Writing
from parlour.machine.cards import FACES
from parlour.machine.masks import BELOW
from parlour.machine.soundness import of_type
from parlour.machine.texts import written

FEW = 16  # more than there are ranks, suits and colours
_FACTS = {"rank": p.Type("rank"), "suit": p.Type("suit"), "colour": p.Type("colour")}


class Sets(Writing):
    def op(self, e: p.Op, scope: Scope) -> str:
        if e.op == "has":
            return self._has(e.left, e.right, scope)
        if e.op == "-set":
            return self._without(e.left, self.making.folding.folded(e.right), scope)
        left, right = self.value(e.left, scope), self.value(e.right, scope)
        match e.op:
            case "*":
                return f"product({left}, {right}, {self.at(scope, e.origin)})"
            case "//":
                return f"quotient({left}, {right}, {self.at(scope, e.origin)})"
            case "mod":
                return f"remainder({left}, {right}, {self.at(scope, e.origin)})"
            case "min" | "max":
                return f"{e.op}({left}, {right})"
            case "within":
                return f"(not {left} & ~{right})"
        return f"({left} {e.op} {right})"

    def _without(self, left: p.Expr, right: p.Expr, scope: Scope) -> str:
        """A set without the members of another. A union goes part by part; what is fixed is turned round here."""
        match right:
            case p.Op("|", a, b):
                return self.op(p.Op("-set", p.Op("-set", left, a), b), scope)
            case p.Const(v):
                return f"({self.value(left, scope)} & {self._all_but(v)})"
            case p.Op("-set", p.Const(v), spared):
                return f"({self.value(left, scope)} & ({self.value(spared, scope)} | {self._all_but(v)}))"
            case p.If(test, p.Const(a), p.Const(b)):
                rest = f"{self._all_but(a)} if {self.truth(test, scope)} else {self._all_but(b)}"
                return f"({self.value(left, scope)} & ({rest}))"
        return f"({self.value(left, scope)} & ~{self.value(right, scope)})"

    def _all_but(self, members: int) -> int:
        """All that can be in any set, but for these: no set has more members than there are cards."""
        return (1 << self.layout.pack.size) - 1 & ~members

    def card_like(self, e: p.Expr) -> bool:
        """Must a value be taken for its identity?"""
        return self.facts.is_card(e) or (self.layout.pack.guises and self.facts.type_of(e) is None)

    def _has(self, of: p.Expr, member: p.Expr, scope: Scope) -> str:
        members, value = self.value(of, scope), self.value(member, scope)
        fixed = self.making.folding.folded(of)
        if isinstance(fixed, p.Const) and fixed.value >> FEW == 0 and not self.card_like(member):
            return f"{self._table_of(fixed.value, member)}[{value}]"
        first = self.facts.may_fault(of) and self.facts.may_fault(member)  # the member is written first
        if self.card_like(member):
            return f"(BIT[{value}] & {members} != 0)" if first else f"({members} & BIT[{value}] != 0)"
        if first:
            t = self.naming.temporary()
            return f"(has({members}, {t}) if ({t} := {value}) >= {p.NONE} else 0)"
        if self.facts.never_none(member):
            return f"({members} >> {value} & 1)"
        return f"has({members}, {value})"

    def _table_of(self, members: int, member: p.Expr) -> str:
        """A table that says of each number whether it is in a set; its last entry is for `none`. What is looked up is a
        word of a list or, at most, a face, also where all members are low."""
        name = f"IN_{members}"
        room = max([FACES, *(len(words) for _, words in self.program.enums)])
        self.naming.tables[name] = f"({', '.join(str(members >> i & 1) for i in range(room))}, 0)"
        held = self._held(members, member)
        if held and held not in self.naming.held.setdefault(name, []):
            self.naming.held[name].append(held)
        return name

    def _held(self, members: int, member: p.Expr) -> str:
        """What is in a set, in words, for whoever reads the source; nothing where it is not certain what these are."""
        type_ = self._type_of(member.value if isinstance(member, p.Sure) else member)
        if type_ is None:
            return ""
        can_be = of_type(self.layout, type_)
        return " ".join(written(self.layout, type_, i) for i in range(FEW) if members >> i & 1 and can_be(i))

    def _type_of(self, e: p.Expr) -> p.Type | None:
        """Of the facts of cards and the fields of records too."""
        if isinstance(e, p.CardFact):
            return _FACTS.get(e.fact)
        of = self.facts.type_of(e.record) if isinstance(e, p.GetField) else None
        if not isinstance(e, p.GetField) or of is None:
            return self.facts.type_of(e)
        fields = next((record.fields for record in self.program.records if record.name == of.name), ())
        return next((field.type for field in fields if field.shift == e.shift), None)

    def card_fact(self, e: p.CardFact, scope: Scope) -> str:
        return f"{e.fact.upper()}[{self.value(e.card, scope)}]"

    def face_cards(self, e: p.FaceCards, scope: Scope) -> str:
        match self.making.folding.folded(e.of):
            case p.Single(p.CardFact(fact, card)) if fact == e.fact:
                return f"LIKE_{e.fact.upper()}[{self.value(card, scope)}]"
            case p.Single(value):
                return f"OF_{e.fact.upper()}[{self.value(value, scope)}]"
            case p.Builtin(name, (bound,)) if name == BELOW and e.fact == "rank":
                return f"UNDER_RANK[{self.value(bound, scope)}]"
            case of:
                return f"showing({e.fact!r}, {self.value(of, scope)})"

    def single(self, e: p.Single, scope: Scope) -> str:
        value = self.value(e.member, scope)
        if self.card_like(e.member):
            return f"BIT[{value}]"
        if self.facts.never_none(e.member):
            return f"(1 << {value})"
        t = self.naming.temporary()
        return f"(1 << {t} if ({t} := {value}) >= 0 else 0)"

    def first(self, e: p.First, scope: Scope) -> str:
        if e.cards and self.making.order.possible:
            return f"first_card(s, {self.value(e.of, scope)})"
        t = self.naming.temporary()
        return f"((({t} := {self.value(e.of, scope)}) & -{t}).bit_length() - 1)"
