"""Yields the decisions of one game of many."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.playouts.player import Task, chooser_state, game_seed
from parlour.playouts.policy import Policy, drawing
from parlour.states.machine import Machine
from parlour.states.moves import ManyMoves
from parlour.states.state import State, Table
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.layout import RANDOM


def follow(table: Table, task: Task, number: int) -> Iterator[tuple[str | None, State]]:
    """The moves of a game and the states that they lead to; first the beginning, to which no move leads."""
    text: str | None = None
    for s, move in decisions(table.machine, task, number):
        state = State(table, s)
        yield text, state
        if move is not None:
            legal = state.question.legal
            same = legal.one(move) if isinstance(legal, ManyMoves) else next(of for of in legal if of.number == move)
            text = same.text


def decisions(machine: Machine, task: Task, number: int) -> Iterator[tuple[Cells, int | None]]:
    """Yield each state of a game with the move made there; with the last one None."""
    if task.begin is None:
        s = machine.start(game_seed(task.seed, number))
    else:
        s = list(task.begin)
        s[RANDOM] = seed_state(game_seed(task.seed, number))
    draw, policy = drawing([chooser_state(task.seed, number)]), Policy(machine.functions)
    for _ in range(task.most):
        if machine.over(s):
            break
        moves = machine.legal(s)
        if task.policy:
            moves = policy.among(s, moves, draw)
        move = moves[draw(len(moves))]
        yield s, move
        s = machine.apply(s, move)
    yield s, None
