"""Attempts: steps that are undone unless a condition holds after them; in all executions, and for those who watch."""

from __future__ import annotations

from pathlib import Path

from lang.small_play import HANDS, NUMBERS, Play, steps
from three_ways import Cases

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true, turns: true}
state:
  dealer: {type: player, each: game}
  x: {type: int, each: game, seen: everybody}
  y: {type: int, each: game}
  z: {type: int, each: game}
marks:
  note: {type: int, inside: pile}
procedures:
  fill(n): |
    for c in box where pile.size < n: move c to pile
functions:
  total(): sum pips(c.rank) for c in pile
"""
CASES = {
    "kept": """
        attempt:
          fill(3)
          x = 1
        keep if pile.size == 3
        y = pile.size
        """,
    "undone": """
        fill(2)
        let n = 5
        attempt:
          fill(4)
          x = 1
          n = 6
          reverse direction
          turn up pile.cards
          if pile has cards: pile.top.note = 3
        keep if pile.size == 3
        else:
          y = 7
        z = pile.size * 100 + n * 10 + direction
        """,
    "own-names": """
        attempt:
          let n = 4
          x = n
        keep if n > 4
        """,
    "inner": """
        attempt:
          x = 1
          attempt:
            x = 2
            y = 1
          keep if false or x == 3
          else:
            z = x
        keep if x == 1
        """,
    "outer-undone": """
        attempt:
          attempt: x = 2
          keep if x == 2
          y = x
        keep if y == 3
        else: z = 9
        """,
    "in-a-loop": """
        for n in 1..6:
          attempt: x += n
          keep if x mod 2 == 0
        """,
}
ENDS = {
    "kept": (1, 3, 0),
    "undone": (0, 7, 251),
    "own-names": (0, 0, 0),
    "inner": (1, 0, 1),
    "outer-undone": (0, 0, 9),
    "in-a-loop": (12, 0, 0),  # 2 + 4 + 6: the odd numbers would make it odd
}


def test_attempts_in_all_executions(tmp_path: Path) -> None:
    cases = Cases(tmp_path, CASES, SECTIONS)
    for name, expected in ENDS.items():
        end = cases.end(name)
        assert isinstance(end, dict), end
        assert (end["x"], end["y"], end["z"]) == expected, name
    cases.play_natively(6)


def test_nobody_sees_a_failed_attempt(tmp_path: Path) -> None:
    text = """
        ask first():
          go:
            attempt:
              move 5♦ to hand(first())
              show 5♦ to everybody
            keep if x == 1
            move 6♦ to hand(first())
        ask first():
          done: nothing
        """
    game = Play(tmp_path, steps(text, NUMBERS + HANDS))
    _, events = game.state.apply_recorded(game.state.question.legal[0])
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["Answered", "Moved", "Asked"]
