"""The code around the questions as one function that plays a game to its end: a label for each place of the code.

Questions choose their answers at once, so a whole game is one call. Knows the Program, and the lowering of its parts;
the rest is translation.
"""

from __future__ import annotations

from parlour import program as p
from parlour.analysis.control import asked_questions, call_sites
from parlour.lowering.expressions import Expressions
from parlour.lowering.statements import Statements
from parlour.lowering.unit import LoweringScope, Unit
from parlour.native.extra_cells import ExtraCells
from parlour.native.ir import Body, Definition
from parlour.native.names import Names, UntranslatableError
from parlour.native.translation import Translator
from parlour.table.layout import NOT_BEGUN, OVER, QUESTION
from parlour.table.limits import STEPS
from parlour.table.packing import digit

FAULTY = -1  # the result of a playout that failed, in place of the number of its decisions


class Linear:
    """Writes `playout(s, most)`."""

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

    def definition(self) -> Definition:
        b = self.body
        b.variable("most")
        decisions = b.variable("decisions")
        b.store("0", decisions)
        b.store(str(STEPS), b.cell(str(self.unit.steps)))
        question = b.load(b.cell(str(QUESTION)))
        numbers = asked_questions(self.program)
        cases = " ".join(f"{b.type} {n}, label %ask{n}" for n in numbers)
        begin = f"{b.type} {NOT_BEGUN}, label %{self._to(self.program.entry)}"
        b.line(f"switch {b.type} {question}, label %over [{begin} {cases}]")
        b.closed = True
        for n in numbers:
            self._question(n)
        while self.wanted or self.backs:
            while self.backs:
                self._go_back(*self.backs.pop())
            if self.wanted:
                pc = self.wanted.pop()
                b.label(f"at{pc}")
                self._instruction(pc)
        b.label("over")
        b.give(b.load(decisions))
        b.label("faulty")
        b.give(str(FAULTY))
        return b.definition("playout", ("most",))

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
                b.branch(b.truth(b.load(b.cell(str(self.cells.fault)))), "faulty", "over")

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
            arm = b.call(self.names.want(f"offers_some_{number}"), [])
            b.branch(b.truth(arm), some, self._to(question.otherwise))
            b.label(some)
        self._clear(question.clear)
        b.store(str(number), b.cell(str(QUESTION)))
        b.jump(f"ask{number}")

    def _question(self, number: int) -> None:
        """Write a question: choose an answer, and continue with it."""
        b, question = self.body, self.program.questions[number]
        b.label(f"ask{number}")
        fine, more, chosen = b.fresh("fine"), b.fresh("more"), b.fresh("chosen")
        b.branch(b.truth(b.load(b.cell(str(self.cells.fault)))), "faulty", fine)
        b.label(fine)
        decisions = b.variables["decisions"]
        n = b.load(decisions)
        b.branch(b.compare("<", n, b.load(b.variables["most"])), more, "over")
        b.label(more)
        b.store(b.operate("+", n, "1"), decisions)
        b.store(str(STEPS), b.cell(str(self.unit.steps)))
        arm = b.call(self.names.want(f"choose_{number}"), [])
        b.branch(b.truth(b.load(b.cell(str(self.cells.fault)))), "faulty", chosen)
        b.label(chosen)
        labels = [f"arm{number}x{i}" for i in range(len(question.arms))]
        cases = " ".join(f"{b.type} {i}, label %{label}" for i, label in enumerate(labels))
        b.line(f"switch {b.type} {arm}, label %faulty [{cases}]")
        b.closed = True
        for i, label in enumerate(labels):
            b.label(label)
            self._answer(number, i)

    def _answer(self, number: int, index: int) -> None:
        b, question = self.body, self.program.questions[number]
        arm = question.arms[index]
        chosen = [b.load(b.cell(str(self.cells.choice + j))) for j in range(len(arm.slots))]
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
            move = b.operate("*", self._packed(question, arm, chosen), str(2 * len(question.arms)))
            b.store(b.operate("+", move, str(1 + 2 * index)), b.cell(b.operate("+", seat, str(at))))
            b.jump(self._to(question.sealed_next))
            return
        self._bind(arm, chosen)
        self._fire(arm)
        b.jump(self._to(arm.target))

    def _bind(self, arm: p.Arm, chosen: list[str]) -> None:
        for slot, v in zip(arm.slots, chosen, strict=True):
            self.body.store(v, self.body.cell(str(self.unit.cell(slot.local))))

    def _fire(self, arm: p.Arm) -> None:
        """Count the rules that the choice fires."""
        for firing in arm.fires:
            self.translator.block(self.statements.counted(firing.rule, firing.test, LoweringScope({}, arm.origin)))

    def _packed(self, question: p.Question, arm: p.Arm, chosen: list[str]) -> str:
        """The choices as one number, in the form of a sealed answer in the state."""
        digits = [digit(self.unit.layout, slot) for slot in arm.slots]
        most = 2 * len(question.arms)
        for d in digits:
            most *= d.radix
        if most.bit_length() > self.names.width - 2:
            raise UntranslatableError(f"answers to `{question.name}` are too large to be stored while they are sealed")
        payload = "0"
        b = self.body
        for d, v in zip(digits, chosen, strict=True):
            payload = b.operate("+", b.operate("*", payload, str(d.radix)), b.operate("+", v, str(d.bias)))
        return payload

    def _unseal(self, number: int, player: p.Expr) -> None:
        """The sealed answer is stored as 1 + 2 * move + (1 if it is a misplay)."""
        b, question = self.body, self.program.questions[number]
        assert question.sealed is not None, "only sealed answers can open"
        at = self.unit.layout.variables[question.sealed].at
        cell = b.cell(b.operate("+", self._value(player, None), str(at)))
        kept = b.operate("-", b.load(cell), "1")
        fine = b.fresh("fine")
        b.branch(b.compare("<", kept, "0"), "faulty", fine)
        b.label(fine)
        b.store("0", cell)
        number_, which = self._split(kept, 2 * len(question.arms))
        labels = [f"open{number}x{i}x{b.fresh('')}" for i in range(2 * len(question.arms))]
        cases = " ".join(f"{b.type} {i}, label %{label}" for i, label in enumerate(labels))
        b.line(f"switch {b.type} {which}, label %faulty [{cases}]")
        b.closed = True
        for i, label in enumerate(labels):
            arm = question.arms[i >> 1]
            b.label(label)
            self._unpack(arm, number_)
            b.jump(self._to(arm.misplay if i & 1 and arm.misplay is not None else arm.target))

    def _split(self, number: str, radix: int) -> tuple[str, str]:
        """A number without its last digit, and that digit. No instruction divides more than 64 bits. A shift cuts off a
        digit that is a set of cards, and division handles all other digits 32 bits at a time."""
        b = self.body
        if b.width == 64:
            return b.narrow("udiv", number, str(radix), 64), b.narrow("urem", number, str(radix), 64)
        if radix & radix - 1 == 0:
            return b.operate(">>", number, str(radix.bit_length() - 1)), b.operate("&", number, str(radix - 1))
        found, rest = "0", "0"
        for at in reversed(range(0, b.width, 32)):
            part = b.operate("&", b.operate(">>", number, str(at)), str((1 << 32) - 1))
            part = b.operate("|", b.operate("<<", rest, "32"), part)
            found = b.operate("|", found, b.operate("<<", b.narrow("udiv", part, str(radix), 64), str(at)))
            rest = b.narrow("urem", part, str(radix), 64)
        return found, rest

    def _unpack(self, arm: p.Arm, payload: str) -> None:
        b = self.body
        for slot in reversed(arm.slots):
            d = digit(self.unit.layout, slot)
            payload, v = self._split(payload, d.radix)
            b.store(b.operate("-", v, str(d.bias)), b.cell(str(self.unit.cell(slot.local))))
