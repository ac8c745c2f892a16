"""The protocol of executions, which play a Program at one table. The interpreter is one execution, generated Python
another.

An execution stores nothing between calls: the list of ints is the whole game, and belongs to the caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from parlour.table.cells import Cells


@dataclass(frozen=True)
class Looks:
    """Queries about one question that never change the state, even for a moment: several threads can use one state."""

    seat: Callable[[Cells], int]
    legal: Callable[[Cells], Sequence[int]]
    tries: Callable[[Cells], list[int]] | None  # None if every illegal move is impossible


class Execution(Protocol):
    def seat(self, s: Cells, /) -> int:
        """Return the seat that must answer."""

    def legal(self, s: Cells, /) -> Sequence[int]:
        """Return the moves that are allowed: by action, then ascending."""

    def tries(self, s: Cells, /) -> list[int]:
        """Return the moves that can be made but are not allowed, and carry a penalty."""

    def looks(self, number: int, /) -> Looks:
        """Return the queries for one question, for several threads that use one state."""

    def step(self, s: Cells, move: int, /) -> None:
        """Make a move in place. It must be one of `legal` or `tries`; this is not checked again."""

    def apply(self, s: Cells, move: int, /) -> Cells:
        """Return the state after a move."""

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int], /) -> None:
        """Run the code from a place on, with these values of locals, up to the next question."""
