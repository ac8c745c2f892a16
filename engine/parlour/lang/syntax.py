"""The syntax tree of the texts inside a ruleset: expressions, statements, actions and headings.

Each node is documented by the syntax that it stands for. Nodes are frozen and know only where they stand;
names are not resolved and nothing has a type yet.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from parlour.base.source import Span


@dataclass(frozen=True)
class Node:
    span: Span


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True)
class Name(Node):
    """`p`, `pile`, `hand-size`: whatever a lower-case word names here."""

    id: str


@dataclass(frozen=True)
class Number(Node):
    """`4`; a rank where a rank is wanted."""

    value: int


@dataclass(frozen=True)
class Truth(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True)
class Nothing(Node):
    """`none`: no card, no player, the empty set."""


@dataclass(frozen=True)
class RankLit(Node):
    """`J`, `Q`, `K`, `A`, `Jk`."""

    rank: str


@dataclass(frozen=True)
class SuitLit(Node):
    """`♠`, `♥`, `♦`, `♣`; kept as one of S H D C."""

    suit: str


@dataclass(frozen=True)
class WordLit(Node):
    """`"any"`: a word of a list, in quotes; for words that the language needs itself."""

    word: str


@dataclass(frozen=True)
class CardLit(Node):
    """`10♦`, or `10D` in plain letters."""

    rank: str
    suit: str


@dataclass(frozen=True)
class ListLit(Node):
    """`[2, 4..7, J]`: a set written out; the items may be ranges."""

    items: tuple[Expr, ...]


@dataclass(frozen=True)
class RangeLit(Node):
    """`4..7`, both ends included."""

    low: Expr
    high: Expr


@dataclass(frozen=True)
class Call(Node):
    """`hand(p)`, `next(p)`, `draw(p, 2)`: a zone, a variable with keys, a function, a built-in or a procedure."""

    name: str
    args: tuple[Expr, ...]
    name_span: Span


@dataclass(frozen=True)
class Field(Node):
    """`c.rank`, `pile.top`, `options.hand-size`."""

    of: Expr
    name: str
    name_span: Span


@dataclass(frozen=True)
class Not(Node):
    """`not x`."""

    value: Expr


@dataclass(frozen=True)
class Minus(Node):
    """`- x`."""

    value: Expr


@dataclass(frozen=True)
class Binary(Node):
    """`a + b` and its like. Operators: + - * // mod and or == != < <= > >= in `not in`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True)
class Choice(Node):
    """`a if test else b`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True)
class Is(Node):
    """`x is empty`, `x has cards`, `x is none`, `x is some`, each also with `not` (`x is not empty`).

    `what` is one of empty, cards, none, some.
    """

    value: Expr
    what: str
    negated: bool


@dataclass(frozen=True)
class Each(Node):
    """`c in hand(p) where c.rank == 5`: a variable that runs over a collection. Part of the forms below.

    With `order`, only those with the most or the least of a value stay: `p in players with most score(p)`.
    `where` is judged first.
    """

    var: str
    var_span: Span
    domain: Expr
    where: Expr | None
    order: str | None  # "most", "least" or nothing
    by: Expr | None


@dataclass(frozen=True)
class Quantified(Node):
    """`any c in cs where …`, `all c in …`, `no c in …` (true or false); `count c in …` (a number);
    `those c in …` (a set); `the p in …` (the first one in card or seat order, or none)."""

    kind: str
    each: Each


@dataclass(frozen=True)
class Total(Node):
    """`sum worth(c) for c in hand(p)`, `most e for …`, `least e for …`: a number. Of nothing, the sum is 0;
    the most and the least of nothing are 0 too."""

    kind: str
    value: Expr
    each: Each


@dataclass(frozen=True)
class May(Node):
    """`may play(p, c)`: would the permission hold?"""

    call: Call


@dataclass(frozen=True)
class Possible(Node):
    """`possible act(p)`: does the question offer anything (beyond what is offered only if nothing else is)?"""

    call: Call


@dataclass(frozen=True)
class Seats(Node):
    """`seats from p`, `seats after p`: players in the order of play, each once, beginning with or after p."""

    kind: str  # "from" or "after"
    player: Expr


@dataclass(frozen=True)
class FieldValue(Node):
    """`live: false` inside a record."""

    name: str
    value: Expr


@dataclass(frozen=True)
class Make(Node):
    """`Face(rank: 4, live: false)`: a record; fields left out have their default."""

    record: str
    fields: tuple[FieldValue, ...]


@dataclass(frozen=True)
class Changed(Node):
    """`on but (role: plain, called: false)`: a copy of a record with other fields."""

    value: Expr
    fields: tuple[FieldValue, ...]


@dataclass(frozen=True)
class As(Node):
    """`c as d`: the card c counting as d."""

    card: Expr
    face: Expr


@dataclass(frozen=True)
class Chance(Node):
    """`random player`, `random 1..6`, `random c in pile`: only as the value of an assignment.

    `of` is the collection or range that one is taken from.
    """

    of: Expr


Expr = (
    Name
    | Number
    | Truth
    | Nothing
    | RankLit
    | SuitLit
    | CardLit
    | WordLit
    | ListLit
    | RangeLit
    | Call
    | Field
    | Not
    | Minus
    | Binary
    | Choice
    | Is
    | Quantified
    | Total
    | May
    | Possible
    | Seats
    | Make
    | Changed
    | As
    | Chance
)


# ---------------------------------------------------------------- statements


@dataclass(frozen=True)
class Pass(Node):
    """`nothing`."""


@dataclass(frozen=True)
class Let(Node):
    """`let x = e`."""

    name: str
    name_span: Span
    value: Expr


@dataclass(frozen=True)
class Assign(Node):
    """`x = e`, `score(s) += e`, `c.markers -= 1`. The operator is =, += or -=."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True)
