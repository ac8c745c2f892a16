"""Declarations, with their audiences, and the Program that holds all of them in numbered tables. Knows the rest of the
package."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Literal

from parlour.base.frozen import frozen
from parlour.program.code import Instr
from parlour.program.design import Design
from parlour.program.expressions import Const, Expr, Local, Template, VarAt
from parlour.program.questions import Question
from parlour.program.statements import Stmt
from parlour.program.values import Kind, Origin, Record, Type


@frozen
class Audience:
    """Players by their relation to the owner, a player or a side. Partners are the other players of a player's side;
    a side has none. The table has no owner: there all three are equal."""

    owner: bool = False
    partners: bool = False
    opponents: bool = False

    def __str__(self) -> str:
        return next((word for word, audience in AUDIENCES.items() if audience == self), "[owner, opponents]")

    def __or__(self, other: Audience) -> Audience:
        return Audience(self.owner or other.owner, self.partners or other.partners, self.opponents or other.opponents)

    @property
    def by_owner(self) -> bool:
        """True if the audience depends on the owner, so that a thing of the whole table can't have it."""
        return self not in (NOBODY, EVERYBODY)

    def seats(self, owner: int, side: int, everyone: int) -> int:
        """Return the set of its seats: `owner` and `side` are sets, and `owner` is part of `side`."""
        parts = ((self.owner, owner), (self.partners, side & ~owner), (self.opponents, everyone & ~side))
        return sum(seats for included, seats in parts if included)


NOBODY = Audience()
OWNER = Audience(owner=True)
EVERYBODY = Audience(True, True, True)

AUDIENCES = {
    "nobody": NOBODY,
    "owner": OWNER,
    "partners": Audience(partners=True),
    "opponents": Audience(opponents=True),
    "side": Audience(owner=True, partners=True),
    "others": Audience(partners=True, opponents=True),
    "everybody": EVERYBODY,
}
"""Each word of the language for an audience."""


def together(words: Iterable[str]) -> Audience:
    """Return the audience of several words; other words, such as `top`, add nobody."""
    audience = NOBODY
    for word in words:
        audience |= AUDIENCES.get(word, NOBODY)
    return audience


IN_FORCE = "in-force"  # the variable with the rules that are on, of those that play can switch on and off
ROUNDS = ".rounds"  # the locals that count the rounds of loops with a limit


@frozen
class Case:
    """One value of a function: it applies where no narrower one does, or joins the others (`union`)."""

    when: Expr
    union: bool
    origin: Origin


@frozen
class Function:
    """The body already contains `cases`, in this order: the last one that applies decides."""

    name: str
    params: tuple[int, ...]
    body: Expr
    origin: Origin
    cases: tuple[Case, ...] = ()


@frozen
class Procedure:
    """A procedure without questions; those with questions are part of `Program.code`."""

    name: str
    params: tuple[int, ...]
    body: Stmt
    origin: Origin


@frozen
class Clause:
    """One reason why something is or is not allowed. `lifts` are the numbers of the forbidding clauses that an allowing
    clause overrides."""

    id: str  # the name by which people know it: `match`, `eight-is-wild.follow`
    group: str | None
    allow: bool
    test: Expr
    lifts: tuple[int, ...]
    says: Template | None
    unless_stuck: bool
    origin: Origin


@frozen
class Permission:
    """A permission: it allows a choice unless a forbidding clause applies and no clause lifts that."""

    name: str
    params: tuple[int, ...]
    clauses: tuple[Clause, ...]
    verdict: Expr  # the clauses as one expression
    origin: Origin


@frozen
class Key:
    """A key of a zone or variable: the values of a type, or the numbers from `low` to `high`."""

    type: Type  # player, side, rank, suit, enum; int for a range
    low: int = 0
    high: Expr | None = None  # of a range: an expression of constants and `seats`

    @property
    def kind(self) -> Kind:
        return self.type.kind

    @property
    def in_words(self) -> str:
        """Return `player`, `answer`, or `number`."""
        return "number" if self.kind == "int" else self.type.name or self.kind


