"""Syntax nodes of steps, questions and actions."""

from __future__ import annotations

from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.lang.syntax.expressions import Call, Each, Expr, FieldValue
from parlour.lang.syntax.headings import Template
from parlour.lang.syntax.nodes import Node

__all__ = [
    "VERBS",
    "Action", "Actions", "Ask", "AskFirst", "AskHere", "AskTogether", "Assign", "Attempt", "CountsAs", "Deal", "Do",
    "End", "For", "If", "Include", "Leave", "Let", "Log", "Move", "Next", "Pass", "PlayStage", "Poll",
    "Proceed", "RepeatTimes", "RepeatUntil", "ResumeHere", "Reverse", "Say", "Show", "Shuffle", "Slot", "Stmt", "Stop",
    "Switch", "Turn", "While", "Wording",
]  # fmt: skip


@frozen
class Pass(Node):
    """`nothing`."""


@frozen
class Let(Node):
    """`let x = e`."""

    name: str
    name_span: Span
    value: Expr


@frozen
class Assign(Node):
    """`x = e`, `score(s) += e`, `c.markers -= 1`. The operator is =, += or -=."""

    target: Expr
    op: str
    value: Expr


@frozen
class If(Node):
    """`if a:` … `elif b:` … `else:`; an elif is an If inside `other`."""

    test: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...]


@frozen
class For(Node):
    """`for p in seats from x where …:`."""

    each: Each
    body: tuple[Stmt, ...]


@frozen
class RepeatTimes(Node):
    """`repeat n times:`."""

    times: Expr
    body: tuple[Stmt, ...]


@frozen
class RepeatUntil(Node):
    """`repeat:` … `until e limit n`, with optional blocks for a repeated position and for the limit."""

    body: tuple[Stmt, ...]
    until: Expr
    limit: Expr | None
    repeated: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@frozen
class While(Node):
    """`while e limit n:`, with optional blocks for a repeated position and for the limit."""

    test: Expr
    limit: Expr | None
    body: tuple[Stmt, ...]
    repeated: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@frozen
class Attempt(Node):
    """`attempt:` … `keep if e`, with an optional `else:`. If e is false, everything is as before the steps."""

    body: tuple[Stmt, ...]
    keep: Expr
    otherwise: tuple[Stmt, ...] | None


@frozen
class Stop(Node):
    """`stop`: leave the loop (or the poll) around it."""


@frozen
class Next(Node):
    """`next`: in an answer to a poll, ask the next one."""


@frozen
class Do(Node):
    """`draw(p, 2)`: run a procedure."""

    call: Call


@frozen
class PlayStage(Node):
    """`play hand`, `play turn(p)`: enter a stage."""

    name: str
    name_span: Span
    args: tuple[Expr, ...]


@frozen
class End(Node):
    """`end hand`, `end game as blocked`: leave a stage from anywhere inside."""

    stage: str
    stage_span: Span
    ending: str | None
    ending_span: Span | None


@frozen
class Proceed(Node):
    """`proceed`: in an `instead of`, run the replaced steps."""


@frozen
class Move(Node):
    """`move cs to pile`, `move stock to pile`, `move row from c to pile`, `move c to stock at 5`, `… at bottom`,
    `… face up`.

    `cards` is a card, a set of cards or a whole zone; with `start`, only that card and those above it. `place` is a
    position counted from the bottom (0 is below everything); `end` holds the words `top` and `bottom`. `face` is up,
    down or nothing.
    """

    cards: Expr
    start: Expr | None
    to: Expr
    end: str | None
    place: Expr | None
    face: str | None


@frozen
class Deal(Node):
    """`deal 5 from stock to each hand from next(dealer)`: one card at a time, around the table.

    Without `each`: `deal 4 from stock to missing`. `start` is who gets the first card.
    """

    count: Expr
    source: Expr
    to: Expr
    each: bool
    start: Expr | None


@frozen
class Shuffle(Node):
    """`shuffle stock`, `shuffle box into stock`, `shuffle pile - pile.top into stock`."""

    cards: Expr
    into: Expr | None


@frozen
class Turn(Node):
    """`turn up c`, `turn down cs`."""

    up: bool
    cards: Expr


@frozen
class Show(Node):
    """`show hand(p) to q`, `show c to everybody`: lets others see cards now, without moving them."""

    cards: Expr
    to: Expr | None  # nothing: everybody


@frozen
class Say(Node):
    """`say "peg {n} for a run"`, `say to p "you may look"`: a line for everybody, or for some players."""

    line: Template
    to: Expr | None  # nothing: everybody


@frozen
class Log(Node):
    """`log auction(by: p, call: pass)`, `log turns(p)`: a new entry of a log, a value or the fields of a record."""

    name: str
    name_span: Span
    value: Expr | tuple[FieldValue, ...]


@frozen
class Reverse(Node):
    """`reverse direction`."""