class If(Node):
    """`if a:` … `elif b:` … `else:`; an elif is an If inside `other`."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@dataclass(frozen=True)
class For(Node):
    """`for p in seats from x where …:`."""

    each: Each
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class RepeatTimes(Node):
    """`repeat n times:`."""

    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True)
class RepeatUntil(Node):
    """`repeat:` … `until e limit n`, with optional blocks for a position that comes again and for the limit."""

    body: tuple[Stmt, ...]
    until: Expr
    limit: Expr
    repeated: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True)
class While(Node):
    """`while e limit n:`, with optional blocks for a position that comes again and for the limit."""

    test: Expr
    limit: Expr
    body: tuple[Stmt, ...]
    repeated: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True)
class Stop(Node):
    """`stop`: leave the loop (or the poll) around it."""


@dataclass(frozen=True)
class Next(Node):
    """`next`: in an answer to a poll, ask the next one."""


@dataclass(frozen=True)
class Do(Node):
    """`draw(p, 2)`: run a procedure."""

    call: Call


@dataclass(frozen=True)
class PlayStage(Node):
    """`play hand`, `play turn(p)`: enter a stage."""

    name: str
    name_span: Span
    args: tuple[Expr, ...]


@dataclass(frozen=True)
class End(Node):
    """`end hand`, `end game as blocked`: leave a stage from anywhere inside."""

    stage: str
    stage_span: Span
    ending: str | None
    ending_span: Span | None


@dataclass(frozen=True)
class Proceed(Node):
    """`proceed`: in an `instead of`, run what it stands before."""


@dataclass(frozen=True)
class Move(Node):
    """`move cs to pile`, `move stock to pile`, `move c to stock at 5`, `… at bottom`, `… face up`.

    `cards` is a card, a set of cards or a whole zone. `place` is a position counted from the bottom (0 is
    below everything); the words `top` and `bottom` are kept in `end`. `face` is up, down or nothing.
    """

    cards: Expr
    to: Expr
    end: str | None
    place: Expr | None
    face: str | None


@dataclass(frozen=True)
class Deal(Node):
    """`deal 5 from stock to each hand from next(dealer)`: one card at a time, round the table.

    Without `each`: `deal 4 from stock to missing`. `start` is who gets the first card.
    """

    count: Expr
    source: Expr
    to: Expr
    each: bool
    start: Expr | None


@dataclass(frozen=True)
class Shuffle(Node):
    """`shuffle stock`, `shuffle box into stock`, `shuffle pile - pile.top into stock`."""

    cards: Expr
    into: Expr | None


@dataclass(frozen=True)
class Turn(Node):
    """`turn up c`, `turn down cs`."""

    up: bool
    cards: Expr


@dataclass(frozen=True)
class Show(Node):
    """`show hand(p) to q`, `show c to everybody`: lets others see cards now, without moving them."""

    cards: Expr
    to: Expr | None  # nothing: everybody


@dataclass(frozen=True)
class Reverse(Node):
    """`reverse direction`."""


@dataclass(frozen=True)
class Leave(Node):
    """`p leaves game`: out until that stage begins anew."""

    player: Expr
    stage: str
    stage_span: Span


@dataclass(frozen=True)
class CountsAs(Node):
    """`pile.top counts as d`."""

    card: Expr
    face: Expr


@dataclass(frozen=True)
class ResumeHere(Node):
    """`resume here with up`, `resume here with p as finish`: where a given position goes on. `mover` is the variable
    that says who is to move."""

    name: str | None
    mover: Expr | None


@dataclass(frozen=True)
class Ask(Node):
    """`ask act(p)`: put a prompt's question."""

    call: Call


