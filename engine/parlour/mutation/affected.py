"""The parts of play that a mutant can affect. Two tables in the same state do the same everywhere else, so that nobody
has to play both."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property

from parlour import program as p
from parlour.mutation.sameness import NOT_PLAYED, same
from parlour.program.walking import Called, called_in

_OF_PLAY = frozenset((
    "code", "entry", "returns", "procedures", "functions", "permissions", "questions", "resumes", "results", "possible",
    "stages",
))  # fmt: skip
_KINDS = ("function", "permission", "question")


@dataclass(frozen=True)
class Affected:
    """The differences of two Programs whose states have the same cells: the questions that a change can affect, and the
    steps after them."""

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
        changed: set[Called] = set()
        callers: dict[Called, set[Called]] = {}
        for kind in _KINDS:
            for number, (a, b) in enumerate(zip(_called(self.one, kind), _called(self.other, kind), strict=True)):
                if not same(a, b):
                    changed.add((kind, number))
                for called in called_in(a):
                    callers.setdefault(called, set()).add((kind, number))
        left = list(changed)
        while left:
            new = callers.get(left.pop(), set()) - changed
            changed |= new
            left += new
        return frozenset(changed)


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
        (arm.id, arm.notation, arm.slots, arm.test, arm.where, arm.may, arm.last, arm.misplay is None)
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
