"""An action that chooses a number looks only at those between the bounds of its condition, which it computes once."""

from pathlib import Path

import pytest

import parlour
from three_ways import Small

SECTIONS = """
zones:
  pile: {seen: everybody, ordered: true}
state:
  dealer: {type: player}
  due: {type: int or none, each: game, seen: everybody}
  high: {type: int, each: game, seen: everybody, starts: 4}
names: {n k: int, p: player}
functions:
  slow(): count k in 1..1200 where k <= high
  double(k): 2 * k
  tenth(k): 10 // k
prompts:
  act(p): |
    bid "bid {n}" for n in NUMBERS where CONDITION: high = n
    rest: nothing
"""
CLAUSE = """
may:
  bid(p, n):
    low: {forbid: FORBIDDEN, says: "bid something else"}
    odd: {forbid: n mod 2 == 1 and dealer != p, says: "bid something else"}
"""
ASK = "repeat 3 times:\n  ask act(dealer)"


def offered(folder: Path, numbers: str, condition: str, clauses: str = "") -> set[int]:
    """Play the game in all executions, and return the numbers of its first question. `high` is 4 there."""
    sections = SECTIONS.replace("NUMBERS", numbers).replace("CONDITION", condition) + clauses
    small = Small(folder, ASK, sections)
    assert not isinstance(small.ends(), str)
    moves = parlour.load(small.path).start(players=2, seed=1).question.legal
    return {int(move.text.removeprefix("bid ")) for move in moves if move.action == "bid"}


CASES = {
    ("1..9", "n == double(high)"): {8}, ("1..7", "n == double(high)"): set(), ("1..9", "high == n"): {4},
    ("1..9", "n > high and n <= double(high)"): {5, 6, 7, 8}, ("1..9", "high > n"): {1, 2, 3},
    ("1..9", "n >= 3 and n < high and n mod 2 == 1"): {3}, ("1..9", "n != high and n < double(3)"): {1, 2, 3, 5},
    ("[2, 4, 8, 9]", "n >= high"): {4, 8, 9}, ("[2, 4, 8, 9]", "n == high + 1"): set(),
    ("1..9", "n == due or n == high"): {4}, ("1..9", "n == due"): set(),
    ("1..9", "pile has cards and n > 10 // pile.size"): set(),
    ("1..9", "n < tenth(high) + n"): {1, 2, 3, 4, 5, 6, 7, 8, 9}, ("1..high", "n > high - 2"): {3, 4},
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_it_offers_the_same_numbers(tmp_path: Path, case: tuple[str, str]) -> None:
    assert offered(tmp_path, *case) == CASES[case]


def test_many_numbers_and_a_slow_bound_stay_within_the_budget(tmp_path: Path) -> None:
    """300 numbers times 1,200 steps would be more than the budget of 200,000 steps."""
    assert offered(tmp_path, "1..300", "n == slow()") == {4}
    clause = CLAUSE.replace("FORBIDDEN", "n != slow()")
    assert offered(tmp_path, "1..300", "n > 0", clause) == {4}


def test_a_clause_limits_the_numbers_too(tmp_path: Path) -> None:
    assert offered(tmp_path, "1..9", "n > 0", CLAUSE.replace("FORBIDDEN", "n <= high")) == {5, 6, 7, 8, 9}
    assert offered(tmp_path, "1..9", "n > 0", CLAUSE.replace("FORBIDDEN", "n <= high or n > 7")) == {5, 6, 7}
