"""The games of a batch, one at a time, by generated Python: all of them, or those that native code leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.arrays.observations import EVERYTHING, OBSERVE
from parlour.native.module import BatchCode
from parlour.playouts.player import PlayoutError
from parlour.python.functions import TableFunctions
from parlour.states.machine import Machine
from parlour.states.outcomes import Outcome
from parlour.table.cells import Cells
from parlour.table.layout import OVER, QUESTION

# Where the functions of action numbers find the beginning of a move, in a list of its own.
_CELLS = {"BEGUN": 0, "SLOT": 1, "PARTS": 2, "SO_FAR": 3, "TAKEN": 4}


class PythonSteps:
    def __init__(self, machine: Machine, batch: BatchCode) -> None:
        self.machine, self.batch = machine, batch
        self._functions = functions = TableFunctions(machine.premises)
        functions.code.unit.functions |= {function.name: function for function in batch.functions}
        functions.code.unit.tables |= batch.tables
        functions.names |= {"mark": self._mark, "see": self._see, "see_card": self._see_card, **_CELLS}
        self._marking: dict[int, list[Callable[..., Any]]] = {}  # of each question, what marks moves of its actions
        self._marked: set[int] = set()
        self._row: list[int] = []

    def _mark(self, s: Cells, number: int) -> None:
        self._marked.add(number)

    def _see(self, s: Cells, column: int, value: int) -> None:
        self._row[column] = value

    def _see_card(self, s: Cells, column: int) -> None:
        self._row[column] += 1

    def _function(self, name: str) -> Callable[..., Any]:
        return self._functions.made(name)

    def start(self, seed: int) -> Cells:
        s = self.machine.start(seed)
        if s[QUESTION] == OVER:
            raise PlayoutError("a game can end before its first question, so a batch can't play it")
        return s

    def act(self, s: Cells, begun: Cells, action: int) -> Outcome | None:
        """Take an action of a move, and make the move if it is complete; return the outcome of a game that is over."""
        arm = self._function("take_action")(begun, action)
        if arm:
            arms = self.batch.actions.questions[s[QUESTION]]
            packing = arms[arm - 1].packing
            taken = begun[_CELLS["TAKEN"] :][: len(packing.digits)]
            self.machine.step(s, packing.pack(taken) * len(arms) + arm - 1)
        return self.machine.outcome(s) if s[QUESTION] == OVER else None

    def possible(self, s: Cells, begun: Cells) -> list[int]:
        """Return the actions that begin a move, or continue the move that has begun."""
        moves, question = self.machine.legal(s), s[QUESTION]
        if len(moves) > self.batch.most:
            raise PlayoutError(f"a question has {len(moves):,} moves, and a batch handles {self.batch.most:,} at most")
        arms = self.batch.actions.questions[question]
        if question not in self._marking:
            self._marking[question] = [self._function(f"marked_{question}_{place}") for place in range(len(arms))]
        self._marked.clear()
        for move in moves:
            payload, place = divmod(move, len(arms))
            self._marking[question][place](begun, *arms[place].packing.unpack(payload))
        return list(self._marked)

    def seen(self, s: Cells, seat: int, everything: bool = False) -> list[int]:
        """Return what a seat sees; with `everything`, what is there."""
        self._row = [0] * self.batch.features
        self._function(EVERYTHING if everything else OBSERVE)(s, seat)
        return self._row
