"""Expressions: trees without side effects. They know values, and no statements."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from parlour.base.frozen import frozen
from parlour.program.values import NONE, Origin, Type

__all__ = [
    "And",
    "BinOp",
    "Builtin",
    "CallFunction",
    "CardFact",
    "ColourOf",
    "Const",
    "Expr",
    "FaceCards",
    "FaceUp",
    "FaceUpCards",
    "First",
    "GetField",
    "Guised",
    "If",
    "Local",
    "MarkAt",
    "Members",
    "NextSeat",
    "Not",
    "Offers",
    "Op",
    "Or",
    "Permitted",
    "Pips",
    "PlaceOf",
    "PutField",
    "SameCard",
    "Scan",
    "SeatOrder",
    "Seated",
    "SideOf",
    "Single",
    "Size",
    "Span",
    "Subsets",
    "Sure",
    "VarAt",
    "WhereIs",
    "ZoneAt",
    "ZoneCards",
    "ZoneEnd",
    "ZonePlace",
    "ZoneSize",
]  # fmt: skip


@frozen
class Const:
    value: int


@frozen
class Local:
    index: int


@frozen
class VarAt:
    """A state variable; `keys` has one expression for each key of the variable, counted from 0."""

    var: int
    keys: tuple[Expr, ...] = ()


@frozen
class MarkAt:
    """A mark of a card."""

    mark: int
    card: Expr


@frozen
class ZoneAt:
    """The number of a zone instance; `keys` has one expression for each key of the zone, counted from 0."""

    zone: int
    keys: tuple[Expr, ...] = ()


@frozen
class ZoneCards:
    """The set of cards in a zone."""

    zone: Expr


@frozen
class ZoneSize:
    zone: Expr


@frozen
class ZoneEnd:
    """The top (last) or bottom (first) card of an ordered zone, or none. A card that counts as another has
    that face in its value."""

    zone: Expr
    bottom: bool


@frozen
class ZonePlace:
    """The card at a place of an ordered zone or a zone with columns, counted from 1; none when there is none."""

    zone: Expr
    place: Expr


@frozen
class PlaceOf:
    """The place (from 1) of a card in its ordered zone or column; 0 in an unordered zone."""

    card: Expr


@frozen
class WhereIs:
    """The zone instance a card is in."""

    card: Expr


@frozen
class FaceUp:
    """True if this card is face up in its zone."""

    card: Expr


@frozen
class FaceUpCards:
    """All cards that are face up in their zones."""


@frozen
class Guised:
    """A card counting as a face: identity + size * (1 + face). With the face none (-1): the bare card."""

    card: Expr
    face: Expr


@frozen
class Seated:
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
class Op:
    """`//` and `mod` round towards minus infinity; dividing by zero is a ruleset error. The same operation at
    two places is equal."""

    op: BinOp
    left: Expr
    right: Expr
    origin: Origin | None = field(default=None, compare=False)  # of `*`, `//` and `mod`, which can go wrong


@frozen
class SameCard:
    """True if two card values are one physical card (`==` on cards; what they count as does not matter)."""

    left: Expr
    right: Expr


@frozen
class Not:
    value: Expr


@frozen
class And:
    items: tuple[Expr, ...]


@frozen
class Or:
    items: tuple[Expr, ...]


@frozen
class If:
    test: Expr
    then: Expr
    other: Expr
    origin: Origin | None = field(default=None, compare=False)  # where an author wrote this choice


@frozen
class CardFact:
    """rank, suit, colour or face of a card value, or a fact that the deck defines (`Design.fact`), read from its guise
    when it has one. Some cards lack some facts: the suit of a joker is NONE. All facts of `none` are missing."""

    fact: str
    card: Expr


@frozen
class Pips:
    """The number of a rank: ace 1, 2..10, J 11, Q 12, K 13, joker 0."""

    rank: Expr


@frozen
class ColourOf:
    suit: Expr


@frozen
class FaceCards:
    """All cards of the pack whose printed rank, suit or face is in the set `of` (ranks, suits or faces as bits)."""

    fact: Literal["rank", "suit", "face"]
    of: Expr


@frozen
class Single:
    """The set with one member; the empty set for none."""

    member: Expr


@frozen
class Size:
    of: Expr


@frozen
class First:
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
class Scan:
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
class CallFunction:
    function: int
    args: tuple[Expr, ...]


@frozen
class Permitted:
    """True if this permission holds for these values. Clauses that yield when nothing else is left are binding here."""

    permission: int
    args: tuple[Expr, ...]


@frozen
class Offers:
    """True if this question, asked with these arguments, offers any action except those of last resort."""

    question: int
    args: tuple[Expr, ...]


@frozen
class NextSeat:
    """The next player still in, in the direction of play, or the one before; a player who is alone is their own
    neighbour."""

    player: Expr
    before: bool = False


@frozen
class SideOf:
    player: Expr


@frozen
class Members:
    """The players of a side, or of a set of sides (`many`)."""

    side: Expr
    many: bool = False


@frozen
class GetField:
    """A field of a packed record value."""

    record: Expr
    shift: int
    width: int
    bias: int


@frozen
class PutField:
    """A copy of a packed record value with another field."""

    record: Expr
    shift: int
    width: int
    bias: int
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Sure:
    """A value that must not be none; if it is none, that is a ruleset error."""

    value: Expr
    origin: Origin
    nothing: int = NONE  # the number that represents `none` of its type
    message: str = "there is no value here"  # what a player reads when it is none


@frozen
class Builtin:
    """One of the language's built-ins that need an algorithm of their own; see docs/language.md."""

    name: str
    args: tuple[Expr, ...]
    type: Type


Expr = (
    Const | Local | VarAt | MarkAt | ZoneAt | ZoneCards | ZoneSize | ZoneEnd | ZonePlace | PlaceOf | WhereIs
    | FaceUp | FaceUpCards | Guised | Seated | Op | SameCard | Not | And | Or | If | CardFact | Pips | ColourOf
    | FaceCards | Single | Size | First | Scan | CallFunction | Permitted | Offers | NextSeat | SideOf | Members
    | GetField | PutField | Sure | Builtin
)  # fmt: skip
