"""Statements and functions of table code."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.tablecode.domains import Domain
from parlour.tablecode.expressions import Call, Expr, Line


@dataclass(frozen=True, slots=True)
class Let:
    reg: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Stores a value in one or more cells."""

    cells: tuple[Expr, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a function for its effects."""

    call: Call


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: Block
    other: Block = ()


@dataclass(frozen=True, slots=True)
class While:
    """A loop; `otherwise` runs unless the loop was left."""

    test: Expr
    body: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class ForBits:
    """Runs over the members of a set, the lowest first; `rest` has the remaining ones, and nothing else changes it."""

    reg: str
    rest: str
    of: Expr
    body: Block
    lowest: str  # a register for the bit of the member


@dataclass(frozen=True, slots=True)
class For:
    """Runs over a domain, whose members are computed first. `otherwise` runs unless the body left the loop.

    `spent`: the rounds count against the steps that are left, and running out of them is an error there.
    """

    regs: tuple[str, ...]
    of: Domain
    body: Block
    otherwise: Block = ()
    spent: Line | None = None


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Fail:
    """Reports an error in a line of the ruleset; `message` has its texts and the values between them.

    Native code sets a flag instead, and continues: what follows must do no harm.
    """

    message: tuple[Expr, ...]
    at: Expr


@dataclass(frozen=True, slots=True)
class Abandon:
    """Leaves the game to generated Python, which has no such limits."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Leaves the function and continues with another piece of linear code: calls it, or names it for the caller."""

    label: int
    args: tuple[Expr, ...]
    called: bool = True


@dataclass(frozen=True, slots=True)
class Goto:
    """Continues at a label of the same function, in native code."""

    label: str


@dataclass(frozen=True, slots=True)
class Label:
    """The place to which `Goto` leads."""

    name: str


@dataclass(frozen=True, slots=True)
class Note:
    """Does nothing; a comment for readers of the source."""

    words: str
    line: Line | None


@dataclass(frozen=True, slots=True)
class Begin:
    """Starts an empty list of moves."""

    list: str


@dataclass(frozen=True, slots=True)
class Append:
    list: str
    move: Expr


@dataclass(frozen=True, slots=True)
class Narrow:
    """Keeps the moves from `first` on for which `test` holds, if any do; `move` is their register."""

    list: str
    first: str
    move: str
    test: Expr


@dataclass(frozen=True, slots=True)
class Counted:
    """Runs a block; if it meets `Many` subsets, the function returns the value of `instead`."""

    body: Block
    instead: Expr


Stmt = (
    Let | Store | Do | If | While | ForBits | For | Break | Return | Fail | Abandon | Continue | Goto
    | Label | Note | Begin | Append | Narrow | Counted
)  # fmt: skip

Block = tuple[Stmt, ...]


VALUE = "value"  # the name of a function that is called by no other


@dataclass(frozen=True, slots=True)
class Function:
    """`known`: the source caches up to this many of its results."""

    name: str
    params: tuple[str, ...]
    body: Block
    known: int = 0
