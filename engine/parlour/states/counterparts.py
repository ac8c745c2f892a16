"""Compares two Programs at tables of one size: translates positions, and matches moves and their results.

`ours` and `theirs` are, for example, a mix with a rule and without it, or a ruleset and a change of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour import program as p
from parlour.states.machine import Machine
from parlour.states.transfer import Copying, PositionPart, SharedCells, Transfer, Translation
from parlour.table.answers import Answers
from parlour.table.cells import Cells
from parlour.table.layout import BOX, OVER, QUESTION
from parlour.table.packing import Packing
from parlour.table.texts import zone_name


@dataclass(frozen=True)
class MoveNumbers:
    """The numbers of the moves of one question as numbers of its counterpart."""

    ours: int  # actions
    theirs: int
    actions: dict[int, int]  # those that both have
    payloads: dict[int, Callable[[int], int]]  # for actions whose choices are numbered differently

    @classmethod
    def of(cls, transfer: Transfer, question: int, other: int) -> MoveNumbers:
        one, two = transfer.source.program.questions[question], transfer.target.program.questions[other]
        keys = [_keys(q) for q in (one, two)]
        actions = {keys[0].index(key): number for number, key in enumerate(keys[1]) if key in keys[0]}
        payloads = {}
        for ours, theirs in actions.items():
            packings = Packing.of(transfer.source, one.arms[ours]), Packing.of(transfer.target, two.arms[theirs])
            pairs = zip(one.arms[ours].slots, two.arms[theirs].slots, strict=True)
            words = [transfer.translation(a.type, b.type) for a, b in pairs]
            if packings[0] != packings[1] or any(words):
                payloads[ours] = _repacked(packings[0], packings[1], words)
        return cls(len(one.arms), len(two.arms), actions, payloads)

    @cached_property
    def alike(self) -> bool:
        """True if all moves have the same numbers."""
        return self.ours == self.theirs and not self.payloads and all(a == b for a, b in self.actions.items())

    def counterpart(self, move: int) -> int | None:
        if self.alike:
            return move
        payload, action = divmod(move, self.ours)
        if action not in self.actions:
            return None
        repack = self.payloads.get(action)
        return (repack(payload) if repack else payload) * self.theirs + self.actions[action]

    def more(self, ours: Sequence[int], theirs: Sequence[int]) -> tuple[bool, bool]:
        """Return whether the first offers moves that the second doesn't, and the other way round.

        With too many moves to list, it compares the numbers of moves for each action.
        """
        if not isinstance(ours, Answers) and not isinstance(theirs, Answers):
            twins, there = {self.counterpart(move) for move in ours}, {*theirs}
            return not twins <= there, not there <= twins
        counts = [_counts(moves, arms) for moves, arms in ((ours, self.ours), (theirs, self.theirs))]
        back = {b: a for a, b in self.actions.items()}
        return (
            any(n > counts[1].get(self.actions.get(action, -1), 0) for action, n in counts[0].items()),
            any(n > counts[0].get(back.get(action, -1), 0) for action, n in counts[1].items()),
        )


def _counts(moves: Sequence[int], arms: int) -> dict[int, int]:
    if isinstance(moves, Answers):
        return {action: len(moves.of([action])) for action in moves.offered}
    counts = dict[int, int]()
    for move in moves:
        counts[move % arms] = counts.get(move % arms, 0) + 1
    return counts


def _keys(question: p.Question) -> list[tuple[object, ...]]:
    """Keys that identify the actions of a question: the same action can come several times."""
    keys: list[tuple[object, ...]] = []
    for arm in question.arms:
        key = (arm.id, arm.origin, tuple((slot.form, slot.type.kind) for slot in arm.slots))
        keys.append((*key, sum(other[:3] == key for other in keys)))
    return keys


def _repacked(one: Packing, other: Packing, translations: Sequence[Translation | None]) -> Callable[[int], int]:
    """Return the choices of the other action; -1 for a choice that it doesn't have."""

    def repack(payload: int) -> int:
        chosen = zip(translations, one.unpack(payload), strict=True)
        values = [v if translation is None else translation.get(v) for translation, v in chosen]
        there = [v for v in values if v is not None]
        return other.pack(there) if len(there) == len(values) and other.fits(there) else -1

    return repack


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
