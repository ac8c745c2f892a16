"""A finding as a position instead of a whole game: the few cards that it needs, and the last moves.

The position is that before the last moves of the game. It loses cards and variables as long as the same trouble shows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from parlour.examples.position import Position, smallest_position
from parlour.states.moves import Move
from parlour.states.positions import PositionError
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.trials.course import TrialTable, Trouble, shown_steps, trouble_of
from parlour.trials.leaks import leak_at
from parlour.trials.plan import Suspect
from parlour.views import Witness

LAST_MOVES = 6  # positions to start from
TRIES = 400  # positions that are laid out
LEAK_TRIES = 5  # exchanges of cards that look for a leak at a position


@dataclass(frozen=True)
class GivenPosition:
    """A position, and the moves from there as in an example: seats with their moves."""

    position: Position
    moves: tuple[tuple[int, str], ...]


@dataclass
class Positions:
    """Lays out positions of one suspect."""

    suspect: Suspect
    until: float

    def __post_init__(self) -> None:
        self._table = TrialTable(self.suspect.mix, self.suspect.players)
        self._tries = 0

    def smallest(self) -> GivenPosition | None:
        """Return the smallest position found, or None if the rules can't continue at one that shows the trouble."""
        steps = [step for step in shown_steps(self._table, self.suspect.line) if not step[0].over]
        last = range(len(steps) - 1, max(-1, len(steps) - LAST_MOVES - 2), -1)
        ends = ((steps[at][0], [move.text for _, move in steps[at:] if move is not None]) for at in last)
        return smallest_position(ends, self._tried)

    def _tried(self, position: Position, texts: Sequence[str]) -> GivenPosition | None:
        """Return a position with moves, if it is possible and shows the trouble."""
        self._tries += 1
        if self._tries > TRIES or time.monotonic() > self.until:
            return None
        moves: list[tuple[int, str]] = []
        try:
            state = position.lay(self._table.table)
            for text in texts:
                move = state.read(text)
                if state.over or not isinstance(move, Move):
                    return None
                moves.append((state.question.seat, move.text))
                state = state.apply(move)
            trouble = None if state.over else self._trouble(state)
        except RulesetFault as fault:
            trouble = trouble_of(fault)
        except (PositionError, ValueError):
            return None  # there is no such position
        shows = trouble is not None and trouble.key == self.suspect.trouble.key
        return GivenPosition(position, tuple(moves)) if shows else None

    def _trouble(self, state: State) -> Trouble | None:
        """Return a leak at a state, or the runtime error of its question."""
        if self.suspect.trouble.code != "deep-leak":
            _ = state.question
            return None
        return leak_at(state, Witness.at(state.table, state.question.seat), Random("leaks"), LEAK_TRIES)
