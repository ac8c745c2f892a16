"""The decisions of one game of many, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.playouts.player import Task
from parlour.playouts.policy import best, preferences
from parlour.playouts.seeds import chooser_state, game_seed
from parlour.states.machine import Machine
from parlour.table.cells import Cells
from parlour.table.chance import any_below_in, seed_state
from parlour.table.layout import QUESTION, RANDOM


def decisions(machine: Machine, task: Task, number: int) -> Iterator[tuple[Cells, int | None]]:
    """Yield each state of a game with the move made there; with the last one None."""
    if task.begin is None:
        s = machine.start(game_seed(task.seed, number))
    else:
        s = list(task.begin)
        s[RANDOM] = seed_state(game_seed(task.seed, number))
    chooser = [chooser_state(task.seed, number)]
    for _ in range(task.most):
        if machine.over(s):
            break
        moves = machine.legal(s)
        classes = preferences(machine.program.questions[s[QUESTION]]) if task.policy else None
        if classes is not None:
            moves = best(moves, classes)
        move = moves[0] if len(moves) == 1 else moves[any_below_in(chooser, 0, len(moves))]
        yield s, move
        s = machine.apply(s, move)
    yield s, None
