"""The generator of random numbers: picking and shuffling."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p
from parlour.table.cells import Cells
from parlour.table.chance import BASE, below_in, shuffle_in
from parlour.table.faults import RulesetFault
from parlour.table.layout import RANDOM, STACKED, Layout
from parlour.table.stacking import stack


class Chance:
    def __init__(self, layout: Layout, origins: Sequence[p.Origin | None]) -> None:
        self.layout = layout
        self.origins = origins

    def pick_number(self, s: Cells, low: int, high: int, at: int) -> int:
        if not 0 < high - low + 1 <= BASE:
            message = f"there is no number from {low} to {high} to choose at random"
            raise RulesetFault(message, self.origins[at])
        return low + below_in(s, RANDOM, high - low + 1)

    def pick_member(self, s: Cells, of: int, at: int) -> int:
        if not of:
            raise RulesetFault("there is nothing to choose from at random", self.origins[at])
        for _ in range(below_in(s, RANDOM, of.bit_count())):
            of &= of - 1
        return (of & -of).bit_length() - 1

    def shuffle(self, s: Cells, zone: int, at: int) -> None:
        if zone < 0:
            raise RulesetFault("there is no zone to move cards to", self.origins[at])
        i = self.layout.instances[zone]
        if i.form != "row":
            name = self.layout.program.zones[i.zone].name
            raise RulesetFault(f"`{name}` has no order to shuffle", self.origins[at])
        if s[STACKED]:
            stack(s, i, self.layout.pack.size)
        else:
            shuffle_in(s, RANDOM, i.at + 1, s[i.at])
        for cell in (i.turned, i.batch):
            if cell is not None:
                s[cell] = 0
