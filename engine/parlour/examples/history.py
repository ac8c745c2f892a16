"""A game as far as it was played in an example. What seats have witnessed is worked out when it is asked for."""

from __future__ import annotations

from parlour.machine.events import Event
from parlour.machine.moves import Move
from parlour.machine.state import State
from parlour.views import Witness


class History:
    """States, and what happened on the way to each of them."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        self.steps: list[tuple[State, tuple[Event, ...]]] = [(state, events)]

    @property
    def state(self) -> State:
        return self.steps[-1][0]

    def go(self, move: Move) -> None:
        self.steps.append(self.state.apply_recorded(move))

    def witness(self, seat: int) -> Witness:
        """What a seat (from 1) has witnessed until now."""
        witness = Witness.at(self.state.table, seat)
        for state, events in self.steps:
            witness = witness.saw(events, state)
        return witness
