"""Logs: adding entries, reading them, running over them; what players read of them."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from agreement import Pair, compare
from lang.small_play import HANDS, Play
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.states.state import StateError
from parlour.table.faults import RulesetFault
from parlour.views import view
from parlour.views.projection import Projector
from parlour.views.seen_events import lines as lines_of

CALLS = """
records:
  Call: {by: {type: player}, n: {type: int or none}}
state:
  up: {type: player, each: match, seen: everybody, text: up}
  x: {type: int, each: match, seen: everybody, text: x}
logs:
  calls: {of: Call, room: 4, each: game, seen: everybody, text: calls, shows: "{by}{n is some: : {n}}"}
stages:
  game: |
    up = first()
    resume here with up
    while true limit 10:
      ask call(up)
      up = next(up)
prompts:
  call(p): |
    call "call {n}" for n in 1..3: log calls(by: p, n: n)
    pass: log calls(by: p)
    look: x = EXPRESSION
    finish:
      champions = players
      end game
"""


def play(folder: Path, expression: str = "calls.size") -> Play:
    return Play(folder, CALLS.replace("EXPRESSION", expression))


def shown(game: Play, name: str, seat: int = 1) -> str | None:
    return view(game.state, seat).value(name)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("calls.size", 3),
        ("calls(1).n if calls(1).n is some else 9", 2),
        ("9 if calls(2).n is none else 0", 9),
        ("calls.last.n if calls.last is some and calls.last.n is some else 0", 3),
        ("1 if calls is not empty and calls.first.by == p else 2", 2),
        ("count k in calls where k.by == p", 1),
        ("sum (k.n if k.n is some else 0) for k in calls", 5),
        ("most (k.n if k.n is some else 0) for k in calls where k.by == p", 0),
        ("1 if any k in calls where k.n == 3 else 0", 1),
        ("1 if all k in calls where k.n is some else 0", 0),
        ("1 if no k in calls where k.n == 1 else 0", 1),
    ],
)
def test_expressions_read_a_log(tmp_path: Path, expression: str, value: int) -> None:
    game = play(tmp_path, expression)
    game.do("1: call 2", "2: pass", "1: call 3", "2: look")
    assert game.value("x") == value


def test_players_read_the_entries_in_words(tmp_path: Path) -> None:
    game = play(tmp_path)
    assert shown(game, "calls") == "none"
    assert shown(game.do("1: call 2", "2: pass"), "calls") == "seat 1: 2, seat 2"


def test_a_log_nobody_sees_is_in_no_view(tmp_path: Path) -> None:
    game = Play(tmp_path, CALLS.replace("EXPRESSION", "1").replace("room: 4, each: game, seen: everybody", "room: 4"))
    assert shown(game.do("1: call 2"), "calls") is None


def test_a_full_log_stops_the_game(tmp_path: Path) -> None:
    game = play(tmp_path).do("1: pass", "2: pass", "1: pass", "2: pass")
    with pytest.raises(RulesetFault, match="the log `calls` is full; its room is 4"):
        game.do("1: pass")


def test_an_entry_outside_the_log_stops_the_game(tmp_path: Path) -> None:
    game = play(tmp_path, "1 if calls(calls.size + 9).by == p else 0")
    with pytest.raises(RulesetFault, match="`calls` has no value for this key"):
        game.do("1: look")


def test_its_stage_empties_a_log(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
logs:
  turns: {of: player, room: players.size, each: round, seen: everybody, text: turns}
stages:
  game: |
    repeat 2 times: play round()
    champions = players
  round(): |
    for p in players: ask turn(p)
prompts:
  turn(p): |
    go: log turns(p)
""",
    )
    assert shown(game.do("1: go"), "turns") == "seat 1"
    assert shown(game.do("2: go", "1: go"), "turns") == "seat 1"


def test_a_save_with_impossible_entries_is_refused(tmp_path: Path) -> None:
    game = play(tmp_path).do("1: call 2", "2: pass")
    layout, program = game.table.machine.layout, game.program
    (log,) = program.logs
    cells = list(game.state.cells)
    cells[layout.variables[log.length].at] = 1
    with pytest.raises(StateError, match="`calls` has an impossible number of entries"):
        game.table.state(cells)


