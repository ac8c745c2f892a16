"""What seats see, as numbers: one row for each game, one column for each feature.

Hidden cards and values are 0, and unknown numbers of cards -1. The columns are the same for all seats of a table. Marks
of cards, and values that are records or sets of cards, have no column.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from parlour.states.machine import Machine
from parlour.table.layout import BOX, DIRECTION, PLAYING, QUESTION, Instance
from parlour.table.naming import naming_cells
from parlour.table.texts import zone_name
from parlour.views.onlooker import Onlooker

Cells = NDArray[np.int64]
LARGEST = 1 << 31


class Observations:
    def __init__(self, machine: Machine) -> None:
        self.layout = layout = machine.layout
        pack, seats = layout.pack, range(layout.players)
        onlookers = [Onlooker(machine.sight, seat) for seat in seats]
        self.zones = [i for i in layout.instances if i.number != BOX]
        self.ordered = [i for i in self.zones if i.form == "row"]
        self.faces = [face for face in range(pack.faces) if pack.of_face[face]]
        nowhere = [False] * len(seats)  # the last row, for cards that aren't in the game
        always = [[bool(machine.sight.always[i.number] >> seat & 1) for seat in seats] for i in layout.instances]
        self._always = np.array([*always, nowhere], dtype=bool)
        self._always[BOX] = False
        self._counted = np.array([[o.counts[i.number] for i in self.zones] for o in onlookers], dtype=bool)
        self._placed = np.array([[o.places[i.number] for i in self.ordered] for o in onlookers], dtype=bool)
        column = {face: k for k, face in enumerate(self.faces)}
        self._column = np.array([column.get(pack.printed(c), -1) for c in range(pack.size)], dtype=np.int64)
        self._row = np.array([*(max(i.number - 1, 0) for i in layout.instances), 0], dtype=np.int64)
        self._face_of = np.array([face + 1 for face in pack.face], dtype=np.int64)  # of card values; 0 for none
        self._values(onlookers)
        self.names = self._names()

    def _values(self, onlookers: Sequence[Onlooker]) -> None:
        program, known = self.layout.program, [{cell for cell, _, _ in o.readable} for o in onlookers]
        every = {cell: (name, variable) for o in onlookers for cell, name, variable in o.readable}
        kinds = {cell: v.type.kind for cell, (_, v) in every.items()}
        self.cells = [c for c in sorted(every) if kinds[c] == "card" or not naming_cells(program, every[c][1].type)]
        self.value_names = [every[cell][0] for cell in self.cells]
        self._of_cards = np.array([kinds[cell] == "card" for cell in self.cells], dtype=bool)
        self._readable = np.array([[cell in mine for cell in self.cells] for mine in known], dtype=bool)

    def _names(self) -> tuple[str, ...]:
        names = ["seat", "question", "direction", *(f"playing {seat + 1}" for seat in range(self.layout.players))]
        zones = [zone_name(self.layout, i.number) for i in self.zones]
        names += [f"{zone} size" for zone in zones]
        names += [f"{zone_name(self.layout, i.number)} top" for i in self.ordered]
        names += [f"{zone} {self.layout.pack.face_name(face)}" for zone in zones for face in self.faces]
        return (*names, *self.value_names)

    def observed(self, cells: Cells, seats: NDArray[np.int64], everything: bool = False) -> NDArray[np.int32]:
        """Return what these seats (from 0) see; with `everything`, what lies there."""
        layout, games = self.layout, np.arange(len(cells))
        where = cells[:, layout.where : layout.where + layout.pack.size]
        visible = (where >= 0) & (where != BOX) if everything else self._visible(cells, where, seats)
        row = self._row[where]
        there = (where >= 0) & (where != BOX)
        sizes = self._summed(there, row, len(self.zones))
        if not everything:
            sizes = np.where(self._counted[seats], sizes, -1)
        seen = self._summed(visible, row * len(self.faces) + self._column, len(self.zones) * len(self.faces))
        tops = [self._top(cells, k, i, visible, seats, games, everything) for k, i in enumerate(self.ordered)]
        playing = cells[:, PLAYING, None] >> np.arange(layout.players) & 1
        head = [seats[:, None], cells[:, [QUESTION, DIRECTION]], playing, sizes, *(top[:, None] for top in tops), seen]
        return np.concatenate([*head, self._read(cells, seats, everything)], axis=1).astype(np.int32)

    def _visible(self, cells: Cells, where: Cells, seats: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return the cards that the seats see, as `table.sight` says."""
        visible: NDArray[np.bool_] = self._always[where, seats[:, None]]
        for i in self.zones:
            for cell in (i.turned, i.batch):
                if cell is not None:
                    shown = cells[:, cell, None] >> np.arange(where.shape[1]) & 1
                    visible |= (where == i.number) & (shown == 1)
            if self.layout.program.zones[i.zone].shows == "top" and i.batch is None:
                top = self._top_cards(cells, i)
                games = np.flatnonzero(top >= 0)
                visible[games, top[games]] = True
        return visible

    def _top_cards(self, cells: Cells, i: Instance) -> NDArray[np.int64]:
        """Return the top card of a zone in each game, -1 if there is none."""
        if i.form == "row" and not self.layout.shares:
            count = cells[:, i.at]
            return np.where(count > 0, cells[np.arange(len(cells)), i.at + count], -1)
        tops = [self.layout.contents(s, i)[-1:] if i.form != "set" else [] for s in cells.tolist()]
        return np.array([top[0] if top else -1 for top in tops], dtype=np.int64)

    def _top(
        self, cells: Cells, k: int, i: Instance, visible: NDArray[np.bool_], seats: NDArray[np.int64],
        games: NDArray[np.int64], everything: bool,
    ) -> NDArray[np.int64]:  # fmt: skip
        """Return the face of the top card + 1, where the seat sees it and its place."""
        top = self._top_cards(cells, i)
        known = (top >= 0) & visible[games, top] & (everything | self._placed[seats, k])
        return np.where(known, self._face_of[top], 0)

    def _summed(self, of: NDArray[np.bool_], column: NDArray[np.int64], columns: int) -> NDArray[np.int64]:
        """Count the cards of each game by a column."""
        game, card = np.nonzero(of)
        found = np.bincount(game * columns + column[game, card], minlength=len(of) * columns)
        return found.reshape(len(of), columns)

    def _read(self, cells: Cells, seats: NDArray[np.int64], everything: bool) -> NDArray[np.int64]:
        values = cells[:, self.cells]
        faces = self._face_of[np.where(self._of_cards, values, -1)]
        values = np.where(self._of_cards, faces, np.clip(values, -LARGEST, LARGEST - 1))
        return values if everything else np.where(self._readable[seats], values, 0)
