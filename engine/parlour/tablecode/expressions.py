"""Expressions of table code: integers, and tests whose truth matters.

`s`, the state, is a list of cells that every function gets, so it isn't written down. Registers are the variables of
one function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


class Expr:
    """The base of all: a value, worked out without changing anything."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Const(Expr):
    value: int


@dataclass(frozen=True, slots=True)
class Truth(Expr):
    """A constant test."""

    value: bool


@dataclass(frozen=True, slots=True)
class Absent(Expr):
    """A missing argument: no upper limit, no place."""


@dataclass(frozen=True, slots=True)
class Message(Expr):
    """The message that a player reads when something fails."""

    text: str


@dataclass(frozen=True, slots=True)
class Line(Expr):
    """A line of the ruleset, by its number in the source: where something fails."""

    number: int


@dataclass(frozen=True, slots=True)
class Named(Expr):
    """A number that is fixed for the table, by its name: where marks begin, how many cards there are."""

    name: str


@dataclass(frozen=True, slots=True)
class Reg(Expr):
    name: str


@dataclass(frozen=True, slots=True)
class Bind(Expr):
    """A value that code also stores in a register."""

    reg: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Load(Expr):
    """The value of the cell with this number."""

    at: Expr


@dataclass(frozen=True, slots=True)
class Entry(Expr):
    """An entry of a constant table; -1 finds the last one."""

    table: str
    index: Expr


Operator = Literal[
    "+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "min", "max", "==", "!=", "<", "<=", ">", ">="
]  # fmt: skip


UnaryOperator = Literal["-", "~", "size", "length"]

COMPARISONS: frozenset[Operator] = frozenset({"==", "!=", "<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class Op(Expr):
    op: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """An operator with one operand: -x, ~x, the number of members of a set, or the number of bits of a number."""

    op: UnaryOperator
    of: Expr


@dataclass(frozen=True, slots=True)
class Lowest(Expr):
    """The lowest member of a set that is not empty."""

    of: Reg


@dataclass(frozen=True, slots=True)
class Failed(Expr):
    """True after a `Fail` or `Abandon` that didn't leave the function."""


@dataclass(frozen=True, slots=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True)
class And(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(Expr):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """A choice between two values, of which code computes only one."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """Calls a function of the source or of the library."""

    function: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class In(Expr):
    """True if a move is among these: a list of moves, or some numbers."""

    value: Expr
    of: Expr | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Length(Expr):
    """The length of a list of moves."""

    list: str
