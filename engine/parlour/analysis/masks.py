"""Turns conditions on a card into sets of cards: `c.suit == x` over a hand is the intersection of the hand and a suit.

Works on Program expressions only, from expression to expression; any back end can use the result. If a condition can't
become a set, there is no result, and the execution tests each card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour import program as p
from parlour.analysis.premises import Folding, Premises
from parlour.program.operators import TURNED
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import mentions, rebuilt, substitute, walk
from parlour.table.constants import Constants, NotConstantError

BELOW = "below"  # the built-in set of the numbers 0..n-1
BESIDE = "beside"  # the built-in set of the cards that differ from some card of a set
NO_CARDS = p.Const(0)
PACK = p.Seated("pack")
MOST_VALUES = 8  # of a fact that become a chain of sets
_NO_SETS = (p.SeatOrder, p.Span, p.Subsets)  # other domains of a loop


@dataclass(frozen=True)
class _Part:
    """The cards of a set, or all other cards (`rest`)."""

    cards: p.Expr
    rest: bool = False

    def flipped(self) -> _Part:
        return _Part(self.cards, not self.rest)

    def plain(self) -> p.Expr:
        return _less(PACK, self.cards) if self.rest else self.cards


ALL = _Part(NO_CARDS, rest=True)
NONE = _Part(NO_CARDS)


def narrowed(folding: Folding, domain: p.Expr, where: p.Expr, card: int) -> p.Expr | None:
    """The members of a set of cards for which a condition on local `card` holds, as one expression."""
    facts = folding.facts
    part = _Conditions(folding, card, facts.may_count(domain) and facts.may_count_in(card)).part(where)
    if part is None:
        return None
    return _less(domain, part.cards) if part.rest else _common(domain, part.cards)


def as_set_of(premises: Premises, e: p.Scan) -> p.Expr | None:
    """Return the chosen cards as a set expression, or None if the condition has no such form; for `all`, the cards
    that fail it."""
    if isinstance(e.domain, _NO_SETS) or premises.as_written or premises.program.locals[e.local][1].kind != "card":
        return None
    if e.where is None:
        return e.domain if e.kind != "all" else p.Const(0)
    if e.kind == "all":
        return narrowed(premises.folding, e.domain, p.Not(e.where), e.local)
    return narrowed(premises.folding, e.domain, e.where, e.local)


class _Conditions:
    def __init__(self, folding: Folding, card: int, counting: bool) -> None:
        self.folding = folding
        self.facts = folding.facts
        self.card = p.Local(card)
        self.counting = counting  # the card may count as another, so no fixed set has all cards that show a fact

    def part(self, e: p.Expr) -> _Part | None:
        """The cards for which `e` holds."""
        if self._independent(e):
            return self._if(e, ALL, NONE)
        by_face = self._by_face(e)
        if by_face is not None:
            return by_face
        match e:
            case p.Not(x):
                inside = self.part(x)
                return inside and inside.flipped()
            case p.And(items):
                return self._all(items)
            case p.Or(items):
                none_of = self._all(tuple(p.Not(x) for x in items))
                return none_of and none_of.flipped()
            case p.If(test, then, other):
                a, b = self.part(_unsure(then, test)), self.part(other)
                if a is None or b is None:
                    return None
                if self._independent(test):
                    return self._if(test, a, b)
                return self.part(p.Or((p.And((test, then)), p.And((p.Not(test), other)))))
            case p.Op("has", members, member):
                return self._has(members, member)
            case p.Op(op, p.Op("+", left, p.Const(a)), p.Op("+", right, p.Const(b))) if op in TURNED and a == b:
                return self.part(p.Op(op, left, right))
            case p.Op(op, left, right) if op in TURNED:
                return self._compared(op, left, right) or self._compared(TURNED[op], right, left)
            case p.FaceUp(card) if card == self.card:
                return _Part(p.FaceUpCards())
            case p.SameCard(left, right):
                other = right if left == self.card else left
                if self.card in (left, right) and self._independent(other):
                    return _Part(p.Single(other))
            case p.Scan("any" | "all", local, p.Single(card), where) if card == self.card and where is not None:
                return self.part(substitute(where, {local: card}))
            case p.Scan("any", local, domain, where) if where is not None and not isinstance(domain, _NO_SETS):
                return self._any_seat(local, domain, where) or self._any_other(local, domain, where)
            case p.CallFunction() | p.Permitted():
                inlined = self.facts.inlined(e)
                return None if inlined is None else self.part(self.folding.folded(inlined))
        return None

    def _independent(self, e: p.Expr) -> bool:
        """True if the expression has one value for all cards, and can't fail."""
        return not mentions(e, self.card.index) and not self.facts.may_fault(e)

    def _by_face(self, e: p.Expr) -> _Part | None:
        """The set of faces for a condition that depends only on what the card shows."""
        if self.counting:
            return None
        design = self.facts.program.deck.design
        faces = 0
        try:
            self._value_for(0, e)  # most conditions fail here
            ranks = sum(n == p.CardFact("rank", self.card) for n in walk(e))
            by_rank = ranks == sum(n == self.card for n in walk(e))  # a function could ask for more than the rank
            known: dict[int, int] = {}  # the results by rank or face
            for face in range(len(design.faces)):
                key = design.rank_of(face) if by_rank else face
                if key not in known:
                    known[key] = self._value_for(face, e)
                faces |= bool(known[key]) << face
        except NotConstantError:
            return None
        if faces == (1 << len(design.faces)) - 1:
            return ALL
        return _Part(p.FaceCards("face", p.Const(faces))) if faces else NONE

    def _value_for(self, face: int, e: p.Expr) -> int:
        """The value of a condition for a card with this face; NotConstantError if that isn't all it depends on."""
        return Constants(self.facts.program, faces={self.card.index: face}).value(e)

    def _if(self, test: p.Expr, a: _Part, b: _Part) -> _Part:
        if isinstance(test, p.Const):
            return a if test.value else b
        if a.cards == NO_CARDS:  # everything or nothing: use the form of the other one
            a = _Part(NO_CARDS if a.rest == b.rest else PACK, b.rest)
        if b.cards == NO_CARDS:
            b = _Part(NO_CARDS if a.rest == b.rest else PACK, a.rest)
        if a.rest != b.rest:
            a, b = _Part(a.plain()), _Part(b.plain())
        return _Part(p.If(test, a.cards, b.cards), a.rest)

    def _all(self, items: tuple[p.Expr, ...]) -> _Part | None:
        """The cards for which all of these hold. Later conditions are computed only where the earlier conditions that
        don't depend on the card hold."""
        for k, item in enumerate(items):
            items = items[: k + 1] + tuple(_unsure(later, item) for later in items[k + 1 :])
        result = ALL
        for item in reversed(items):
            if self._independent(item):
                result = self._if(item, result, NONE)
                continue
            part = self.part(item)
            if part is None:
                return None
            result = _both(part, result)
        return result

    def _has(self, members: p.Expr, member: p.Expr) -> _Part | None:
        if not self._independent(members):
            return None
        if member == self.card:
            return _Part(members)
        match member:
            case p.CardFact("rank" | "suit" | "face" as fact, card) if card == self.card and not self.counting:
                return _Part(p.FaceCards(fact, members))
        return None

    def _any_seat(self, local: int, domain: p.Expr, where: p.Expr) -> _Part | None:
        """The cards for which a condition holds with any of some players or sides that never change."""
        seats = self.folding.folded(domain)
        if not isinstance(seats, p.Const) or self.facts.program.locals[local][1].kind not in ("player", "side"):
            return None
        each = [substitute(where, {local: p.Const(n)}) for n in range(seats.value.bit_length()) if seats.value >> n & 1]
        return self.part(self.folding.folded(p.Or(tuple(each))))

    def _any_other(self, local: int, domain: p.Expr, where: p.Expr) -> _Part | None:
        """The cards for which a set has another card."""
        itself = [p.Not(p.SameCard(p.Local(local), self.card)), p.Not(p.SameCard(self.card, p.Local(local)))]
        itself.append(p.Not(p.Op("has", p.Single(self.card), p.Local(local))))
        others = tuple(item for item in conjuncts(where) if item not in itself)
        if not all(map(self._independent, (domain, *others))):
            return None
        left = narrowed(self.folding, domain, p.And(others), local) if others else domain
        if left is None:
            return None
        return _Part(p.Builtin(BESIDE, (left,), p.Type("cards")))

    def _compared(self, op: p.BinOp, left: p.Expr, right: p.Expr) -> _Part | None:
        if not self._independent(right):
            return None
        match left:
            case p.WhereIs(card) if card == self.card and op in ("==", "!="):
                return _Part(p.ZoneCards(right), op == "!=") if self.facts.never_none(right) else None
            case p.CardFact(fact, card) if card == self.card and not self.counting:
                pass
            case p.If(test, then, other):
                return self.part(p.If(test, p.Op(op, then, right), p.Op(op, other, right)))
            case _:
                return None
        if op in ("==", "!="):
            showing = self._showing(fact, right)
            return None if showing is None else _Part(showing, op == "!=")
        if fact != "rank":
            return None
        bound = right if op in ("<", ">=") else p.Op("+", right, p.Const(1))
        return _Part(p.FaceCards("rank", p.Builtin(BELOW, (bound,), p.Type("ranks"))), op in (">", ">="))

    def _showing(self, fact: str, value: p.Expr) -> p.Expr | None:
        """The cards with this value of a fact; None if the fact has so many values that each card is tested sooner.
        Cards of no suit have the suit and colour `none`."""
        deck, design = self.facts.program.deck, self.facts.program.deck.design
        match fact:
            case "rank" | "face":
                return p.FaceCards(fact, p.Single(value))
            case "suit":
                cards: p.Expr = p.FaceCards("suit", p.Single(value))
            case "colour":
                suits = enumerate(design.suits_of_colour)
                cards = _one_of(value, {colour: p.FaceCards("suit", p.Const(of)) for colour, of in suits})
            case _:
                faces = design.faces_by_value(fact)
                if len(faces) > MOST_VALUES:
                    return None
                return _one_of(value, {it: p.FaceCards("face", p.Const(of)) for it, of in faces.items()})
        if not deck.has_without(fact) or self.facts.never_none(value):
            return cards
        without = p.FaceCards("face", p.Const(design.without(fact)))
        return p.If(p.Op("==", value, p.Const(p.NONE)), without, cards)


