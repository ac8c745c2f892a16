"""The machine: plays any Program at one table.

A game is a list of ints (see `layout`). `start` makes one, `legal` and `tries` say what may be done, `step` does
it in place, `apply` on a copy; `outcome` tells how it has ended. A list belongs to one thread at a time; the machine
itself to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from parlour import program as p
from parlour.machine import cards, transfers
from parlour.machine.closures import STEPS, Act, Cells, Making, Value
from parlour.machine.code import STOP, Code, Target
from parlour.machine.constants import Constants
from parlour.machine.events import Event, Sealed
from parlour.machine.expressions import Expressions
from parlour.machine.facts import Facts, uses_guises
from parlour.machine.faults import StateError
from parlour.machine.layout import OVER, QUESTION, RANDOM, STACKED, Layout, Scratch
from parlour.machine.moving import Moving
from parlour.machine.outcomes import Outcome, outcome_of
from parlour.machine.questions import QuestionCode, Questions
from parlour.machine.random import new_seed, seed_state
from parlour.machine.recording import Witness, note, recording, with_later_sight
from parlour.machine.sight import Sight
from parlour.machine.statements import Statements


def pack_of(program: p.Program, players: int) -> cards.Pack:
    """The cards of a table of this size."""
    deck = program.deck
    constants = Constants(program, seats=players)
    jokers, copies = constants.value(deck.jokers), constants.value(deck.copies)
    pack = cards.Pack(deck.ace_high, jokers, copies, 0, uses_guises(program))
    used = 0
    for c in range(pack.size):
        known = Constants(program, players, faces={deck.card: pack.printed(c)})
        if deck.use is None or known.value(deck.use):
            used |= 1 << c
    return cards.Pack(deck.ace_high, jokers, copies, used, pack.guises)


def layout_of(program: p.Program, players: int) -> Layout:
    constants = Constants(program, seats=players)
    columns = tuple(None if z.columns is None else constants.value(z.columns) for z in program.zones)
    return Layout(program, players, pack_of(program, players), columns)


@dataclass(frozen=True)
class Looks:
    """What can be asked about one question, without a state changing even for a moment: several may look at one."""

    seat: Callable[[Cells], int]
    legal: Callable[[Cells], Sequence[int]]
    tries: Callable[[Cells], list[int]] | None  # none where whatever is not allowed is impossible


class Machine:
    def __init__(self, program: p.Program, players: int, vectorise: bool = True, counting: bool = False) -> None:
        """With `counting`, `making.fired` has how often each rule has fired in all that was played since."""
        if players not in program.players:
            raise ValueError(f"{program.title} is not for {players} players")
        self.program = program
        self.players = players
        self.layout = layout_of(program, players)
        self.sight = Sight(self.layout)
        self.scratch = Scratch(self.layout, STEPS)
        self.making = Making(self.layout, self.scratch, Facts(program), vectorise)
        if counting:
            self.making.fired = [0] * len(program.rules)
        self.questions = Questions(self.making)
        self._moving = Moving(self.layout)
        self._looks: dict[tuple[int, ...], tuple[p.Expr, Value]] = {}  # by id of the expression, which is kept here

    @cached_property
    def _quiet(self) -> _Running:
        return _Running(self, None)

    @cached_property
    def _recording(self) -> _Running:
        return _Running(self, Witness(self.layout, self.sight))

    # ------------------------------------------------------------ beginning

    def blank(self, seed: int) -> Cells:
        """A table where nothing has happened yet."""
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise TypeError(f"`seed` is a whole number; found {seed!r}")
        s = list(self.layout.blank)
        s[RANDOM] = seed_state(seed)
        return s

    def start(self, seed: int | None = None) -> Cells:
        """A game, up to its first question. Without a seed it is a different one each time."""
        s = self.blank(new_seed() if seed is None else seed)
        self._quiet.run(s, self._quiet.entry)
        return s

    def __repr__(self) -> str:
        return f"<Machine of {self.program.id} for {self.layout.players}>"

    def __reduce__(self) -> NoReturn:
        """It holds functions that were made for it, of which there can be no copies."""
        raise TypeError(
            "a machine can't be copied or pickled: keep the list, which is the whole game, and take the machine of "
            "`game.machine(players)` again"
        )

    def start_recorded(self, seed: int) -> tuple[Cells, tuple[Event, ...]]:
        s = self.blank(seed)
        with recording() as events:
            self._recording.run(s, self._recording.entry)
        return s, with_later_sight(events, self.layout.pack.size)

    def stacked(self, order: Sequence[int], seed: int) -> Cells:
        """A table where each card's first shuffle is replaced by this order of all cards: the first one lies on top."""
        if sorted(order) != cards.members(self.layout.pack.used):
            raise ValueError("the order of a pack names each of its cards once")
        s = self.blank(seed)
        s[STACKED] = transfers.stacked(list(order), self.layout.pack.size)
        return s

    def start_from_recorded(self, order: Sequence[int], seed: int) -> tuple[Cells, tuple[Event, ...]]:
        s = self.stacked(order, seed)
        with recording() as events:
            self._recording.run(s, self._recording.entry)
        return s, with_later_sight(events, self.layout.pack.size)

    def start_from(self, order: Sequence[int], seed: int) -> Cells:
        s = self.stacked(order, seed)
        self._quiet.run(s, self._quiet.entry)
        return s

    # ------------------------------------------------------------ positions laid out by hand

    def enter(self, s: Cells, stage: int) -> None:
        """Enters a stage: its variables and perhaps the table are as at its beginning."""
        act = self._quiet.statements.act(p.EnterStage(stage))
        self._quiet.within(s, act)

    def move(self, s: Cells, card: int, zone: int) -> None:
        """Lays a card on top of a zone, wherever it was."""
        self._moving.take[s[self.layout.where + card]](s, card)
        self._moving.put[zone](s, card)

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        """Runs the code from a place on, with these values of locals, up to the next question."""
        block = self._quiet.code.entry(pc)
        cells = {self._quiet.statements.expressions.cell(local): v for local, v in known.items()}

        def note_and_run(s: Cells) -> None:
            for cell, v in cells.items():
                s[cell] = v
            self._quiet.code.run(s, block)

        self._quiet.within(s, note_and_run)

    # ------------------------------------------------------------ questions

    def over(self, s: Cells) -> bool:
        return s[QUESTION] == OVER

    def question(self, s: Cells) -> QuestionCode:
        """What is asked now, as the closures of the machine."""
        code: QuestionCode = self.questions.all[self._number(s)]
        return code.complete()

    def asked(self, s: Cells) -> p.Question:
        """What is asked now."""
        return self.program.questions[self._number(s)]

    def _number(self, s: Cells) -> int:
        if s[QUESTION] < 0:
            raise StateError("nobody is asked anything: the game is over, or has not begun")
        return s[QUESTION]

    def seat(self, s: Cells) -> int:
        """Who is asked."""
        code = self.question(s)
        if not code.uses_scratch:
            return code.seat(s)
        s.extend(self.scratch.cells)
        try:
            return code.seat(s)
        finally:
            del s[self.layout.size :]

    def legal(self, s: Cells) -> Sequence[int]:
        """The moves that are allowed: by action, then ascending."""
        code = self.question(s)
        if code.uses_scratch:
            s.extend(self.scratch.cells)
            try:
                found = code.legal(s)
            finally:
                del s[self.layout.size :]
        else:
            found = code.legal(s)
        if not found:
            raise code.unanswerable()
        return found

    def tries(self, s: Cells) -> list[int]:
        """The moves that can be made but are not allowed, and cost something."""
        code = self.question(s)
        s.extend(self.scratch.cells)
        try:
            return code.tries(s)
        finally:
            del s[self.layout.size :]

    def looks(self, number: int) -> Looks:
        return Looks(
            lambda s: self.seat(s[:]),
            lambda s: self.legal(s[:]),
            (lambda s: self.tries(s[:])) if self._has_tries(number) else None,
        )

    def _has_tries(self, number: int) -> bool:
        return any(arm.misplay is not None for arm in self.program.questions[number].arms)

    # ------------------------------------------------------------ going on

    def step(self, s: Cells, move: int) -> None:
        """Makes a move in place. The move must be one of `legal` or `tries`; this is not looked at again."""
        self._quiet.step(s, move)

    def apply(self, s: Cells, move: int) -> Cells:
        """The state after a move."""
        after = s[:]
        self._quiet.step(after, move)
        return after

    def apply_recorded(self, s: Cells, move: int) -> tuple[Cells, tuple[Event, ...]]:
        after = s[:]
        with recording() as events:
            self._recording.step(after, move)
        return after, with_later_sight(events, self.layout.pack.size)

    # ------------------------------------------------------------ looking

    def outcome(self, s: Cells) -> Outcome:
        """Who has won, counted from 1, and the results of the game, once it is over."""
        if s[QUESTION] != OVER:
            raise StateError("the game is not over, so it has no outcome yet")
        return outcome_of(self.layout, s, self.evaluate)

    def evaluate(self, s: Cells, e: p.Expr, known: dict[int, int] | None = None) -> int:
        """The value of an expression in a state; `known` gives values of locals. For everything that isn't play."""
        bound = known or {}
        key = (id(e), *bound)
        if key not in self._looks:
            cells = {local: self.scratch.cell(("looked at", local)) for local in bound}
            self._looks[key] = (e, Expressions(self.making, cells).value(e))
        _, value = self._looks[key]
        copy = s[: self.layout.size] + self.scratch.cells
        for local, v in bound.items():
            copy[self.scratch.cell(("looked at", local))] = v
        return int(value(copy))


