"""The code around the questions as one function: a label for each place of the code that several ways reach.

Where an answer comes from makes the only difference. A playout chooses its answers, so a whole game is one call. A step
gets one answer from outside, and ends at the next question. The code itself is that of `lowering.linear`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.linear import Chosen, LinearCode
from parlour.lowering.questions import Questions
from parlour.lowering.statements import Statements
from parlour.lowering.unit import Unit, packed
from parlour.native.choosing import QuestionWriter
from parlour.native.ir import Body, Definition
from parlour.native.names import UntranslatableError
from parlour.native.translation import Translator
from parlour.native.values import fits
from parlour.table.faults import STEPS
from parlour.table.layout import NOT_BEGUN, QUESTION
from parlour.tablecode.build import cell, minus, plus, times

FAULTY = -1  # the result of code that failed, in place of the number of decisions
_ANSWER, _MOVE = t.Reg("answer"), "move"


class OneFunction(LinearCode):
    """Linear code that goes to labels."""

    listing = "count"

    def __init__(self, unit: Unit, expressions: Expressions, statements: Statements, questions: Questions) -> None:
        super().__init__(unit, expressions, statements, questions)
        self.wanted: list[int] = []
        self.known: set[int] = set()

    def _continue(self, pc: int) -> t.Stmt:
        """Go to a place. A backward jump counts as a step: after an error nothing else might end a cycle."""
        self.reach(pc)
        if self._here is None or pc > self._here:
            return t.Goto(f"at{pc}")
        left = minus(cell(self.unit.steps), 1)
        counted = t.Store((t.Const(self.unit.steps),), t.Reg("steps"))
        return t.If(t.Op("<", t.Bind("steps", left), t.Const(0)), (t.Goto("faulty"),), (counted, t.Goto(f"at{pc}")))

    def reach(self, pc: int) -> None:
        if pc not in self.known:
            self.known.add(pc)
            self.wanted.append(pc)

    def place(self, pc: int) -> t.Block:
        """The code from a place on."""
        self._here = pc
        return self._flow(pc, beginning=True)

    def asked_now(self, number: int) -> t.Block:
        return (t.Goto(f"ask{number}"),)

    def over(self) -> t.Block:
        return (t.Goto("finished"),)

    def taken(self, number: int, arm: p.Arm, values: list[t.Expr]) -> t.Block:
        """The code after an answer with these values."""
        question, self._here = self.program.questions[number], None
        chosen = given(arm, values)
        if question.sealed is None:
            return (*self.unbound(question), *self.answered(arm, chosen))
        index, count = question.arms.index(arm), len(question.arms)
        move = plus(times(packed(self.unit.layout, arm, values), count), index)
        return (*self.unbound(question), *self.fired(arm, chosen), *self.sealed(question, plus(times(move, 2), 1)))

    def begin(self) -> t.Block:
        self._here = None
        return (*self.zeros(self.lifetimes[self.program.entry]), self._continue(self.program.entry))


def given(arm: p.Arm, values: list[t.Expr]) -> Chosen:
    """The choices of an action that has these values."""
    return lambda assign: tuple(assign(slot.local, v) for slot, v in zip(arm.slots, values, strict=True))


class Linear(ABC):
    """Writes one function with all places of the code."""

    hiding = False

    def __init__(self, unit: Unit, expressions: Expressions, statements: Statements, questions: QuestionWriter) -> None:
        self.unit = unit
        self.program = unit.program
        self.names = questions.names
        self.cells = questions.cells
        self.body = Body(self.names.width, self.names.registers)
        self.translator = Translator(self.names, self.body)
        self.code = OneFunction(unit, expressions, statements, questions.offers)
        self.code.hiding = self.hiding

    @abstractmethod
    def definition(self) -> Definition:
        """Return the whole function."""

    def _enter(self, what: str, numbers: list[int], otherwise: str) -> None:
        """Begin a game, or go to the label of its question: `what` with the number."""
        b = self.body
        b.store(str(STEPS), b.cell(str(self.unit.steps)))
        question = b.load(b.cell(str(QUESTION)))
        b.switch(question, otherwise, {NOT_BEGUN: "new", **{n: f"{what}{n}" for n in numbers}})
        b.label("new")
        self.translator.block(self.code.begin())

    def _end(self, decisions: str) -> None:
        """Write all places of the code that some way reaches, and the end."""
        b = self.body
        while self.code.wanted:
            pc = self.code.wanted.pop()
            b.label(f"at{pc}")
            self.translator.block(self.code.place(pc))
        b.label("finished")
        self._if_fine("over")
        b.label("over")
        b.give(decisions if decisions == "0" else b.load(decisions))
        b.label("faulty")
        b.give(str(FAULTY))

    def _if_fine(self, then: str) -> None:
        b = self.body
        b.branch(b.truth(b.load(b.cell(str(self.cells.fault)))), "faulty", then)

    def _answer(self, number: int, arm: str, first: int) -> None:
        """Continue with the values from a cell on that are chosen for an action, given by its place."""
        b, question = self.body, self.program.questions[number]
        if question.sealed is not None and not fits(self.unit.layout, question, b.width):
            what = f"answers to `{question.name}`"
            raise UntranslatableError(f"{what} are too large to be stored while they are sealed")
        b.switch(arm, "faulty", {i: f"arm{number}x{i}" for i in range(len(question.arms))})
        for i, each in enumerate(question.arms):
            b.label(f"arm{number}x{i}")
            self.translator.block(self.code.taken(number, each, _cells(each, first)))


def _cells(arm: p.Arm, first: int) -> list[t.Expr]:
    return [cell(first + j) for j in range(len(arm.slots))]


class Playout(Linear):
    """Writes `playout(s, most)`, which chooses its answers."""

    hiding = True  # a playout looks at all answers as soon as it asks

    def definition(self) -> Definition:
        b = self.body
        b.variable("most")
        decisions = b.variable("decisions")
        b.store("0", decisions)
        numbers = self.code.asked
        self._enter("ask", numbers, "over")
        for n in numbers:
            self._question(n)
        self._end(decisions)
        return b.definition("playout", ("most",))

    def _question(self, number: int) -> None:
        """Write a question: choose an answer, and continue with it."""
        b = self.body
        b.label(f"ask{number}")
        fine, more, chosen = b.fresh("fine"), b.fresh("more"), b.fresh("chosen")
        self._if_fine(fine)
        b.label(fine)
        decisions = b.variables["decisions"]
        n = b.load(decisions)
        b.branch(b.compare("<", n, b.load(b.variables["most"])), more, "over")
        b.label(more)
        b.store(b.operate("+", n, "1"), decisions)
        b.store(str(STEPS), b.cell(str(self.unit.steps)))
        arm = b.call(self.names.want(f"choose_{number}"), [])
        self._if_fine(chosen)
        b.label(chosen)
        self._answer(number, arm, self.cells.choice)


class SingleStep(Linear):
    """Writes `step(s, answer)`. The answer is 1 + 2 * move + (1 if it is a misplay), as in a sealed answer, or 0 at the
    beginning of a game. If moves are too large for a cell, the action takes the place of the move, and the cells of the
    choice have the values.
    """

    @property
    def answerable(self) -> list[int]:
        """The questions that can be answered: a sealed answer must fit into its cell."""
        questions = self.program.questions
        return [n for n in self.code.asked if questions[n].sealed is None or self._fits(questions[n])]

    def _fits(self, question: p.Question) -> bool:
        return fits(self.unit.layout, question, self.body.width)

    def definition(self) -> Definition:
        b = self.body
        b.variable("answer")
        self._enter("given", self.answerable, "faulty")
        for n in self.answerable:
            b.label(f"given{n}")
            self._given(n)
        for n in self.code.asked:
            b.label(f"ask{n}")
            b.jump("finished")
        self._end("0")
        return b.definition("step", ("answer",))

    def _given(self, number: int) -> None:
        question = self.program.questions[number]
        self.translator.statement(t.If(t.Op("<=", _ANSWER, t.Const(0)), (t.Goto("faulty"),)))
        block = self.code.unbound(question)
        if question.sealed is not None:
            block += self.code.sealed(question, _ANSWER)
        else:
            first = self.cells.choice
            chosen = None if self._fits(question) else lambda arm: given(arm, _cells(arm, first))
            block += (t.Let(_MOVE, minus(_ANSWER, 1)), *self.code.judged(question, chosen))
        self.translator.block(block)


class BatchStep(SingleStep):
    """Writes `step(s, arm)`: the action has this place in its question, and its choices are where sequences of actions
    leave them."""

    def _given(self, number: int) -> None:
        self._answer(number, self.body.load(self.body.variables["answer"]), self.cells.taken)
