"""The course of play: stages that have ended, positions that come again after a save, and hooks in any order."""

from pathlib import Path

import pytest

from lang.small_play import NUMBERS, Play, steps
from parlour import load, view
from parlour.states.state import State

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

ENDS = """\
frame: short
title: Short
text: Two stages.
extends: table
players: 2
deck: {pack: 52, each: game}
options:
  harsh: {type: bool, default: false, text: harsh}
endings:
  spoilt: spoilt
stages:
  game: |
    play first
    play second
    champions = players
    end game
  first: end first as spoilt
  second: |
    if options.harsh: end second as spoilt
"""


@pytest.mark.parametrize("harsh", [False, True])
def test_a_stage_forgets_how_one_ended_even_if_options_rule_its_own_end_out(harsh: bool) -> None:
    documents = {"short.yaml": ENDS, "brief.yaml": "game: brief\ntitle: Brief\nextends: short\nmain: match\n"}
    state = load("brief", documents=documents, options={"harsh": harsh}).start(seed=1)
    (ending,) = [seen.value for seen in view(state, 1).values if seen.name == "ending"]
    assert ending == ("spoilt" if harsh else "undecided")
