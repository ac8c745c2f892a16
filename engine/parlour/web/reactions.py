"""Polls at a table where people act at once: a slap, a doubt. The rules ask one player after another; a quiet answer
leaves no trace. So anybody who is about to be asked can act first, as if those before had let it pass."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION

MOST = 20  # players


@dataclass(frozen=True)
class Turn:
    """A player of a poll, the state in which the rules ask them, and their answer that lets it pass."""

    seat: int
    state: State
    quiet: Move


def poll(state: State) -> tuple[Turn, ...]:
    """Return the players whom the current question asks, in turn, until one acts. Empty if it isn't a poll."""
    turns: list[Turn] = []
    number = state.cells[QUESTION]
    while not state.over and state.cells[QUESTION] == number and len(turns) < MOST:
        quiet = quiet_move(state)
        seat = state.question.seat
        if quiet is None or any(turn.seat == seat for turn in turns):
            break
        turns.append(Turn(seat, state, quiet))
        try:
            state = state.apply(quiet)
        except RulesetFault:
            break
    return tuple(turns)


def quiet_move(state: State) -> Move | None:
    """Return the answer to a question that leaves no trace, if it has one."""
    arms = state.table.machine.asked(list(state.cells)).arms
    quiet = {arm.id for arm in arms if arm.quiet}
    return next((move for move in state.question.legal if move.action in quiet), None) if quiet else None
