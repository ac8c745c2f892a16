"""The engine and the oracle in step: one game, the same moves, and everything compared after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import astuple, dataclass
from itertools import zip_longest

from oracle.places import Question
from oracle.play import Play
from oracle.things import Card, Player, Record, Side, Stopped, Zone
from oracle.values import Scope
from parlour.bots import PolicyBot, Seat, chance_for, no_worlds
from parlour.documents.composition import Member, text_node
from parlour.game import Game
from parlour.lang import parser
from parlour.program import Type
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.events import Event
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, PLAYING, Instance, Layout
from parlour.table.texts import named, written, written_keys, zone_name
from parlour.views import Projector, SeenEvent, View, view
from parlour.views.seen_events import (
    AnswerSealed,
    CardsGathered,
    CardsMoved,
    CardsShown,
    CardsTurned,
    EndingSaid,
    LineSaid,
    MatchEnded,
    PlayerAnswered,
    PlayerAsked,
    PlayerLeft,
    StageBegan,
    ZoneShuffled,
)
from parlour.views.view import Viewer


class Difference(AssertionError):  # noqa: N818  # what it is about, as in `Difference of ct: …`
    """The engine and the oracle don't agree."""


@dataclass
class Tally:
    """What one game in step has shown: questions answered, and how it ended."""

    decisions: int = 0
    ending: str = ""


def engine_position(state: State) -> dict[str, object]:
    """Return the cards, values and marks of a state of the engine, in words."""
    layout, cells = state.table.machine.layout, list(state.cells)
    program = layout.program
    position: dict[str, object] = {}
    for i in layout.instances:
        cards = [layout.pack.name(c) for c in layout.contents(cells, i)]
        if i.form == "columns":
            cards = [layout.pack.name(c - 1) if c else "-" for c in cells[i.at : i.at + i.room]]
        position[zone_name(layout, i.number)] = sorted(cards) if i.form == "set" else cards
    names: dict[int, list[str]] = {}  # the names by which variables and logs know each card
    of_logs = {number for log in program.logs for number in (log.entries, log.length)}
    for log in program.logs:
        at, kind = layout.variables[log.entries].at, program.variables[log.entries].type
        entries = cells[at : at + cells[layout.variables[log.length].at]]
        position[f"log {log.name}"] = [written(layout, kind, entry) for entry in entries]
        for number, entry in enumerate(entries, start=1):
            _name(layout, names, f"{log.name} {number}", kind, entry)
    for number, (variable, array) in enumerate(zip(program.variables, layout.variables, strict=True)):
        if number in of_logs or (variable.origin is None and variable.name not in ("ending", "in-force")):
            continue  # what only the engine needs, such as sealed answers
        for keys in layout.keys_of(array):
            title = " ".join([variable.name, *written_keys(layout, variable.keys, keys)])
            position[title] = written(layout, variable.type, cells[array.cell(keys)])
            _name(layout, names, title, variable.type, cells[array.cell(keys)])
    position["playing"] = [seat + 1 for seat in range(layout.players) if cells[PLAYING] >> seat & 1]
    position["direction"] = cells[DIRECTION]
    position["each card"] = Counter(_engine_card(layout, cells, c, names) for c in members(layout.pack.used))
    return position


def _name(layout: Layout, names: dict[int, list[str]], title: str, type_: Type, value: int) -> None:
    """Note the cards that a value of a variable names."""
    if type_.kind == "record":
        record = next(r for r in layout.program.records if r.name == type_.name)
        for f in record.fields:
            field = (value >> f.shift & (1 << f.width) - 1) - f.bias
            _name(layout, names, f"{title} {f.name}", f.type, field)
        return
    for card in named(layout, type_, value):
        names.setdefault(card, []).append(title)


def _place(layout: Layout, cells: list[int], i: Instance, card: int) -> int:
    """Return the place of a card in its zone, from 1; 0 in a set."""
    if i.form == "columns":
        return cells[i.at : i.at + i.room].index(card + 1) + 1
    return 0 if i.form == "set" else layout.contents(cells, i).index(card) + 1


