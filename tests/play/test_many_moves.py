"""A question with too many moves to list: every move can still be typed, also in short."""

import re
from pathlib import Path

import pytest

from scaffold.terminal import run

HEAPS = """\
frame: heaps
title: Heaps
extends: table
text: Put two to four cards on the heap, or one, or give one with another away.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner, ordered: true, text: hand}
  heap: {seen: everybody, ordered: true, text: heap}
stages:
  game: |
    for c in box where c.suit != ♥ and hand(players.first).size < 26: move c to hand(players.first)
    ask act(players.first)
    champions = players
prompts:
  act(p): |
    "what do you do?"
    give "give {c} and {d}" for c in hand(p), d in hand(p) where c.rank == 2 and d.rank == 3: move d to heap
    lay for cs in 2..4 cards of hand(p): move cs to heap
    drop "drop {c}" for c in hand(p) where c.suit == ♣: move c to heap
    part "part with {c} and {d}" for c in hand(p), d in hand(p) where c.rank == 9 and d.rank == 10: move d to heap
    wait: nothing
"""


def play(*typed: str) -> str:
    Path("heaps.yaml").write_text(HEAPS, encoding="utf-8")
    lines = [line for each in typed for line in ("", each, "")]
    return re.sub(r" +", " ", run("play", "heaps", "--seats", "human,human", typed=lines).out)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("9♦", "part with 9♦ and"), ("10♣", "drop 10♣"), ("w", "wait"), ("drop 8", "drop 8♣"),
        ("lay 9♦ 10♦", "lay 9♦ 10♦"),
    ],
)  # fmt: skip
def test_moves_after_those_that_are_too_many(home: Path, typed: str, move: str) -> None:
    printed = play(typed, "q")
    assert f"you: {move}" in printed or f"could mean\n {move}" in printed
    assert "bug" not in printed
