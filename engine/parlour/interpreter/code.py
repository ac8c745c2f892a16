"""Compiles the linear code to closures: one for each target of a jump, up to the next jump or question.

Each closure returns the number of the block to continue with, or STOP. As long as control only goes forward, closures
call each other directly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import repeat

from parlour import program as p
from parlour.analysis.control import call_sites
from parlour.interpreter.arms import ArmCode
from parlour.interpreter.closures import Compilation, in_turn
from parlour.interpreter.expressions import Expressions
from parlour.interpreter.questions import QuestionCode, Questions
from parlour.interpreter.recording import note
from parlour.interpreter.statements import Statements
from parlour.interpreter.straight_code import StraightCode
from parlour.table.cells import Act, Cells, Value
from parlour.table.events import Answered, Asked, Ended
from parlour.table.faults import LimitFault, RulesetFault, origin_near
from parlour.table.layout import OVER, QUESTION
from parlour.table.limits import STEPS

Block = Callable[[Cells], int]
STOP = -1
LONGEST = 60  # statements in a row
DEEPEST = 24  # levels of closures that call each other in a chain; beyond that the loop in `run` takes over


class LinearClosures:
    """The closures of one Program. They record what happens if `statements` does."""

    def __init__(self, compilation: Compilation, questions: Questions, statements: Statements) -> None:
        self.compilation = compilation
        self.program = compilation.program
        self.questions = questions
        self.statements = statements
        self.recorded = statements.witness is not None
        self.blocks: list[Block] = []
        self._numbers: dict[int, int] = {}  # of the blocks, by where they begin
        self._made: dict[int, tuple[Block, int]] = {}  # closures and their levels
        self._acts: dict[int, Act] = {}  # closures by the id of their statement

    def entry(self, pc: int) -> int:
        """Return the number of the block that begins at a place of the code."""
        with self.compilation.one_at_a_time:
            return self._block(pc)

    def run(self, s: Cells, block: int) -> None:
        blocks = self.blocks
        for _ in repeat(None, STEPS):
            block = blocks[block](s)
            if block < 0:
                return
        raise LimitFault(f"more than {STEPS} steps without a question", self._origin_of(block))

    def _origin_of(self, block: int) -> p.Origin | None:
        return origin_near(self.program, next(pc for pc, number in self._numbers.items() if number == block))

    # ------------------------------------------------------------ blocks

    def _block(self, pc: int) -> int:
        if pc not in self._numbers:
            number = self._numbers[pc] = len(self.blocks)
            self.blocks.append(lambda s: self._made_now(number, pc, s))
        return self._numbers[pc]

    def _made_now(self, number: int, pc: int, s: Cells) -> int:
        """Compile a block when it runs for the first time: short games run few of them."""
        self.blocks[number] = self.compilation.while_playing(s, lambda: self._from(pc, 0)[0])
        return self.blocks[number](s)

    def _goto(self, pc: int, level: int) -> Block:
        """Return a closure that continues at a place after one of this level: directly, or through `run` where direct
        calls would nest too deep or in a circle."""
        if level < DEEPEST:
            closure, next_level = self._from(pc, level + 1)
            if next_level > level:
                return closure
        number = self._block(pc)
        return lambda s: number

    def _from(self, pc: int, level: int) -> tuple[Block, int]:
        if pc not in self._made:
            self._made[pc] = self._make(pc, level), level
        return self._made[pc]

    def _make(self, pc: int, level: int) -> Block:
        """Compile consecutive statements, then the instruction that ends them."""
        row = self._row()
        passed: set[int] = set()
        while pc not in passed and len(row) < LONGEST:
            passed.add(pc)
            match self.program.code[pc]:
                case p.Do(stmt, origin):
                    row.add(stmt, origin)
                    pc += 1
                case p.Jump(to, clear, written):
                    row.passing(written)
                    row.clear(clear)
                    pc = to
                case p.Gosub(to, back, site, clear, written):
                    row.passing(written)
                    row.store(self.statements.expressions.cell(back), site)
                    row.clear(clear)
                    pc = to
                case p.Return(back, clear) if len(self._sites(back)) == 1:
                    row.clear(clear)
                    pc = self.program.returns[self._sites(back)[0] - 1]
                case _:
                    end = self._end(pc, row, level)  # which can still add to the row
                    return _then(row.acts(), end)
        number = self._block(pc)
        return _then(row.acts(), lambda s: number)

    def _row(self) -> StraightCode:
        return StraightCode(self.statements, self._acts)

    def _sites(self, back: int) -> list[int]:
        """The places that call the routine with this local."""
        return self._calls.get(back, [])

    @cached_property
    def _calls(self) -> dict[int, list[int]]:
        return call_sites(self.program)

    def _end(self, pc: int, row: StraightCode, level: int) -> Block:
        """Return the closure for the instruction that ends a row of statements; it can still add to the row."""
        x = self.statements.expressions
        match self.program.code[pc]:
            case p.Branch(test, otherwise, origin):
                with x.at(origin):
                    holds, trace = x.test(test), self.compilation.trace
                holds = holds if trace is None else trace.tested(holds, origin)
                return self._branch(holds, pc + 1, otherwise, level)
            case p.AskOf(question):
                return self._ask(question, row, level)
            case p.Unseal(question, player):
                return self._unseal(x, question, player)
            case p.Return(back, clear):
                return self._return(back, clear)
            case p.Finish(clear):
                row.clear(clear)
                row.store(QUESTION, OVER)
                return self._finish()
            case other:
                raise AssertionError(f"not an instruction: {other}")

    def _branch(self, holds: Value, then: int, otherwise: int, level: int) -> Block:
        """Return a closure that takes one of two ways. It compiles each when it takes it for the first time."""
        a: Block
        b: Block

        def first_then(s: Cells) -> int:
            nonlocal a
            a = self.compilation.while_playing(s, lambda: self._goto(then, level))
            return a(s)

        def first_otherwise(s: Cells) -> int:
            nonlocal b
            b = self.compilation.while_playing(s, lambda: self._goto(otherwise, level))
            return b(s)

        a, b = first_then, first_otherwise
        return lambda s: a(s) if holds(s) else b(s)

    def _finish(self) -> Block:
        if not self.recorded:
            return _stop

        def finish(s: Cells) -> int:
            note(Ended())
            return STOP

        return finish

    def _return(self, back: int, clear: tuple[int, ...]) -> Block:
        cell, sites = self.statements.expressions.cell(back), self._sites(back)
        blocks = [self._block(pc) if site in sites else STOP for site, pc in enumerate(self.program.returns, start=1)]
        row = self._row()
        row.clear(clear)
        cleared = in_turn(row.acts())

        def go_back(s: Cells) -> int:
            site = s[cell]
            cleared(s)
            return blocks[site - 1]

        return go_back

    def _ask(self, number: int, row: StraightCode, level: int) -> Block:
        code = self.questions.all[number]
        if code.question.otherwise is None or code.surely_offers:
            self._asking(code, row)
            return self._asked(code)
        asking = self._row()
        self._asking(code, asking)
        ask, legal, otherwise = _then(asking.acts(), self._asked(code)), code.legal, code.question.otherwise
        going: Block

        def first_going(s: Cells) -> int:
            nonlocal going
            going = self.compilation.while_playing(s, lambda: self._goto(otherwise, level))
            return going(s)

        going = first_going
        return lambda s: ask(s) if legal(s) else going(s)

    def _asking(self, code: QuestionCode, row: StraightCode) -> None:
        row.clear(code.question.clear)
        row.store(QUESTION, code.number)

    def _asked(self, code: QuestionCode) -> Block:
        if not self.recorded:
            return _stop
        seat, number = code.seat, code.number

        def ask(s: Cells) -> int:
            note(Asked(seat(s), number))
            return STOP

        return ask

    # ------------------------------------------------------------ answers

    def _unseal(self, x: Expressions, number: int, player: p.Expr) -> Block:
        """The sealed answer is stored as 1 + 2 * move + (1 if it is a misplay)."""
        code = self.questions.all[number]
        sealed = code.question.sealed
        assert sealed is not None, "only sealed answers can open"
        at = x.array_cell(p.VarAt(sealed, (player,)))
        targets = self.targets(number)
        first, count, recorded = self.compilation.layout.variables[sealed].at, len(code.arms), self.recorded

        def unseal(s: Cells) -> int:
            cell = at(s)
            kept = s[cell] - 1
            if kept < 0:
                raise RulesetFault("this player has not answered yet", code.question.origin)
            s[cell] = 0
            move, misplay = kept >> 1, kept & 1
            if recorded:
                note(self.answered(s, cell - first, number, move, bool(misplay)))
            arm = targets[move % count]
            arm.bind(s, move // count)
            return arm.misplay if misplay else arm.block

        return unseal

    def answered(self, s: Cells, seat: int, number: int, move: int, misplay: bool) -> Answered:
        """Return the event of an answer, the seats that already see its cards, and the other values in its text."""
        witness, code = self.statements.witness, self.questions.all[number]
        assert witness is not None, "only a recording machine notes answers"
        payload, index = divmod(move, len(code.arms))
        arm = code.arms[index]
        seen = tuple((c, witness.sight.seers(s, c)) for c in arm.named_cards(payload))
        return Answered(seat, number, move, misplay, seen, self._said(s, arm, payload))

    def _said(self, s: Cells, arm: ArmCode, payload: int) -> tuple[tuple[int, int], ...]:
        if not arm.said:
            return ()
        cells = s[: self.compilation.layout.size] + self.compilation.scratch.cells
        arm.bind(cells, payload)
        return tuple((place, value(cells)) for place, value in arm.said)

    def targets(self, number: int) -> list[AnswerTarget]:
        """The places where the code continues after an answer to a question, by action."""
        code = self.questions.all[number]
        x = self.statements.expressions
        return [
            AnswerTarget(
                [x.cell(slot.local) for slot in arm.arm.slots],
                arm.packing.unpack,
                self._block(arm.arm.target),
                self._block(arm.arm.misplay) if arm.arm.misplay is not None else STOP,
                arm.arm.quiet,
            )
            for arm in code.arms
        ]


class AnswerTarget:
    """The target of an answer: its choices go into these cells, and the code continues there."""

    def __init__(
        self, cells: list[int], unpack: Callable[[int], tuple[int, ...]], block: int, misplay: int, quiet: bool
    ) -> None:
        self.block = block
        self.misplay = misplay
        self.quiet = quiet  # the answer leaves no event
        self.bind = _binder(cells, unpack)


def _binder(cells: list[int], unpack: Callable[[int], tuple[int, ...]]) -> Callable[[Cells, int], None]:
    def nothing(s: Cells, payload: int) -> None:
        pass

    def bind_one(s: Cells, payload: int) -> None:
        (s[only],) = unpack(payload)

    def bind(s: Cells, payload: int) -> None:
        for cell, v in zip(cells, unpack(payload), strict=True):
            s[cell] = v

    if not cells:
        return nothing
    only = cells[0]
    return bind_one if len(cells) == 1 else bind


def _then(acts: list[Act], end: Block) -> Block:
    if not acts:
        return end
    if len(acts) == 1:
        only = acts[0]

        def one_then(s: Cells) -> int:
            only(s)
            return end(s)

        return one_then
    if len(acts) == 2:
        first, second = acts

        def two_then(s: Cells) -> int:
            first(s)
            second(s)
            return end(s)

        return two_then

    def all_then(s: Cells) -> int:
        for act in acts:
            act(s)
        return end(s)

    return all_then


def _stop(s: Cells) -> int:
    return STOP
