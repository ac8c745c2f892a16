"""Cells behind a state for rows that share a space: there each row has cells of its own, whatever the others contain.

So the same zone of two layouts has corresponding cells, even if its cards share a space in one of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.table.cells import Cells
from parlour.table.layout import Instance, Layout


class SpreadRows:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._rows = [i for i in layout.instances if i.form == "row" and layout.shares]
        self._own: dict[int, int] = {}
        at = layout.size
        for i in self._rows:
            self._own[i.number] = at
            at += 1 + i.room

    def cells(self, i: Instance) -> range:
        """The cells that belong to a zone alone."""
        at = self._own.get(i.number)
        return range(i.at, i.at + self.layout.width(i)) if at is None else range(at, at + 1 + i.room)

    def spread(self, s: Sequence[int]) -> Cells:
        """Return a state with the rows behind it."""
        state = list(s)
        found = state[:]
        for i in self._rows:
            lying = self.layout.contents(state, i)
            found += [len(lying), *lying, *[0] * (i.room - len(lying))]
        return found

    def gathered(self, s: Cells) -> Cells:
        """Return the state whose shared space has the rows behind it."""
        found = s[: self.layout.size]
        cards: Cells = []
        for i in self._rows:
            at = self._own[i.number]
            found[i.at] = s[at]
            cards += s[at + 1 : at + 1 + s[at]]
        if self._rows:
            space = self.layout.shared_space
            found[space.start : space.stop] = [*cards, *[0] * (len(space) - len(cards))]
        return found
