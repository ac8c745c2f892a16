"""The waist: a ruleset as frozen data, ready to be run, explained, compared or compiled.

Everything is resolved and typed here: options are constants, names are numbers, every value is an int
(see `Type`). A Program holds no behaviour and knows neither YAML nor the parser nor the machine. It does not
depend on the number of players: sizes that do (arrays with a player key, the pack itself) are laid out by the
back end for one table.

Control flow around questions is linear (`Instr`); what lies between two questions is a tree (`Stmt`);
expressions are trees (`Expr`) without side effects. Procedures and functions do not recurse, so every local
variable has one fixed number (`Local.index`), unique in the whole program.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from parlour.source import told

LANGUAGE = 1  # the version of the language that a Program speaks; saves carry it

NONE = -1  # `none` in every optional type but int
NO_INT = -(1 << 31)  # `none` in `int or none`

FIRST, NEUTRAL, LAST = 0, 1, 2  # how a policy prefers actions


@dataclass(frozen=True)
class Origin:
    """Where a part of a ruleset comes from, in words and as a place."""

    document: str  # id of the frame, rule or game
    title: str
    path: str
    line: int
    column: int

    @property
    def place(self) -> str:
        return f"{told(self.path)}:{self.line}:{self.column}"


Kind = Literal[
    "bool", "int", "rank", "suit", "colour", "card", "player", "side", "zone", "enum", "record",
    "ranks", "suits", "colours", "cards", "players", "sides", "values",
]  # fmt: skip


@dataclass(frozen=True)
class Type:
    """What an int stands for.

    bool 0/1; int itself; rank 0..12 in the order of the deck (lowest first), 13 the joker; suit 0..3 for ♣ ♦ ♥ ♠;
    colour 0 black, 1 red; card its identity, plus, when it counts as another card, size * (1 + that face);
    player, side: seat or side counted from 0; zone: number of the instance; enum: position of the word in
    `Program.enums`; record: its fields side by side in bits (`Record`). The plurals are sets: bit i for member i
    (`values` is a set of an enumeration). `none` of an optional type is NONE, or NO_INT for int.
    """

    kind: Kind
    name: str = ""  # of the enumeration or record
    optional: bool = False


@dataclass(frozen=True)
class RecordField:
    name: str
    type: Type
    shift: int
    width: int
    bias: int  # added before packing, so that the least value, such as none (-1), is stored as 0
    default: int  # an unpacked value


@dataclass(frozen=True)
class Record:
    name: str
    fields: tuple[RecordField, ...]


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Const:
    value: int


@dataclass(frozen=True)
class Local:
    index: int


@dataclass(frozen=True)
class VarAt:
    """A state variable; `keys` has one expression for each key of the variable."""

    var: int
    keys: tuple[Expr, ...] = ()


@dataclass(frozen=True)
class MarkAt:
    """A mark of a card."""

    mark: int
    card: Expr


@dataclass(frozen=True)
class ZoneAt:
    """The number of a zone instance: `base(zone) + key`."""

    zone: int
    key: Expr | None = None


@dataclass(frozen=True)
class ZoneCards:
    """The set of cards in a zone."""

    zone: Expr


@dataclass(frozen=True)
class ZoneSize:
    zone: Expr


@dataclass(frozen=True)
class ZoneEnd:
    """The top (last) or bottom (first) card of an ordered zone, or none. A card that counts as another is
    given together with that face."""

    zone: Expr
    bottom: bool


@dataclass(frozen=True)
class ZonePlace:
    """The card at a place of an ordered zone or a zone with columns, counted from 1; none when there is none."""

    zone: Expr
    place: Expr


@dataclass(frozen=True)
class PlaceOf:
    """The place (from 1) of a card in its ordered zone or column; 0 in an unordered zone."""

    card: Expr


@dataclass(frozen=True)
class WhereIs:
    """The zone instance a card is in."""

    card: Expr


@dataclass(frozen=True)
class FaceUp:
    """Has this card been turned up where it lies?"""

    card: Expr


@dataclass(frozen=True)
class FaceUpCards:
    """All cards that have been turned up where they lie."""


@dataclass(frozen=True)
class Guised:
    """A card counting as a face: identity + size * (1 + face). With the face none (-1): the bare card."""

    card: Expr
    face: Expr


@dataclass(frozen=True)
class Seated:
    """Sets and facts about the table: everyone (all seats), playing (those still in), sides, pack (all cards
    of this game, as a set), direction (1 or -1), players (how many seats)."""

    what: Literal["everyone", "playing", "sides", "pack", "direction", "seats"]


BinOp = Literal[
    "+", "-", "*", "//", "mod", "min", "max",
    "==", "!=", "<", "<=", ">", ">=",
    "|", "&", "-set",  # union, intersection, difference of sets
    "has",  # is `right` a member of the set `left`? a card is tested by identity
    "within",  # is the set `left` a subset of `right`?
]  # fmt: skip


@dataclass(frozen=True)
class Op:
    """`//` and `mod` round towards minus infinity; dividing by zero is a fault of the ruleset. The same operation at
    two places is equal."""

    op: BinOp
    left: Expr
    right: Expr
    origin: Origin | None = field(default=None, compare=False)  # of `*`, `//` and `mod`, which can go wrong


@dataclass(frozen=True)
class SameCard:
    """Are two card values one physical card? (`==` on cards; what they count as does not matter.)"""

    left: Expr
    right: Expr


@dataclass(frozen=True)
class Not:
    value: Expr


@dataclass(frozen=True)
class And:
    items: tuple[Expr, ...]


@dataclass(frozen=True)
class Or:
    items: tuple[Expr, ...]


@dataclass(frozen=True)
class If:
    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True)
class CardFact:
    """rank, suit, colour or face of a card value, read from its guise when it has one; face is the identity of
    the first copy of what it shows (rank index * 4 + suit, 52 for a joker). suit and colour of a joker are NONE.
    All facts of `none` are NONE."""

    fact: Literal["rank", "suit", "colour", "face"]
    card: Expr


@dataclass(frozen=True)
class Pips:
    """The number of a rank: ace 1, 2..10, J 11, Q 12, K 13, joker 0."""

    rank: Expr


@dataclass(frozen=True)
class ColourOf:
    suit: Expr


@dataclass(frozen=True)
class FaceCards:
    """All cards of the pack whose printed rank, suit or face is in the set `of` (ranks, suits or faces as bits)."""

    fact: Literal["rank", "suit", "face"]
    of: Expr


@dataclass(frozen=True)
class Single:
    """The set with one member; the empty set for none."""

    member: Expr


@dataclass(frozen=True)
class Size:
    of: Expr


@dataclass(frozen=True)
class First:
    """The first member of a set, or none: the lowest number, or of `cards` the first one in the order of cards."""

    of: Expr
    cards: bool = False


@dataclass(frozen=True)
class SeatOrder:
    """Players still in, in the order of play, beginning with `start` (or after it)."""

    start: Expr
    after: bool


@dataclass(frozen=True)
class Span:
    """The whole numbers low..high (or ranks, in order), both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Scan:
    """Runs `local` over a domain (members of a set in ascending order, a SeatOrder, or a Span) where `where` holds.

    any, all → bool; count, sum, max, min → int (max and min of nothing: 0);
    those, most, least → set (a domain that is a SeatOrder gives a set of players);
    first → the first one in the order of the domain, or none.
    `value` is wanted by sum, max, min, most, least.
    """

    kind: Literal["any", "all", "count", "sum", "max", "min", "those", "most", "least", "first"]
    local: int
    domain: Expr | SeatOrder | Span
    where: Expr | None
    value: Expr | None