def _owner(keys: tuple[Key, ...]) -> Literal["player", "side"] | None:
    for key in keys:
        if key.kind == "player" or key.kind == "side":
            return key.kind
    return None


@frozen
class CardOrdering:
    """The values by which the terminal sorts cards, the most important first, with local `card`."""

    card: int
    values: tuple[Expr, ...]
    types: tuple[Type, ...]


@frozen
class Zone:
    name: str
    keys: tuple[Key, ...]
    ordered: bool
    columns: Expr | None  # fixed places; an expression of constants and `seats`
    seen: Audience  # of all its cards
    counted: Audience
    turns: bool  # cards can be turned here: everybody sees those face up
    text: str
    origin: Origin | None  # None for the box
    also_called: tuple[str, ...] = ()  # other names in examples and positions
    shows: Literal["top", "last-batch"] | None = None  # the part that everybody sees
    room: Expr | None = None  # the maximum number of cards in an ordered zone; an expression of constants and `seats`
    led_by: int | None = None  # the variable with the player of its first card; the others follow in turn order
    sorted_by: CardOrdering | None = None

    @property
    def public(self) -> bool:
        """True if everybody sees all cards of the zone, or the top ones."""
        return self.seen == EVERYBODY or self.shows == "top"

    @property
    def closed(self) -> bool:
        """True if nobody sees a card of the zone unless it is turned up."""
        return self.seen == NOBODY and self.shows is None

    @property
    def private(self) -> bool:
        """True if the owner sees all cards of the zone, and other players don't."""
        return self.seen.owner and self.seen != EVERYBODY

    @property
    def owner(self) -> Literal["player", "side"] | None:
        """Return the kind of the key that the zones belong to; None if they belong to the whole table."""
        return _owner(self.keys)

    @property
    def called(self) -> str:
        """Return the way rulesets write it: `stock`, `hand(p)`, `row(p, n)`."""
        letters = ", ".join(key.in_words[0] for key in self.keys)
        return f"{self.name}({letters})" if self.keys else self.name


@frozen
class Variable:
    name: str
    type: Type
    keys: tuple[Key, ...]
    seen: Audience
    starts: Expr | None  # None: zero, false, the first word, none or the empty set
    text: str
    origin: Origin | None

    @property
    def owner(self) -> Literal["player", "side"] | None:
        """Return the kind of the key that the values belong to; None if they belong to the whole table."""
        return _owner(self.keys)


@frozen
class Log:
    """A list of entries: the variables that hold them, numbered from 1, and their number. `shows` is an entry in words,
    with local `entry`."""

    name: str
    entries: int
    length: int
    entry: int
    shows: Template


@frozen
class Line:
    """A line for players that follows from the state, while `test` holds. Local `reader` is the player who reads."""

    name: str
    reader: int | None
    test: Expr | None
    words: Template
    origin: Origin


@frozen
class Mark:
    name: str
    type: Type
    inside: tuple[int, ...]  # the zones that keep it; a card loses it on leaving them. None: all zones
    default: int
    guise: bool  # says what the card counts as
    text: str
    origin: Origin
    seen: Audience | None = None  # those who see it even without the card; None: those who see the card


@frozen
class Stage:
    name: str
    resets: tuple[int, ...]  # variables
    seats: bool  # everybody is in again
    direction: bool  # play goes clockwise again
    cards: bool  # all cards go back to the box
    origin: Origin
    endings: tuple[int, ...] = ()  # the words with which it can end


@frozen
class Deck:
    """The design of the cards, and their numbers: `amounts` has the number of cards of each face in one pack. The
    numbers can depend on the table (expressions of constants and `seats`)."""

    design: Design
    amounts: tuple[Expr, ...]
    copies: Expr
    use: Expr | None  # with local `card`: which cards are in the pack
    card: int

    def can_have(self, name: str) -> bool:
        """False if this names a card that the deck never has. Other words aren't names of cards."""
        face = self.design.face_named(name)
        return face is None or self.amounts[face] != Const(0)

    def has_without(self, fact: str) -> bool:
        """True if some card can have no suit, no colour, or no value of another fact."""
        without = self.design.without(fact)
        return any(amount != Const(0) and without >> face & 1 for face, amount in enumerate(self.amounts))