@dataclass(frozen=True)
class AskHere(Node):
    """`ask p:` with actions below it, and an optional `else:`."""

    player: Expr
    actions: Actions


@dataclass(frozen=True)
class Poll(Node):
    """`poll q in seats after p where …:` with actions; asks in order until an answer is not `next`."""

    each: Each
    actions: Actions


@dataclass(frozen=True)
class AskTogether(Node):
    """`ask together p in players:` with actions; sealed answers, all carried out when the last is in."""

    each: Each
    actions: Actions


Stmt = (
    Pass
    | Let
    | Assign
    | If
    | For
    | RepeatTimes
    | RepeatUntil
    | While
    | Stop
    | Next
    | Do
    | PlayStage
    | End
    | Proceed
    | Move
    | Deal
    | Shuffle
    | Turn
    | Show
    | Reverse
    | Leave
    | CountsAs
    | ResumeHere
    | Ask
    | AskHere
    | Poll
    | AskTogether
)


# ---------------------------------------------------------------- actions


@dataclass(frozen=True)
class Slot(Node):
    """One thing to choose: `c in hand(p)`, `cs in groups of hand(p)`, `n in 1..4`, `k in places of lower(p)`.

    `form` is one of
      "each"       a card, player, rank, suit, number … of a set or range
      "groups"     sets of one or more cards of one rank
      "sets"       subsets; `low` and `high` bound the size (`2 cards of …`, `0..3 cards of …`)
      "guises"     a card together with what it counts as (`guises of …`)
      "places"     a position in a zone, counted from 1 at the bottom
    """

    var: str
    var_span: Span
    form: str
    domain: Expr
    low: Expr | None
    high: Expr | None


@dataclass(frozen=True)
class Action(Node):
    """`play "play {c}" for c in hand(p) where … as lay(p, c) only if nothing else:` and a body.

    Without a body the call is carried out: the one under `as`, or a procedure with the name of the action.
    """

    id: str
    id_span: Span
    notation: Template | None
    instead: bool  # `instead play …`: takes the place of an action with this id
    slots: tuple[Slot, ...]
    test: Expr | None  # `if …`: judged before anything is chosen
    where: Expr | None  # judged for each choice
    does: Call | None  # `as lay(p, [c])`
    last: bool  # `only if nothing else`
    body: tuple[Stmt, ...] | None


@dataclass(frozen=True)
class Include(Node):
    """`include begin(p) where …`: the actions of another prompt."""

    call: Call
    where: Expr | None


@dataclass(frozen=True)
class Actions(Node):
    """What may be answered to a question, in the order in which it is offered."""

    items: tuple[Action | Include, ...]
    otherwise: tuple[Stmt, ...] | None  # `else:`
    wording: Template | None = None  # how the question is put to the player


# ---------------------------------------------------------------- headings and templates


@dataclass(frozen=True)
class Param(Node):
    """`p`, `n: int`, `x: card or none`."""

    name: str
    type: TypeName | None


@dataclass(frozen=True)
class TypeName(Node):
    """`int`, `card or none`, `Face`."""

    name: str
    optional: bool


@dataclass(frozen=True)
class Heading(Node):
    """`draw(p, n)`, `hand`, `score(side)`: the key under which a member stands. `params` is nothing when
    there are no brackets."""

    name: str
    params: tuple[Param, ...] | None


@dataclass(frozen=True)
class HookHeading(Node):
    """`before draw(p, n)`, `after hand`, `instead of open()`."""

    when: str  # "before", "after", "instead of"
    target: Heading


@dataclass(frozen=True)
class Hole(Node):
    """`{top.rank}` inside a text that is shown to a person."""

    value: Expr


@dataclass(frozen=True)
class Template(Node):
    """A text with holes."""

    parts: tuple[str | Hole, ...]


def asked_in(nodes: tuple[Stmt, ...]) -> set[str]:
    """The prompts that statements ask, however deep inside."""
    found: set[str] = set()
    stack: list[object] = [*nodes]
    while stack:
        node = stack.pop()
        if isinstance(node, Ask):
            found.add(node.call.name)
        if isinstance(node, tuple):
            stack.extend(node)
        elif isinstance(node, Node):
            stack.extend(getattr(node, f.name) for f in fields(node) if f.name != "span")
    return found
