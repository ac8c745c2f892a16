"""Yields the decisions of one game of many."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.playouts.player import Choosing, PlayoutError, Task, game_seed
from parlour.playouts.policy import Policy, by_policy
from parlour.program import Program
from parlour.states.machine import Machine
from parlour.states.moves import ManyMoves
from parlour.states.state import State, Table
from parlour.table import saves
from parlour.table.cells import Cells
from parlour.table.chance import seed_state
from parlour.table.layout import RANDOM


def follow(
    table: Table, task: Task, number: int, choosing: Choosing | None = None
) -> Iterator[tuple[str | None, State]]:
    """The moves of a game and the states that they lead to; first the beginning, to which no move leads."""
    text: str | None = None
    for s, move in decisions(table.machine, task, number, choosing):
        state = State(table, s)
        yield text, state
        if move is not None:
            legal = state.question.legal
            same = legal.one(move) if isinstance(legal, ManyMoves) else next(of for of in legal if of.number == move)
            text = same.text


def decisions(
    machine: Machine, task: Task, number: int, choosing: Choosing | None = None
) -> Iterator[tuple[Cells, int | None]]:
    """Yield each state of a game with the move made there; with the last one None."""
    if task.begin is None:
        s = machine.start(game_seed(task.seed, number))
    else:
        s = list(task.begin)
        s[RANDOM] = seed_state(game_seed(task.seed, number))
    choose = (choosing or by_policy(Policy(machine.functions)))(task, number)
    for _ in range(task.most):
        if machine.over(s):
            break
        move = choose(s, machine.legal(s))
        yield s, move
        s = machine.apply(s, move)
    yield s, None


def begun_from(state: State, program: Program, players: int | None) -> tuple[int, ...]:
    """Return the cells of a state from which games of this mix can continue, or raise PlayoutError."""
    there = state.table.machine.program
    if there != program:
        if there.id != program.id:
            raise PlayoutError(f"this is a state of `{there.id}`, not of `{program.id}`")
        differ = saves.differences(program, there)
        raise PlayoutError("this state belongs to another mix" + (f": {differ}" if differ else ""))
    if players is not None and players != state.players:
        raise PlayoutError(f"this state has {state.players} players, not {players}")
    if state.over:
        raise PlayoutError("the game is over in this state")
    return state.cells
