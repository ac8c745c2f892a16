"""`Machine`: all operations on the games of one Program at one table.

A machine holds no game: a game is a list of ints (see `layout`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from parlour import program as p
from parlour.python.execution import Execution
from parlour.states.outcomes import Outcome, outcome_of
from parlour.table.beginning import blank, in_order
from parlour.table.cells import Cells
from parlour.table.chance import new_seed
from parlour.table.events import Event
from parlour.table.faults import StateError
from parlour.table.layout import OVER, QUESTION


class Machine(Execution):
    def __repr__(self) -> str:
        return f"<Machine of {self.program.id} for {self.players}>"

    def __reduce__(self) -> NoReturn:
        """Pickle the arguments: the compiled functions can't be pickled."""
        raise TypeError(
            "you can't copy or pickle a machine: the list is the whole game, and `game.machine(players)` has a machine "
            "for it"
        )

    # ------------------------------------------------------------ beginning

    def blank(self, seed: int) -> Cells:
        """Return an empty table before the deal."""
        return blank(self.layout, seed)

    def start(self, seed: int | None = None, order: Sequence[int] | None = None) -> Cells:
        """Start a game, up to its first question. Without a seed, each game is different. With an `order`, the pack has
        it instead of the first shuffle, the top card first."""
        s = self._before(new_seed() if seed is None else seed, order)
        self.run_from(s, self.program.entry, {})
        return s

    def start_recorded(self, seed: int, order: Sequence[int] | None = None) -> tuple[Cells, tuple[Event, ...]]:
        """Start a game; return it with the events up to its first question."""
        s = self._before(seed, order)
        return s, self.begin_recorded(s)

    def _before(self, seed: int, order: Sequence[int] | None) -> Cells:
        return blank(self.layout, seed) if order is None else in_order(self.layout, order, seed)

    # ------------------------------------------------------------ looking

    def over(self, s: Cells) -> bool:
        return s[QUESTION] == OVER

    def asked(self, s: Cells) -> p.Question:
        """Return the current question."""
        if s[QUESTION] < 0:
            raise StateError("the game has no question: it is over, or hasn't begun")
        return self.program.questions[s[QUESTION]]

    def outcome(self, s: Cells) -> Outcome:
        """Return the winners, counted from 1, and the results of a game that is over."""
        if s[QUESTION] != OVER:
            raise StateError("the game is not over, so it has no outcome yet")
        return outcome_of(self.layout, s, self.evaluate)
