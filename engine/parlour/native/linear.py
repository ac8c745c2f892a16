"""The code around the questions as one function: a label for each place of the code.

Where an answer comes from makes the only difference. A playout chooses its answers, so a whole game is one call. A step
gets one answer from outside, and ends at the next question. Knows the Program, and the lowering of its parts; the rest
is translation.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour import program as p
from parlour.analysis.control import asked_questions, call_sites
from parlour.lowering.expressions import Expressions
from parlour.lowering.statements import Statements
from parlour.lowering.unit import LoweringScope, Unit
from parlour.native.extra_cells import ExtraCells
from parlour.native.ir import Body, Definition
from parlour.native.move_packing import fits, packed, split_off
from parlour.native.names import Names, UntranslatableError
from parlour.native.translation import Translator
from parlour.table.faults import STEPS
from parlour.table.layout import NOT_BEGUN, OVER, QUESTION
from parlour.table.packing import digit

FAULTY = -1  # the result of code that failed, in place of the number of decisions


class Linear(ABC):
    """Writes one function with all places of the code. `offering` is the function that tests for an answer."""

    offering: str

    def __init__(
        self, unit: Unit, expressions: Expressions, statements: Statements, names: Names, cells: ExtraCells
    ) -> None:
        self.unit = unit
        self.program = unit.program
        self.x = expressions
        self.statements = statements
        self.names = names
        self.cells = cells
        self.body = Body(names.width, names.registers)
        self.translator = Translator(names, self.body)
        self.wanted: list[int] = []
        self.known: set[int] = set()
        self.backs: list[tuple[str, int]] = []  # backward jumps that aren't written yet
        self.sites = call_sites(self.program)

    @abstractmethod
    def definition(self) -> Definition:
        """Return the whole function."""

    def _enter(self, what: str, numbers: list[int], otherwise: str) -> None:
        """Begin a game, or go to the label of its question: `what` with the number."""
        b = self.body
        b.store(str(STEPS), b.cell(str(self.unit.steps)))
        question = b.load(b.cell(str(QUESTION)))
        cases = " ".join(f"{b.type} {n}, label %{what}{n}" for n in numbers)
        begin = f"{b.type} {NOT_BEGUN}, label %{self._to(self.program.entry)}"
        b.line(f"switch {b.type} {question}, label %{otherwise} [{begin} {cases}]")
        b.closed = True

    def _places(self) -> None:
        """Write all places of the code that some way reaches."""
        while self.wanted or self.backs:
            while self.backs:
                self._go_back(*self.backs.pop())
            if self.wanted:
                pc = self.wanted.pop()
                self.body.label(f"at{pc}")
                self._instruction(pc)

    def _end(self, decisions: str) -> None:
        b = self.body
        b.label("over")
        b.give(decisions if decisions == "0" else b.load(decisions))
        b.label("faulty")
        b.give(str(FAULTY))

    def _if_fine(self, then: str) -> None:
        b = self.body
        b.branch(b.truth(b.load(b.cell(str(self.cells.fault)))), "faulty", then)

    def _fits(self, question: p.Question) -> bool:
        return fits(self.unit.layout, question, self.body.width)

    def _to(self, pc: int) -> str:
        if pc not in self.known:
            self.known.add(pc)
            self.wanted.append(pc)
        return f"at{pc}"

    def _value(self, e: p.Expr, origin: p.Origin | None) -> str:
        return self.translator.values.value(self.x.value(e, LoweringScope({}, origin)))

    # ------------------------------------------------------------ instructions

    def _instruction(self, pc: int) -> None:
        b = self.body
        match self.program.code[pc]:
            case p.Do(stmt, origin):
                self.translator.block(self.statements.lower(stmt, LoweringScope({}, origin)))
                b.jump(self._to(pc + 1))
            case p.Branch(test, otherwise, origin):
                holds = self.translator.values.test(self.x.truth(test, LoweringScope({}, origin)))
                b.branch(holds, self._to(pc + 1), self._onward(pc, otherwise))
            case p.Jump(to, clear):
                self._clear(clear)
                b.jump(self._onward(pc, to))
            case p.Gosub(to, back, site, clear):
                b.store(str(site), b.cell(str(self.unit.cell(back))))
                self._clear(clear)
                b.jump(self._onward(pc, to))
            case p.Return(back, clear):
                self._return(back, clear)
            case p.AskOf(question):
                self._ask(question)
            case p.Unseal(question, player):
                self._unseal(question, player)
            case p.Finish(clear):
                self._clear(clear)
                b.store(str(OVER), b.cell(str(QUESTION)))
                self._if_fine("over")

    def _onward(self, pc: int, to: int) -> str:
        """Return the label that a jump goes to. A backward jump counts as a step: after an error nothing else might
        end a cycle."""
        if to > pc:
            return self._to(to)
        label = self.body.fresh("back")
        self.backs.append((label, to))
        return label

    def _go_back(self, label: str, to: int) -> None:
        b, steps = self.body, self.body.cell
        b.label(label)
        left = b.operate("-", b.load(steps(str(self.unit.steps))), "1")
        b.store(left, steps(str(self.unit.steps)))
        b.branch(b.compare("<", left, "0"), "faulty", self._to(to))

    def _clear(self, locals_: tuple[int, ...]) -> None:
        kept = self.unit.layout.kept
        for local in locals_:
            if local in kept:
                self.body.store("0", self.body.cell(str(kept[local])))

    def _return(self, back: int, clear: tuple[int, ...]) -> None:
        b, sites = self.body, self.sites.get(back, [])
        site = b.load(b.cell(str(self.unit.cell(back))))
        self._clear(clear)
        cases = " ".join(f"{b.type} {s}, label %{self._to(self.program.returns[s - 1])}" for s in sites)
        b.line(f"switch {b.type} {site}, label %faulty [{cases}]")
        b.closed = True

    # ------------------------------------------------------------ questions

    def _ask(self, number: int) -> None:
        """Ask a question. If it might have no answer, test for one before it counts as asked."""
        b, question = self.body, self.program.questions[number]
        if question.otherwise is not None:
            some = b.fresh("some")
            arm = b.call(self.names.want(f"{self.offering}_{number}"), [])
            b.branch(b.truth(arm), some, self._to(question.otherwise))
            b.label(some)
        self._clear(question.clear)
        b.store(str(number), b.cell(str(QUESTION)))
        self._asked(number)

    @abstractmethod
    def _asked(self, number: int) -> None:
        """Continue at a question that was asked."""

    def _unseal(self, number: int, player: p.Expr) -> None:
        b, question = self.body, self.program.questions[number]
        assert question.sealed is not None, "only sealed answers can open"
        at = self.unit.layout.variables[question.sealed].at
        cell = b.cell(b.operate("+", self._value(player, None), str(at)))
        kept = b.operate("-", b.load(cell), "1")
        fine = b.fresh("fine")
        b.branch(b.compare("<", kept, "0"), "faulty", fine)
        b.label(fine)
        b.store("0", cell)
        self._take(number, kept)

    def _take(self, number: int, answer: str) -> None:
        """Continue with an answer, 2 * move + (1 if it is a misplay), which can't have more digits than its action."""
        b, question = self.body, self.program.questions[number]
        whole = self._fits(question)
        payload, which = split_off(b, answer, 2 * len(question.arms)) if whole else ("0", answer)
        labels = [f"open{number}x{i}x{b.fresh('')}" for i in range(2 * len(question.arms))]
        cases = " ".join(f"{b.type} {i}, label %{label}" for i, label in enumerate(labels))
        b.line(f"switch {b.type} {which}, label %faulty [{cases}]")
        b.closed = True
        for i, label in enumerate(labels):
            arm = question.arms[i >> 1]
            b.label(label)
            to = self._to(arm.misplay if i & 1 and arm.misplay is not None else arm.target)
            if whole:
                b.branch(b.truth(self._unpack(arm, payload)), "faulty", to)
            else:
                self._bind(arm, self._chosen(arm))
                b.jump(to)

    def _chosen(self, arm: p.Arm) -> list[str]:
        """The values in the cells of the choice."""
        b = self.body
        return [b.load(b.cell(str(self.cells.choice + j))) for j in range(len(arm.slots))]

    def _bind(self, arm: p.Arm, chosen: list[str]) -> None:
        for slot, v in zip(arm.slots, chosen, strict=True):
            self.body.store(v, self.body.cell(str(self.unit.cell(slot.local))))

    def _unpack(self, arm: p.Arm, payload: str) -> str:
        """Put the choices into their cells; return what is left of their number."""
        b = self.body
        for slot in reversed(arm.slots):
            d = digit(self.unit.layout, slot)
            payload, v = split_off(b, payload, d.radix)
            b.store(b.operate("-", v, str(d.bias)), b.cell(str(self.unit.cell(slot.local))))
        return payload

    def _answer(self, number: int, arm: str) -> None:
        """Continue with the values that are chosen for an action, given by its place."""
        b, labels = self.body, [f"arm{number}x{i}" for i in range(len(self.program.questions[number].arms))]
        cases = " ".join(f"{b.type} {i}, label %{label}" for i, label in enumerate(labels))
        b.line(f"switch {b.type} {arm}, label %faulty [{cases}]")
        b.closed = True
        for i, label in enumerate(labels):
            b.label(label)
            self._choose(number, i)

    def _choose(self, number: int, index: int) -> None:
        b, question = self.body, self.program.questions[number]
        arm = question.arms[index]
        chosen = self._chosen(arm)
        if question.sealed is not None:
            assert question.sealed_next is not None, "a sealed question has a next place"
            at = self.unit.layout.variables[question.sealed].at
            seat = self._value(question.seat, question.origin)
            cells = [b.cell(str(self.unit.cell(slot.local))) for slot in arm.slots]
            before = [b.load(cell) for cell in cells]
            self._bind(arm, chosen)
            self._fire(arm)
            for cell, v in zip(cells, before, strict=True):
                b.store(v, cell)  # the choices are made when it is opened
            if not self._fits(question):
                what = f"answers to `{question.name}`"
                raise UntranslatableError(f"{what} are too large to be stored while they are sealed")
            move = b.operate("*", packed(b, self.unit.layout, arm, chosen), str(2 * len(question.arms)))
            b.store(b.operate("+", move, str(1 + 2 * index)), b.cell(b.operate("+", seat, str(at))))
            b.jump(self._to(question.sealed_next))
            return
        self._bind(arm, chosen)
        self._fire(arm)
        b.jump(self._to(arm.target))

    def _fire(self, arm: p.Arm) -> None:
        """Count the rules that the choice fires."""
        for firing in arm.fires if self.unit.counting else ():
            self.translator.block(self.statements.counted(firing.rule, firing.test, LoweringScope({}, arm.origin)))


