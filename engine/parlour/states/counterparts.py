"""Compares two Programs at tables of one size: translates positions, and matches moves and their results.

`ours` and `theirs` are, for example, a mix with a rule and without it, or a ruleset and a change of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from parlour.states.machine import Machine
from parlour.states.move_numbers import MatchedMoves, MoveNumbers
from parlour.states.transfer import Copying, PositionPart, SharedCells, Transfer
from parlour.table.cells import Cells
from parlour.table.layout import BOX, OVER, QUESTION
from parlour.table.texts import zone_name


class Counterparts:
    """`counts` chooses the parts of a position to compare, all by default."""

    def __init__(self, ours: Machine, theirs: Machine, counts: Callable[[PositionPart], bool] = lambda _: True) -> None:
        self.ours, self.theirs = ours, theirs
        self.transfer = Transfer(ours.layout, theirs.layout)
        self._counts = counts
        self._numbers: dict[int, MoveNumbers] = {}

    # ------------------------------------------------------------ moves

    def carry(self, a: Cells) -> Cells | None:
        """Return a state of `ours` as a state of `theirs`, or None if `theirs` doesn't have its question."""
        return self.transfer.carry(a)

    def numbers(self, question: int) -> MoveNumbers:
        """Return the move numbers of one of our questions, which they must have too."""
        if question not in self._numbers:
            self._numbers[question] = MoveNumbers.of(self.transfer, question, self.transfer.questions[question])
        return self._numbers[question]

    def offers(self, a: Cells, b: Cells) -> MatchedMoves:
        """Match the legal moves of two states at the same question. Raises RulesetFault like `legal`."""
        return self.numbers(a[QUESTION]).offers(self.ours.legal(a), self.theirs.legal(b))

    # ------------------------------------------------------------ positions

    def seen(self, a: Cells) -> Cells:
        """Return the position of one of our states, in their cells; parts that aren't compared are blank."""
        seen = self._seen_of_ours(a)
        return self.transfer.put_away(a, seen) if self._sees_box else seen

    def alike(self, a: Cells, b: Cells) -> bool:
        """True if a state of `ours` and one of `theirs` have the same position, whatever their questions."""
        return self.seen(a) == self._seen_of_theirs(b)

    def differences(self, a: Cells, b: Cells) -> frozenset[PositionPart]:
        """Return the parts of the position that differ between a state of `ours` and one of `theirs`."""
        one, other = self.seen(a), self._seen_of_theirs(b)
        if one == other:
            return frozenset()
        parts = set()
        for cells in self._compared:
            there = slice(cells.target, cells.target + cells.size)
            if cells.part is not None and one[there] != other[there]:
                parts.add(cells.part)
        return frozenset(parts)

    def same_question(self, a: Cells, b: Cells) -> bool:
        """True if both states ask the same player the same question, or both are over."""
        if self.transfer.questions.get(a[QUESTION]) != b[QUESTION]:
            return False
        return b[QUESTION] == OVER or self.ours.seat(a) == self.theirs.seat(b)

    @cached_property
    def _compared(self) -> tuple[SharedCells, ...]:
        return tuple(cells for cells in self.transfer.position if cells.part is not None and self._counts(cells.part))

    @cached_property
    def _sees_box(self) -> bool:
        box = PositionPart("zone", zone_name(self.theirs.layout, BOX))
        return any(cells.part == box for cells in self._compared)

    @cached_property
    def _seen_of_ours(self) -> Copying:
        return Copying(self.transfer.source_rows, self.transfer.target_rows, self._compared)

    @cached_property
    def _seen_of_theirs(self) -> Copying:
        there = (replace(cells, source=cells.target, values=None) for cells in self._compared)
        return Copying(self.transfer.target_rows, self.transfer.target_rows, there)


def asked(machine: Machine, s: Cells) -> tuple[int, object]:
    """Return the asked seat and its question: the name, or the place of one without a name."""
    question = machine.program.questions[s[QUESTION]]
    return machine.seat(s), question.name or (question.origin.path, question.origin.line)
