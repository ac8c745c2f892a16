"""What stands behind the state and its scratch cells while machine code runs, and where.

Knows how much room choices need, and not what is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.lowering.unit import Unit

ROOM = 1 << 15  # choices that are listed at once; of more, generated Python chooses


@dataclass(frozen=True)
class Cells:
    """The first of these cells, and how many there are."""

    fault: int
    slots: int  # how many choices the longest action has

    @property
    def chooser(self) -> int:
        return self.fault + 1

    @property
    def policy(self) -> int:
        return self.fault + 2

    @property
    def listed(self) -> int:
        """How many choices are listed."""
        return self.fault + 3

    @property
    def choice(self) -> int:
        """What was chosen, slot by slot."""
        return self.fault + 4

    @property
    def subsets(self) -> int:
        """Of what set the sets are chosen, the least and the greatest number of members. Between questions free."""
        return self.choice + self.slots

    @property
    def list(self) -> int:
        return self.subsets + 3

    @property
    def size(self) -> int:
        return self.list + ROOM * self.slots

    @classmethod
    def of(cls, unit: Unit) -> Cells:
        slots = max((len(a.slots) for q in unit.program.questions for a in q.arms), default=0)
        return cls(unit.layout.size + 1 + unit.counters + len(unit.program.locals), max(slots, 1))