def _one_of(value: p.Expr, cards: Mapping[int, p.Expr]) -> p.Expr:
    """Return the cards that belong to a value."""
    choice: p.Expr = NO_CARDS
    for constant, here in cards.items():
        choice = p.If(p.Op("==", value, p.Const(constant)), here, choice)
    return choice


def _unsure(e: p.Expr, test: p.Expr) -> p.Expr:
    """Return an expression without checks for none, at a place where the test has excluded none."""
    match test:
        case p.Not(p.Op("==", value, p.Const(p.NONE | p.NO_INT))) | p.Op("!=", value, p.Const(p.NONE | p.NO_INT)):
            return _without_sure(e, value)
    return e


def _without_sure(e: p.Expr, value: p.Expr) -> p.Expr:
    if isinstance(e, p.Sure) and e.value == value:
        return value
    result: p.Expr = rebuilt(e, lambda part: _without_sure(part, value))
    return result


def _both(a: _Part, b: _Part) -> _Part:
    if a.rest and b.rest:
        return _Part(_union(a.cards, b.cards), rest=True)
    if a.rest:
        return _Part(_less(b.cards, a.cards))
    return _Part(_less(a.cards, b.cards) if b.rest else _common(a.cards, b.cards))


def _union(a: p.Expr, b: p.Expr) -> p.Expr:
    return b if a == NO_CARDS else a if b == NO_CARDS else p.Op("|", a, b)


def _common(a: p.Expr, b: p.Expr) -> p.Expr:
    match (a, b):
        case (p.If(test, all_, none), other) | (other, p.If(test, all_, none)) if (all_, none) == (PACK, NO_CARDS):
            return p.If(test, other, NO_CARDS)
    return NO_CARDS if NO_CARDS in (a, b) else b if a == PACK else a if b == PACK else p.Op("&", a, b)


def _less(a: p.Expr, b: p.Expr) -> p.Expr:
    return NO_CARDS if a == NO_CARDS or b == PACK else a if b == NO_CARDS else p.Op("-set", a, b)
