"""Questions that several people answer at once: a slap, a doubt, secret answers. The rules ask one after another.

In a poll, an answer that lets it pass leaves no trace, so anybody who is about to be asked can act first, as if those
before had let it pass. Nobody sees a secret answer before all have answered, so everybody can answer at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.program import ROUNDS
from parlour.program.typing import PLAYERS
from parlour.states.moves import Move, first_of
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION, RANDOM

MOST_ROUNDS = 16  # until chance asks the players in the same order again


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
    quiet, secret = quiet_move(state)
    if quiet is None:
        return ()
    turn = Turn(state.question.seat, state, quiet, secret)
    try:
        after = state.apply(quiet)
    except RulesetFault:
        return (turn,)
    return (turn, *common_question(after)) if _continues(state, after) else (turn,)


def _continues(before: State, after: State) -> bool:
    """Return True if the same poll asks the next player. Another poll can depend on chance and on hidden cards.

    The state keeps the set of players whom a poll hasn't asked yet, and an answer takes the next one from it.
    """
    if after.over or before.cells[QUESTION] != after.cells[QUESTION]:
        return False
    layout, seat = after.table.machine.layout, 1 << after.question.seat - 1
    sets = [cell for local, cell in layout.kept.items() if layout.program.locals[local][1] == PLAYERS]
    changes = [(before.cells[cell], after.cells[cell]) for cell in sets if before.cells[cell] != after.cells[cell]]
    return len(changes) == 1 and all(seat & old & ~new and not new & ~old for old, new in changes)


def comes_back(turns: Sequence[Turn]) -> bool:
    """Return True if everybody is asked the same again after all of them let it pass, as long as nobody acts. Only
    chance and the numbers of rounds differ then, so it doesn't help to wait."""
    before, asked = turns[0].state, {turn.seat for turn in turns}
    layout, state = before.table.machine.layout, before
    rounds = {cell for local, cell in layout.kept.items() if layout.program.locals[local][0] == ROUNDS}
    for _ in range(MOST_ROUNDS * len(turns)):
        quiet, secret = (None, True) if state.over else quiet_move(state)
        if quiet is None or secret or state.question.seat not in asked:
            return False
        try:
            state = state.apply(quiet)
        except RulesetFault:
            return False
        changed = {n for n, pair in enumerate(zip(before.cells, state.cells, strict=True)) if pair[0] != pair[1]}
        if changed <= rounds | {RANDOM}:
            return True
    return False


def quiet_move(state: State) -> tuple[Move | None, bool]:
    """Return an answer that others don't see, if there is one, and whether they see none."""
    question = state.table.machine.asked(list(state.cells))
    if question.sealed is not None:
        return next(iter(first_of(state.question.legal, 1)), None), True
    quiet = {arm.id for arm in question.arms if arm.quiet}
    return next((move for move in state.question.legal if move.action in quiet), None) if quiet else None, False
