"""Plays two tables in step: one with the unchanged rules, one with a mutant.

The first one plays a course, and the second one makes the same moves. They differ if players notice a difference: in
the asked player, the question, the legal moves, the places of cards, visible variables, the players out, or the
outcome. A variable that nobody sees can differ for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property

from parlour import program as p
from parlour.mutation.courses import Course, CourseLook
from parlour.mutation.sameness import NOT_PLAYED, same, same_questions
from parlour.program import NOBODY
from parlour.program.walking import Called, called_in
from parlour.states.counterparts import Counterparts
from parlour.states.state import State, Table
from parlour.states.transfer import PositionPart
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION, RANDOM

_OF_PLAY = frozenset((
    "code", "entry", "returns", "procedures", "functions", "permissions", "questions", "resumes", "results", "possible",
    "stages",
))  # fmt: skip


@dataclass(frozen=True)
class Affected:
    """The differences of two Programs whose states have the same cells: the questions that a change can affect, and the
    steps after them.

    Two tables in the same state offer the same moves at a question that the change doesn't affect. They reach the same
    next state if it doesn't affect any step. So nobody has to play them both."""

    one: p.Program
    other: p.Program

    @classmethod
    def of(cls, one: p.Program, other: p.Program) -> Affected | None:
        """Return None if the states of the two can't be compared cell by cell."""
        declared = [f.name for f in fields(p.Program) if f.name not in _OF_PLAY and f.name not in NOT_PLAYED]
        alike = all(same(getattr(one, name), getattr(other, name)) for name in declared)
        counted = all(len(_called(one, kind)) == len(_called(other, kind)) for kind in _KINDS)
        return cls(one, other) if alike and counted else None

    def offers_alike(self, question: int) -> bool:
        """True if a question asks the same player and has the same moves in all states."""
        return ("question", question) not in self._changed

    @cached_property
    def steps_alike(self) -> bool:
        """True if a move has the same result in all states."""
        ours, theirs = _steps(self.one), _steps(self.other)
        looked_at = {("question", n) for n, question in enumerate(self.one.questions) if question.otherwise is not None}
        return same(ours, theirs) and self._changed.isdisjoint((*looked_at, *called_in(ours)))

    @cached_property
    def _changed(self) -> frozenset[Called]:
        """The functions, permissions and questions that differ, and all that call them."""
        found: set[Called] = set()
        callers: dict[Called, set[Called]] = {}
        for kind in _KINDS:
            for number, (a, b) in enumerate(zip(_called(self.one, kind), _called(self.other, kind), strict=True)):
                if not same(a, b):
                    found.add((kind, number))
                for called in called_in(a):
                    callers.setdefault(called, set()).add((kind, number))
        left = list(found)
        while left:
            new = callers.get(left.pop(), set()) - found
            found |= new
            left += new
        return frozenset(found)


_KINDS = ("function", "permission", "question")


def _called(program: p.Program, kind: str) -> tuple[object, ...]:
    match kind:
        case "function":
            return program.functions
        case "permission":
            return program.permissions
        case _:
            return tuple(_asked(question) for question in program.questions)


def _asked(question: p.Question) -> tuple[object, ...]:
    """A question without the places where the code continues."""
    arms = tuple(
        (arm.id, arm.notation, arm.slots, arm.test, arm.where, arm.may, arm.mask, arm.last, arm.misplay is None)
        for arm in question.arms
    )
    return question.name, question.params, question.lets, question.seat, arms, question.wording, question.filled


def _steps(program: p.Program) -> tuple[object, ...]:
    """Return the parts that decide the result of a move, except the functions that they call."""
    asked = tuple(
        (q.otherwise, q.sealed, q.sealed_next, q.kept, q.clear, tuple((arm.target, arm.misplay) for arm in q.arms))
        for q in program.questions
    )
    slots = tuple(arm.slots for q in program.questions for arm in q.arms)
    return program.code, program.procedures, program.entry, program.returns, program.stages, asked, slots


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
            try:
                legal = self._common(look, b)
            except RulesetFault:  # at one table or at both, there are no moves to list
                return None if look.fails else self._split(course, number, None)
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
        try:
            if self.alike(a, b):
                return None
        except RulesetFault:
            return Split(tuple(steps), State(self.tables[0], a), None)
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
