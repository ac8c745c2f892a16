"""Two tables played in step: the rules as they are, and a mutant of them.

They are told apart by what players notice: who is asked what, which moves are legal, where cards are, variables that
somebody may see, who is out, and the outcome. A variable that nobody sees can differ for a while.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from parlour.mutation.sameness import same_questions
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
    """Where two tables part: both states after the same `steps`. A state is None after a runtime error."""

    steps: tuple[Step, ...]
    state: State | None
    changed: State | None
    error: str | None = None


class Lockstep:
    """A table and the same table with a mutant."""

    def __init__(self, table: Table, changed: Table) -> None:
        self.tables = table, changed
        self.machines = table.machine, changed.machine
        unseen = {PositionPart("variable", v.name) for v in table.machine.program.variables if v.seen == "nobody"}
        self.counterparts = Counterparts(*self.machines, lambda part: part not in unseen)
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
        if not self.counterparts.alike(a, b):
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
