"""The result of `playouts`: many games, with their summary for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.playouts import report, summary
from parlour.playouts.played import Played


@dataclass(frozen=True, eq=False, repr=False)
class Playouts(Played):
    __doc__ = Played.__doc__

    def data(self) -> dict[str, object]:
        """The summary, for programs."""
        return report.data(self)

    def __str__(self) -> str:
        return "\n".join(summary.lines(self))

    def __repr__(self) -> str:
        return f"<Playouts of {self.program.id}: {len(self)} games of seed {self.seed}>"
