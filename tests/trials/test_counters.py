"""A Program with counters plays the same games, and counts actions and stages."""

from __future__ import annotations

from pathlib import Path

from shedding import WAITS_AND_PASSES, shedding

from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.trials.course import counted

TASK = Task(seed=3, begin=None, policy=False, most=1_000, states=True)


def test_counters_change_nothing_and_count_each_decision(tmp_path: Path) -> None:
    _, mix = shedding(tmp_path, actions=WAITS_AND_PASSES)
    made = counted(mix.program)
    plain, counting = PythonPlayer(mix.program, 3).play(TASK, 0, 20), PythonPlayer(made.program, 3).play(TASK, 0, 20)
    assert counting.states == plain.states
    assert counting.lengths == plain.lengths
    width = len(made.program.rules)
    rows = [counting.fired[game * width : (game + 1) * width] for game in range(20)]
    for length, row in zip(counting.lengths, rows, strict=True):
        actions = dict(zip([a.id for a in made.actions], row[len(made.rules) : made.stages], strict=True))
        assert sum(actions.values()) == length
        assert actions["pass"] == 0
        assert actions["play"] >= 3  # the winner has played all cards
