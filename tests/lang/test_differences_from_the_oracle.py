"""What random rulesets (tests/oracle/written.py) played differently in the engine than docs/language.md says."""

from __future__ import annotations

from pathlib import Path

import pytest

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
