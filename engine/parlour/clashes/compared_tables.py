"""The part of a state that players notice, and that exists without two rules too: it is compared between mixes."""

from __future__ import annotations

from parlour.states.counterparts import Counterparts, asked
from parlour.states.state import Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.layout import BOX, OVER, QUESTION
from parlour.table.texts import zone_name

Seen = tuple[object, ...]
"""The cards, the players still in, variables and marks, and the player who is asked."""


class ComparedTable:
    """A table of a mix beside one of the mix with neither rule. Leaves out the cards in the box, and data that only the
    code needs."""

    def __init__(self, table: Table, common: Table) -> None:
        self.table, self.common = table, common
        names = {v.name for v in common.machine.program.variables if v.origin is not None}
        box = PositionPart("zone", zone_name(common.machine.layout, BOX))

        def counts(part: PositionPart) -> bool:
            if part.kind == "variable":
                return part.name in names
            return part.kind not in ("batch", "whereabouts") and part != box

        self._counterparts = Counterparts(table.machine, common.machine, counts)
        self._marks = common.machine.layout.marks
        self._cards = common.machine.layout.pack.size

    def seen(self, s: Cells) -> Seen:
        cells = self._counterparts.seen(s)
        if self._marks and any(cells[self._marks[0] : self._marks[-1] + self._cards]):
            self._clear_marks_elsewhere(s, cells)
        return cells, asked(self.table.machine, s) if s[QUESTION] != OVER else None

    def _clear_marks_elsewhere(self, s: Cells, seen: Cells) -> None:
        """Clear the marks of cards in the box, or in zones that not all mixes have."""
        where, common = self.table.machine.layout.where, self._counterparts.transfer.zones
        for at in self._marks:
            marks = seen[at : at + self._cards]
            for c, mark in enumerate(marks) if any(marks) else ():
                if mark and ((zone := s[where + c]) == BOX or zone not in common):
                    seen[at + c] = 0
