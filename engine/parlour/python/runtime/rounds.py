"""The rounds of loops: they count against the steps that are left until the next question, and may reach a limit."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.interpreter import closures
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import Layout
from parlour.table.limits import STEPS


class Rounds:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.origins = origins
        self._steps = layout.size

    def spend(self, s: Cells, rounds: int, at: int) -> None:
        """Counts rounds against the steps that are left. Their cell is there only once something counted."""
        if len(s) == self._steps:
            s.append(STEPS)
        closures.spend(s, self._steps, rounds, self.origins[at])

    def spent(self, s: Cells, over: Sequence[int], at: int) -> Sequence[int]:
        """A loop counts against the steps that are left."""
        self.spend(s, len(over), at)
        return over

    def out_of_rounds(self, most: int, at: int) -> None:
        of = f" of {most} rounds" if most else ""
        raise RulesetFault(f"this loop has reached its limit{of}", self.origins[at])
