"""Questions that several people answer at once: a slap, a doubt, secret answers. The rules ask one after another.

In a poll, an answer that lets it pass leaves no trace, so anybody who is about to be asked can act first, as if those
before had let it pass. Nobody sees a secret answer before all have answered, so everybody can answer at any time.
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.states.moves import Move, first_of
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION

MOST = 20  # players


@dataclass(frozen=True)
class Turn:
    """A player of a common question, the state in which the rules ask them, and an answer that shows nothing."""

    seat: int
    state: State
    quiet: Move
    secret: bool
    """All answers are secret, and `quiet` is any of them."""


def common_question(state: State) -> tuple[Turn, ...]:
    """Return the players whom the current question asks, in turn. Empty if it asks only one."""
    turns: list[Turn] = []
    number = state.cells[QUESTION]
    while not state.over and state.cells[QUESTION] == number and len(turns) < MOST:
        seat, (quiet, secret) = state.question.seat, quiet_move(state)
        if quiet is None or any(turn.seat == seat for turn in turns):
            break
        turns.append(Turn(seat, state, quiet, secret))
        try:
            state = state.apply(quiet)
        except RulesetFault:
            break
    return tuple(turns)


def quiet_move(state: State) -> tuple[Move | None, bool]:
    """Return an answer that others don't see, if there is one, and whether they see none."""
    question = state.table.machine.asked(list(state.cells))
    if question.sealed is not None:
        return next(iter(first_of(state.question.legal, 1)), None), True
    quiet = {arm.id for arm in question.arms if arm.quiet}
    return next((move for move in state.question.legal if move.action in quiet), None) if quiet else None, False
