"""The cells behind the state and its scratch cells while native code runs.

Knows how much room choices need, and not what is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from parlour.lowering.unit import Unit

ROOM = 1 << 15  # most choices in a list; with more, generated Python chooses
MOVES = 1 << 12  # cells for the moves of a question; if they need more, generated Python lists them


@dataclass(frozen=True)
class ExtraCells:
    """The first of these cells, and their number."""

    fault: int
    slots: int  # the number of slots of the action with the most

    @property
    def chooser(self) -> int:
        return self.fault + 1

    @property
    def policy(self) -> int:
        return self.fault + 2

    @property
    def listed(self) -> int:
        """The cell with the number of listed choices."""
        return self.fault + 3

    @property
    def choice(self) -> int:
        """The first cell of the choice that was made, slot by slot."""
        return self.fault + 4

    @property
    def subsets(self) -> int:
        """The first of the cells with the set whose subsets are chosen, their bounds, and the cards that spoil a set.
        Free between questions."""
        return self.choice + self.slots

    @property
    def moves(self) -> int:
        """The first of the cells with the moves of a question. From here on, nobody has to clear cells."""
        return self.subsets + 4

    @property
    def list(self) -> int:
        return self.moves + MOVES

    @property
    def size(self) -> int:
        return self.list + ROOM * self.slots

    @property
    def named(self) -> dict[str, int]:
        """The cells by the names that table code and routines have for them, and how many slots there are."""
        return {
            "FAULT": self.fault, "CHOOSER": self.chooser, "NOTES": self.subsets, "LISTED": self.listed,
            "LIST": self.list, "SLOTS": self.slots,
        }  # fmt: skip

    @classmethod
    def of(cls, unit: Unit) -> ExtraCells:
        slots = max((len(a.slots) for q in unit.program.questions for a in q.arms), default=0)
        return cls(unit.layout.size + 1 + unit.counters + len(unit.program.locals), max(slots, 1))