class Playout(Linear):
    """Writes `playout(s, most)`, which chooses its answers."""

    offering = "offers_some"

    def definition(self) -> Definition:
        b = self.body
        b.variable("most")
        decisions = b.variable("decisions")
        b.store("0", decisions)
        numbers = asked_questions(self.program)
        self._enter("ask", numbers, "over")
        for n in numbers:
            self._question(n)
        self._places()
        self._end(decisions)
        return b.definition("playout", ("most",))

    def _asked(self, number: int) -> None:
        self.body.jump(f"ask{number}")

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
        self._answer(number, arm)


class SingleStep(Linear):
    """Writes `step(s, answer)`. The answer is 1 + 2 * move + (1 if it is a misplay), as in a sealed answer, or 0 at the
    beginning of a game. If moves are too large for a cell, the action takes the place of the move, and the cells of the
    choice have the values.
    """

    offering = "count"  # generated Python might look at every action, and fail

    @property
    def answerable(self) -> list[int]:
        """The questions that can be answered: a sealed answer must fit into its cell."""
        questions = self.program.questions
        return [n for n in asked_questions(self.program) if questions[n].sealed is None or self._fits(questions[n])]

    def definition(self) -> Definition:
        b = self.body
        b.variable("answer")
        self._enter("given", self.answerable, "faulty")
        for n in self.answerable:
            self._given(n)
        self._places()
        b.label("asked")
        self._if_fine("over")
        self._end("0")
        return b.definition("step", ("answer",))

    def _asked(self, number: int) -> None:
        self.body.jump("asked")

    def _given(self, number: int) -> None:
        b, question = self.body, self.program.questions[number]
        b.label(f"given{number}")
        answer, fine = b.load(b.variables["answer"]), b.fresh("fine")
        b.branch(b.compare(">", answer, "0"), fine, "faulty")
        b.label(fine)
        if question.sealed is None:
            self._take(number, b.operate("-", answer, "1"))
            return
        assert question.sealed_next is not None, "a sealed question has a next place"
        at = self.unit.layout.variables[question.sealed].at
        seat = self._value(question.seat, question.origin)
        b.store(answer, b.cell(b.operate("+", seat, str(at))))
        b.jump(self._to(question.sealed_next))


class BatchStep(SingleStep):
    """Writes `step(s, arm)`: the action has this place in its question, and its choices are where sequences of actions
    leave them."""

    def _given(self, number: int) -> None:
        self.body.label(f"given{number}")
        self._answer(number, self.body.load(self.body.variables["answer"]))

    def _chosen(self, arm: p.Arm) -> list[str]:
        return [self.body.load(self.body.cell(str(self.cells.taken + j))) for j in range(len(arm.slots))]
