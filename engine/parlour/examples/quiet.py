"""Quiet answers in examples: a player whom an example skips gives an answer that leaves no event."""

from __future__ import annotations

from collections.abc import Callable

from parlour.examples.history import History
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.table.layout import QUESTION

MOST = 1_000  # quiet answers in a row: a game that only asks such questions never gets to anything else


def is_quiet(state: State, move: Move) -> bool:
    """True if this answer to the current question leaves no event."""
    return state.table.machine.program.questions[state.cells[QUESTION]].arm_of(move.number).quiet


def quiet_answer(state: State) -> Move | None:
    """Return the quiet answer to the current question, or None if it has none or several."""
    if state.over or isinstance(state.question.legal, ManyMoves):
        return None
    found = [move for move in state.question.legal if is_quiet(state, move)]
    return found[0] if len(found) == 1 else None


def skip(history: History, wanted: Callable[[State], bool]) -> None:
    """Give quiet answers up to the caller's question, or up to one without a quiet answer."""
    for _ in range(MOST):
        answer = quiet_answer(history.state)
        if answer is None or wanted(history.state):
            return
        history.go(answer)
