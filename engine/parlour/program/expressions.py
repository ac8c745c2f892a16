"""Expressions: trees without side effects, and texts with holes for them. They know values, and no statements."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from parlour.base.frozen import frozen
from parlour.program.values import NONE, Origin, Type


class Expr:
    """The base of all: a value, worked out without changing anything."""


@frozen
class Const(Expr):
    value: int


@frozen
class Local(Expr):
    index: int


@frozen
class VarAt(Expr):
    """A state variable; `keys` has one expression for each key of the variable, counted from 0."""

    var: int
    keys: tuple[Expr, ...] = ()


@frozen
class MarkAt(Expr):
    """A mark of a card."""

    mark: int
    card: Expr


@frozen
class ZoneAt(Expr):
    """The number of a zone instance; `keys` has one expression for each key of the zone, counted from 0."""

    zone: int
    keys: tuple[Expr, ...] = ()


@frozen
class ZoneCards(Expr):
    """The set of cards in a zone."""

    zone: Expr


@frozen
class ZoneSize(Expr):
    zone: Expr


@frozen
class ZoneEnd(Expr):
    """The top (last) or bottom (first) card of an ordered zone, or none."""

    zone: Expr
    bottom: bool


@frozen
class ZonePlace(Expr):
    """The card at a place of an ordered zone or a zone with columns, counted from 1; none when there is none."""

    zone: Expr
    place: Expr


@frozen
class PlaceOf(Expr):
    """The place (from 1) of a card in its ordered zone or column; 0 in an unordered zone."""

    card: Expr


@frozen
class WhereIs(Expr):
    """The zone instance a card is in."""

    card: Expr


@frozen
class FaceUp(Expr):
    """True if this card is face up in its zone."""

    card: Expr


@frozen
class FaceUpCards(Expr):
    """All cards that are face up in their zones."""


@frozen
class Guised(Expr):
    """A card counting as a face: identity + size * (1 + face). With the face none (-1): the bare card."""

    card: Expr
    face: Expr


@frozen
class Seated(Expr):
    """A set or fact about the table: `everyone`, `playing` (players still in), `sides`, `pack`, `direction` (1 or
    -1) or `players` (number)."""

    what: Literal["everyone", "playing", "sides", "pack", "direction", "seats"]


BinOp = Literal[
    "+", "-", "*", "//", "mod", "min", "max",
    "==", "!=", "<", "<=", ">", ">=",
    "|", "&", "-set",  # union, intersection, difference of sets
    "has",  # True if `right` is a member of the set `left`; a card is compared by identity
    "within",  # True if the set `left` is a subset of `right`
]  # fmt: skip


@frozen
class Op(Expr):
    """`//` and `mod` round towards minus infinity; dividing by zero is a ruleset error. The same operation at
    two places is equal."""

    op: BinOp
    left: Expr
    right: Expr
    origin: Origin | None = field(default=None, compare=False)  # of `*`, `//` and `mod`, which can go wrong


@frozen
class SameCard(Expr):
    """True if two card values are one physical card (`==` on cards; what they count as does not matter)."""

    left: Expr
    right: Expr


@frozen
class Not(Expr):
    value: Expr


@frozen
class And(Expr):
    items: tuple[Expr, ...]


@frozen
class Or(Expr):
    items: tuple[Expr, ...]


@frozen
class If(Expr):
    test: Expr
    then: Expr
    other: Expr
    origin: Origin | None = field(default=None, compare=False)  # where an author wrote this choice


@frozen
class CardFact(Expr):
    """rank, suit, colour or face of a card value, or a fact that the deck defines (`Design.fact`), read from its guise
    when it has one. Some cards lack some facts: the suit of a joker is NONE. All facts of `none` are missing."""

    fact: str
    card: Expr


@frozen
class Pips(Expr):
    """The number of a rank: ace 1, 2..10, J 11, Q 12, K 13, joker 0."""

    rank: Expr


@frozen
class ColourOf(Expr):
    suit: Expr


@frozen
class FaceCards(Expr):
    """All cards of the pack whose printed rank, suit or face is in the set `of` (ranks, suits or faces as bits)."""

    fact: Literal["rank", "suit", "face"]
    of: Expr


@frozen
class Single(Expr):
    """The set with one member; the empty set for none."""

    member: Expr


@frozen
class Size(Expr):
    of: Expr


@frozen
class First(Expr):
    """The first member of a set, or none: the lowest number, or of `cards` the first one in the order of cards."""

    of: Expr
    cards: bool = False


@frozen
class SeatOrder:
    """Players still in, in the order of play, beginning with `start` (or after it)."""

    start: Expr
    after: bool


@frozen
class Span:
    """The whole numbers low..high (or ranks, in order), both included."""

    low: Expr
    high: Expr


@frozen
class Subsets:
    """The sets of low..high cards of a set, in ascending order. More cards than `most` are a ruleset error."""

    of: Expr
    low: Expr
    high: Expr
    most: Expr | None = None
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Scan(Expr):
    """Runs `local` over a domain (members of a set in ascending order, a SeatOrder, a Span, or Subsets) where `where`
    holds.

    any, all → bool; count, sum, max, min → int (max and min of nothing: 0);
    those, most, least → set (a domain that is a SeatOrder gives a set of players);
    first → the first one in the order of the domain, or none.
    sum, max, min, most and least need `value`. Subsets have only any, all, count, sum, max and min.
    """

    kind: Literal["any", "all", "count", "sum", "max", "min", "those", "most", "least", "first"]
    local: int
    domain: Expr | SeatOrder | Span | Subsets
    where: Expr | None
    value: Expr | None


@frozen
class CallFunction(Expr):
    function: int
    args: tuple[Expr, ...]


@frozen
class Permitted(Expr):
    """True if this permission holds for these values. Clauses that yield when nothing else is left are binding here."""

    permission: int
    args: tuple[Expr, ...]


@frozen
class Offers(Expr):
    """True if this question, asked with these arguments, offers any action except those of last resort."""

    question: int
    args: tuple[Expr, ...]


@frozen
class NextSeat(Expr):
    """The next player still in, in the direction of play, or the one before; a player who is alone is their own
    neighbour."""

    player: Expr
    before: bool = False


@frozen
class SideOf(Expr):
    player: Expr


@frozen
class Members(Expr):
    """The players of a side, or of a set of sides (`many`)."""

    side: Expr
    many: bool = False


@frozen
class GetField(Expr):
    """A field of a packed record value."""

    record: Expr
    shift: int
    width: int
    bias: int


@frozen
class PutField(Expr):
    """A copy of a packed record value with another field."""

    record: Expr
    shift: int
    width: int
    bias: int
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Sure(Expr):
    """A value that must not be none; if it is none, that is a ruleset error."""

    value: Expr
    origin: Origin
    nothing: int = NONE  # the number that represents `none` of its type
    message: str = "there is no value here"  # what a player reads when it is none


@frozen
class Builtin(Expr):
    """One of the language's built-ins that need an algorithm of their own; see docs/language.md."""

    name: str
    args: tuple[Expr, ...]
    type: Type


@frozen
class Hole:
    """An expression inside words for players, with the type that decides the form of its value. `spoken` values are
    words of a sentence: `seat 3`, `no trump`. The others are what somebody can type. Of a `blank` hole nothing is
    written if the value is none."""

    value: Expr
    type: Type
    spoken: bool = False
    blank: bool = False


Template = tuple[str | Hole, ...]
