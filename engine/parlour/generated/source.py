"""The whole source of a Program for one table, and what is needed to run it."""

from __future__ import annotations

from dataclasses import dataclass

from parlour import program as p
from parlour.machine.closures import Making


@dataclass(frozen=True)
class Source:
    """`places` has the locals that the functions of the linear code are given, by the place of the code; `asked` are
    the questions that are put; `spending` are the functions that may count steps; `counters` says how many cells
    count rules.

    Source that counts also has `outcome(s)`, which lists the results.
    """

    text: str
    origins: tuple[p.Origin | None, ...]
    places: dict[int, tuple[int, ...]]
    asked: tuple[int, ...]
    spending: frozenset[str]
    counters: int

    @classmethod
    def of(cls, making: Making, counting: bool = False) -> Source:
        """Newly written."""
        from parlour.generated.writer import write  # slow to import, and seldom needed: most source is kept

        return write(making, counting)
