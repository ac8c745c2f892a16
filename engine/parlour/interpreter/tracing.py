"""Traces: the places of a ruleset that play passes. Only the traced variant of the closures uses this.

A trace belongs to one thread at a time. It knows places and signs, and nothing about what they mean to a reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour import program as p
from parlour.table.cells import Act, Cells, Value
from parlour.table.faults import RulesetFault

Sign = Literal[
    "ran",  # a step
    "true", "false",  # a condition
    "called",  # a function
    "tried", "applied",  # the condition of a case; the case that decided
    "asked", "taken",  # an action that was looked at; one that a player chose
    "judged", "forbade", "lifted", "gave-way",  # a clause that was looked at, and what it decided
    "ended",  # with the word of an ending
    "settled-true", "settled-false",  # a condition that options decide; play leaves no such marks
]  # fmt: skip


@dataclass(frozen=True)
class TraceMark:
    """Something that happened at a place of a ruleset."""

    origin: p.Origin
    sign: Sign
    word: str = ""


class Trace:
    """The marks that play has left since the last call of `taken`, by their numbers."""

    def __init__(self) -> None:
        self.marks: list[TraceMark] = []
        self._numbers: dict[TraceMark, int] = {}
        self._left: set[int] = set()
        self.times_taken = 0
        self.leave = self._left.add

    def number(self, origin: p.Origin, sign: Sign, word: str = "") -> int:
        mark = TraceMark(origin, sign, word)
        if mark not in self._numbers:
            self._numbers[mark] = len(self.marks)
            self.marks.append(mark)
        return self._numbers[mark]

    def taken(self) -> frozenset[int]:
        """Return the marks, and begin again."""
        left = frozenset(self._left)
        self._left.clear()
        self.times_taken += 1
        return left

    # ------------------------------------------------------------ closures that leave marks

    def passing(self, origin: p.Origin, sign: Sign = "ran", word: str = "") -> Act:
        number, leave = self.number(origin, sign, word), self.leave

        def passed(s: Cells) -> None:
            leave(number)

        return passed

    def ran(self, act: Act, origin: p.Origin) -> Act:
        number, leave = self.number(origin, "ran"), self.leave

        def traced(s: Cells) -> None:
            leave(number)
            act(s)

        return traced

    def tested(self, test: Value, origin: p.Origin | None) -> Value:
        if origin is None:
            return test
        yes, no, leave = self.number(origin, "true"), self.number(origin, "false"), self.leave

        def traced(s: Cells) -> int:
            if test(s):
                leave(yes)
                return 1
            leave(no)
            return 0

        return traced

    def called(self, body: Value, function: p.Function, cases: list[Value]) -> Value:
        """The body of a function; `cases` are the conditions of its cases."""
        number, leave = self.number(function.origin, "called"), self.leave
        if not cases:

            def plain(s: Cells) -> int:
                leave(number)
                return body(s)

            return plain
        conditions = [
            (test, case.union, self.number(case.origin, "tried"), self.number(case.origin, "applied"))
            for case, test in zip(function.cases, cases, strict=True)
        ][::-1]  # the last that applies decides

        def traced(s: Cells) -> int:
            leave(number)
            decided = False
            for test, union, tried, applied in conditions:
                leave(tried)
                if (union or not decided) and holds(test, s):
                    leave(applied)
                    decided = decided or not union
            return body(s)

        return traced


def holds(test: Value, s: Cells) -> bool:
    """True if a condition holds. Play might never compute it in this state, so it can fail."""
    try:
        return bool(test(s))
    except RulesetFault:
        return False


class JudgedPermission:
    """The clauses of a permission for bound arguments: those that decide, and the marks for that."""

    def __init__(self, trace: Trace, permission: p.Permission, tests: list[Value]) -> None:
        self._clauses = list(zip(permission.clauses, tests, strict=True))
        self._leave = trace.leave
        self._judged = [trace.number(c.origin, "judged", c.id) for c in permission.clauses]
        self._forbade = [trace.number(c.origin, "forbade", c.id) for c in permission.clauses]
        self._lifted = [trace.number(c.origin, "lifted", c.id) for c in permission.clauses]
        self._gave_way = [trace.number(c.origin, "gave-way", c.id) for c in permission.clauses]

    def judge(self, s: Cells, allowed: bool = False) -> None:
        """Record the verdicts of the clauses; `allowed` means that the choice is legal because no other is left."""
        leave = self._leave
        for number in self._judged:
            leave(number)
        applying = [i for i, (_, test) in enumerate(self._clauses) if holds(test, s)]
        lifting = [(i, self._clauses[i][0].lifts) for i in applying if self._clauses[i][0].allow]
        standing: list[int] = []
        sole: list[int] = []  # allowing clauses that alone lift a forbidding one
        for i in applying:
            if self._clauses[i][0].allow:
                continue
            lifts = [number for number, lifted in lifting if i in lifted]
            if not lifts:
                standing.append(i)
            elif len(lifts) == 1:
                sole += lifts
        if not standing:
            for i in sole:
                leave(self._lifted[i])
        elif allowed:
            for i in standing:
                leave(self._gave_way[i])
        elif len(standing) == 1:
            leave(self._forbade[standing[0]])
