"""Positions that somebody sets up, from which a game continues.

The caller gives the complete position; other cards stay in the box.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from parlour import program as p
from parlour.states.machine import Machine
from parlour.table.cells import Cells
from parlour.table.layout import BOX, DIRECTION, PLAYING


class PositionError(ValueError):
    """The error if the game has no such position."""


class Arrangement:
    """A table where the ruleset allows a position to continue (`resume here`), inside the stages around that place."""

    def __init__(self, machine: Machine, resume: p.Resume, seed: int) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.resume = resume
        self.cells: Cells = machine.blank(seed)
        self.turn_is_set = False
        for stage in resume.stages:
            machine.enter(self.cells, stage)

    def again(self) -> Arrangement:
        """Return a position like this one, to lay out separately."""
        arrangement = copy(self)
        arrangement.cells = self.cells[:]
        return arrangement

    def left(self) -> list[int]:
        """Return the cards that aren't laid out yet."""
        return self.layout.contents(self.cells, self.layout.instances[BOX])

    def lay(self, zone: int, cards: Iterable[int], up: int = 0) -> None:
        """Put cards from the box into a zone (an instance), from bottom to top; those in `up` face up."""
        s, i = self.cells, self.layout.instances[zone]
        for c in cards:
            if s[self.layout.where + c] != BOX:
                raise PositionError(f"{self.layout.pack.name(c)} can't be in two places")
            self.machine.move(s, c, zone)
            if up >> c & 1 and i.turned is not None:
                s[i.turned] |= 1 << c

    def set(self, variable: int, keys: tuple[int, ...], value: int) -> None:
        mover = self.resume.mover
        self.turn_is_set |= isinstance(mover, p.VarAt) and mover.var == variable
        self.cells[self.layout.variables[variable].cell(keys)] = value

    def mark(self, mark: int, card: int, value: int) -> None:
        self.cells[self.layout.marks[mark] + card] = value

    def seats(self, playing: int, direction: int = 1) -> None:
        """Set the players still in, and the direction of play."""
        check_seats(self.machine, playing, direction)
        self.cells[PLAYING], self.cells[DIRECTION] = playing, direction

    def go(self, mover: int) -> Cells:
        """Return the state at the first question from this position.

        It is the turn of `mover`, unless the position sets whose turn it is: somebody can answer for another player.
        """
        s = self.cells[:]
        known = dict(self.resume.backs)
        if isinstance(self.resume.mover, p.Local):
            known[self.resume.mover.index] = mover
        elif self.resume.mover is not None and not self.turn_is_set:
            s[self.layout.variables[self.resume.mover.var].cell(())] = mover
        self.machine.run_from(s, self.resume.entry, known)
        return s


def check_seats(machine: Machine, playing: int, direction: int) -> None:
    """Raise PositionError if a game can't have these players still in, or this direction of play."""
    if playing != machine.layout.everyone and not machine.layout.loses_players:
        raise PositionError("in this game nobody is ever out")
    if direction != 1 and not machine.layout.reverses:
        raise PositionError("in this game the direction never changes")
