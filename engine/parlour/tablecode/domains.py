"""The domains of loops of table code."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.tablecode.expressions import Expr, Line


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` up to but not including `stop`."""

    low: Expr
    stop: Expr


@dataclass(frozen=True, slots=True)
class Members:
    """The members of a set, the lowest first."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a set in their order; the order of identical cards is decided when a loop reaches them."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Seats:
    """The members of a set of players in the direction of play, from `start` or after it. Sorted: by their
    numbers."""

    playing: Expr
    direction: Expr
    start: Expr
    after: bool
    sorted: bool = False


@dataclass(frozen=True, slots=True)
class Lying:
    """The cards of a zone with their places: two registers. The zone is a row, or has this number of columns."""

    at: Expr
    columns: int | None


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranks of which a set has at least this number of cards."""

    of: Expr
    least: Expr


@dataclass(frozen=True, slots=True)
class Groups:
    """The sets of cards of one rank, within these sizes."""

    of: Expr
    least: int
    most: int | None
    line: Line


@dataclass(frozen=True, slots=True)
class Melds:
    """The melds among some cards, in ascending order."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs with `width` cards of each of `least`..`most` ranks, in ascending order."""

    of: Expr
    width: int
    least: int
    most: int | None
    line: Line


@dataclass(frozen=True, slots=True)
class Alike:
    """The sets of these cards, which all have one rank."""

    of: Expr
    least: int
    most: int | None
    line: Line


@dataclass(frozen=True, slots=True)
class Subsets:
    """The subsets of a set with `low`..`high` members, the ruleset's bounds. Only those with `least`..`most` members
    can fulfil the conditions. `few`: raise `Many` unless there are few."""

    of: Expr
    low: Expr
    high: Expr
    least: int | None
    most: int | None
    line: Line
    few: bool = False


@dataclass(frozen=True, slots=True)
class Guises:
    """Cards as themselves, and as each face that a function gives for them."""

    of: Expr
    faces: str


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a zone, from 1."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class Distinct:
    """One of the choices that differ only in which identical cards they take; `used` are already taken."""

    of: Domain
    used: Expr
    sets: bool


Domain = (
    Span | Members | Cards | Seats | Lying | Ranks | Groups | Melds | Runs | Alike | Subsets | Guises | Places
    | Distinct
)  # fmt: skip