@dataclass(frozen=True)
class CallFunction:
    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Permitted:
    """Would this permission hold for these values? Clauses that yield when nothing else is left are binding here."""

    permission: int
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class Offers:
    """Does this question, put with these arguments, offer any action besides those that are a last resort?"""

    question: int
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class NextSeat:
    """The next player still in after this one, in the direction of play (the player himself when alone)."""

    player: Expr


@dataclass(frozen=True)
class SideOf:
    player: Expr


@dataclass(frozen=True)
class Members:
    """The players of a side, or of a set of sides (`many`)."""

    side: Expr
    many: bool = False


@dataclass(frozen=True)
class GetField:
    """A field of a packed record value."""

    record: Expr
    shift: int
    width: int
    bias: int


@dataclass(frozen=True)
class PutField:
    """A copy of a packed record value with another field."""

    record: Expr
    shift: int
    width: int
    bias: int
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Sure:
    """A value that must not be none; that it is none is a fault of the ruleset."""

    value: Expr
    origin: Origin
    nothing: int = NONE  # how `none` of its type is written
    message: str = "there is no value here"  # what a player reads when it is none


@dataclass(frozen=True)
class Builtin:
    """One of the language's built-ins that need an algorithm of their own; see docs/language.md."""

    name: str
    args: tuple[Expr, ...]


