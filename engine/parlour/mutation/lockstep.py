"""Two tables played in step: the rules as they are, and a mutant of them.

They are told apart by what players notice: who is asked what, which moves are legal, where cards are, variables that
somebody may see, who is out, and the outcome. A variable that nobody sees can differ for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from parlour.mutation.sameness import same_questions
from parlour.states.state import State, Table
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.layout import DIRECTION, OVER, PLAYING, QUESTION, RANDOM, Layout


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
    """Where two tables part: both states after the same `steps`. A state is None after a runtime error."""

    steps: tuple[Step, ...]
    state: State | None
    changed: State | None
    error: str | None = None


class Lockstep:
    """A table and the same table with a mutant. Both lay out their states alike, apart from saved locals."""

    def __init__(self, table: Table, changed: Table) -> None:
        self.tables = table, changed
        self.machines = table.machine, changed.machine
        self.slices = _runs(*_noticed(table.machine.layout, changed.machine.layout))
        self.numbered = same_questions(table.machine.program, changed.machine.program)

    def deal(self, seed: int, chance: Random, most: int) -> Split | None:
        """Play a new game with random moves; None if nobody could tell the tables apart."""
        both: list[Cells | None] = []
        error = None
        for machine in self.machines:
            try:
                both.append(machine.start(seed))
            except RulesetFault as fault:
                both.append(None)
                error = fault.message
        return self._play(both[0], both[1], chance, most, error)

    def continued(self, state: State, changed: State, chance: Random, most: int) -> Split | None:
        """The same from two states that look alike."""
        return self._play(list(state.cells), list(changed.cells), chance, most)

    def _play(
        self, a: Cells | None, b: Cells | None, chance: Random, most: int, error: str | None = None
    ) -> Split | None:
        moves: list[tuple[int, Cells]] = []
        while True:
            if a is None or b is None:
                return None if a is b else self._split(moves, a, b, error)
            legal = self._common(a, b)
            if legal is None:
                return self._split(moves, a, b, None)
            if not legal or len(moves) >= most:
                return None
            b[RANDOM] = a[RANDOM]
            number = chance.randrange(len(legal))
            move = legal[number]
            twin = move if self.numbered else self.machines[1].legal(b)[number]
            moves.append((move, a[:]))
            a, _ = self._stepped(0, a, move)
            b, error = self._stepped(1, b, twin)

    def _stepped(self, which: int, s: Cells, move: int) -> tuple[Cells | None, str | None]:
        try:
            self.machines[which].step(s, move)
        except RulesetFault as fault:
            return None, fault.message
        return s, None

    def alike(self, a: Cells, b: Cells) -> bool:
        """True if no player could notice a difference between two states."""
        return self._common(a, b) is not None

    def _common(self, a: Cells, b: Cells) -> Sequence[int] | None:
        """The legal moves of two states that look alike, none after the end. None if somebody could notice a
        difference."""
        if any(a[here] != b[there] for here, there in self.slices):
            return None
        one, other = self.machines
        if a[QUESTION] == OVER or b[QUESTION] == OVER:
            return () if a[QUESTION] == b[QUESTION] and one.outcome(a) == other.outcome(b) else None
        asked = one.asked(a)
        if one.seat(a) != other.seat(b) or asked.prompt != other.asked(b).prompt:
            return None
        if not self.numbered:
            texts = [_texts(State(table, s)) for table, s in zip(self.tables, (a, b), strict=True)]
            return one.legal(a) if texts[0] == texts[1] else None
        legal = list(one.legal(a))
        if legal != list(other.legal(b)) or (asked.has_tries and one.tries(a) != other.tries(b)):
            return None
        return legal

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
            after, error = self._stepped(1, b, twin)
            if after is None:
                return Split(tuple(steps), State(self.tables[0], a), None, error)
        if self.alike(a, b):
            return None
        return Split(tuple(steps), State(self.tables[0], a), State(self.tables[1], b))

    def _split(self, moves: Sequence[tuple[int, Cells]], a: Cells | None, b: Cells | None, error: str | None) -> Split:
        states = [(State(self.tables[0], cells), number) for number, cells in moves]
        steps = tuple(Step(state, _move_text(state, number)) for state, number in states)
        state = State(self.tables[0], a) if a is not None else None
        changed = State(self.tables[1], b) if b is not None else None
        return Split(steps, state, changed, error)


def _move_text(state: State, number: int) -> str:
    return next(move.text for move in state.question.legal if move.number == number)


def _texts(state: State) -> tuple[list[str], list[str]]:
    return [move.text for move in state.question.legal], [move.text for move in state.question.tries]


def _noticed(*layouts: Layout) -> list[list[int]]:
    """The cells of each layout that players can see: who is in, the direction, zones, marks, and variables.

    A variable counts if somebody sees it, and if both layouts have it.
    """
    shared = set.intersection(*({v.name for v in layout.program.variables} for layout in layouts))
    return [_cells(layout, shared) for layout in layouts]


def _cells(layout: Layout, shared: set[str]) -> list[int]:
    found = [PLAYING, DIRECTION]
    for array, variable in zip(layout.variables, layout.program.variables, strict=True):
        if variable.seen != "nobody" and variable.name in shared:
            found += range(array.at, array.at + array.size)
    found += range(layout.first_cell_of_zones, layout.positions[-1].stop)
    return found


def _runs(here: list[int], there: list[int]) -> list[tuple[slice, slice]]:
    """The cells of two layouts as stretches, which compare faster."""
    found: list[tuple[slice, slice]] = []
    for one, other in zip(here, there, strict=True):
        if found and found[-1][0].stop == one and found[-1][1].stop == other:
            found[-1] = slice(found[-1][0].start, one + 1), slice(found[-1][1].start, other + 1)
        else:
            found.append((slice(one, one + 1), slice(other, other + 1)))
    return found
