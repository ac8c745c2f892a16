"""Draws conclusions from tests: which values are present, and how many cards or members there are at least.

Knows expressions only; `presence` follows the steps.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour import program as ir
from parlour.lang import types
from parlour.lang.by_expression import ByExpression
from parlour.lang.company import Company
from parlour.lang.effects import Effects
from parlour.lang.exclusive import excludes
from parlour.lang.knowledge import DEPTH, Change, Fact, Kind, Known, Memory, shared
from parlour.lang.needed_values import Needed
from parlour.lang.symbols import Tables
from parlour.program import NO_INT, NONE, Const, Expr, Local, fold
from parlour.program.effects import meet
from parlour.program.operators import OPPOSITE, TURNED
from parlour.program.walking import rebuilt, substitute

_Domain = Expr | ir.SeatOrder | ir.Span | ir.Subsets

BOX = 0  # the zone
ANYWHERE = -1  # the variable of a quantifier, when two quantifiers are compared


class Reasoning(Memory):
    """Conclusions about the expressions of one composition."""

    def __init__(self, tables: Tables, effects: Effects, company: Company) -> None:
        super().__init__(tables, effects, company)
        self._quantifier = ByExpression(_quantifier)

    # ------------------------------------------------------------ what is there

    def proved(self, known: Known, need: Needed) -> bool:
        if need.low is not None:
            reach = self.lowest(known, ir.Op("-", need.value, need.low))
            return reach is not None and reach >= 0
        if need.members:
            return self.least(known, need.value) > 0
        return self.present(known, need.value, need.nothing)

    def with_need(self, known: Known, need: Needed) -> Known:
        """Return the facts after a use: the needed value was present."""
        if need.low is not None:
            return self._with_reach(known, need.low, need.value, 0)
        return self.with_least(known, need.value, 1) if need.members else self.with_some(known, need.value)

    def present(self, known: Known, e: Expr, nothing: int = NONE, depth: int = DEPTH) -> bool:
        """True if the value is known not to be none."""
        if isinstance(e, ir.Sure):
            return True
        e = self.bare(e)
        if self._fact(known, "some", e) is not None:
            return True
        if isinstance(e, Const):
            return e.value != nothing
        match e:
            case Local(i):
                if not self.tables.locals[i][1].optional:
                    return True
                value = known.get(("is", e))
                return isinstance(value, ir.Expr) and depth > 0 and self.present(known, value, nothing, depth - 1)
            case ir.VarAt(v):
                return not self.tables.variable_list[v].type.optional
            case ir.MarkAt(m):
                return not self.tables.mark_list[m].type.optional
            case ir.ZoneEnd(zone):
                return self.least(known, zone, depth) > 0
            case ir.ZonePlace(zone, Const(n)):
                return 0 < n <= self.least(known, zone, depth)
            case ir.ZonePlace() | ir.GetField():
                return isinstance(e, ir.GetField) and not e.bias
            case ir.First(of):
                return self.least(known, of, depth) > 0
            case ir.Scan("first"):
                return self._some_member(known, e, depth)
            case ir.CardFact(fact, card) if fact in self.tables.lacking and not self._has(known, fact, card):
                return False
            case ir.CardFact(_, card) | ir.Guised(card, _):
                return self.present(known, card, NONE, depth)
            case ir.If(test, then, other):
                ways = ((self.assume(known, test, True, depth), then), (self.assume(known, test, False, depth), other))
                return all(way is None or self.present(way, value, nothing, depth) for way, value in ways)
            case ir.CallFunction():
                body = self.body(e) if depth else None
                return body is not None and self.present(known, body, nothing, depth - 1)
            case ir.Builtin():
                return not e.type.optional
            case _:
                return True

    def _has(self, known: Known, fact: str, card: Expr) -> bool:
        """True if the card is known to have a fact that some cards lack, such as a suit."""
        match card:
            case Const(face) | ir.Guised(_, Const(face)):
                return face >= 0 and not self.tables.design.without(fact) >> face & 1
            case _:
                return ("some", ir.CardFact(fact, card)) in known

    def _with_facts(self, known: Known, e: Expr, op: str, value: int) -> Known:
        """Return the facts after a test of a card's rank or face, which can exclude cards that lack a fact."""
        e = self.bare(e)
        if not isinstance(e, ir.CardFact) or e.fact not in ("rank", "face"):
            return known
        design = self.tables.design
        for fact in sorted(self.tables.lacking):
            without = design.ranks_without(fact) if e.fact == "rank" else design.without(fact)
            if excludes(op, value, without):
                known = self.with_some(known, ir.CardFact(fact, e.card))
        return known

    def _fact(self, known: Known, kind: Kind, e: Expr) -> object:
        """Return the known fact about an expression, or about its value; None if there is none."""
        if (kind, e) in known or not known:
            return known.get((kind, e))
        named = self._named(known, e)
        return None if named is e else known.get((kind, named))

    def _named(self, known: Known, e: Expr) -> Expr:
        """Return the expression with the values of its locals, where these are just as simple."""
        values = {i: value for i in self.locals_of(e) if isinstance(value := known.get(("is", Local(i))), _PLAIN)}
        replaced: Expr = substitute(e, values) if values else e
        return replaced

    def _some_member(self, known: Known, scan: ir.Scan, depth: int) -> bool:
        """True if a member certainly matches a `the` or `those`."""
        if ("any", self._quantifier(scan)) in known:
            return True
        return scan.where in (None, Const(1)) and self.least_of(known, scan.domain, depth) > 0

    def least_of(self, known: Known, domain: _Domain, depth: int = DEPTH) -> int:
        if isinstance(domain, ir.Subsets):
            return 0
        if isinstance(domain, ir.Span):
            low, high = domain.low, domain.high
            return max(high.value - low.value + 1, 0) if isinstance(low, Const) and isinstance(high, Const) else 0
        if isinstance(domain, ir.SeatOrder):
            return self.least(known, ir.Seated("playing"), depth)
        return self.least(known, domain, depth)

    def least(self, known: Known, e: Expr, depth: int = DEPTH) -> int:
        """Return the least number of cards in a zone, or of members in a set."""
        e = self.bare(e)
        if isinstance(e, ir.ZoneCards):
            e = e.zone
        size = self._fact(known, "size", e) or 0
        assert isinstance(size, int)
        return max(size, self._least(known, e, depth))

    def _least(self, known: Known, e: Expr, depth: int) -> int:
        match e:
            case Const(members):
                return members.bit_count() if members > 0 else 0
            case ir.Single(member):
                return int(self.present(known, member, NONE, depth))
            case ir.Seated(what):
                return self.dealing.cards if what == "pack" else int(what in ("everyone", "sides"))
            case ir.Op("|", left, right):
                return max(self.least(known, left, depth), self.least(known, right, depth))
            case ir.Op("-set", left, ir.Single()):
                return max(self.least(known, left, depth) - 1, 0)
            case ir.If(test, then, other):
                ways = ((self.assume(known, test, True, depth), then), (self.assume(known, test, False, depth), other))
                return min((self.least(way, value, depth) for way, value in ways if way is not None), default=1)
            case ir.Scan("those", _, domain, None):
                return self.least_of(known, domain, depth)
            case ir.Scan("those" | "most" | "least"):
                return int(self._some_member(known, e, depth))
            case ir.FaceCards("face", Const(faces)):
                return (faces & self.always).bit_count()
            case ir.FaceCards("rank" | "suit" as fact, Const(values)):
                there = (f for f in range(self.always.bit_length()) if self.always >> f & 1)
                shown = (self.tables.design.fact(fact, face) for face in there)
                return sum(value >= 0 and values >> value & 1 for value in shown)
            case Local():
                value = known.get(("is", e))
                return self.least(known, value, depth - 1) if isinstance(value, ir.Expr) and depth > 0 else 0
            case ir.Members(side, many):
                return self.least(known, side, depth) if many else 1
            case ir.CallFunction():
                body = self.body(e) if depth else None
                return 0 if body is None else self.least(known, body, depth - 1)
            case _:
                return 0

    def lowest(self, known: Known, e: Expr, depth: int = DEPTH) -> int | None:
        """Return a number that the expression is never below."""
        e = self.bare(e)
        least = self._lowest(known, e, depth)
        number = self._fact(known, "number", e)
        if not isinstance(number, int):
            return least
        return number if least is None else max(number, least)

    def _lowest(self, known: Known, e: Expr, depth: int) -> int | None:
        match e:
            case Const(value):
                return value
            case ir.ZoneSize(of) | ir.Size(of):
                return self.least(known, of, depth)
            case ir.Scan("count"):
                return int(self._some_member(known, e, depth))
            case ir.Seated("seats"):
                return 1
            case ir.Op("+", left, right):
                both = self.lowest(known, left, depth), self.lowest(known, right, depth)
                return None if both[0] is None or both[1] is None else both[0] + both[1]
            case ir.Op("-", left, Const(value)):
                low = self.lowest(known, left, depth)
                return None if low is None else low - value
            case ir.Op("-", ir.Op("+", left, Const(value)), right):
                reach = self.lowest(known, ir.Op("-", left, right), depth)
                return None if reach is None else reach + value
            case ir.Op("-", left, ir.Op("-", right, Const(value))):
                reach = self.lowest(known, ir.Op("-", left, right), depth)
                return None if reach is None else reach + value
            case ir.Op("-", left, right):
                return 0 if left == right else None
            case ir.If(test, then, other):
                ways = ((self.assume(known, test, True, depth), then), (self.assume(known, test, False, depth), other))
                lows = [self.lowest(way, value, depth) for way, value in ways if way is not None]
                return None if None in lows else min((low for low in lows if low is not None), default=None)
            case Local() if isinstance(meant := known.get(("is", e)), ir.Expr) and depth > 0:
                return self.lowest(known, meant, depth - 1)
            case ir.CallFunction():
                body = self.body(e) if depth else None
                return None if body is None else self.lowest(known, body, depth - 1)
            case _:
                return None

    # ------------------------------------------------------------ tests

    def assume(self, known: Known | None, test: Expr, holds: bool, depth: int = DEPTH) -> Known | None:
        """Return the facts that follow if a test holds, or if it doesn't; None if that is impossible."""
        if known is None:
            return None
        match test:
            case Const(value):
                return known if bool(value) == holds else None
            case ir.Not(inner):
                return self.assume(known, inner, not holds, depth)
            case ir.And(items) if holds:
                for item in items:
                    known = self.assume(known, item, True, depth)
                return known
            case ir.Or(items) if not holds:
                for item in items:
                    known = self.assume(known, item, False, depth)
                return known
            case ir.And(items) | ir.Or(items):
                return self._one_of(known, items, holds, depth)
            case ir.If(first, then, other):
                yes, no = self.assume(known, first, True, depth), self.assume(known, first, False, depth)
                return shared((self.assume(yes, then, holds, depth), self.assume(no, other, holds, depth)))
            case ir.Op("<", left, Const(n)) if holds and (self.lowest(known, left) or n - 1) >= n:
                return None
            case ir.Op(op, left, right):
                plain = fold.op(op, self.bare(left), self.bare(right))
                return self.assume(known, plain, holds) if type(plain) is Const else self._compared(known, test, holds)
            case ir.SameCard(left, right) if holds:
                return self._alike(known, left, right)
            case ir.Scan("any", _, domain) if holds:
                return self.with_fact(self.with_least(known, domain, 1), ("any", self._quantifier(self._scan(test))))
            case ir.CallFunction() if depth:
                body = self.body(test)
                return known if body is None else self.assume(known, body, holds, depth - 1)
            case Local():
                meant = known.get(("is", test))
                return self.assume(known, meant, holds, depth - 1) if isinstance(meant, ir.Expr) and depth else known
            case _:
                return known

    def _scan(self, scan: ir.Scan) -> ir.Scan:
        bare = self.bare(scan)
        assert isinstance(bare, ir.Scan)
        return bare

    def _one_of(self, known: Known, items: tuple[Expr, ...], holds: bool, depth: int) -> Known | None:
        """Return what follows in any case if one of several tests is the first that holds."""
        ways: list[Known | None] = []
        before: Known | None = known
        for item in items:
            ways.append(self.assume(before, item, holds, depth))
            before = self.assume(before, item, not holds, depth)
        return shared(ways)

    def _compared(self, known: Known, test: ir.Op, holds: bool) -> Known:
        op, left, right = test.op, test.left, test.right
        if op == "has" and isinstance(left, Const) and self.tables.lacking:
            known = self._with_facts(known, right, "has" if holds else "has not", left.value)
        if isinstance(left, Const) and not isinstance(right, Const) and op in TURNED:
            op, left, right = TURNED[op], right, left
        if not holds:
            if op not in OPPOSITE:
                return known
            op = OPPOSITE[op]
        if isinstance(right, Const) and self.tables.lacking:
            known = self._with_facts(known, left, op, right.value)
        if isinstance(right, Const) and op in ("==", "!="):
            if right.value == NO_INT or (right.value == NONE and not self.is_int(left)):
                return known if op == "==" else self.with_some(known, left)
            if right.value == 0 and op == "!=":
                members = known if self.is_int(left) else self.with_least(known, left, 1)
                return self._with_number(known, left, 1, members)
        if isinstance(right, Const) and op in _AT_LEAST:
            least = _AT_LEAST[op](right.value)
            facts = self._with_number(known, left, least, self.with_lowest(known, left, least))
            return self._alike(facts, left, right) if op == "==" else facts
        if op in ("<", "<="):
            known = self._with_reach(known, left, right, int(op == "<"))
        elif op in (">", ">="):
            known = self._with_reach(known, right, left, int(op == ">"))
        match op:
            case "==":
                return self._alike(known, left, right)
            case "has":
                return self.with_some(self.with_least(known, left, 1), right)
            case "within" if self.least(known, left) > 0:
                return self.with_least(known, right, 1)
            case "<" | "<=" if self.counted(right) is not None and self.is_count(left):
                return self._with_number(known, right, int(op == "<"), known)
            case ">" if self.counted(left) is not None and self.is_count(right):
                return self._with_number(known, left, 1, known)
            case _:
                return known

    def _alike(self, known: Known, left: Expr, right: Expr) -> Known:
        """Return the facts about two equal values: both are present, or neither is."""
        if self.present(known, left):
            known = self.with_some(known, right)
        if self.present(known, right):
            known = self.with_some(known, left)
        return known

    def _with_number(self, known: Known, number: Expr, least: int, otherwise: Known) -> Known:
        counted = self.counted(number)
        if counted is None:
            return otherwise
        if isinstance(counted, ir.Scan) and counted.kind == "count":
            return self.with_fact(known, ("any", self._quantifier(counted))) if least > 0 else known
        return self.with_least(known, counted, least)

    # ------------------------------------------------------------ adding

    def with_fact(self, known: Known, fact: Fact, value: object = 1) -> Known:
        return {**known, fact: value}

    def _with_reach(self, known: Known, low: Expr, high: Expr, by: int) -> Known:
        """Return the facts that follow if `high` exceeds `low` by at least `by`."""
        known = self.with_fact(known, ("number", self.bare(ir.Op("-", high, low))), by)
        lowest = self.lowest(known, low)
        if lowest is None:
            return known
        return self._with_number(known, high, lowest + by, self.with_lowest(known, high, lowest + by))

    def with_lowest(self, known: Known, e: Expr, least: int | None) -> Known:
        e = self.bare(e)
        before = self.lowest(known, e)
        if least is None or isinstance(e, Const) or (before is not None and before >= least):
            return known
        return self.with_fact(known, ("number", e), least)

    def with_least(self, known: Known, e: _Domain, least: int) -> Known:
        if least <= 0 or isinstance(e, ir.Span | ir.Subsets):
            return known
        if isinstance(e, ir.SeatOrder):
            return self.with_least(known, ir.Seated("playing"), least)
        e = self.bare(e)
        if isinstance(e, ir.ZoneCards):
            e = e.zone
        if self.least(known, e) >= least:
            return known
        known = self.with_fact(known, ("size", e), least)
        match e:
            case ir.Scan("those" | "most" | "least", _, domain):
                known = self.with_least(known, domain, 1)
                return self.with_fact(known, ("any", self._quantifier(e)))
            case ir.Single(member):
                return self.with_some(known, member)
            case Local() if isinstance(value := known.get(("is", e)), ir.Expr):
                return self.with_least(known, value, least)
            case ir.CallFunction() if (body := self.body(e)) is not None:
                return self.with_least(known, body, least)
            case ir.Op("-set" | "&", left, _):
                return self.with_least(known, left, least)
            case _:
                return known

    def with_pack(self, known: Known) -> Known:
        """Return the facts that follow if all cards are in the box."""
        return self.with_least(known, ir.ZoneAt(BOX), self.dealing.cards)

    def with_some(self, known: Known, e: Expr) -> Known:
        e = self.bare(e)
        if isinstance(e, Const) or ("some", e) in known:
            return known
        known = self.with_fact(known, ("some", e))
        match e:
            case ir.CardFact("colour", card):
                return self.with_some(known, ir.CardFact("suit", card))
            case ir.CardFact(_, card) | ir.Guised(card, _):
                missing = self.bare(card) == Const(NONE)  # nobody asks what a card shows that is never present
                return self.with_fact(known, ("some", Const(NONE))) if missing else self.with_some(known, card)
            case ir.ZoneEnd(zone) | ir.ZonePlace(zone):
                return self.with_least(known, zone, 1)
            case ir.First(of):
                return self.with_least(known, of, 1)
            case ir.Scan("first", _, domain):
                return self.with_fact(self.with_least(known, domain, 1), ("any", self._quantifier(e)))
            case ir.If(test, then, Const(ir.NONE | ir.NO_INT)):
                return self.with_some(self.assume(known, test, True) or known, then)
            case ir.If(test, Const(ir.NONE | ir.NO_INT), other):
                return self.with_some(self.assume(known, test, False) or known, other)
            case Local() if isinstance(value := known.get(("is", e)), ir.Expr):
                return self.with_some(known, value)
            case ir.CallFunction() if (body := self.body(e)) is not None:
                return self.with_some(known, body)
            case _:
                return known

    def with_member(
        self,
        known: Known,
        local: int,
        domain: _Domain,
        form: str = "each",
        change: Change | None = None,
    ) -> Known:
        """Return the facts about a local that runs over a domain or is chosen from it. A round can have changed the
        domain since the loop began."""
        known = self.after(known, Change(frozenset({("local", local)})))
        if change is not None and meet(self.deps_of(domain), change.changed | change.lost):
            return known
        if form == "places":
            assert not isinstance(domain, ir.SeatOrder | ir.Span | ir.Subsets)
            return self.with_some(known, ir.ZonePlace(domain, Local(local)))
        known = self.with_least(known, domain, 1)
        match domain:
            case ir.Span(Const(low), ir.ZoneSize(zone)) if low > 0:
                known = self.with_some(known, ir.ZonePlace(zone, Local(local)))
            case ir.Span() | ir.SeatOrder():
                pass
            case ir.Subsets(of, Const(low)) if low > 0:
                known = self.with_fact(self.with_least(known, of, low), ("size", Local(local)), low)
            case ir.Subsets():
                pass
            case _:
                if self.tables.locals[local][1].kind in ("card", "cards"):
                    known = self.with_fact(known, ("from", Local(local)), self.sources(known, domain))
        if form not in ("each", "guises", "places"):
            known = self.with_fact(known, ("size", Local(local)), 1)
        return known

    def with_value(self, known: Known, local: int, value: Expr) -> Known:
        """Return the facts after a local gets a value."""
        value = self.bare(value)
        here = self.present(known, value, self.tables.locals[local][1].none)
        least = self.least(known, value) if types.is_set(self.tables.locals[local][1]) else 0
        lowest = self.lowest(known, value) if self.tables.locals[local][1].kind == "int" else None
        sources = self.sources(known, value) if self.tables.locals[local][1].kind in ("card", "cards") else None
        known = self.after(known, Change(frozenset({("local", local)})))
        if here and isinstance(value, ir.Scan) and value.where is not None and ("local", local) not in self.deps(value):
            known = self.assume(known, substitute(value.where, {value.local: Local(local)}), True) or known
        if ("local", local) not in self.deps(value):
            known = self.with_fact(known, ("is", Local(local)), value)
        if here:
            known = self.with_fact(known, ("some", Local(local)))
        if least:
            known = self.with_fact(known, ("size", Local(local)), least)
        known = self.with_lowest(known, Local(local), lowest)
        return known if sources is None else self.with_fact(known, ("from", Local(local)), sources)


def _quantifier(scan: ir.Scan) -> ir.Scan:
    """Return the test of a quantifier, independent of the name of its variable."""
    named: ir.Scan = _renamed(scan, ANYWHERE)
    return replace(named, kind="any", value=None)


def _renamed(node: Any, number: int) -> Any:
    """Rename the variables of quantifiers by their nesting."""
    if isinstance(node, ir.Scan):
        inside: ir.Scan = substitute(node, {node.local: Local(number)})
        return replace(rebuilt(inside, lambda part: _renamed(part, number - 1)), local=number)
    return rebuilt(node, lambda part: _renamed(part, number))


_PLAIN = (Local, Const, ir.VarAt, ir.ZoneAt)


_AT_LEAST = {"==": lambda n: n, ">=": lambda n: n, ">": lambda n: n + 1}