def _engine_card(layout: Layout, cells: list[int], card: int, names: dict[int, list[str]]) -> tuple[object, ...]:
    """Return everything that there is to know of a card, apart from its number."""
    i = layout.instances[cells[layout.where + card]]
    sides = [cell is not None and bool(cells[cell] >> card & 1) for cell in (i.turned, i.batch)]
    marks = tuple(
        (mark.name, layout.pack.face_name(value) if mark.guise else written(layout, mark.type, value))
        for mark, at in zip(layout.program.marks, layout.marks, strict=True)
        if (value := cells[at + card]) != mark.default
    )
    zone, place, called = (
        zone_name(layout, i.number),
        _place(layout, cells, i, card),
        tuple(sorted(names.get(card, ()))),
    )
    return layout.pack.name(card), zone, place, *sides, marks, called


def oracle_position(play: Play) -> dict[str, object]:
    """Return the same of the oracle's state."""
    state = play.state
    position: dict[str, object] = {}
    for (name, keys), zone in state.zones.items():
        cards = ["-" if card is None else card.face.name for card in zone.places]
        position[play.title(name, keys)] = cards if zone.has_places else sorted(cards)
    names: dict[Card, list[str]] = {}
    for name, log in state.logs.items():
        position[f"log {name}"] = [play.plain(entry) for entry in log]
        for number, entry in enumerate(log, start=1):
            _oracle_name(play, names, f"{name} {number}", entry)
    for (name, keys), value in state.variables.items():
        position[play.title(name, keys)] = play.plain(value)
        _oracle_name(play, names, play.title(name, keys), value)
    position["playing"] = sorted(p.seat for p in state.playing)
    position["direction"] = state.direction
    position["each card"] = Counter(
        _oracle_card(play, zone, card, names) for zone in state.zones.values() for card in zone.cards
    )
    return position


def _oracle_name(play: Play, names: dict[Card, list[str]], title: str, value: object) -> None:
    if isinstance(value, Record):
        for name, field in value.fields:
            _oracle_name(play, names, f"{title} {name}", field)
        return
    for card in play.named_cards(value):
        names.setdefault(card, []).append(title)


def _oracle_card(play: Play, zone: Zone, card: Card, names: dict[Card, list[str]]) -> tuple[object, ...]:
    state = play.state
    marks = tuple((m, play.plain(state.marked[m, card])) for m in state.marks if (m, card) in state.marked)
    batch = "last-batch" in zone.seen and card in zone.batch
    place, called = play.place(zone, card), tuple(sorted(names.get(card, ())))
    return card.face.name, play.title(zone.name, zone.keys), place, card in zone.up, batch, marks, called