Expr = (
    Const | Local | VarAt | MarkAt | ZoneAt | ZoneCards | ZoneSize | ZoneEnd | ZonePlace | PlaceOf | WhereIs
    | FaceUp | FaceUpCards | Guised | Seated | Op | SameCard | Not | And | Or | If | CardFact | Pips | ColourOf
    | FaceCards | Single | Size | First | Scan | CallFunction | Permitted | Offers | NextSeat | SideOf | Members
    | GetField | PutField | Sure | Builtin
)  # fmt: skip


# ---------------------------------------------------------------- statements (no questions inside)


@dataclass(frozen=True)
class Set:
    target: Local | VarAt | MarkAt
    value: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Pick:
    """Chance: `below` gives low..high at random, `member` one of a set."""

    target: Local | VarAt | MarkAt
    kind: Literal["below", "member"]
    of: Expr | Span
    origin: Origin


@dataclass(frozen=True)
class Watch:
    """Sets `target` when the position is the one that was kept at this checkpoint, and keeps it there anew when the
    round is 64, 128, 256 and so on. A position is all that lies and is written on the table: who is in, the
    direction, variables, zones and marks; no locals, no chance."""

    checkpoint: int
    round: Expr
    target: Local


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class DealRound:
    """Deals `count` cards from the top of a zone to each player's instance of a zone, one at a time, in the order of
    play from `start`. Running out of cards stops it."""

    count: Expr
    source: Expr
    zone: int
    start: Expr | None
    origin: Origin


@dataclass(frozen=True)
class DealTo:
    """Moves up to `count` cards, one by one, from the top of a zone to another."""

    count: Expr
    source: Expr
    to: Expr
    origin: Origin


@dataclass(frozen=True)
class Shuffle:
    """Shuffles an ordered zone; with `what`, moves these cards (a set, or a zone) there first, under what lies there
    already being shuffled in too."""

    zone: Expr
    what: Expr | None
    kind: Literal["set", "zone"] | None
    origin: Origin


@dataclass(frozen=True)
class IfDo:
    test: Expr
    then: Stmt
    other: Stmt | None
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class ForEach:
    """Runs over the members that the domain has when the loop begins (a SeatOrder likewise)."""

    local: int
    domain: Expr | SeatOrder | Span
    where: Expr | None  # judged just before each round
    body: Stmt
    origin: Origin


@dataclass(frozen=True)
class WhileDo:
    """`until` tests after each round, else before. When the limit of rounds is reached, `otherwise` is done; without
    it that is a fault of the ruleset."""

    test: Expr
    until: bool
    limit: Expr
    body: Stmt
    otherwise: Stmt | None
    origin: Origin


@dataclass(frozen=True)
class Run:
    """Runs a procedure without questions."""

    procedure: int
    args: tuple[Expr, ...]
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class TurnOver:
    """Turns a set of cards face up or down where they lie."""

    cards: Expr
    up: bool
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class ShowTo:
    """Lets a set of players see a set of cards, once."""

    cards: Expr
    players: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Reverse:
    """Turns the direction of play."""


@dataclass(frozen=True)
class LeaveTable:
    """A player is out."""

    player: Expr
    origin: Origin | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Fired:
    """Nothing happens: what a rule wrote is done here. Playouts count it; where there is a test, only if it holds."""

    rule: int  # its place in `Program.rules`
    test: Expr | None = None


@dataclass(frozen=True)
class EnterStage:
    """Gives every variable with this lifetime its starting value, in order of declaration; puts everybody back in, and
    all cards back into the box, where the stage says so."""

    stage: int


@dataclass(frozen=True)
class Seq:
    items: tuple[Stmt, ...]


Stmt = (
    Set | Pick | Watch | Put | DealRound | DealTo | Shuffle | IfDo | ForEach | WhileDo | Run | TurnOver | ShowTo
    | Reverse | LeaveTable | Fired | EnterStage | Seq
)  # fmt: skip


def written_at(stmt: Stmt) -> Origin | None:
    """Where a statement stands in the ruleset, if it says so itself."""
    return None if isinstance(stmt, Watch | Reverse | Fired | EnterStage | Seq) else stmt.origin


# ---------------------------------------------------------------- questions


@dataclass(frozen=True)
class Hole:
    """An expression inside a text, and how to write its value."""

    value: Expr
    type: Type


