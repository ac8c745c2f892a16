"""What random rulesets (tests/oracle/written.py) played differently in the engine than docs/language.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour import load, view
from three_ways import Small

STATE = """
zones:
  stock: {ordered: true}
state:
  n: {type: int, each: game}
  up: {type: player, each: game}
"""


@pytest.mark.parametrize(
    ("steps", "n"),
    [
        ("if all x in [1, 3..5] where x != 2: n = 1", 1),
        ("if all x in [1, 4] where x == 1: n = 1", 0),
        ("n = count x in [1, 3..5] where x != 4", 3),
    ],
)
def test_all_goes_through_the_numbers_of_a_list_only(tmp_path: Path, steps: str, n: int) -> None:
    assert Small(tmp_path, steps, STATE).ends(players=4)["n"] == n


@pytest.mark.parametrize("kind", ["from", "after"])
def test_the_first_of_seats_is_the_first_in_turn_order(tmp_path: Path, kind: str) -> None:
    steps = f"let third = next(next(up))\nlet first = (seats {kind} third).first\nif first is some: up = first"
    assert Small(tmp_path, steps, STATE).ends(players=4)["up"] == (2 if kind == "from" else 3)


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
