"""Bots that think win most games against weak players. `tests/bench/strength.py` measures how many they win."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent / "bench"))

from strength import Budget, measured
from strength_page import numbers


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("row", "deals", "least"), [("durak:durak", 3, 0.6), ("first:scopa", 3, 0.6)])
def test_bots_win_most_games(row: str, deals: int, least: float) -> None:
    """With a number of games for a move, the same deals end in the same way everywhere."""
    budget = Budget(games=50, seconds=None)
    shares = numbers([measured(row, deal, budget) for deal in range(deals)], "share")
    assert sum(shares) / deals >= least
