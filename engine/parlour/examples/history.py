"""The game of an example so far. It computes on demand what seats have witnessed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from parlour.documents.document import Mapping
from parlour.states.moves import ManyMoves, Move
from parlour.states.state import State
from parlour.table.events import Event
from parlour.table.layout import QUESTION
from parlour.views import Witness

Events = tuple[Event, ...]


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """A `check:` of an example, the number of moves before it, and the state that it describes."""

    expected: Mapping
    moves: int
    state: State


class History:
    """States, the moves between them, and the checks so far. `began` has the events before the first state."""

    def __init__(self, state: State, began: Callable[[], Events] = tuple) -> None:
        self.states = [state]
        self.moves: list[Move] = []
        self.checks: list[Checkpoint] = []
        self.began = began

    @property
    def state(self) -> State:
        return self.states[-1]

    def copy(self) -> History:
        """Return the game so far, to continue in another way."""
        other = History(self.states[0], self.began)
        other.states, other.moves, other.checks = [*self.states], [*self.moves], [*self.checks]
        return other

    def go(self, move: Move) -> None:
        self.states.append(self.state.apply(move))
        self.moves.append(move)

    def witness(self, seat: int) -> Witness:
        """Return what a seat (from 1) has witnessed so far."""
        witness = Witness.at(self.state.table, seat).saw(self._beginning, self.states[0])
        for number, state in enumerate(self.states[1:]):
            witness = witness.saw(self._events(number), state)
        return witness

    @cached_property
    def _beginning(self) -> Events:
        return self.began()

    def _events(self, number: int) -> Events:
        """Return the events of a move. Few examples need them, and recording takes time."""
        return self.states[number].apply_recorded(self.moves[number])[1]


MOST = 1_000  # quiet answers in a row: a game that only asks such questions never gets to anything else


def is_quiet(state: State, move: Move) -> bool:
    """True if this answer to the current question leaves no event."""
    return state.table.machine.program.questions[state.cells[QUESTION]].arm_of(move.number).quiet


def quiet_answer(state: State) -> Move | None:
    """Return the quiet answer to the current question, or None if it has none or several."""
    if state.over or isinstance(state.question.legal, ManyMoves):
        return None
    answers = [move for move in state.question.legal if is_quiet(state, move)]
    return answers[0] if len(answers) == 1 else None


def skip(history: History, wanted: Callable[[State], bool]) -> None:
    """Give quiet answers up to the caller's question, or up to one without a quiet answer."""
    for _ in range(MOST):
        answer = quiet_answer(history.state)
        if answer is None or wanted(history.state):
            return
        history.go(answer)
