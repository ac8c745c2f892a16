"""Logs: adding entries, reading them, running over them; what players read of them."""

from pathlib import Path

import pytest

from lang.small_play import HANDS, Play
from parlour.states.state import StateError
from parlour.table.faults import RulesetFault
from parlour.views import view

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


def test_a_save_with_impossible_entries_is_refused(tmp_path: Path) -> None:
    game = play(tmp_path).do("1: call 2", "2: pass")
    layout, program = game.table.machine.layout, game.program
    (log,) = program.logs
    cells = list(game.state.cells)
    cells[layout.variables[log.length].at] = 1
    with pytest.raises(StateError, match="`calls` has an impossible number of entries"):
        game.table.state(cells)


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
