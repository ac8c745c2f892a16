"""Values, their types, and the places that parts of a ruleset come from. Imports nothing else of the package."""

from __future__ import annotations

from typing import Literal

from parlour.base.frozen import frozen
from parlour.base.source import short_path

LANGUAGE = 1  # the version of the language that a Program speaks; saves carry it

NONE = -1  # `none` in every optional type but int
NO_INT = -(1 << 31)  # `none` in the type `int or none`

FIRST, NEUTRAL, LAST, AVOIDED = 0, 1, 2, 3  # how a policy prefers actions


@frozen
class Origin:
    """The origin of a part of a ruleset, in words and as a place."""

    document: str  # id of the frame, rule or game
    title: str
    path: str
    line: int
    column: int

    @property
    def place(self) -> str:
        return f"{short_path(self.path)}:{self.line}:{self.column}"


Thing = tuple[str, int]
"""Something that steps read or change: a variable, mark or zone by its number, or one of the following."""

FLOW: Thing = ("flow", 0)  # leaving a stage
ASK: Thing = ("ask", 0)  # putting questions
CHANCE: Thing = ("chance", 0)
SEATS: Thing = ("seats", 0)  # who is in, and the direction
UNTOUCHED: frozenset[Thing] = frozenset()

Kind = Literal[
    "bool", "int", "rank", "suit", "colour", "card", "player", "side", "zone", "enum", "record",
    "ranks", "suits", "colours", "cards", "players", "sides", "values",
]  # fmt: skip

SETS: dict[Kind, Kind] = {
    "rank": "ranks", "suit": "suits", "colour": "colours", "card": "cards", "player": "players", "side": "sides",
    "enum": "values",
}  # fmt: skip
MEMBERS: dict[Kind, Kind] = {many: one for one, many in SETS.items()}


@frozen
class Type:
    """A type: what an integer of the state represents.

    bool 0/1; int itself; rank, suit and colour by their numbers in the deck's `Design`, ranks from the lowest; card its
    identity, plus, when it counts as another card, size * (1 + that face); player, side: seat or side counted from 0;
    zone: number of the instance; enum: position of the word in `Program.enums`; record: its fields side by side in bits
    (`Record`). The plurals are sets: bit i for member i (`values` is a set of an enumeration). `none` of an optional
    type is NONE, or NO_INT for int.
    """

    kind: Kind
    name: str = ""  # of the enumeration or record
    optional: bool = False

    @property
    def none(self) -> int:
        """The number that represents a missing value of this type, or an empty set."""
        return 0 if self.kind in MEMBERS else NO_INT if self.kind == "int" else NONE

    @property
    def default(self) -> int:
        """The number that a variable of this type has before anything is stored, unless it is a record."""
        return self.none if self.optional else 0


@frozen
class RecordField:
    name: str
    type: Type
    shift: int
    width: int
    bias: int  # added before packing, so that the least value, such as none (-1), is stored as 0
    default: int  # an unpacked value

    def of(self, record: int) -> int:
        """Return the value of this field in a record."""
        return (record >> self.shift & (1 << self.width) - 1) - self.bias


@frozen
class Record:
    name: str
    fields: tuple[RecordField, ...]