def test_generated_python_and_native_code_play_the_same(tmp_path: Path) -> None:
    expression = "sum (k.n if k.n is some else 0) for k in calls"
    sections = CALLS.replace("EXPRESSION", expression).replace("room: 4", "room: 10")
    program = Play(tmp_path, sections.replace("while true limit 10", "while calls.size < 10 limit 400")).program
    task = Task(seed=1, begin=None, policy=False, most=5_000, states=True)
    Pair(program, 2).walk(task, 0)
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        compare(PythonPlayer(program, 2), NativePlayer(program, 2), task, 0, 30)


LINES = (
    HANDS
    + """
shows:
  sizes: "{stock.size} cards left{pile has cards: , and {pile.top} on top}"
  mine(p): {if: hand(p) has cards, line: "you hold {hand(p).cards}"}
  theirs: "seat 1 holds {hand(first()).cards}"
stages:
  game: |
    champions = players
    move those c in box where c.rank == 4 to hand(first())
    move those c in box where c.rank == 5 to pile
    ask first():
      done: nothing
"""
)


def lines(game: Play, seat: int) -> dict[str, str]:
    return {line.name: line.text for line in view(game.state, seat).lines}


def test_lines_show_what_their_reader_may_know(tmp_path: Path) -> None:
    game = Play(tmp_path, LINES)
    public = {"sizes": "0 cards left, and 5♠ on top", "theirs": "seat 1 holds …"}
    assert lines(game, 1) == {**public, "mine": "you hold 4♣ 4♦ 4♥ 4♠"}
    assert lines(game, 2) == public


def test_readers_know_what_a_function_makes_of_their_own_cards(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        LINES.replace(
            "shows:\n",
            """functions:
  total(p): sum pips(c.rank) for c in hand(p)
  twice(q): 2 * total(q)
shows:
  own(p): "{twice(p)}"
  big(p): {if: total(p) > 15, line: "more than fifteen, {total(p) > 3: and three}"}
  next(p): "{total(next(p))}"
""",
        ),
    )
    assert {name: text for name, text in lines(game, 1).items() if name in ("own", "big", "next")} == {
        "own": "32", "big": "more than fifteen, and three", "next": "…",
    }  # fmt: skip
    assert lines(game, 2)["own"] == "0"
    assert lines(game, 2)["next"] == "…"


def test_words_with_a_condition_are_in_every_text(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
state:
  x: {type: int, each: match, seen: everybody, text: x}
stages:
  game: |
    champions = players
    repeat 2 times: ask again(first())
prompts:
  again(p): |
    "go {x > 0: again, {p}}?"
    go "go {x > 0: on {x}}":
      x += 1
      say "{x} step{x > 1: s{x == 2: , the last}}"
""",
    )
    assert (game.state.question.wording, game.legal) == ("go ?", ["go"])
    assert game.do("1: go").legal == ["go on 1"]
    assert game.state.question.wording == "go again, seat 1?"
    _, events = game.state.apply_recorded("go on 1")
    assert "2 steps, the last" in lines_of(Projector(game.table.machine, 0).all(events))


BAD = """
logs:
  turns: {of: player, room: 9, each: game, seen: everybody}
stages:
  game: |
    champions = players
    STEP
"""


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("let k = turns", "unknown name `turns`"),
        ("log turn(first())", "unknown log `turn`"),
        ("log turns(by: first())", "expected a player, found fields of a record"),
        ("log turns(3)", "expected a player, found a number"),
        ("turns(1) = first()", "entries of a log never change"),
        ("let k = turns.lst", "a log has no field `lst`"),
        ("champions = those q in turns where q == first()", "`those` can't pick entries of a log"),
        ("let k = next(turns.last)", "`turns.last` might have no value"),
    ],
)
def test_mistakes_about_logs_are_reported(tmp_path: Path, step: str, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        Play(tmp_path, BAD.replace("STEP", step))
