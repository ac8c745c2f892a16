"""The course of play, shown by small games: stages, leaving, hooks, limits and positions that come again."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from lang.small_play import NUMBERS, Play, steps
from parlour.states.state import State
from parlour.table.faults import RulesetFault


def test_a_stage_is_left_from_deep_inside(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
        stages:
          game: |
            repeat:
              play round(n_of())
              y += 1
            until y == 2 limit 5
            ask first():
              done: nothing
          round(n): |
            for p in players:
              ask p:
                go-on "go on": again(n)
                leave: again(0)
            x += 100
        functions:
          n_of(): 5
        procedures:
          again(n): |
            if n == 0: end round
            x += n
        when:
          after round: x += 1000
        """
        + dedent(NUMBERS).replace("\n", "\n        "),
    )
    game.do("1: go on", "2: leave")
    assert game.value("x") == 1005
    game.do("1: go on", "2: go on")
    assert game.value("x") == 1005 + 10 + 100 + 1000


def test_variables_are_reset_with_their_stage(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        """
        state:
          each-round: {type: int, each: round, starts: 7, text: a}
          each-game: {type: int, each: game, text: b}
        stages:
          game: |
            repeat 2 times: play round()
            ask first():
              done: nothing
          round(): |
            each-round += 1
            each-game += 1
        """,
    )
    assert (game.value("each-round"), game.value("each-game")) == (8, 2)


def test_players_leave_and_play_turns_round(tmp_path: Path) -> None:
    game = Play(
        tmp_path,
        steps(
            """
            let first = first()
            next(first) leaves game
            v(next(first)) = 1
            reverse direction
            v(next(first)) += 10
            x = playing.size
            for q in seats after first: y = y * 10 + pips_of(q)
            ask first:
              done: nothing
            """,
            NUMBERS + "functions:\n  pips_of(q): 1 + (count p in players where p != q and v(p) > v(q))\n",
        ),
        players=4,
    )
    assert [game.value("v", i) for i in range(4)] == [0, 0, 1, 10]
    assert game.value("x") == 3
    assert game.value("y") == 123  # the fourth player, the third, and the first himself last


def test_hooks_come_in_the_order_that_they_ask_for(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): x = x * 10 + n\n",
    )
    double = "when:\n  before act_now(k): {do: x = x * 10 + 1, later-than: [r1]}\n"
    plus = "when:\n  before act_now: x = x * 10 + 2\n  after act_now(n): {if: n == 4, do: x = x * 10 + 9}\n"
    assert Play(tmp_path, frame, rules=(double, plus)).value("x") == 2149
    around = "when:\n  instead of act_now(n): |\n    y = 1\n    proceed\n    proceed\n"
    game = Play(tmp_path, frame, rules=(double, plus, around))
    assert (game.value("x"), game.value("y")) == (21492149, 1)


def test_a_limit_without_an_otherwise_is_a_mistake_of_the_ruleset(tmp_path: Path) -> None:
    with pytest.raises(RulesetFault) as caught:
        Play(tmp_path, steps("while true limit 5:\n  x += 1", NUMBERS))
    assert caught.value.origin is not None
    assert caught.value.origin.path.endswith("tiny.yaml")


def test_an_endless_chain_of_limits_runs_out_of_budget(tmp_path: Path) -> None:
    loops = "while x < 1000000 limit 1000000:\n  for c in pack: x += 0\notherwise: nothing"
    with pytest.raises(RulesetFault):
        Play(tmp_path, steps(loops, NUMBERS))


GOING_ROUND = """
zones:
  heap: {ordered: true}
state:
  n: {type: int, each: game, text: n}
endings:
  again: it all came again
  too-long: it took too long
stages:
  game: |
    champions = players
    shuffle box into heap
    while true limit 500:
      ask first():
        wait: nothing
        swap if heap has cards: move heap.top to heap at bottom
        more: n += 1
    repeated:
      end game as again
    otherwise:
      end game as too-long
"""


@pytest.mark.parametrize(
    ("move", "moves", "ending"),
    [
        # The position before round 64 is kept. Where nothing changes, it is there again before round 65.
        ("wait", 64, "again"),
        # 53 cards turn round in 53 swaps: what round 64 found, round 117 finds again, after 116 moves.
        ("swap", 116, "again"),
        # A variable that grows makes every position a new one.
        ("more", 500, "too-long"),
    ],
)
def test_a_loop_notices_a_position_that_comes_again(tmp_path: Path, move: str, moves: int, ending: str) -> None:
    game = Play(tmp_path, GOING_ROUND)
    for _ in range(moves):
        assert not game.state.over
        game.do(f"1: {move}")
    assert game.state.over
    assert game.state.outcome.ending == ending


def test_a_position_that_is_kept_is_part_of_a_save(tmp_path: Path) -> None:
    game = Play(tmp_path, GOING_ROUND)
    for _ in range(63):
        game.do("1: wait")
    game.state = State.from_json(game.table, game.state.to_json())
    assert game.do("1: wait").state.over


def test_hooks_that_set_the_same_value_may_come_in_any_order(tmp_path: Path) -> None:
    frame = steps(
        """
        act_now(4)
        ask first():
          done: nothing
        """,
        NUMBERS + "procedures:\n  act_now(n): nothing\n",
    )
    five = "when:\n  before act_now: x = 5\n"
    assert Play(tmp_path, frame, rules=(five, five)).value("x") == 5
    with pytest.raises(AssertionError, match="their order matters"):
        Play(tmp_path, frame, rules=(five, five.replace("5", "6")))
