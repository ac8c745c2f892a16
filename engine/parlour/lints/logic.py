"""Draws conclusions from conditions: whether a condition can be true, and its consequences. Looks at the syntax alone,
so a conclusion holds in every mix and for all values of the options. Calls aren't examined, because a rule can replace
the function. Two expressions with the same syntax have the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import inf
from operator import or_

from parlour.lang import syntax as s

Key = tuple[object, ...]
"""The syntax of an expression without its places."""
Token = int | str


@dataclass(frozen=True)
class PossibleValues:
    """Values that an expression can have. A number must be in the range, and not among the excluded ones. Other
    literals, which are strings, are in no range."""

    low: float = -inf
    high: float = inf
    only: frozenset[Token] | None = None
    but: frozenset[Token] = frozenset()

    def __and__(self, other: PossibleValues) -> PossibleValues | None:
        """Return the values that are in both, or None if there are none."""
        only = self.only if other.only is None else other.only if self.only is None else self.only & other.only
        both = PossibleValues(max(self.low, other.low), min(self.high, other.high), only, self.but | other.but)
        return None if both._none else both

    def __or__(self, other: PossibleValues) -> PossibleValues:
        """Return values that include those of both."""
        only = None if self.only is None or other.only is None else self.only | other.only
        but = {value for value in self.but | other.but if self._excludes(value) and other._excludes(value)}
        (a, b), (c, d) = self.range, other.range
        return PossibleValues(min(a, c), max(b, d), only, frozenset(but))

    def _excludes(self, value: Token) -> bool:
        return value in self.but or (self.only is not None and value not in self.only)

    @property
    def _none(self) -> bool:
        if self.only is not None:
            return not any(
                value not in self.but and (isinstance(value, str) or self.low <= value <= self.high)
                for value in self.only
            )
        few = self.high - self.low < 64
        return self.low > self.high or (few and all(n in self.but for n in range(int(self.low), int(self.high) + 1)))

    @property
    def range(self) -> tuple[float, float]:
        numbers = [value for value in self.only or () if isinstance(value, int)]
        if self.only is not None and len(numbers) == len(self.only):
            return max(self.low, min(numbers, default=self.low)), min(self.high, max(numbers, default=self.high))
        return self.low, self.high


Facts = Mapping[Key, PossibleValues]
NOTHING_KNOWN: Facts = {}
YES, NO = PossibleValues(only=frozenset({"true"})), PossibleValues(only=frozenset({"false"}))
SOME, NONE = PossibleValues(but=frozenset({"none"})), PossibleValues(only=frozenset({"none"}))
FILLED, EMPTY = PossibleValues(low=1), PossibleValues(low=0, high=0)
WORDS = ("word", "suit", "colour")  # the values that a plain word can mean
OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def key(node: object) -> Key:
    """Return the syntax of an expression without its places. Different notations for the same thing are equal."""
    match node:
        case s.Is(_, value, "empty" | "cards"):
            return ("size", key(value))
        case s.Field(_, of, "size"):
            return ("size", key(of))
        case s.Node():
            return (type(node), *[_part(getattr(node, name)) for name in s.names(type(node))])
    return ("", node)


def _part(value: object) -> object:
    if isinstance(value, tuple):
        return tuple(map(_part, value))
    return key(value) if isinstance(value, s.Node) else value


def agreed(test: s.Expr, holds: bool) -> Iterator[tuple[s.Expr, bool]]:
    """Yield the parts that are all true if this condition is true, or all false if it is false."""
    match test:
        case s.Binary(_, "and" | "or" as op, left, right) if holds == (op == "and"):
            yield from (*agreed(left, holds), *agreed(right, holds))
        case _:
            yield test, holds


def token(node: s.Expr) -> Token | None:
    """Return the value of a literal."""
    match node:
        case s.Number(_, value):
            return value
        case s.Minus(_, s.Number(_, value)):
            return -value
        case s.Truth(_, value):
            return "true" if value else "false"
        case s.Nothing():
            return "none"
        case s.RankLit(_, rank):
            return rank
        case s.SuitLit(_, sign):
            return f"suit {sign}"
        case s.CardLit(_, name):
            return f"card {name}"
        case s.WordLit(_, word):
            return f"word {word}"
        case _:
            return None


def _nothing(_: s.Expr, __: PossibleValues) -> Iterable[tuple[s.Expr, PossibleValues]]:
    return ()


@dataclass(frozen=True)
class Logic:
    """Draws conclusions. `declared` gives the values that an expression has by its declaration. `implied` gives what
    its values mean for other expressions: the suits of a card decide its colour."""

    declared: Callable[[s.Expr], PossibleValues | None] = field(default=lambda _: None)
    implied: Callable[[s.Expr, PossibleValues], Iterable[tuple[s.Expr, PossibleValues]]] = field(default=_nothing)

    def assume(self, test: s.Expr, holds: bool, facts: Facts = NOTHING_KNOWN) -> Facts | None:
        """Return the facts that follow if a condition is true (or false), or None if that is impossible."""
        match test:
            case s.Truth(_, value):
                return facts if value == holds else None
            case s.Not(_, value):
                return self.assume(value, not holds, facts)
            case s.Binary(_, "and", left, right):
                return self._both(left, right, holds, facts) if holds else self._either(left, right, holds, facts)
            case s.Binary(_, "or", left, right):
                return self._either(left, right, holds, facts) if holds else self._both(left, right, holds, facts)
            case s.Choice(_, condition, then, other):
                yes, no = self.assume(condition, True, facts), self.assume(condition, False, facts)
                ways = [
                    None if yes is None else self.assume(then, holds, yes),
                    None if no is None else self.assume(other, holds, no),
                ]
                return _joined(ways, facts)
            case s.Binary(_, "==" | "!=" as op, left, right):
                return self._equal(left, right, holds == (op == "=="), facts)
            case s.Binary(_, "<" | "<=" | ">" | ">=" as op, left, right):
                return self._compare(op if holds else OPPOSITE[op], left, right, facts)
            case s.Binary(_, "in" | "not in" as op, left, right):
                return self._member(left, right, holds == (op == "in"), facts)
            case s.Is(_, value, "empty" | "cards" as what, negated):
                filled = (what == "cards") != negated
                return self._narrow(value, key(test), FILLED if filled == holds else EMPTY, facts)
            case s.Is(_, value, "none" | "some" as what, negated):
                missing = (what == "none") != negated
                return self._narrow(value, key(value), NONE if missing == holds else SOME, facts)
            case s.Quantified(_, "no", each):
                return _noted(("any", key(each)), not holds, facts)
            case s.Quantified(_, "any", each):
                return _noted(("any", key(each)), holds, facts)
            case _:
                return self._narrow(test, key(test), YES if holds else NO, facts)

    def _both(self, left: s.Expr, right: s.Expr, holds: bool, facts: Facts) -> Facts | None:
        first = self.assume(left, holds, facts)
        return None if first is None else self.assume(right, holds, first)

    def _either(self, left: s.Expr, right: s.Expr, holds: bool, facts: Facts) -> Facts | None:
        return _joined([self.assume(left, holds, facts), self.assume(right, holds, facts)], facts)

    def _narrow(self, node: s.Expr, name: Key, values: PossibleValues, facts: Facts) -> Facts | None:
        known = facts.get(name)
        if known is None:
            known = self.declared(node) or PossibleValues(low=0 if name[0] == "size" else -inf)
        both = known & values
        if both is None:
            return None
        narrowed = {**facts, name: both}
        for other, limits in self.implied(node, both):
            rest = facts.get(key(other), PossibleValues()) & limits
            if rest is None:
                return None
            narrowed[key(other)] = rest
        return narrowed

    def _equal(self, left: s.Expr, right: s.Expr, holds: bool, facts: Facts) -> Facts | None:
        for one, other in ((left, right), (right, left)):
            literal = self._literal(other, one)
            if literal is not None and token(one) is None:
                values = (
                    PossibleValues(only=frozenset({literal})) if holds else PossibleValues(but=frozenset({literal}))
                )
                (low, high) = self.range(one, facts)
                if isinstance(literal, int) and not low <= literal <= high:
                    return None if holds else facts
                return self._narrow(one, key(one), values, facts)
        if key(left) == key(right):
            return facts if holds else None
        (a, b), (c, d) = self.range(left, facts), self.range(right, facts)
        if b < c or d < a:
            return None if holds else facts
        if a == b == c == d:
            return facts if holds else None
        name: Key = ("==", *sorted((key(left), key(right)), key=repr))
        return _noted(name, holds, facts)

    def _literal(self, node: s.Expr, beside: s.Expr) -> Token | None:
        """Return the value of a literal; a plain word counts as one if the other side can have it as a value."""
        declared = self.declared(beside) if isinstance(node, s.Name) else None
        if isinstance(node, s.Name) and declared is not None and declared.only is not None:
            return next((value for kind in WORDS if (value := f"{kind} {node.id}") in declared.only), None)
        return token(node)

    def _compare(self, op: str, left: s.Expr, right: s.Expr, facts: Facts) -> Facts | None:
        if isinstance(left, s.RankLit) or isinstance(right, s.RankLit):
            return facts
        (a, b), (c, d) = self.range(left, facts), self.range(right, facts)
        same = key(left) == key(right)
        never = {"<": a >= d, "<=": a > d, ">": b <= c, ">=": b < c}[op]
        if never or (same and op in "<>"):
            return None
        for one, way, (low, high) in ((left, op, (c, d)), (right, TURNED[op], (a, b))):
            if low == high and token(one) is None:
                limit = {
                    "<": PossibleValues(high=low - 1), "<=": PossibleValues(high=low),
                    ">": PossibleValues(low=low + 1), ">=": PossibleValues(low=low),
                }[way]  # fmt: skip
                return self._narrow(one, key(one), limit, facts)
        less, more = (left, right) if op in ("<", "<=") else (right, left)
        first, second = (less, more) if op in ("<", ">") else (more, less)  # a <= b means that b < a doesn't hold
        return _noted(("<", key(first), key(second)), op in ("<", ">"), facts)

    def _member(self, left: s.Expr, right: s.Expr, holds: bool, facts: Facts) -> Facts | None:
        members = self._members(left, right)
        if members is None:
            return _noted(("in", key(left), key(right)), holds, facts)
        if not holds:
            low, high = members.low, members.high
            if members.only is not None:
                return self._narrow(left, key(left), PossibleValues(but=members.only), facts)
            known = self.range(left, facts)
            return None if low <= known[0] and known[1] <= high else facts
        return self._narrow(left, key(left), members, facts)

    def _members(self, left: s.Expr, node: s.Expr) -> PossibleValues | None:
        """Return the members of a set or range of literals, beside which an expression has a value."""
        match node:
            case s.RangeLit(_, s.Number(_, low), s.Number(_, high)):
                return PossibleValues(low, high)
            case s.ListLit(_, items):
                tokens: set[Token] = set()
                for item in items:
                    literal = self._literal(item, left)
                    match item:
                        case s.RangeLit(_, s.Number(_, low), s.Number(_, high)):
                            tokens |= set(range(low, high + 1))
                        case _ if literal is not None:
                            tokens.add(literal)
                        case _:
                            return None
                return PossibleValues(only=frozenset(tokens))
            case _:
                return None

    def range(self, node: s.Expr, facts: Facts = NOTHING_KNOWN) -> tuple[float, float]:
        """Return the least and the largest number that an expression can be."""
        low, high = self._range(node, facts)
        known = facts.get(key(node))
        return (low, high) if known is None else (max(low, known.range[0]), min(high, known.range[1]))

    def _range(self, node: s.Expr, facts: Facts) -> tuple[float, float]:
        match node:
            case s.Number(_, value):
                return value, value
            case s.Minus(_, value):
                low, high = self.range(value, facts)
                return -high, -low
            case s.Binary(_, "+" | "-" | "*" as op, left, right):
                return _computed(op, self.range(left, facts), self.range(right, facts))
            case s.Binary(_, "mod", _, s.Number(_, value)) if value > 0:
                return 0, value - 1
            case s.Call(_, "min" | "max" as name, (one, two)):
                (a, b), (c, d) = self.range(one, facts), self.range(two, facts)
                return (min(a, c), min(b, d)) if name == "min" else (max(a, c), max(b, d))
            case s.Choice(_, _, then, other):
                (a, b), (c, d) = self.range(then, facts), self.range(other, facts)
                return min(a, c), max(b, d)
        declared = self.declared(node)
        if declared is not None:
            return declared.range
        if isinstance(node, s.Quantified) and node.kind == "count":
            return 0, inf
        return (0, inf) if isinstance(node, s.Field) and node.name in ("size", "place") else (-inf, inf)


def _noted(name: Key, holds: bool, facts: Facts) -> Facts | None:
    """Return the facts with a condition that is either true or false."""
    both = facts.get(name, PossibleValues()) & (YES if holds else NO)
    return None if both is None else {**facts, name: both}


def _joined(ways: list[Facts | None], facts: Facts) -> Facts | None:
    """Return the facts that several branches have in common."""
    possible = [way for way in ways if way is not None]
    if not possible:
        return None
    first, *others = possible
    shared = [name for name in first if all(name in other for other in others)]
    return {name: reduce(or_, (way[name] for way in possible)) for name in shared}


def _computed(op: str, left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float]:
    (a, b), (c, d) = left, right
    if op == "+":
        return a + c, b + d
    if op == "-":
        return a - d, b - c
    ends = [0.0 if 0 in (x, y) else x * y for x in left for y in right]
    return min(ends), max(ends)


