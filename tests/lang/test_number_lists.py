"""`n in [2, 4..6]` compares a number with each number and range of the list, in all executions."""

from __future__ import annotations

import pytest

from three_ways import Cases, cases_of_module

SECTIONS = """
names: {p: player}
state:
  dealer: {type: player}
  n: {type: int, each: game, seen: everybody}
  m: {type: int, each: game, seen: everybody}
"""
COUNTED = "for k in 0..9:\n  if k {}: n += k"
# Steps, and the value of `n` after them.
TABLE: dict[str, int | str] = {
    COUNTED.format("in [2, 4]"): 2 + 4,
    COUNTED.format("in [7]"): 7,
    COUNTED.format("in [2, 4..6, 9]"): 2 + 4 + 5 + 6 + 9,
    COUNTED.format("not in [1, 3..9]"): 0 + 2,
    COUNTED.format("in [-1, 3]"): 3,
    COUNTED.format("in [m + 5, m + 7..m + 8]"): 5 + 7 + 8,
    COUNTED.format("in [8..m + 2, 3]"): 3,  # a computed range that is empty
    "m = 3\nif m * 2 in [6] and not (m in [2, 4]): n = 1": 1,
    "if all x in [1, 3..5] where x != 2: n = 1": 1,
    "if all x in [1, 4] where x == 1: n = 1": 0,
    "n = count x in [1, 3..5] where x != 4": 3,
    "n = count c in pack where pips(c.rank) in [2, 9]": 8,
    "m = 9\nif 1 // n in [1] or true: n = 1": "division by zero",
}

cases = cases_of_module(TABLE, SECTIONS)


@pytest.mark.parametrize("steps", TABLE)
def test_a_number_is_in_a_list(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "n") == TABLE[steps]


def test_native_code_agrees(cases: Cases) -> None:
    cases.play_natively(60)