@dataclass(frozen=True)
class _Answers:
    """What follows the answers to one question: where each of its actions leads."""

    count: int
    targets: list[Target]
    sealing: tuple[int, int] | None
    """For a sealed question: the first cell of the variable that keeps the answers, and the block to go on with."""
    fires: list[Act]
    """For each action, what counts the rules that fire when it is chosen; empty where that isn't counted."""


class _AnswersByQuestion(dict[int, _Answers]):
    """Made when the first answer comes: few questions are put in a short game."""

    def __init__(self, make: Callable[[int], _Answers]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> _Answers:
        answers = self[number] = self._make(number)
        return answers


class _Running:
    """The quiet or the recording variant of everything that changes a state."""

    def __init__(self, machine: Machine, witness: Witness | None) -> None:
        self.machine = machine
        self.witness = witness
        self.size = machine.layout.size
        self.scratch = machine.scratch.cells
        self.statements = Statements(machine.making, machine._moving, witness)
        self.code = Code(machine.making, machine.questions, self.statements)
        self.entry = self.code.entry(machine.program.entry)
        self.answers = _AnswersByQuestion(self._answers)

    def _answers(self, number: int) -> _Answers:
        with self.machine.making.one_at_a_time:
            code = self.machine.questions.all[number]
            targets = self.code.targets(number)
            self.code.finish()
            fires = self._fires(code) if self.machine.making.fired else []
            return _Answers(len(code.arms), targets, self._sealing(code), fires)

    def _sealing(self, code: QuestionCode) -> tuple[int, int] | None:
        question = code.question
        if question.sealed is None:
            return None
        assert question.sealed_next is not None, "a sealed question says where play goes on meanwhile"
        return self.machine.layout.variables[question.sealed].at, self.code.entry(question.sealed_next)

    def _fires(self, code: QuestionCode) -> list[Act]:
        notes = [tuple(p.Fired(firing.rule, firing.test) for firing in arm.fires) for arm in code.question.arms]
        return [self.statements.act(p.Seq(items)) for items in notes]

    def _count(self, s: Cells, number: int, move: int) -> None:
        """Counts where the question stands, with the choices made, in a copy."""
        answers = self.answers[number]
        copy, arms = [*s, *self.scratch], answers.count
        answers.targets[move % arms].bind(copy, move // arms)
        answers.fires[move % arms](copy)

    def within(self, s: Cells, act: Act) -> None:
        """Does something with the scratch cells there."""
        s.extend(self.scratch)
        try:
            act(s)
        finally:
            del s[self.size :]

    def run(self, s: Cells, block: int) -> None:
        self.within(s, lambda cells: self.code.run(cells, block))

    def step(self, s: Cells, move: int) -> None:
        number = s[QUESTION]
        if number < 0:
            raise StateError("nobody is asked anything: there is no move to make")
        answers = self.answers[number]
        if answers.fires:
            self._count(s, number, move)
        target = answers.targets[move % answers.count]
        if target.misplay != STOP or self.witness is not None or answers.sealing is not None:
            self._step_with_care(s, number, move, target)
            return
        s.extend(self.scratch)
        try:
            target.bind(s, move // answers.count)
            self.code.run(s, target.block)
        finally:
            del s[self.size :]

    def _step_with_care(self, s: Cells, number: int, move: int, target: Target) -> None:
        """A step where it matters whether the move is allowed, or who sees it."""
        machine, answers = self.machine, self.answers[number]
        sealing = answers.sealing
        misplay = target.misplay != STOP and move not in machine.legal(s)
        seat = machine.seat(s) if sealing is not None or self.witness is not None else -1
        if sealing is not None:
            at, block = sealing
            s[at + seat] = 1 + 2 * move + misplay
            if self.witness is not None:
                note(Sealed(seat, number, move))
            self.run(s, block)
            return
        if self.witness is not None:
            note(self.code.answered(s, seat, number, move, misplay))

        def answer(s: Cells) -> None:
            target.bind(s, move // answers.count)
            self.code.run(s, target.misplay if misplay else target.block)

        self.within(s, answer)
