"""Choices of runs that fail: too many of them, and cards that are no run. `tests/oracle/test_melds.py` tests others."""

from pathlib import Path

import pytest

from parlour.game import load
from three_ways import Small

SECTIONS = """\
zones:
  hand(player): {seen: owner}
state:
  dealer: {type: player, each: game}
procedures:
  run(p, cs): nothing
  pair(p, cs): nothing
"""
DECK = "deck: {pack: 52, ace: high, each: game}\n"


@pytest.mark.parametrize("low", [2, 3])
def test_too_many_runs_are_a_runtime_error(tmp_path: Path, low: int) -> None:
    """A whole pack has 4 ** 13 runs of thirteen cards alone."""
    steps = f"""
        for p in players where p == dealer:
          move box to hand(p)
          ask p:
            run for cs in runs of hand(p) where cs.size >= {low}: nothing
            else: nothing
        """
    fault = Small(tmp_path, steps, SECTIONS, DECK).ends()
    assert isinstance(fault, str)
    assert "sets of cards, and the limit is 200,000" in fault


def test_a_set_that_is_no_run_is_explained(tmp_path: Path) -> None:
    steps = """
        move of_rank([5..8]) to hand(dealer)
        ask dealer:
          run for cs in runs of hand(dealer)
          pair for cs in double runs of hand(dealer)
          pass: nothing
        """
    small = Small(tmp_path, steps, SECTIONS, DECK)
    state = load(small.path).start(seed=1)
    assert "these cards aren't a run" in str(state.why("run 5♣ 7♣"))
    assert "these cards aren't a double run" in str(state.why("pair 5♣ 5♦ 6♣ 7♣"))
