"""Reactions: polls by the name of a prompt, the first who answers, blind and quiet actions; in all executions."""

from pathlib import Path

from lang.small_play import NUMBERS, Play, steps

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
