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
from parlour.native.translation import UntranslatableError, fits
from parlour.table.faults import STEPS
from parlour.table.layout import NOT_BEGUN, QUESTION
from parlour.tablecode.build import ZERO, cell, minus, plus, store, times

FAULTY = -1  # the result of code that failed, in place of the number of decisions
_ANSWER, _DECISIONS, _MOVE = t.Reg("answer"), t.Reg("decisions"), "move"
_UNLESS_FINE = t.If(t.Failed(), (t.Goto("faulty"),))


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
        self.width = questions.width
        self.cells = questions.cells
        self.code = OneFunction(unit, expressions, statements, questions.offers)
        self.code.hiding = self.hiding

    @abstractmethod
    def function(self) -> t.Function:
        """Return the whole function."""

    def fits(self, question: p.Question) -> bool:
        return fits(self.unit.layout, question, self.width)

    def _entered(self, what: str, numbers: list[int], otherwise: str) -> t.Block:
        """Begin a game, or go to the label of its question: `what` with the number."""
        labels = {NOT_BEGUN: "new", **{n: f"{what}{n}" for n in numbers}}
        asked = (t.If(t.Op("==", cell(QUESTION), t.Const(n)), (t.Goto(label),)) for n, label in labels.items())
        return (self._renewed, *asked, t.Goto(otherwise), t.Label("new"), *self.code.begin())

    @property
    def _renewed(self) -> t.Stmt:
        return store(self.unit.steps, t.Const(STEPS))

    def _ended(self, decisions: t.Expr) -> t.Block:
        """Return all places of the code that some way reaches, and the end."""
        block: list[t.Stmt] = []
        while self.code.wanted:
            pc = self.code.wanted.pop()
            block += (t.Label(f"at{pc}"), *self.code.place(pc))
        end = (_UNLESS_FINE, t.Label("over"), t.Return(decisions), t.Label("faulty"), t.Return(t.Const(FAULTY)))
        return (*block, t.Label("finished"), *end)

    def _answered(self, number: int, action: t.Expr, first: int) -> t.Block:
        """Continue with the values from a cell on that are chosen for an action, given by its place."""
        question = self.program.questions[number]
        if question.sealed is not None and not self.fits(question):
            what = f"answers to `{question.name}`"
            raise UntranslatableError(f"{what} are too large to be stored while they are sealed")
        taken = (self.code.taken(number, arm, _cells(arm, first)) for arm in question.arms)
        chosen = (t.If(t.Op("==", action, t.Const(i)), block) for i, block in enumerate(taken))
        return (*chosen, t.Goto("faulty"))


def _cells(arm: p.Arm, first: int) -> list[t.Expr]:
    return [cell(first + j) for j in range(len(arm.slots))]


class Playout(Linear):
    """Writes `playout(s, most)`, which chooses its answers."""

    hiding = True  # a playout looks at all answers as soon as it asks

    def function(self) -> t.Function:
        entered = self._entered("ask", self.code.asked, "over")
        asked = (statement for n in self.code.asked for statement in self._asked(n))
        body = (t.Let("decisions", ZERO), *entered, *asked, *self._ended(_DECISIONS))
        return t.Function("playout", ("most",), body)

    def _asked(self, number: int) -> t.Block:
        """Return a question: choose an answer, and continue with it."""
        over = t.If(t.Op(">=", _DECISIONS, t.Reg("most")), (t.Goto("over"),))
        chosen = t.Let("action", t.Call(f"choose_{number}"))
        return (
            t.Label(f"ask{number}"), _UNLESS_FINE, over, t.Let("decisions", plus(_DECISIONS, 1)), self._renewed,
            chosen, _UNLESS_FINE, *self._answered(number, t.Reg("action"), self.cells.choice),
        )  # fmt: skip


class SingleStep(Linear):
    """Writes `step(s, answer)`. The answer is 1 + 2 * move + (1 if it is a misplay), as in a sealed answer, or 0 at the
    beginning of a game. If moves are too large for a cell, the action takes the place of the move, and the cells of the
    choice have the values.
    """

    @property
    def answerable(self) -> list[int]:
        """The questions that can be answered: a sealed answer must fit into its cell."""
        questions = self.program.questions
        return [n for n in self.code.asked if questions[n].sealed is None or self.fits(questions[n])]

    def function(self) -> t.Function:
        entered = self._entered("given", self.answerable, "faulty")
        given = (statement for n in self.answerable for statement in (t.Label(f"given{n}"), *self._given(n)))
        asked = (statement for n in self.code.asked for statement in (t.Label(f"ask{n}"), t.Goto("finished")))
        return t.Function("step", ("answer",), (*entered, *given, *asked, *self._ended(ZERO)))

    def _given(self, number: int) -> t.Block:
        question = self.program.questions[number]
        block = (t.If(t.Op("<=", _ANSWER, ZERO), (t.Goto("faulty"),)), *self.code.unbound(question))
        if question.sealed is not None:
            return (*block, *self.code.sealed(question, _ANSWER))
        first = self.cells.choice
        chosen = None if self.fits(question) else lambda arm: given(arm, _cells(arm, first))
        return (*block, t.Let(_MOVE, minus(_ANSWER, 1)), *self.code.judged(question, chosen))


class BatchStep(SingleStep):
    """Writes `step(s, arm)`: the action has this place in its question, and its choices are where sequences of actions
    leave them."""

    def _given(self, number: int) -> t.Block:
        return self._answered(number, _ANSWER, self.cells.taken)
