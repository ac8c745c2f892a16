"""The engine and the oracle in step: one game, the same moves, and everything compared after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from oracle.places import Move
from oracle.play import Play, Question
from oracle.things import Player, Record, Stopped, Zone
from oracle.values import Scope
from parlour.bots import PolicyBot, chance_for
from parlour.documents.composition import Member, text_node
from parlour.game import Game
from parlour.lang import parser
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, PLAYING
from parlour.table.texts import written, zone_name
from parlour.views import view


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
        title = zone_name(layout, i.number)
        position[title] = sorted(cards) if i.form == "set" else cards
        turned = 0 if i.turned is None else cells[i.turned]
        position[f"{title} up"] = sorted(layout.pack.name(c) for c in layout.contents(cells, i) if turned >> c & 1)
    of_logs = {number for log in program.logs for number in (log.entries, log.length)}
    for log in program.logs:
        at, kind = layout.variables[log.entries].at, program.variables[log.entries].type
        entries = cells[at : at + cells[layout.variables[log.length].at]]
        position[f"log {log.name}"] = [written(layout, kind, entry) for entry in entries]
    for number, (variable, array) in enumerate(zip(program.variables, layout.variables, strict=True)):
        if number in of_logs or (variable.origin is None and variable.name not in ("ending", "in-force")):
            continue  # what only the engine needs, such as sealed answers
        for key in layout.keys_of(array):
            position[" ".join([variable.name, *map(str, key)])] = written(layout, variable.type, cells[array.cell(key)])
    position["playing"] = [seat + 1 for seat in range(layout.players) if cells[PLAYING] >> seat & 1]
    position["direction"] = cells[DIRECTION]
    for m, mark in enumerate(program.marks):
        values = Counter(
            (layout.pack.name(c), layout.pack.face_name(value) if mark.guise else written(layout, mark.type, value))
            for c, value in enumerate(cells[layout.marks[m] : layout.marks[m] + layout.pack.size])
            if value != mark.default
        )
        position[f"mark {mark.name}"] = values
    return position


def oracle_position(play: Play) -> dict[str, object]:
    """Return the same of the oracle's state."""
    state = play.state
    position: dict[str, object] = {}
    for (name, key), zone in state.zones.items():
        title = " ".join([name, *(_key(k) for k in key)])
        cards = ["-" if card is None else card.face.name for card in zone.places]
        position[title] = cards if zone.has_places else sorted(cards)
        position[f"{title} up"] = sorted(c.face.name for c in zone.up)
    for name, log in state.logs.items():
        position[f"log {name}"] = [said(play, entry) for entry in log]
    for (name, key), value in state.variables.items():
        kinds = state.key_kinds.get(name, ())
        lowest = next(k for n, k in state.variables if n == name)
        places = zip(kinds, key, lowest, strict=True)
        numbers = (k - low if kind == "number" else _number(play, kind, k) for kind, k, low in places)
        position[" ".join([name, *map(str, numbers)])] = said(play, value)
    position["playing"] = sorted(p.seat for p in state.playing)
    position["direction"] = state.direction
    for name in state.marks:
        position[f"mark {name}"] = Counter(
            (card.face.name, said(play, value)) for (mark, card), value in state.marked.items() if mark == name
        )
    return position


def _key(key: object) -> str:
    return str(getattr(key, "seat", getattr(key, "number", getattr(key, "name", getattr(key, "sign", key)))))


def _number(play: Play, kind: str, key: object) -> int:
    """Return the number of a key among the keys of its kind, from 0."""
    match kind:
        case "player":
            return key.seat - 1
        case "side":
            return key.number - 1
        case "rank":
            return play.deck.ranks.index(key)
        case "suit":
            return play.deck.suits.index(key)
    return play.state.words[kind].index(str(key))


def said(play: Play, value: object) -> str:
    """Return a value in the words of the engine's `written`."""
    match value:
        case Zone():
            return " ".join([value.name, *map(_key, value.keys)])
        case Record(kind, fields):
            return f"{kind}({', '.join(f'{name}: {said(play, field)}' for name, field in fields)})"
    return play.plain(value)


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
    state = _state(lambda: game.start(players, seed))
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
        if state.over or question is None:
            if state.over != (question is None):
                raise differs("is over", state.over, question is None)
            _compare_outcomes(state, play, differs)
            tally.ending = "over"
            return tally
        _compare_questions(state, question, differs)
        text = PolicyBot().choose(view(state, question.seat), chance_for(seed, question.seat, tally.decisions))
        move = _certain(question, text)
        if move is None:
            tally.ending = "left"
            return tally
        if tally.decisions == most or len(question.legal) > widest:
            tally.ending = "left"
            return tally
        tally.decisions += 1
        done.append(move.text)
        mine = next(m for m in (*state.question.legal, *state.question.tries) if str(m) == move.text)
        state = _state(lambda state=state, mine=mine: state.apply(mine))
        generated.step(mine.number)
        question = _next(lambda move=move: steps.send(move))


def _certain(question: Question, text: str) -> Move | None:
    """Return the move with a text, or another one if its number ` #2` says nothing: which of two identical cards has
    which number is arbitrary. Return None if all moves are like this."""
    moves = [*question.legal, *question.tries]
    count = Counter(move.text.partition(" #")[0] for move in moves)
    certain = [move for move in moves if count[move.text] == 1]
    return next((move for move in certain if move.text == text), certain[0] if certain else None)


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


def _state(step: Callable[[], State]) -> State | None:
    """Return a state with the texts of its question, or None at a runtime error."""
    try:
        state = step()
        if not state.over:
            _ = state.question.wording, [*map(str, state.question.legal), *map(str, state.question.tries)]
        return state
    except RulesetFault:
        return None


STOPPED = Question(0, None, None, [], [])


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
    return value if value is None or isinstance(value, int) else said(play, value)
