"""What happens after a move: the cards that move, and who is next."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.play.consequences import consequences
from parlour.play.ending import outcome_lines
from parlour.play.happening import happenings
from parlour.play.labels import Labels
from parlour.states.state import IllegalMove, State
from parlour.table.faults import RulesetFault
from parlour.views import Projector
from parlour.views.seen_events import PlayerLeft


def effects(state: State, move: str) -> tuple[str, ...]:
    """Return lines about what a legal move leads to, as its player sees it."""
    try:
        return tuple(_lines(state, move))
    except IllegalMove:  # another way to write it, which only explanations read
        return ()
    except RulesetFault as fault:
        return (f"then play fails: {fault.message}",)


def _lines(state: State, move: str) -> Iterator[str]:
    layout, seat = state.table.machine.layout, state.question.seat
    after, events = state.apply_recorded(move)
    seen = Projector(state.table.machine, seat - 1).all(events)
    labels = Labels(layout, None)
    yield from happenings(labels, consequences(labels, seen))
    yield from (f"seat {event.seat} is out" for event in seen if isinstance(event, PlayerLeft))
    if after.over:
        over, winners, *_ = outcome_lines(after.outcome, after.outcome.text, layout, None)
        yield from (f"{line[0].lower()}{line[1:].rstrip('.')}" for line in (over, winners))
        return
    again = after.question.seat == seat and after.question.prompt == state.question.prompt
    told = f"seat {seat} plays again" if again else f"seat {after.question.seat} is asked next"
    yield told + (f": {after.question.wording}" if after.question.wording else "")
