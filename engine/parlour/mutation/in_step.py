"""Plays two tables in step: one with the unchanged rules, one with a mutant.

The first one plays a course, and the second one makes the same moves. They differ if players notice a difference: in
the asked player, the question, the legal moves, the places of cards, visible variables, the players out, or the
outcome. A variable that nobody sees can differ for a while.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from parlour.mutation.sameness import same_questions
from parlour.program import NOBODY
from parlour.states.counterparts import Counterparts
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM


@dataclass
class CourseLook:
    """A position of the unchanged rules, with what its players are asked."""

    table: Table
    cells: Cells

    @cached_property
    def asked(self) -> tuple[int, str | None]:
        machine = self.table.machine
        return machine.seat(self.cells), machine.asked(self.cells).prompt

    @cached_property
    def moves(self) -> tuple[list[int], list[int]]:
        """The legal moves, and those that a strict table accepts."""
        return moves_at(self.table, self.cells)

    @property
    def moves_or_none(self) -> list[int] | None:
        """The legal moves; None if listing them is a runtime error."""
        try:
            return self.moves[0]
        except RulesetFault:
            return None


def moves_at(table: Table, cells: Cells) -> tuple[list[int], list[int]]:
    machine = table.machine
    return list(machine.legal(cells)), list(machine.tries(cells)) if machine.asked(cells).has_tries else []


@dataclass
class Course:
    """A game with random moves by the unchanged rules, up to a limit; each mutant meets it again. `looks` are its
    positions so far, `choices` the places of its moves among the legal ones."""

    table: Table
    begin: Callable[[], Cells]
    chance: Random
    most: int
    looks: list[CourseLook] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    failed: bool = False

    def look(self, number: int) -> CourseLook | None:
        """Return the position after this number of moves; None if a runtime error comes first. The game isn't over
        before."""
        while len(self.looks) <= number and not self.failed:
            try:
                self.looks.append(CourseLook(self.table, self._after(self.looks[-1]) if self.looks else self.begin()))
            except RulesetFault:
                self.failed = True
        return self.looks[number] if number < len(self.looks) else None

    def _after(self, last: CourseLook) -> Cells:
        legal = last.moves[0]
        place = self.chance.randrange(len(legal))
        self.choices.append(place)
        cells = last.cells[:]
        self.table.machine.step(cells, legal[place])
        return cells


@dataclass(frozen=True)
class Step:
    """A move with the state before it, by the unchanged rules."""

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

    def play(self, course: Course, begin: Callable[[], Cells]) -> Split | None:
        """Play a course at both tables; return None if nobody could tell them apart. `begin` returns the position in
        which the changed table begins."""
        number = 0
        try:
            b: Cells | None = begin()
        except RulesetFault:
            b = None
        while True:
            look = course.look(number)
            if look is None or b is None:
                return None if look is None and b is None else self._split(course, number, b)
            legal = self._alike(look, b)
            if legal is None:
                return self._split(course, number, b)
            if not legal or number >= course.most:
                return None
            b[RANDOM] = look.cells[RANDOM]
            number += 1
            course.look(number)
            b = self._stepped(b, course.choices[number - 1], legal)

    def _stepped(self, b: Cells, place: int, legal: Sequence[int]) -> Cells | None:
        """Make a move at the changed table; None if that is a runtime error."""
        try:
            self.machines[1].step(b, legal[place] if self.numbered else self.machines[1].legal(b)[place])
        except RulesetFault:
            return None
        return b

    def alike(self, a: Cells, b: Cells) -> bool:
        """True if no player could notice a difference between two positions."""
        return self._alike(CourseLook(self.tables[0], a), b) is not None

    def _alike(self, look: CourseLook, b: Cells) -> Sequence[int] | None:
        """The legal moves of two positions that look alike, none after the end, or where both fail to list them. None
        if somebody could notice a difference."""
        a, (one, other) = look.cells, self.machines
        if not self.counterparts.alike(a, b):
            return None
        if OVER in (a[QUESTION], b[QUESTION]):
            return () if a[QUESTION] == b[QUESTION] and one.outcome(a) == other.outcome(b) else None
        try:
            there = (other.seat(b), other.asked(b).prompt), moves_at(self.tables[1], b)
        except RulesetFault:
            return () if look.moves_or_none is None else None
        if look.moves_or_none is None:
            return None
        here = look.asked, look.moves
        if here[0] != there[0]:
            return None
        if self.numbered:
            return here[1][0] if here[1] == there[1] else None
        return here[1][0] if _texts(self.tables[0], a) == _texts(self.tables[1], b) else None

    def replayed(self, state: State, changed: State, texts: Sequence[str]) -> Split | None:
        """Make these moves from two states that look alike, and return where the tables part after the last one."""
        a, b = list(state.cells), list(changed.cells)
        steps: list[Step] = []
        for text in texts:
            look = CourseLook(self.tables[0], a)
            legal = self._alike(look, b)
            here = State(self.tables[0], a[:])
            place = next((n for n, move in enumerate(here.question.legal) if move.text == text), None)
            if not legal or place is None:
                return None
            steps.append(Step(here, text))
            self.machines[0].step(a, legal[place])
            stepped = self._stepped(b, place, legal)
            if stepped is None:
                return Split(tuple(steps), State(self.tables[0], a), None)
        return None if self.alike(a, b) else Split(tuple(steps), State(self.tables[0], a), self._changed(b))

    def _split(self, course: Course, number: int, b: Cells | None) -> Split:
        states = [State(self.tables[0], look.cells) for look in course.looks[:number]]
        steps = [Step(state, state.question.legal[at].text) for state, at in zip(states, course.choices, strict=False)]
        look = course.look(number)
        state = State(self.tables[0], look.cells) if look is not None else None
        return Split(tuple(steps), state, self._changed(b))

    def _changed(self, b: Cells | None) -> State | None:
        """The state of the changed table; None if it has a runtime error, perhaps in listing the moves."""
        if b is None or b[QUESTION] == OVER:
            return None if b is None else State(self.tables[1], b)
        try:
            moves_at(self.tables[1], b)
        except RulesetFault:
            return None
        return State(self.tables[1], b)


def _texts(table: Table, cells: Cells) -> tuple[list[str], list[str]]:
    """The moves, and those that a strict table accepts, as players write them."""
    question = State(table, cells).question
    return [move.text for move in question.legal], [move.text for move in question.tries]
