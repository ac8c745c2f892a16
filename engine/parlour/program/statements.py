"""Statements: trees of what happens between two questions. They know expressions, and no questions."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar, Literal

from parlour.base.frozen import frozen
from parlour.program.expressions import Expr, Local, MarkAt, SeatOrder, Span, Template, VarAt
from parlour.program.values import FLOW, SEATS, UNTOUCHED, Origin, Thing


@frozen
class Set:
    target: Local | VarAt | MarkAt
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Pick:
    """Chance: a number of a Span at random, or one member of a set."""

    target: Local | VarAt | MarkAt
    of: Expr | Span
    origin: Origin


@frozen
class Watch:
    """Sets `target` if the position is the one saved at this checkpoint. Saves the position again in rounds 64, 128,
    256 and so on. A position is all that players can see changing on the table: who is in, the direction, variables,
    zones and marks; not locals or chance."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    checkpoint: int
    round: Expr
    target: Local


@frozen
class Put:
    """Moves a card value, a set of cards, or the whole content of a zone (keeping its order) to a zone.

    A set goes in ascending order. `place`: nothing is the top; else a number of cards from the bottom (0: below
    everything), or in a zone with columns the column (from 1; nothing: the first free one). `face` turns what
    is moved. A card takes what it counts as along when the target remembers it (`Mark.inside`).
    """

    what: Expr
    kind: Literal["card", "set", "zone"]
    to: Expr
    place: Expr | None
    face: Literal["up", "down"] | None
    origin: Origin


@frozen
class PutRun:
    """Moves the card `start` of an ordered zone and all cards above it to a zone, keeping their order.

    `place` and `face` are as for `Put`; a place in the same zone counts the cards that don't move.
    """

    zone: Expr
    start: Expr
    to: Expr
    place: Expr | None
    face: Literal["up", "down"] | None
    origin: Origin


@frozen
class DealRound:
    """Deals `count` cards from the top of a zone to each player's instance of another, one at a time, from `start`
    on. It stops when the cards run out."""

    count: Expr
    source: Expr
    zone: int
    start: Expr | None
    origin: Origin


@frozen
class DealTo:
    """Moves up to `count` cards, one by one, from the top of a zone to another."""

    count: Expr
    source: Expr
    to: Expr
    origin: Origin


@frozen
class Shuffle:
    """Shuffles an ordered zone. With `what`, first moves these cards (a set, or a zone) there, and shuffles them in
    with the cards of the zone."""

    zone: Expr
    what: Expr | None
    kind: Literal["set", "zone"] | None
    origin: Origin


@frozen
class IfDo:
    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    test: Expr
    then: Stmt
    other: Stmt | None
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Attempt:
    """Runs the body. If `keep` doesn't hold then, everything at the table is as before, and so are `locals`, and
    `other` runs. There is neither chance nor a question in the body."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    body: Stmt
    keep: Expr
    other: Stmt | None
    locals: tuple[int, ...]  # names from outside that the body sets
    origin: Origin


@frozen
class ForEach:
    """Runs over the members that the domain (or a SeatOrder) has when the loop begins."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    local: int
    domain: Expr | SeatOrder | Span
    where: Expr | None  # tested just before each round
    body: Stmt
    origin: Origin


@frozen
class WhileDo:
    """A loop; `until` tests after each round, otherwise before it. When the limit of rounds is reached, `otherwise`
    runs; without it that is a ruleset error."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    test: Expr
    until: bool
    limit: Expr
    body: Stmt
    otherwise: Stmt | None
    origin: Origin


@frozen
class Run:
    """Runs a procedure without questions."""

    procedure: int
    args: tuple[Expr, ...]
    origin: Origin | None = field(default=None, compare=False)


@frozen
class TurnOver:
    """Turns a set of cards face up or down in place."""

    cards: Expr
    up: bool
    origin: Origin | None = field(default=None, compare=False)


@frozen
class ShowTo:
    """Lets a set of players see a set of cards, once."""

    cards: Expr
    players: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Say:
    """Says a line to a set of players. Its values are locals, which the steps before it set."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    line: Template
    players: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Reverse:
    """Reverses the direction of play."""

    touches: ClassVar[frozenset[Thing]] = frozenset({SEATS})
    origin: Origin | None = field(default=None, compare=False)


@frozen
class LeaveTable:
    """Takes a player out of the game."""

    touches: ClassVar[frozenset[Thing]] = frozenset({SEATS})
    player: Expr
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Spend:
    """Takes steps from the budget until the next question: a round of a loop whose work is worth more than one."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    steps: int
    origin: Origin


@frozen
class RuleFired:
    """Does nothing: marks where a rule's steps are done. Playouts count it; where there is a test, only if it holds."""

    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    rule: int  # its place in `Program.rules`
    test: Expr | None = None


@frozen
class EnterStage:
    """Gives each variable of this stage its starting value, in order of declaration. Puts everybody back in, and all
    cards back into the box, if the stage says so."""

    touches: ClassVar[frozenset[Thing]] = frozenset({FLOW})
    stage: int


@frozen
class Seq:
    touches: ClassVar[frozenset[Thing]] = UNTOUCHED
    items: tuple[Stmt, ...]


Stmt = (
    Set | Pick | Watch | Put | PutRun | DealRound | DealTo | Shuffle | IfDo | Attempt | ForEach | WhileDo | Run
    | TurnOver | ShowTo | Say | Reverse | LeaveTable | RuleFired | Spend | EnterStage | Seq
)  # fmt: skip


Placed = Set | TurnOver | ShowTo | Say | Reverse | LeaveTable
"""The statements that get their place after they are built, when their tree becomes code."""


def written_at(stmt: Stmt) -> Origin | None:
    """The place of a statement in the ruleset, if the statement has one itself."""
    return None if isinstance(stmt, Watch | RuleFired | EnterStage | Seq) else stmt.origin