@frozen
class Switch(Node):
    """`switch on x`, `switch off rules`: one rule, or a set of them. `state` is `on` or `off`."""

    state: str
    rules: Expr


@frozen
class Leave(Node):
    """`p leaves game`: out until that stage begins again."""

    player: Expr
    stage: str
    stage_span: Span


@frozen
class CountsAs(Node):
    """`pile.top counts as d`."""

    card: Expr
    face: Expr


@frozen
class ResumeHere(Node):
    """`resume here with up`, `resume here with p as finish`: where a given position continues. `mover` is the variable
    of the player to move."""

    mover: Expr | None
    name: str | None


@frozen
class Ask(Node):
    """`ask act(p)`: ask a declared question."""

    call: Call


@frozen
class AskHere(Node):
    """`ask p:` with actions below it, and an optional `else:`."""

    player: Expr
    actions: Actions


@frozen
class Poll(Node):
    """`poll q in seats after p where …:` with actions; asks in order until an answer is not `next`. With `call`, as in
    `poll throw_in(q) for q in seats after p`, the actions are those of a prompt, and `actions` has only an `else`."""

    each: Each
    actions: Actions
    call: Call | None = None


@frozen
class AskFirst(Node):
    """`ask first p in players:` with actions, or `ask first slap(p) for p in players`: a poll in random order."""

    each: Each
    actions: Actions
    call: Call | None = None


@frozen
class AskTogether(Node):
    """`ask together p in players:` with actions; sealed answers, all carried out after the last one."""

    each: Each
    actions: Actions


# The words that begin a step, each with an example of what can follow.
VERBS: dict[str, str | None] = {
    "nothing": None,
    "stop": None,
    "next": None,
    "proceed": None,
    "play": "`play turn(p)`",
    "end": "`end hand`",
    "move": "`move c to pile`",
    "deal": "`deal 5 from stock to each hand`",
    "shuffle": "`shuffle stock`",
    "turn": "`turn up c`",
    "show": "`show hand(p) to q`",
    "say": '`say "no more cards"`',
    "log": "`log turns(p)`",
    "reverse": "`reverse direction`",
    "switch": "`switch on x`",
    "resume": "`resume here with up`",
    "ask": "`ask act(p)`",
    "poll": "`poll q in seats after p:`",
    "attempt": None,
}

Stmt = (
    Pass
    | Let
    | Assign
    | If
    | For
    | RepeatTimes
    | RepeatUntil
    | While
    | Attempt
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
    | Switch
    | Say
    | Log
    | Leave
    | CountsAs
    | ResumeHere
    | Ask
    | AskHere
    | Poll
    | AskFirst
    | AskTogether
)


# ---------------------------------------------------------------- actions


@frozen
class Slot(Node):
    """One thing to choose: `c in hand(p)`, `cs in groups of hand(p)`, `n in 1..4`, `k in places of lower(p)`.

    `form` is one of
      "each"       a card, player, rank, suit, number … of a set or range
      "groups"     sets of one or more cards of one rank
      "melds"      the melds among some cards
      "runs"       cards of consecutive ranks, one of each; "double runs" two of each, "triple runs" three of each
      "sets"       subsets; `low` and `high` bound the size (`2 cards of …`, `0..3 cards of …`)
      "guises"     a card together with what it counts as (`guises of …`)
      "faces"      the face of a card, which need not be seen (`faces of …`)
      "places"     a position in a zone, counted from 1 at the bottom
    """

    var: str
    var_span: Span
    form: str
    domain: Expr
    low: Expr | None
    high: Expr | None


@frozen
class Action(Node):
    """`play "play {c}" for c in hand(p) where … does lay(p, c) only if nothing else:` and a body.

    Without a body the call runs: the one after `does`, or a procedure with the name of the action.
    """

    instead: bool  # `instead play …`: replaces the action with this id
    id: str
    id_span: Span
    notation: Template | None
    test: Expr | None  # `if …`: tested before anything is chosen
    slots: tuple[Slot, ...]
    where: Expr | None  # tested for each choice
    does: Call | None  # `does lay(p, [c])`
    blind: bool  # offered whether the permission allows it or not
    wrong: Call | None  # `blind else burn(p)`: runs if the permission forbids it
    last: bool  # `only if nothing else`
    quiet: bool  # nobody is told of this answer, and examples need no move for it
    body: tuple[Stmt, ...] | None


@frozen
class Include(Node):
    """`include begin(p) where …`: the actions of another question."""

    call: Call
    where: Expr | None


@frozen
class Wording(Node):
    """`"which suit?"`, the line that the player reads; `instead "…"` replaces that of another document."""

    line: Template
    instead: bool


@frozen
class Actions(Node):
    """The possible answers to a question, in order."""

    items: tuple[Action | Include, ...]
    otherwise: tuple[Stmt, ...] | None  # `else:`
    wording: Wording | None = None
