"""The cells behind the state and its counters while native code runs, and the cells that are registers.

Knows how much room choices need, and not what is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from parlour.lowering.unit import Unit
from parlour.table.layout import DIRECTION, PLAYING, QUESTION, RANDOM, Layout
from parlour.table.naming import naming_variables

ROOM = 1 << 15  # most choices in a list; with more, generated Python chooses
MOVES = 1 << 12  # cells for the moves of a question; if they need more, generated Python lists them


@dataclass(frozen=True)
class ExtraCells:
    """The first of these cells, in their order, and the number of slots of the action with the most."""

    slots: int
    fault: int
    chooser: int
    policy: int
    listed: int  # the number of listed choices
    choice: int  # the choice that was made, slot by slot
    subsets: int  # the set whose subsets are chosen, their bounds, the cards that spoil a set; free between questions
    mask: int  # the address of the row where the code marks the possible actions; next comes that of what a seat sees
    list_at: int  # the number of the first cell of the list; in a batch, that is in other memory
    begun: int  # the beginning of a move, as a sequence of action numbers; a batch keeps it
    taken: int
    moves: int  # the moves of a question; from here on, nobody has to clear cells
    list: int
    size: int  # the cell after the last one

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
        slots = max((1, *(len(a.slots) for q in unit.program.questions for a in q.arms)))
        sizes = (1, 1, 1, 1, slots, 4, 2, 1, 4, slots, MOVES, ROOM * slots)
        return cls(slots, *accumulate(sizes, initial=unit.layout.size + 1 + unit.counters))


def registers_of(layout: Layout, cells: ExtraCells) -> Mapping[int, int]:
    """The cells that only constants address are registers, here by cell: variables without keys, saved locals, and the
    counters behind the state. The cells of zones, cards and seats are addressed by computed numbers, so they stay in
    memory; so do variables that distinguish identical cards."""
    named = {of.cell for of in naming_variables(layout)} if layout.pack.doubles else set()
    variables = [array.at for array in layout.variables if not array.keys and array.at not in named]
    behind = [*range(layout.size, cells.fault), cells.chooser, cells.policy, cells.listed]
    others = [*range(cells.choice, cells.subsets), *range(cells.mask, cells.begun)]
    order = [QUESTION, RANDOM, PLAYING, DIRECTION, *variables, *layout.kept.values(), *behind, *others]
    return {cell: register for register, cell in enumerate(order)}
