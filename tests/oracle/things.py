"""The things of a game (docs/language.md, section 3): cards with a face and an identity, seats, sides, zones, words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


class Stopped(Exception):  # noqa: N818  # the end of a game, as the page calls it
    """The ruleset makes the game stop here, with a runtime error."""


@dataclass(frozen=True)
class Colour:
    name: str


@dataclass(frozen=True)
class Suit:
    sign: str
    place: int
    colour: Colour | None


@dataclass(frozen=True)
class Rank:
    name: str
    place: int  # in the order of the deck, from 1
    pips: int
    ordered: bool  # False for the rank that a card without a suit brings along


@dataclass(frozen=True)
class Face:
    """What a card shows. A literal such as `10♦` means every card with this face."""

    name: str
    rank: Rank
    suit: Suit | None
    facts: Mapping[str, object] = field(compare=False, hash=False)


@dataclass(frozen=True)
class Card:
    """One physical card."""

    number: int
    face: Face = field(compare=False)


@dataclass(frozen=True)
class Guised:
    """`c as 5♠`: a card that counts as another."""

    card: Card
    face: Face


@dataclass(frozen=True)
class Player:
    seat: int


@dataclass(frozen=True)
class Side:
    number: int
    seats: tuple[int, ...] = field(compare=False)


class Sides(frozenset[object]):
    """A set of sides, also an empty one: a player who joins it is their side."""


@dataclass(frozen=True)
class Span:
    """A range of numbers or ranks, both ends included; it can be empty."""

    low: object
    high: object


@dataclass(frozen=True)
class Record:
    kind: str
    fields: tuple[tuple[str, object], ...]

    def but(self, **changes: object) -> Record:
        return Record(self.kind, tuple((name, changes.get(name, value)) for name, value in self.fields))

    def get(self, name: str) -> object:
        return dict(self.fields)[name]


@dataclass(eq=False)
class Zone:
    """A place for cards: a pile from the bottom up, fixed places (None where one is empty), or a set."""

    name: str
    keys: tuple[object, ...]
    place: int  # in the order of declaration, then of the keys
    ordered: bool
    columns: int | None
    room: int | None
    turns: bool
    seen: tuple[str, ...] = ("nobody",)
    counted: tuple[str, ...] = ("everybody",)
    led_by: str | None = None
    places: list[Card | None] = field(default_factory=list)
    up: set[Card] = field(default_factory=set)
    batch: set[Card] = field(default_factory=set)

    @property
    def cards(self) -> list[Card]:
        return [card for card in self.places if card is not None]

    @property
    def has_places(self) -> bool:
        return self.ordered or self.columns is not None

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __repr__(self) -> str:
        return " ".join([self.name, *map(str, self.keys)])
