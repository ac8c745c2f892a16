"""Traces: the places of a ruleset that play passes.

A trace belongs to one thread at a time. It knows places and signs, and nothing about what they mean to a reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parlour import program as p

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

    def mark(self, origin: p.Origin, sign: Sign, word: str = "") -> None:
        """Leave a mark."""
        self.leave(self.number(origin, sign, word))

    def taken(self) -> frozenset[int]:
        """Return the marks, and begin again."""
        left = frozenset(self._left)
        self._left.clear()
        self.times_taken += 1
        return left
