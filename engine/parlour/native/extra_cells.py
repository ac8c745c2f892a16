"""The cells behind the state and its counters while native code runs, and the cells that are registers.

Knows how much room choices need, and not what is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.lowering.unit import Unit
from parlour.table.layout import DIRECTION, PLAYING, QUESTION, RANDOM, Layout
from parlour.table.naming import naming_variables

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
    def mask(self) -> int:
        """The address of the row in which the code marks the possible actions; next comes that of what a seat sees."""
        return self.subsets + 4

    @property
    def list_at(self) -> int:
        """The cell with the number of the first cell of the list; in a batch, that is in other memory."""
        return self.mask + 2

    @property
    def begun(self) -> int:
        """The first of the cells with the beginning of a move, as a sequence of action numbers. A batch keeps them."""
        return self.list_at + 1

    @property
    def taken(self) -> int:
        return self.begun + 4

    @property
    def moves(self) -> int:
        """The first of the cells with the moves of a question. From here on, nobody has to clear cells."""
        return self.taken + self.slots

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
            "LIST_AT": self.list_at, "SLOTS": self.slots, "MASK_ROW": self.mask, "SEEN_ROW": self.mask + 1,
            "BEGUN": self.begun, "SLOT": self.begun + 1, "PARTS": self.begun + 2, "SO_FAR": self.begun + 3,
            "TAKEN": self.taken,
        }  # fmt: skip

    @classmethod
    def of(cls, unit: Unit) -> ExtraCells:
        slots = max((len(a.slots) for q in unit.program.questions for a in q.arms), default=0)
        return cls(unit.layout.size + 1 + unit.counters, max(slots, 1))


def registers_of(layout: Layout, cells: ExtraCells) -> Mapping[int, int]:
    """The cells that only constants address are registers, here by cell: variables without keys, saved locals, and the
    counters behind the state. The cells of zones, cards and seats are addressed by computed numbers, so they stay in
    memory; so do variables that distinguish identical cards."""
    named = {of.cell for of in naming_variables(layout)} if layout.pack.doubles else set()
    variables = [array.at for array in layout.variables if not array.keys and array.at not in named]
    behind = [*range(layout.size, cells.fault), cells.chooser, cells.policy, cells.listed]
    others = [*range(cells.choice, cells.subsets), *range(cells.mask, cells.begun)]
    found = [QUESTION, RANDOM, PLAYING, DIRECTION, *variables, *layout.kept.values(), *behind, *others]
    return {cell: register for register, cell in enumerate(found)}
