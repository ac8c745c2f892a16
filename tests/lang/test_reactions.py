"""Reactions: polls by the name of a prompt, the first who answers, blind and quiet actions; in all executions."""

from __future__ import annotations

from pathlib import Path

import pytest

from lang.small_play import NUMBERS, Play, steps
from parlour.examples import run_examples
from three_ways import Small

FIRST = """
    ask first q in players where q != first():
      slap: v(q) = 1
      wait quiet: next
      else: y = 1
    ask first():
      done: nothing
"""


def test_the_first_who_answers_comes_by_chance(tmp_path: Path) -> None:
    """Each of the others is first in about a third of the games, and the first answer ends the question."""
    game = Play(tmp_path, steps(FIRST, NUMBERS), players=4)
    first = []
    for seed in range(300):
        state = game.table.start(seed)
        first.append(state.question.seat)
        state = state.apply("slap")
        assert state.question.seat == 1
    assert set(first) == {2, 3, 4}
    assert all(70 < first.count(seat) < 130 for seat in (2, 3, 4))


@pytest.mark.parametrize(
    ("prompt", "message"),
    [
        ("shout blind: nothing", "`shout` is blind, but no permission decides whether it is right"),
        ("bid for n in 1..3 quiet: nothing", "`bid` is quiet, so it can't have choices"),
        ("twice:\n      next\n      x = 1", "`next` must be the last step of an action in a prompt"),
    ],
)
def test_reactions_that_cannot_be(tmp_path: Path, prompt: str, message: str) -> None:
    frame = steps("ask act(first())", NUMBERS + f"prompts:\n  act(p): |\n    {prompt}\n")
    with pytest.raises(AssertionError, match=message):
        Play(tmp_path, frame)


EXAMPLES = """
examples:
  - name: players whom the moves leave out let it pass
    in: game
    players: 3
    given: {to move: 1}
    moves: ["1: begin", "3: slap"]
    then: {first: 3, to move: 1, 2 saw: ["1: begin", "3: slap"]}
  - name: nobody slaps, and the moves go on
    in: game
    players: 3
    given: {to move: 1}
    moves:
      - "1: begin"
      - check: {asked: react, may: [slap, wait]}
      - check: {asked: act, to move: 1}
      - "1: begin"
      - "2: slap"
    then: {first: 2}
"""


def test_examples_need_no_quiet_moves(tmp_path: Path) -> None:
    Small(
        tmp_path,
        """
        resume here with up
        repeat 3 times:
          ask act(up)
          ask first react(q) for q in players where q != up
        """,
        """
        zones:
          stock: {ordered: true}
        state:
          up: {type: player, each: game}
          first: {type: player or none, each: game, seen: everybody}
        prompts:
          act(p): |
            begin: nothing
          react(p): |
            slap: first = p
            wait quiet: next
        """,
    )
    path = tmp_path / "examples.yaml"
    path.write_text(EXAMPLES.replace("in: game", "in: ./small-game.yaml"), encoding="utf-8")
    results = run_examples([path])
    assert [(*r.failures, *r.problems) for r in results] == [(), ()]
