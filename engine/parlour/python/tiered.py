"""An execution in two tiers: the interpreter for the first decisions at a table, and generated Python from then on.

Generating code takes as long as interpreting about a thousand decisions, and most tables see fewer. If the code is
saved, it plays from the beginning. States are the same in both, so the tiers can change between any two steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.interpreter.interpreter import Interpreter
from parlour.python.code_cache import saved
from parlour.python.execution import GeneratedPython
from parlour.table.cells import Cells
from parlour.table.execution import Execution, Looks

INTERPRETED = 1000  # steps


def tiered(interpreter: Interpreter) -> Execution:
    made = saved(interpreter.premises)
    return Tiered(interpreter) if made is None else GeneratedPython(interpreter, made=made)


class Tiered:
    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._left = INTERPRETED
        self._tier: Execution = interpreter

    def seat(self, s: Cells) -> int:
        return self._tier.seat(s)

    def legal(self, s: Cells) -> Sequence[int]:
        return self._tier.legal(s)

    def tries(self, s: Cells) -> list[int]:
        return self._tier.tries(s)

    def looks(self, number: int) -> Looks:
        return self._tier.looks(number)

    def step(self, s: Cells, move: int) -> None:
        self._stepping().step(s, move)

    def apply(self, s: Cells, move: int) -> Cells:
        return self._stepping().apply(s, move)

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        self._stepping().run_from(s, pc, known)

    def _stepping(self) -> Execution:
        """Count a step, and change to the second tier when it pays."""
        self._left -= 1
        if self._left <= 0 and self._tier is self._interpreter:
            self._tier = GeneratedPython(self._interpreter)
        return self._tier
