"""Facts of cards that a deck defines, in all executions."""

from __future__ import annotations

from pathlib import Path

from three_ways import Small


def test_a_fact_can_have_a_hyphen_in_its_name(tmp_path: Path) -> None:
    """The tarot cards count 91 points together: 182 halves."""
    steps = "total = sum c.half-points for c in pack"
    state = "state:\n  total: {type: int, text: half points}\n"
    end = Small(tmp_path, steps, state, deck="deck: {pack: tarot-78, each: game}\n").ends()
    assert isinstance(end, dict)
    assert end["total"] == 182
