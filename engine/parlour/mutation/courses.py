"""Games by the unchanged rules, to compare with every mutant: each is played once, as far as anybody asks."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from parlour.states.state import State, Table
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import OVER, QUESTION

MOST_LOOKS = 50_000  # some 200 MB


@dataclass
class CourseLook:
    """A state, with what its players are asked."""

    table: Table
    cells: Cells

    @cached_property
    def over(self) -> bool:
        return bool(self.cells[QUESTION] == OVER)

    @cached_property
    def seat(self) -> int:
        return self.table.machine.seat(self.cells)

    @cached_property
    def prompt(self) -> str | None:
        return self.table.machine.asked(self.cells).prompt

    @property
    def fails(self) -> bool:
        """True if listing the moves is a runtime error."""
        try:
            _ = self.legal
        except RulesetFault:
            return True
        return False

    @cached_property
    def legal(self) -> list[int]:
        return list(self.table.machine.legal(self.cells))

    @cached_property
    def tries(self) -> list[int] | None:
        """The moves that a strict table accepts; None where no table does."""
        machine = self.table.machine
        return list(machine.tries(self.cells)) if machine.asked(self.cells).has_tries else None

    @cached_property
    def texts(self) -> tuple[list[str], list[str]]:
        """The moves, and those that a strict table accepts, as players write them."""
        question = State(self.table, self.cells).question
        return [move.text for move in question.legal], [move.text for move in question.tries]


@dataclass
class Course:
    """A game with random moves, up to a limit. `looks` are its states so far, `choices` the places of its moves."""

    table: Table
    begin: Callable[[], Cells]
    chance: Random
    most: int
    looks: list[CourseLook] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    failed: bool = False

    def look(self, number: int) -> CourseLook | None:
        """Return the state after this number of moves, or None if a runtime error comes first. The game isn't over
        before."""
        while len(self.looks) <= number and not self.failed:
            try:
                cells = self._after(self.looks[-1]) if self.looks else self.begin()
            except RulesetFault:
                self.failed = True
            else:
                self.looks.append(CourseLook(self.table, cells))
        return self.looks[number] if number < len(self.looks) else None

    def _after(self, last: CourseLook) -> Cells:
        place = self.chance.randrange(len(last.legal))
        self.choices.append(place)
        cells = last.cells[:]
        self.table.machine.step(cells, last.legal[place])
        return cells

    def choice(self, number: int) -> int:
        """The place of the move after this state among the legal ones."""
        self.look(number + 1)
        return self.choices[number]


class Courses:
    """The courses of some rulesets, up to a limit of memory."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Course] = {}

    def course(self, key: Hashable, make: Callable[[], Course]) -> Course:
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def trim(self) -> None:
        if sum(len(course.looks) for course in self.known.values()) > MOST_LOOKS:
            self.known.clear()
