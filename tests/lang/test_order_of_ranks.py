"""`order(r)` is the place of a rank in the order of the deck."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

STEPS = """
two = order(2)
ten = order(10)
king = order(K)
ace = order(A)
let c = the d in pack where d.rank == 9 and d.suit == ♥
if c is some:
  nine = order(c.rank)
"""
NAMES = ("two", "nine", "ten", "king", "ace")
STATE = "state:\n" + "".join(f"  {name}: {{type: int, text: {name}}}\n" for name in NAMES)


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("{pack: 52, ace: high, each: game}", {"two": 1, "nine": 8, "ten": 9, "king": 12, "ace": 13}),
        ("{pack: 52, ace: low, each: game}", {"two": 2, "nine": 9, "ten": 10, "king": 13, "ace": 1}),
        ("{pack: 52, ranks: [2, 9, J, Q, K, 10, A], each: game}", {"two": 1, "nine": 2, "ten": 6, "king": 5, "ace": 7}),
    ],
)
def test_the_order_of_the_deck_decides(tmp_path: Path, deck: str, expected: dict[str, int]) -> None:
    end = Small(tmp_path, STEPS, STATE, deck=f"deck: {deck}\n").ends()
    assert isinstance(end, dict)
    assert {name: end[name] for name in expected} == expected
