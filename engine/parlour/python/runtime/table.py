"""The table as a whole: cards gathered, and positions that come again."""

from __future__ import annotations

from parlour.table.cells import Cells
from parlour.table.layout import BOX, Layout
from parlour.table.limits import FIRST_CHECKPOINT


class TableCalls:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        end = layout.where + layout.pack.size
        self._zones = slice(layout.first_cell_of_zones, end)
        self._gathered = layout.blank[self._zones]

    def watch(self, s: Cells, checkpoint: int, count: int) -> int:
        if count < FIRST_CHECKPOINT:
            return 0
        kept, repeated = self.layout.checkpoints[checkpoint], count > FIRST_CHECKPOINT
        if repeated:
            at = kept.start
            for part in self.layout.positions:
                end = at + part.stop - part.start
                if s[at:end] != s[part]:
                    repeated = False
                    break
                at = end
        if count & count - 1 == 0:
            s[kept] = [v for part in self.layout.positions for v in s[part]]
        return int(repeated)

    def gather(self, s: Cells) -> None:
        """All cards go back to the box."""
        layout = self.layout
        s[self._zones] = self._gathered
        for m, at in enumerate(layout.marks):
            if not layout.keeps(m, BOX):
                s[at : at + layout.pack.size] = layout.blank[at : at + layout.pack.size]