Template = tuple["str | Hole", ...]


@dataclass(frozen=True)
class Slot:
    """Something to choose. The chosen value is put into `local`.

    each: a member of a set, or a number of a Span; groups: a set of 1 or more cards of one rank; sets: a subset with
    `low`..`high` members (without: 1 or more); guises: a card value from the set of cards `domain`, each card bare,
    or as each face in the set that function `faces` gives for it; places: a place (from 1) of a zone. Copies of one
    face in one unordered zone are offered once.
    """

    local: int
    form: Literal["each", "groups", "sets", "guises", "places"]
    domain: Expr | Span | SeatOrder
    type: Type
    low: Expr | None = None
    high: Expr | None = None
    faces: int | None = None


@dataclass(frozen=True)
class Firing:
    """A rule that is noticed when an action is chosen: because it added the action, or where `test` holds, because the
    choice is allowed only by its clauses. The test is judged where the question stands, with the choices made."""

    rule: int  # its place in `Program.rules`
    test: Expr | None


@dataclass(frozen=True)
class Arm:
    """One action of a question.

    Offered where `test` holds and, for each combination of the slots, `where` (what can be done) and `may` (what is
    allowed). `mask` is the same as `where and may` for a single slot over cards: a set expression computed at once.
    """

    id: str
    notation: Template
    slots: tuple[Slot, ...]
    test: Expr | None
    where: Expr | None
    may: Permitted | None
    mask: Expr | None
    last: bool  # only if nothing else
    target: int  # where the code goes on
    misplay: int | None  # … when `may` forbids it at a strict table
    origin: Origin
    unnoticed: bool = False  # a misplay may look like what is allowed, so that only its player is told
    preference: int = NEUTRAL  # of those who play by the ruleset's policy: the lowest number that is offered
    fires: tuple[Firing, ...] = ()


@dataclass(frozen=True)
class Question:
    """`params` and `lets` are locals that the asking code has set; Offers sets them too."""

    name: str
    params: tuple[int, ...]
    lets: tuple[tuple[int, Expr], ...]
    seat: Expr
    arms: tuple[Arm, ...]
    otherwise: int | None  # where the code goes on when there is nothing to choose
    sealed: int | None  # a variable with a player key that keeps the answer (as a packed move) until `Unseal`
    sealed_next: int | None  # where the code goes on meanwhile
    kept: tuple[int, ...]  # locals that must outlive this question
    clear: tuple[int, ...]  # kept locals of the same procedure that are dead here: set to 0
    origin: Origin
    wording: Template | None = None  # how it is put to the player

    @property
    def prompt(self) -> str | None:
        """By which prompt it is put. One that stands on the spot (`ask p:`) has no name."""
        return self.name or None


# ---------------------------------------------------------------- code


@dataclass(frozen=True)
class Do:
    stmt: Stmt
    origin: Origin | None = None  # for faults in statements that have no origin of their own


@dataclass(frozen=True)
class Jump:
    to: int
    clear: tuple[int, ...] = ()


@dataclass(frozen=True)
class Branch:
    """Goes on with the next instruction if the test holds, else at `otherwise`."""

    test: Expr
    otherwise: int
    origin: Origin | None = None


@dataclass(frozen=True)
class AskOf:
    """Puts question number `question`; the machine stops here until it is answered."""

    question: int


@dataclass(frozen=True)
class Unseal:
    """Goes on with the action that a player answered to a sealed question."""

    question: int
    player: Expr


@dataclass(frozen=True)
class Gosub:
    """Notes in local `back` which call this is (1, 2, … in `Program.returns`) and goes to `to`."""

    to: int
    back: int
    site: int
    clear: tuple[int, ...] = ()


@dataclass(frozen=True)
class Return:
    """Goes on where local `back` says, and clears these locals (`back` is one of them)."""

    back: int
    clear: tuple[int, ...]


@dataclass(frozen=True)
class Finish:
    """The match is over."""

    clear: tuple[int, ...] = ()


Instr = Do | Jump | Branch | AskOf | Unseal | Gosub | Return | Finish


# ---------------------------------------------------------------- declarations


@dataclass(frozen=True)
class Function:
    name: str
    params: tuple[int, ...]
    body: Expr
    origin: Origin


@dataclass(frozen=True)
class Procedure:
    """A procedure without questions; those with questions are part of `Program.code`."""

    name: str
    params: tuple[int, ...]
    body: Stmt
    origin: Origin