class Watchers:
    """What each seat sees of the same game: the views and the events of the engine, in the words of the oracle. Of more
    than four seats, some look at each step, and others at the next one."""

    def __init__(self, table: Table) -> None:
        self.seats = range(1, table.machine.players + 1)
        self.turns = -(-len(self.seats) // 4)
        self.turn = 0
        self.viewers = [Viewer(table, seat) for seat in self.seats]
        self.projectors = [Projector(table.machine, seat - 1) for seat in self.seats]

    def compare(
        self, state: State, events: Iterable[Event], play: Play, question: Question | None, differs: Differs
    ) -> None:
        happened = play.latest()
        self.turn += 1
        for seat, viewer, projector in zip(self.seats, self.viewers, self.projectors, strict=True):
            if (seat + self.turn) % self.turns:
                continue
            mine, theirs = list(map(_told, projector.all(events))), play.history(happened, seat)
            for number, (one, other) in enumerate(zip_longest(mine, theirs), start=1):
                if one != other:
                    raise differs(f"event {number} for seat {seat}", one, other)
            seen, view = viewer.view(state), play.view(seat)
            for name, one in _view(seen).items():
                if one != view.pop(name, None):
                    raise differs(f"{name} in the view of seat {seat}", one, play.view(seat).get(name))
            if view:
                raise differs(f"the view of seat {seat} lacks", None, view)
            if question is not None and seen.question is not None:
                own = question.seat == seat
                asked = question.seat, question.prompt, question.wording if own else None
                if asked != (seen.question.seat, seen.question.prompt, seen.question.wording):
                    raise differs(f"the question in the view of seat {seat}", seen.question, asked)


def _told(event: SeenEvent) -> tuple[object, ...]:
    """Return an event for a seat as a tuple of the oracle."""
    match event:
        case CardsMoved(target, cards, more):
            return "moved", target, sorted(map(astuple, cards), key=repr), list(more)
        case CardsGathered():
            return ("gathered",)
        case StageBegan(stage, ending, before, after):
            return "began", stage, ending, dict(before), dict(after)
        case EndingSaid(stages, ending):
            return "ended", sorted(stages), ending
        case ZoneShuffled(zone):
            return "shuffled", zone
        case CardsTurned(up, cards):
            return "turned", up, sorted(map(astuple, cards), key=repr)
        case CardsShown(seats, cards):
            return "shown", list(seats), sorted(map(astuple, cards), key=repr)
        case LineSaid():
            return "said", event.text
        case PlayerAsked():
            return "asked", event.seat, event.question
        case PlayerAnswered():
            return "answered", *astuple(event)
        case AnswerSealed():
            return "sealed", *astuple(event)
        case PlayerLeft():
            return "out", event.seat
        case MatchEnded():
            return ("over",)


def _view(view: View) -> dict[str, object]:
    """Return a view as a dictionary of the oracle."""
    seen: dict[str, object] = {"out": list(view.out), "clockwise": view.clockwise}
    for zone in view.zones:
        cards = [(card.card, card.place, card.up, list(card.marks), card.player) for card in zone.cards]
        marked = [(card.place, list(card.marks)) for card in zone.marked]
        seen[f"zone {zone.name}"] = zone.size, sorted(cards, key=repr), list(zone.filled), sorted(marked, key=repr)
    seen |= {value.name: value.value for value in view.values}
    return seen | {"lines": [(line.name, line.text) for line in view.lines]}


def play_in_step(
    game: Game, players: int, seed: int, most: int, play: Play | None = None, widest: int = 1_000_000
) -> Tally:
    """Play one game of at most so many decisions, by the policy of its ruleset, up to a question with more moves than
    `widest`. Raise the first `Difference`."""
    play = play or Play(game.composition, players, seed)
    steps = play.match()
    tally = Tally()
    done: list[str] = []

    def differs(what: str, mine: object, theirs: object) -> Difference:
        return Difference(
            f"{game.id}, {players} players, seed {seed}, after {done}:\n  {what}: engine {mine!r}, oracle {theirs!r}"
        )

    question: Question | None
    watchers: Watchers | None = None
    state, events = _state(lambda: game.start_recorded(players, seed))
    generated = Generated(game, players, seed)
    question = _next(lambda: next(steps))
    while True:
        if state is None or question is STOPPED:
            if (state is None) != (question is STOPPED):
                raise differs("stops with a runtime error", state is None, question is STOPPED)
            tally.ending = "stopped"
            return tally
        compare_positions(state, play, differs)
        generated.compare(state, differs)
        watchers = watchers or Watchers(state.table)
        watchers.compare(state, events, play, question, differs)
        if state.over or question is None:
            if state.over != (question is None):
                raise differs("is over", state.over, question is None)
            _compare_outcomes(state, play, differs)
            tally.ending = "over"
            return tally
        _compare_questions(state, question, differs)
        seat, chance = Seat(view(state, question.seat), no_worlds), chance_for(seed, question.seat, tally.decisions)
        text = PolicyBot().choose(seat, chance)
        move = next(move for move in (*question.legal, *question.tries) if move.text == text)
        if tally.decisions == most or len(question.legal) > widest:
            tally.ending = "left"
            return tally
        tally.decisions += 1
        done.append(move.text)
        mine = next(m for m in (*state.question.legal, *state.question.tries) if str(m) == move.text)
        state, events = _state(lambda state=state, mine=mine: state.apply_recorded(mine))
        generated.step(mine.number)
        question = _next(lambda move=move: steps.send(move))


class Generated:
    """The same game in generated Python, which must have the same numbers as the other execution."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.machine = game.machine(players)
        self.cells: list[int] | None = None
        with suppress(RulesetFault):
            self.cells = self.machine.start(seed)

    def step(self, number: int) -> None:
        try:
            self.machine.step(self.cells, number)
        except RulesetFault:
            self.cells = None

    def compare(self, state: State, differs: object) -> None:
        if self.cells != list(state.cells):
            changed = [] if self.cells is None else [n for n, cell in enumerate(state.cells) if cell != self.cells[n]]
            raise differs("cells of generated Python", changed, None if self.cells is None else "those of the state")
        if not state.over:
            moves = [move.number for move in state.question.legal]
            if sorted(self.machine.legal(self.cells)) != sorted(moves):
                raise differs("moves in generated Python", moves, self.machine.legal(self.cells))


def compare_natively(game: Game, players: int, seed: int, games: int = 2) -> None:
    """Play games at random in native code and in generated Python, and compare how they end."""
    ends = []
    for native in (True, False):
        try:
            played = game.playouts(games, players, seed, native=native, states=True, most=60, threads=1)
            ends.append((list(played.lengths), list(played.endings), [list(cells) for cells in played.cells]))
        except RulesetFault as fault:
            ends.append(str(fault))
    if ends[0] != ends[1]:
        raise Difference(f"{game.id}, {players} players, seed {seed}: native code {ends[0]}, Python {ends[1]}")


def _state(step: Callable[[], tuple[State, tuple[Event, ...]]]) -> tuple[State | None, tuple[Event, ...]]:
    """Return a state with the texts of its question, and the events before it; None at a runtime error."""
    try:
        state, events = step()
        if not state.over:
            _ = state.question.wording, [*map(str, state.question.legal), *map(str, state.question.tries)]
        return state, events
    except RulesetFault:
        return None, ()


STOPPED = Question(0, None, None, [], [])
Differs = Callable[[str, object, object], Difference]


def _next(step: object) -> Question | None:
    """Return the next question, None at the end of the match, or STOPPED at a runtime error."""
    try:
        return step()
    except StopIteration:
        return None
    except Stopped:
        return STOPPED


def compare_positions(state: State, play: Play, differs: object) -> None:
    mine, theirs = engine_position(state), oracle_position(play)
    if mine.keys() != theirs.keys():
        raise differs("names", sorted(mine.keys() - theirs.keys()), sorted(theirs.keys() - mine.keys()))
    for name in mine:
        if mine[name] != theirs[name]:
            raise differs(name, mine[name], theirs[name])


def _compare_questions(state: State, question: Question, differs: object) -> None:
    asked = state.question
    for what, mine, theirs in (
        ("asks seat", asked.seat, question.seat),
        ("asks", asked.prompt, question.prompt),
        ("in the words", asked.wording, question.wording),
        ("legal moves", sorted(map(str, asked.legal)), sorted(m.text for m in question.legal)),
        ("moves to try", sorted(map(str, asked.tries)), sorted(m.text for m in question.tries)),
    ):
        if mine != theirs:
            raise differs(what, mine, theirs)


def _compare_outcomes(state: State, play: Play, differs: object) -> None:
    """Compare the winners, and the named results for each player or side."""
    mine = {"winners": state.outcome.winners, **state.outcome.values}
    theirs = {member.name: _result(play, member) for member in play.composition.sections["outcome"]}
    if mine != theirs:
        raise differs("outcome", mine, theirs)


def _result(play: Play, member: Member) -> object:
    text = text_node(member)
    assert text is not None
    part = play.mix.part(parser.parse_expression, text, member)
    if member.name == "winners":
        seats = [seat for w in play.as_set(play.value(part.tree, Scope(part))) for seat in _seats(w)]
        return tuple(sorted(seats))
    holders = {"player": play.state.players, "side": play.state.sides}.get("".join(part.names))
    if holders is None:
        return _plain(play, play.value(part.tree, Scope(part)))
    values = [play.value(part.tree, Scope(part, {part.names[0]: holder})) for holder in holders]
    return {number: _plain(play, value) for number, value in enumerate(values, start=1)}


def _seats(winner: object) -> tuple[int, ...]:
    return (winner.seat,) if isinstance(winner, Player) else winner.seats


def _plain(play: Play, value: object) -> object:
    match value:
        case None | int():
            return value
        case Player(number) | Side(number):
            return number
    return play.plain(value)
