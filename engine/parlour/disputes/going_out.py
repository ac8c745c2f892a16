"""Finds out whether a player whose last cards a move takes is out then, as in `can I go out with a joker?`."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from parlour.disputes.readings import own_cards
from parlour.states.state import State
from parlour.table.events import Event
from parlour.table.faults import RulesetFault
from parlour.views import Projector
from parlour.views.seen_events import PlayerLeft, StageBegan

MOST_TRIED = 12  # positions after the move
MOST_MOVES = 6  # moves tried in each of them


def is_out_after(state: State, move: str) -> bool:
    """True if the player who moves can be out by a move, before they hold a card again.

    Some games say who is out only by asking nobody without cards.
    """
    seat = state.question.seat
    is_asked_again = False
    reached = deque([(state, move)])
    for _ in range(MOST_TRIED):
        if not reached:
            break
        before, text = reached.popleft()
        try:
            after, events = before.apply_recorded(text)
        except RulesetFault:
            continue
        if _is_out(after, events, seat):
            return True
        is_asked_again |= after.over or after.question.seat == seat
        if after.question.seat != seat or not own_cards(after):
            reached.extend((after, legal.text) for legal in after.question.legal[:MOST_MOVES])
    return not is_asked_again


def _is_out(after: State, events: Sequence[Event], seat: int) -> bool:
    """True if the player has left, or if what is played, such as a hand, is over."""
    if after.over:
        return seat in after.outcome.winners
    layout = after.table.machine.layout
    again = {stage.name for stage in layout.program.stages if stage.cards}
    seen = Projector(after.table.machine, seat - 1).all(events)
    left = any(isinstance(event, PlayerLeft) and event.seat == seat for event in seen)
    return left or any(isinstance(event, StageBegan) and event.stage in again for event in seen)
