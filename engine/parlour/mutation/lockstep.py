"""Plays two tables in step: one with the unchanged rules, one with a mutant.

The first one plays a course, and the second one makes the same moves. They differ if players notice a difference: in
the asked player, the question, the legal moves, the places of cards, visible variables, the players out, or the
outcome. A variable that nobody sees can differ for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.mutation.affected import Affected
from parlour.mutation.courses import Course, CourseLook
from parlour.mutation.sameness import same_questions
from parlour.program import NOBODY
from parlour.states.counterparts import Counterparts
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM


@dataclass(frozen=True)
class Step:
    """A move with the state before it, at the table with the rules as they are."""

    state: State
    text: str

    @property
    def seat(self) -> int:
        return self.state.question.seat


@dataclass(frozen=True)
class Split:
    """The place where two tables differ: both states after the same `steps`. A state is None after a runtime error."""

    steps: tuple[Step, ...]
    state: State | None
    changed: State | None


class Lockstep:
    """A table and the same table with a mutant."""

    def __init__(self, table: Table, changed: Table) -> None:
        self.tables = table, changed
        self.machines = table.machine, changed.machine
        unseen = {PositionPart("variable", v.name) for v in table.machine.program.variables if v.seen == NOBODY}
        self.counterparts = Counterparts(*self.machines, lambda part: part not in unseen)
        self.numbered = same_questions(table.machine.program, changed.machine.program)
        self.affected = Affected.of(table.machine.program, changed.machine.program)

    def deal(self, course: Course, seed: int) -> Split | None:
        """Play a new game as the course does; None if nobody could tell the tables apart."""
        try:
            changed: Cells | None = self.machines[1].start(seed)
        except RulesetFault:
            changed = None
        return self._play(course, changed)

    def continued(self, course: Course, changed: State) -> Split | None:
        """Play the course from a state that looks like its beginning; None if nobody could tell the tables apart."""
        return self._play(course, list(changed.cells))

    def _play(self, course: Course, b: Cells | None) -> Split | None:
        number = 0
        while True:
            look = course.look(number)
            if look is None or b is None:
                return None if look is None and b is None else self._split(course, number, b)
            legal = self._common(look, b)
            if legal is None:
                return self._split(course, number, b)
            if not legal or number >= course.most:
                return None
            b[RANDOM] = look.cells[RANDOM]
            place = course.choice(number)
            number += 1
            if self.affected is not None and self.affected.steps_alike and b == look.cells:
                after = course.look(number)
                b = None if after is None else after.cells[:]
            else:
                b = self._stepped(b, legal[place] if self.numbered else self.machines[1].legal(b)[place])

    def _stepped(self, b: Cells, move: int) -> Cells | None:
        """Make a move at the changed table; None if that is a runtime error."""
        try:
            self.machines[1].step(b, move)
        except RulesetFault:
            return None
        return b

    def alike(self, a: Cells, b: Cells) -> bool:
        """True if no player could notice a difference between two states."""
        return self._common(CourseLook(self.tables[0], a), b) is not None

    def _common(self, look: CourseLook, b: Cells) -> Sequence[int] | None:
        """The legal moves of two states that look alike, none after the end. None if somebody could notice a
        difference."""
        a = look.cells
        if self._offers_alike(look, b):
            return look.legal
        if not self.counterparts.alike(a, b):
            return None
        one, other = self.machines
        if look.over or b[QUESTION] == OVER:
            return () if a[QUESTION] == b[QUESTION] and one.outcome(a) == other.outcome(b) else None
        if look.seat != other.seat(b) or look.prompt != other.asked(b).prompt:
            return None
        if not self.numbered:
            return look.legal if look.texts == CourseLook(self.tables[1], b).texts else None
        if look.legal != list(other.legal(b)) or (look.tries is not None and look.tries != list(other.tries(b))):
            return None
        return look.legal

    def _offers_alike(self, look: CourseLook, b: Cells) -> bool:
        """True if nothing in two states can differ, because they are equal and the change doesn't affect the
        question."""
        a = look.cells
        return (
            self.affected is not None
            and not look.over
            and self.affected.offers_alike(a[QUESTION])
            and a[:RANDOM] == b[:RANDOM]
            and a[RANDOM + 1 :] == b[RANDOM + 1 :]
        )

    def replayed(self, state: State, changed: State, texts: Sequence[str]) -> Split | None:
        """Make these moves from two states that look alike, and return where the tables part after the last one."""
        a, b = list(state.cells), list(changed.cells)
        steps: list[Step] = []
        for text in texts:
            if not self.alike(a, b):
                return None
            here = State(self.tables[0], a[:])
            move = next((move for move in here.question.legal if move.text == text), None)
            if move is None:
                return None
            steps.append(Step(here, text))
            place = list(self.machines[0].legal(a)).index(move.number)
            twin = self.machines[1].legal(b)[place]
            self.machines[0].step(a, move.number)
            if self._stepped(b, twin) is None:
                return Split(tuple(steps), State(self.tables[0], a), None)
        if self.alike(a, b):
            return None
        return Split(tuple(steps), State(self.tables[0], a), State(self.tables[1], b))

    def _split(self, course: Course, number: int, b: Cells | None) -> Split:
        played = zip(course.looks[:number], course.choices, strict=False)
        states = [(State(self.tables[0], look.cells), look.legal[place]) for look, place in played]
        steps = tuple(Step(state, _move_text(state, move)) for state, move in states)
        look = course.look(number)
        state = State(self.tables[0], look.cells) if look is not None else None
        return Split(steps, state, State(self.tables[1], b) if b is not None else None)


def _move_text(state: State, number: int) -> str:
    return next(move.text for move in state.question.legal if move.number == number)
