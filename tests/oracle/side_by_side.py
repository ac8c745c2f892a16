"""The engine and the oracle in step: one game, the same moves, and everything compared after each of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from oracle.play import Play, Question
from oracle.things import Player, Record, Side, Stopped, Zone
from oracle.values import Scope
from parlour.bots import PolicyBot, chance_for
from parlour.documents.composition import text_node
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
        position[zone_name(layout, i.number)] = cards if i.form == "row" else sorted(cards)
        if i.turned is not None:
            up = [layout.pack.name(c) for c in layout.contents(cells, i) if cells[i.turned] >> c & 1]
            position[f"{zone_name(layout, i.number)} up"] = sorted(up)
    for variable, array in zip(program.variables, layout.variables, strict=True):
        if variable.name.startswith(("sealed-", "answered-")) or (
            variable.origin is None and variable.name not in ("ending", "in-force")
        ):
            continue
        for key in layout.keys_of(array):
            position[" ".join([variable.name, *map(str, key)])] = written(layout, variable.type, cells[array.cell(key)])
    position["playing"] = [seat + 1 for seat in range(layout.players) if cells[PLAYING] >> seat & 1]
    position["direction"] = cells[DIRECTION]
    for m, mark in enumerate(program.marks):
        values = Counter(
            (layout.pack.name(c), written(layout, mark.type, cells[layout.marks[m] + c]))
            for c in range(layout.pack.size)
            if cells[layout.marks[m] + c] != mark.default
        )
        position[f"mark {mark.name}"] = values
    return position


def oracle_position(play: Play) -> dict[str, object]:
    """Return the same of the oracle's state."""
    state = play.state
    position: dict[str, object] = {}
    for (name, key), zone in state.zones.items():
        cards = [card.face.name for card in zone.cards]
        title = " ".join([name, *(_key(k) for k in key)])
        position[title] = cards if zone.ordered else sorted(cards)
        if zone.turns or zone.columns is not None:
            position[f"{title} up"] = sorted(c.face.name for c in zone.up)
    for (name, key), value in state.variables.items():
        kinds = state.key_kinds.get(name, ())
        position[" ".join([name, *(str(_number(play, kind, k)) for kind, k in zip(kinds, key, strict=True))])] = said(
            play, value
        )
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
        case "number":
            return key
    return play.state.words[kind].index(str(key))


def said(play: Play, value: object) -> str:
    """Return a value in the words of the engine's `written`."""
    match value:
        case Player(number) | Side(number):
            return str(number)
        case Zone():
            return " ".join([value.name, *map(_key, value.keys)])
        case Record(kind, fields):
            return f"{kind}({', '.join(f'{name}: {said(play, field)}' for name, field in fields)})"
        case str():
            return value
        case frozenset() if any(isinstance(v, Player | Side) for v in value):
            return " ".join(said(play, v) for v in play.in_order(value))
        case frozenset() if any(isinstance(v, str) for v in value):
            return " ".join(str(v) for v in play.in_order(value))
    return play.written(value)


def play_in_step(game: Game, players: int, seed: int, most: int) -> Tally:
    """Play one game of at most so many decisions, by the policy of its ruleset. Raise the first `Difference`."""
    play = Play(game.composition, players, seed)
    steps = play.match()
    tally = Tally()
    done: list[str] = []

    def differs(what: str, mine: object, theirs: object) -> Difference:
        return Difference(
            f"{game.id}, {players} players, seed {seed}, after {done}:\n  {what}: engine {mine!r}, oracle {theirs!r}"
        )

    question: Question | None
    try:
        state: State | None = game.start(players, seed)
    except RulesetFault:
        state = None
    question = _next(lambda: next(steps))
    while True:
        if state is None or question is STOPPED:
            if (state is None) != (question is STOPPED):
                raise differs("stops with a runtime error", state is None, question is STOPPED)
            tally.ending = "stopped"
            return tally
        compare_positions(state, play, differs)
        if state.over or question is None:
            if state.over != (question is None):
                raise differs("is over", state.over, question is None)
            _compare_outcomes(state, play, differs)
            tally.ending = "over"
            return tally
        _compare_questions(state, question, differs)
        text = PolicyBot().choose(view(state, question.seat), chance_for(seed, question.seat, tally.decisions))
        move = next(m for m in (*question.legal, *question.tries) if m.text == text)
        if tally.decisions == most:
            tally.ending = "left"
            return tally
        tally.decisions += 1
        done.append(move.text)
        try:
            state = state.apply(next(m for m in (*state.question.legal, *state.question.tries) if str(m) == move.text))
        except RulesetFault:
            state = None
        question = _next(lambda move=move: steps.send(move))


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
    for name in mine.keys() & theirs.keys():
        if mine[name] != theirs[name]:
            raise differs(name, mine[name], theirs[name])
    unknown = {n for n in theirs if n not in mine and not n.endswith(" up")}
    if unknown:
        raise differs("names", None, unknown)


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
    for member in play.composition.sections["outcome"]:
        if member.name == "winners":
            text = text_node(member)
            assert text is not None
            part = play.mix.part(parser.parse_expression, text, member)
            winners = play.as_set(play.value(part.tree, Scope(part)))
            seats = tuple(sorted(s for w in winners for s in ((w.seat,) if hasattr(w, "seat") else w.seats)))
            if state.outcome.winners != seats:
                raise differs("winners", state.outcome.winners, seats)
