"""The classes of table code.

Every value is an integer; a test is an expression whose truth matters. `s`, the state, is a list of cells that every
function gets, so it isn't written down. Registers are the variables of one function.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Truth:
    """A constant test."""

    value: bool


@dataclass(frozen=True, slots=True)
class Absent:
    """A missing argument: no upper limit, no place."""


@dataclass(frozen=True, slots=True)
class Message:
    """The message that a player reads when something fails."""

    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the ruleset, by its number in the source: where something fails."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A number that is fixed for the table, by its name: where marks begin, how many cards there are."""

    name: str


@dataclass(frozen=True, slots=True)
class Reg:
    name: str


@dataclass(frozen=True, slots=True)
class Bind:
    """The value, which is stored in the register too."""

    reg: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Load:
    """The value of the cell with this number."""

    at: Expr


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a constant table; -1 finds the last one."""

    table: str
    index: Expr


Operator = Literal[
    "+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "min", "max", "==", "!=", "<", "<=", ">", ">="
]  # fmt: skip


UnaryOperator = Literal["-", "~", "size", "length"]

COMPARISONS: frozenset[Operator] = frozenset({"==", "!=", "<", "<=", ">", ">="})


@dataclass(frozen=True, slots=True)
class Op:
    op: Operator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Unary:
    """-x; ~x; the number of members of a set; the number of bits of a number (so: the highest member, plus 1)."""

    op: UnaryOperator
    of: Expr


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest member of a set that is not empty."""

    of: Reg


@dataclass(frozen=True, slots=True)
class Failed:
    """True after a `Fail` or `Abandon` that didn't leave."""


@dataclass(frozen=True, slots=True)
class Not:
    of: Expr


@dataclass(frozen=True, slots=True)
class And:
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Select:
    """Only the chosen part is computed."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a function of the source or of the library."""

    function: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class In:
    """True if a move is among these: a list of moves, or some numbers."""

    value: Expr
    of: Expr | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Length:
    """The length of a list of moves."""

    list: str


@dataclass(frozen=True, slots=True)
class Moves:
    """A list of moves, or `otherwise` if it is empty."""

    of: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class CallBy:
    """Calls the function with this number in a table of functions."""

    table: str
    index: Expr
    args: tuple[Expr, ...] = ()


Expr = (
    Const | Truth | Absent | Message | Line | Named | Reg | Bind | Load | Entry | Op | Unary | Lowest | Failed | Not
    | And | Or | Select | Call | CallBy | In | Length | Moves
)  # fmt: skip


# ---------------------------------------------------------------- domains of loops


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
    """The cards of a set in their order; identical cards are ordered when their turn comes."""

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
class Alike:
    """The same where all cards have one rank."""

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
    """Of choices that differ only in which identical cards they take, one; `used` are taken already."""

    of: Domain
    used: Expr
    sets: bool


Domain = (
    Span | Members | Cards | Seats | Lying | Ranks | Groups | Alike | Subsets | Guises | Places | Distinct
)  # fmt: skip


# ---------------------------------------------------------------- statements


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
class Fill:
    """Stores the same value in `count` cells from `at` on."""

    at: int
    count: int
    value: Expr


@dataclass(frozen=True, slots=True)
class Do:
    """Calls a function for what it does."""

    call: Call


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: Block
    other: Block = ()


@dataclass(frozen=True, slots=True)
class While:
    test: Expr
    body: Block


@dataclass(frozen=True, slots=True)
class ForBits:
    """Runs over the members of a set; `rest` has the remaining ones, and nothing else changes it."""

    reg: str
    rest: str
    of: Expr
    body: Block
    first: str = ""  # a register for the lowest bit; without it the highest member comes first


@dataclass(frozen=True, slots=True)
class For:
    """Runs over a domain, its members computed before the first round; `otherwise` runs unless the loop was left.

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
    """Leaves the game to generated Python, which can do what native code can't."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Leaves the function and continues with another piece of linear code: calls it, or names it for the caller."""

    label: int
    args: tuple[Expr, ...]
    called: bool = True


@dataclass(frozen=True, slots=True)
class Finish:
    """Leaves the function; does what remains if steps were counted, and what `value` names."""

    value: Expr | Continue | None


@dataclass(frozen=True, slots=True)
class Note:
    """Does nothing; a comment for readers of the source."""

    words: str
    line: Line | None


@dataclass(frozen=True, slots=True)
class Offer:
    """Offers these choices."""

    chosen: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OfferMember:
    """Offers each member of a set."""

    of: Expr


@dataclass(frozen=True, slots=True)
class OfferSubset:
    """Offers each of these sets."""

    of: Subsets


@dataclass(frozen=True, slots=True)
class Begin:
    """Begins a list of moves, empty."""

    list: str


@dataclass(frozen=True, slots=True)
class Append:
    list: str
    move: Expr


@dataclass(frozen=True, slots=True)
class Reverse:
    list: str


@dataclass(frozen=True, slots=True)
class Narrow:
    """Of the moves from `first` on, keeps those for which `test` holds, if there are any; `move` is their register."""

    list: str
    first: str
    move: str
    test: Expr


@dataclass(frozen=True, slots=True)
class AsSet:
    """The moves of a list as a set, to look them up."""

    set: str
    list: str


@dataclass(frozen=True, slots=True)
class Others:
    """Appends the moves of another list that aren't in a set."""

    list: str
    of: str
    without: str


@dataclass(frozen=True, slots=True)
class Counted:
    """Runs a block; if it meets `Many` subsets, the function returns the value of `instead`."""

    body: Block
    instead: Expr


Stmt = (
    Let | Store | Fill | Do | If | While | ForBits | For | Break | Return | Fail | Abandon | Continue | Finish | Note
    | Offer | OfferMember | OfferSubset | Begin | Append | Reverse | Narrow | AsSet | Others | Counted
)  # fmt: skip

Block = tuple[Stmt, ...]


# ---------------------------------------------------------------- functions


@dataclass(frozen=True, slots=True)
class Function:
    """`known`: the source caches up to this many of its results."""

    name: str
    params: tuple[str, ...]
    body: Block
    known: int = 0
