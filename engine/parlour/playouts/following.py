"""One game of many, move by move, as the interpreter plays it: to see what happened there, and to check the other
executions."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.playouts.player import Task
from parlour.playouts.policy import best, preferences
from parlour.playouts.seeds import chooser_state, game_seed
from parlour.states.moves import ManyMoves
from parlour.states.state import State, Table
from parlour.table.chance import any_below_in, seed_state
from parlour.table.layout import QUESTION, RANDOM


def follow(table: Table, task: Task, number: int) -> Iterator[tuple[str | None, State]]:
    """The moves of a game and the states that they lead to; first the beginning, to which no move leads."""
    machine = table.machine
    if task.begin is None:
        s = machine.start(game_seed(task.seed, number))
    else:
        s = list(task.begin)
        s[RANDOM] = seed_state(game_seed(task.seed, number))
    yield None, State(table, s)
    chooser = [chooser_state(task.seed, number)]
    for _ in range(task.most):
        if machine.over(s):
            return
        moves = machine.legal(s)
        classes = preferences(machine.program.questions[s[QUESTION]]) if task.policy else None
        if classes is not None:
            moves = best(moves, classes)
        move = moves[0] if len(moves) == 1 else moves[any_below_in(chooser, 0, len(moves))]
        legal = State(table, s).question.legal
        same = legal.one(move) if isinstance(legal, ManyMoves) else next(of for of in legal if of.number == move)
        told = same.text
        s = machine.apply(s, move)
        yield told, State(table, s)
