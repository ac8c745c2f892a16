"""Follows one game of many, move by move: to examine the game, or to check other executions."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.playouts.decisions import decisions
from parlour.playouts.player import Task
from parlour.states.moves import ManyMoves
from parlour.states.state import State, Table


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