@frozen
class Melding:
    """The possible melds: `sets` or more cards of one rank, and `runs` or more consecutive cards of one suit. With
    `corner` the lowest rank follows the highest. A loose card counts `worth`, with local `card`: an expression of
    constants and of what that card shows. A card for which `wild` holds can stand for any other in a meld, which has
    at most `most_wild` of them. With `twins` a set can have identical cards."""

    sets: int
    runs: int
    corner: bool
    worth: Expr
    card: int
    wild: Expr = field(default_factory=lambda: Const(0))
    most_wild: int = 0
    twins: bool = False
    origin: Origin | None = field(default=None, compare=False)


@frozen
class Requirement:
    """A condition that a table must satisfy before the deal."""

    test: Expr
    says: Template
    origin: Origin


PLACE = "place"  # the result with the order in which players finish


@frozen
class Result:
    """A part of the outcome. `per` is None, player or side; with it, local `key` runs over them."""

    name: str
    type: Type
    per: Literal["player", "side"] | None
    key: int | None
    value: Expr


@frozen
class Resume:
    """A place in the code where a given position can continue (`resume here`).

    To begin there: enter the stages in this order, lay the cards out, and set the variables. Store the calls that lead
    here (`backs`: local and site), put the player to move into `mover`, and run from `entry`.
    """

    name: str | None
    mover: Local | VarAt | None
    entry: int
    stages: tuple[int, ...]
    backs: tuple[tuple[int, int], ...]
    origin: Origin


@frozen
class Option:
    """An option with its value."""

    name: str  # `hand-size`, or `last-card-call.penalty`
    value: str
    default: str
    text: str
    origin: Origin


@frozen
class Settled:
    """A condition that the options of this mix decide, so that play never tests it."""

    origin: Origin
    holds: bool


@frozen
class Program:
    """A game with all its rules and options."""

    id: str
    title: str
    text: str
    digest: str  # of everything that decides how it plays
    options: tuple[Option, ...]
    players: tuple[int, ...]  # allowed numbers of players, ascending
    sides: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]  # for a number of players: the seats of each side
    deck: Deck
    enums: tuple[tuple[str, tuple[str, ...]], ...]
    records: tuple[Record, ...]
    zones: tuple[Zone, ...]  # number 0 is the box
    variables: tuple[Variable, ...]
    marks: tuple[Mark, ...]
    stages: tuple[Stage, ...]
    functions: tuple[Function, ...]
    procedures: tuple[Procedure, ...]
    permissions: tuple[Permission, ...]
    questions: tuple[Question, ...]
    code: tuple[Instr, ...]
    entry: int
    returns: tuple[int, ...]  # code after the Gosub with site 1, 2, …
    locals: tuple[tuple[str, Type], ...]  # name and type of every local
    checkpoints: int  # positions that are saved for comparison (`Watch`)
    kept: tuple[int, ...]  # locals that outlive some question
    ending: int  # the variable with the ending
    endings: tuple[tuple[str, str], ...]  # word and text; number 0 is `none`
    possible: tuple[Requirement, ...]
    results: tuple[Result, ...]  # `winners` is one of them
    resumes: tuple[Resume, ...]
    rules: tuple[Origin, ...] = field(default=())  # the documents of the mix, in order
    digests: tuple[tuple[str, str], ...] = field(default=())  # of each of these documents alone, by their ids
    house_rules: tuple[str, ...] = ()  # the ids of those of these documents that are rules
    melding: Melding | None = None
    logs: tuple[Log, ...] = ()
    lines: tuple[Line, ...] = ()
    settled: tuple[Settled, ...] = ()
