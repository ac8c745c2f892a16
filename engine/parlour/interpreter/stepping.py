"""The steps of the interpreter that change a state, with or without recorded events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour import program as p
from parlour.interpreter.closures import Compilation
from parlour.interpreter.code import STOP, AnswerTarget, LinearClosures
from parlour.interpreter.questions import QuestionCode, Questions
from parlour.interpreter.recording import Recorder, note
from parlour.interpreter.statements import Statements
from parlour.interpreter.tracing import Trace
from parlour.table.cells import Act, Cells
from parlour.table.events import Sealed
from parlour.table.faults import StateError
from parlour.table.layout import QUESTION
from parlour.table.moving import Moving


@dataclass(frozen=True)
class _Answers:
    """The continuation after the answers to one question: where each of its actions leads."""

    count: int
    targets: list[AnswerTarget]
    sealing: tuple[int, int] | None
    """For a sealed question: the first cell of the variable with the answers, and the block to continue with."""
    fires: list[Act]
    """For each action, what counts the rules that fire when it is chosen; empty unless rules are counted."""


class _AnswersByQuestion(dict[int, _Answers]):
    """The continuations by question, each compiled at its first answer: a short game asks few questions."""

    def __init__(self, make: Callable[[int], _Answers]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, number: int) -> _Answers:
        answers = self[number] = self._make(number)
        return answers


class Running:
    """The quiet or the recording variant of everything that changes a state."""

    def __init__(
        self, compilation: Compilation, questions: Questions, moving: Moving, witness: Recorder | None
    ) -> None:
        self.compilation = compilation
        self.questions = questions
        self.witness = witness
        self.size = compilation.layout.size
        self.scratch = compilation.scratch.cells
        self.statements = Statements(compilation, moving, witness)
        self.code = LinearClosures(compilation, questions, self.statements)
        self.answers = _AnswersByQuestion(self._answers)

    def _answers(self, number: int) -> _Answers:
        with self.compilation.one_at_a_time:
            code = self.questions.all[number]
            targets = self.code.targets(number)
            fires = self._fires(code) if self.compilation.fired else []
            return _Answers(len(code.arms), targets, self._sealing(code), fires)

    def _sealing(self, code: QuestionCode) -> tuple[int, int] | None:
        question = code.question
        if question.sealed is None:
            return None
        assert question.sealed_next is not None, "a sealed question has a next place"
        return self.compilation.layout.variables[question.sealed].at, self.code.entry(question.sealed_next)

    def _fires(self, code: QuestionCode) -> list[Act]:
        notes = [tuple(p.RuleFired(firing.rule, firing.test) for firing in arm.fires) for arm in code.question.arms]
        return [self.statements.act(p.Seq(items)) for items in notes]

    def _count(self, s: Cells, number: int, move: int) -> None:
        """Count the rules that the choice fires, in a copy of the state in which the choices are bound."""
        answers = self.answers[number]
        copy, arms = [*s, *self.scratch], answers.count
        answers.targets[move % arms].bind(copy, move // arms)
        answers.fires[move % arms](copy)

    def within(self, s: Cells, act: Act) -> None:
        """Run an act with the scratch cells behind the state."""
        s.extend(self.scratch)
        try:
            act(s)
        finally:
            del s[self.size :]

    def run_from(self, s: Cells, pc: int, known: Mapping[int, int]) -> None:
        """Run the code from a place on, with these values of locals, up to the next question."""
        block = self.code.entry(pc)
        cells = {self.statements.expressions.cell(local): v for local, v in known.items()}

        def note_and_run(s: Cells) -> None:
            for cell, v in cells.items():
                s[cell] = v
            self.code.run(s, block)

        self.within(s, note_and_run)

    def run(self, s: Cells, block: int) -> None:
        self.within(s, lambda cells: self.code.run(cells, block))

    def step(self, s: Cells, move: int) -> None:
        number = s[QUESTION]
        if number < 0:
            raise StateError("the game has no question, so there are no moves")
        answers = self.answers[number]
        if answers.fires:
            self._count(s, number, move)
        target = answers.targets[move % answers.count]
        if target.misplay != STOP or self.witness or answers.sealing is not None or self.compilation.trace:
            self._step_with_care(s, number, move, target)
            return
        s.extend(self.scratch)
        try:
            target.bind(s, move // answers.count)
            self.code.run(s, target.block)
        finally:
            del s[self.size :]

    def _trace(self, trace: Trace, number: int, arm: int) -> None:
        trace.leave(trace.number(self.questions.all[number].question.arms[arm].origin, "taken"))

    def _step_with_care(self, s: Cells, number: int, move: int, target: AnswerTarget) -> None:
        """Make a step for which it matters whether the move is allowed, or who sees it."""
        answers = self.answers[number]
        sealing = answers.sealing
        misplay = target.misplay != STOP and move not in self.questions.legal(s)
        if self.compilation.trace is not None and not misplay:
            self._trace(self.compilation.trace, number, move % answers.count)
        seat = self.questions.seat(s) if sealing is not None or self.witness is not None else -1
        if sealing is not None:
            at, block = sealing
            s[at + seat] = 1 + 2 * move + misplay
            if self.witness is not None:
                note(Sealed(seat, number, move))
            self.run(s, block)
            return
        if self.witness is not None and not answers.targets[move % answers.count].quiet:
            note(self.code.answered(s, seat, number, move, misplay))

        def answer(s: Cells) -> None:
            target.bind(s, move // answers.count)
            self.code.run(s, target.misplay if misplay else target.block)

        self.within(s, answer)