@dataclass(frozen=True)
class Clause:
    """One reason why something is or is not allowed. `lifts` are the numbers of the forbidding clauses that an allowing
    one sets aside."""

    id: str  # the name by which people know it: `match`, `eight-is-wild.follow`
    group: str | None
    allow: bool
    test: Expr
    lifts: tuple[int, ...]
    says: Template | None
    unless_stuck: bool
    origin: Origin


@dataclass(frozen=True)
class Permission:
    """Allowed unless a forbidding clause applies that no applying clause lifts."""

    name: str
    params: tuple[int, ...]
    clauses: tuple[Clause, ...]
    verdict: Expr  # the clauses as one expression
    origin: Origin


Audience = Literal["nobody", "owner", "everybody"]


@dataclass(frozen=True)
class Zone:
    name: str
    per: Literal["table", "player", "side"]
    ordered: bool
    columns: Expr | None  # fixed places; an expression of constants and `seats`
    seen: Literal["nobody", "owner", "everybody", "top", "last-batch"]
    counted: Audience
    turns: bool  # cards can be turned here: those face up are seen by everybody
    text: str
    origin: Origin | None  # nothing for the box


@dataclass(frozen=True)
class Variable:
    name: str
    type: Type
    keys: tuple[Type, ...]  # player, side, rank or suit
    seen: Audience
    starts: Expr | None  # nothing: zero, false, the first word, none or the empty set
    text: str
    origin: Origin | None


@dataclass(frozen=True)
class Mark:
    name: str
    type: Type
    inside: tuple[int, ...]  # zones in which it is kept; it is forgotten on leaving them. None: kept everywhere
    default: int
    guise: bool  # says what the card counts as
    text: str
    origin: Origin


@dataclass(frozen=True)
class Stage:
    name: str
    resets: tuple[int, ...]  # variables
    seats: bool  # everybody is in again
    direction: bool  # play goes clockwise again
    cards: bool  # all cards go back to the box
    origin: Origin
    endings: tuple[int, ...] = ()  # the words with which it is ended


@dataclass(frozen=True)
class Deck:
    """Numbers that may depend on the table (expressions of constants and `seats`)."""

    ace_high: bool
    jokers: Expr
    copies: Expr
    use: Expr | None  # with local `card`: which cards are in the pack
    card: int


@dataclass(frozen=True)
class Melding:
    """What can be melded: `sets` or more cards of one rank, and `runs` or more of one suit whose ranks follow each
    other in the order of the deck; with `corner` the lowest rank follows the highest. What a loose card counts is
    `worth`, with local `card`: an expression of constants and of what that card shows."""

    sets: int
    runs: int
    corner: bool
    worth: Expr
    card: int


@dataclass(frozen=True)
class Requirement:
    """What a table must satisfy before cards are dealt."""

    test: Expr
    says: Template
    origin: Origin


@dataclass(frozen=True)
class Result:
    """A part of the outcome. `per` nothing, player or side; with it, local `key` runs over them."""

    name: str
    type: Type
    per: Literal["player", "side"] | None
    key: int | None
    value: Expr


@dataclass(frozen=True)
class Resume:
    """A place in the code where a given position can go on (`resume here`).

    To begin there: enter the stages in this order, lay the cards out, set the variables, note the calls that lead
    here (`backs`: local and site), put who is to move into `mover`, and run from `entry`.
    """

    name: str | None
    mover: Local | VarAt | None
    entry: int
    stages: tuple[int, ...]
    backs: tuple[tuple[int, int], ...]
    origin: Origin


@dataclass(frozen=True)
class Option:
    """An option as it was set."""

    name: str  # `hand-size`, or `last-card-call.penalty`
    value: str
    default: str
    text: str
    origin: Origin


@dataclass(frozen=True)
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
    checkpoints: int  # positions that are kept to be compared with (`Watch`)
    kept: tuple[int, ...]  # locals that outlive some question
    ending: int  # the variable that says how it ended
    endings: tuple[tuple[str, str], ...]  # word and text; number 0 is `none`
    possible: tuple[Requirement, ...]
    results: tuple[Result, ...]  # `winners` is one of them
    resumes: tuple[Resume, ...]
    rules: tuple[Origin, ...] = field(default=())  # the documents that it is made of, in order
    digests: tuple[tuple[str, str], ...] = field(default=())  # of these documents by themselves, by their ids
    house_rules: tuple[str, ...] = ()  # the ids of those of these documents that are rules
    melding: Melding | None = None
