"""The linear code as closures: one for each place that can be jumped to, running up to the next jump or question.

Each closure returns the number of the block to go on with, or STOP. Where control only goes forward,
closures call each other directly.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat

from parlour import program as p
from parlour.machine.closures import STEPS, Act, Cells, Making, Value
from parlour.machine.events import Answered, Asked, Ended
from parlour.machine.expressions import Expressions
from parlour.machine.faults import RulesetFault
from parlour.machine.layout import OVER, QUESTION
from parlour.machine.questions import Questions
from parlour.machine.recording import note
from parlour.machine.statements import Statements, in_turn

Block = Callable[[Cells], int]
STOP = -1
DEEPEST = 24  # closures that call each other in a chain; then the loop in `run` takes over


class Code:
    """The code of one Program, quiet or recording (as the statements are)."""

    def __init__(self, making: Making, questions: Questions, statements: Statements) -> None:
        self.making = making
        self.program = making.program
        self.questions = questions
        self.statements = statements
        self.recorded = statements.witness is not None
        self.blocks: list[Block] = []
        self._numbers: dict[int, int] = {}  # of the blocks, by where they begin
        self._made: dict[int, tuple[Block, int]] = {}  # closures and their depths
        self._open: set[int] = set()  # being made
        self._waiting: list[int] = []
        self._level = 0

    def entry(self, pc: int) -> int:
        """The number of the block that begins at a place of the code."""
        number = self._block(pc)
        self.finish()
        return number

    def finish(self) -> None:
        """Makes the blocks that were referred to."""
        while self._waiting:
            at = self._waiting.pop()
            self.blocks[self._numbers[at]] = self._from(at)[0]

    def run(self, s: Cells, block: int) -> None:
        blocks = self.blocks
        for _ in repeat(None, STEPS):
            block = blocks[block](s)
            if block < 0:
                return
        raise RulesetFault(f"more than {STEPS} steps without a question", self._origin_of(block))

    def _origin_of(self, block: int) -> p.Origin | None:
        """A place in the ruleset near the beginning of a block."""
        start = next(pc for pc, number in self._numbers.items() if number == block)
        for instr in self.program.code[start:]:
            origin = getattr(instr, "origin", None) or getattr(getattr(instr, "stmt", None), "origin", None)
            if origin is not None:
                return origin  # type: ignore[no-any-return]  # every field of that name is one
        return None

    # ------------------------------------------------------------ blocks

    def _block(self, pc: int) -> int:
        if pc not in self._numbers:
            self._numbers[pc] = len(self.blocks)
            self.blocks.append(_never)
            self._waiting.append(pc)
        return self._numbers[pc]

    def _goto(self, pc: int) -> tuple[Block, int]:
        """A closure that goes on at a place: directly, or by way of `run` where that would be a circle or too deep."""
        if pc not in self._open and self._level < DEEPEST:
            closure, depth = self._from(pc)
            if depth < DEEPEST:
                return closure, depth
        number = self._block(pc)
        return (lambda s: number), 0

    def _from(self, pc: int) -> tuple[Block, int]:
        if pc not in self._made:
            self._open.add(pc)
            self._level += 1
            self._made[pc] = self._make(pc)
            self._level -= 1
            self._open.discard(pc)
        return self._made[pc]

    def _make(self, pc: int) -> tuple[Block, int]:
        """Statements in a row, then whatever ends the row."""
        acts: list[Act] = []
        while isinstance(instr := self.program.code[pc], p.Do):
            with self.statements.expressions.at(instr.origin):
                acts.append(self.statements.act(instr.stmt))
            pc += 1
        end, depth = self._end(pc)
        return _then(acts, end), depth + 1

    def _end(self, pc: int) -> tuple[Block, int]:
        x = self.statements.expressions
        match self.program.code[pc]:
            case p.Jump(to, clear):
                going, depth = self._goto(to)
                return _then(self._clearing(clear), going), depth
            case p.Branch(test, otherwise, origin):
                with x.at(origin):
                    holds = x.test(test)
                return self._branch(holds, pc + 1, otherwise)
            case p.AskOf(question):
                return self._ask(question)
            case p.Unseal(question, player):
                return self._unseal(x, question, player), 0
            case p.Gosub(to, back, site, clear):
                noted = self.statements.act(p.Set(p.Local(back), p.Const(site)))
                going, depth = self._goto(to)
                return _then([noted, *self._clearing(clear)], going), depth
            case p.Return(back, clear):
                return self._return(back, self._clearing(clear))
            case p.Finish(clear):
                return _then([*self._clearing(clear), self._finish()], _stop), 0
            case other:
                raise AssertionError(f"not an instruction: {other}")

    def _clearing(self, locals_: tuple[int, ...]) -> list[Act]:
        """Kept locals become zero; the others are gone at the next question anyway."""
        kept = self.making.layout.kept
        cells = [kept[local] for local in locals_ if local in kept]
        if not cells:
            return []
        if len(cells) == 1:
            cell = cells[0]

            def clear_one(s: Cells) -> None:
                s[cell] = 0

            return [clear_one]

        if len(cells) == 2:
            first, second = cells

            def clear_two(s: Cells) -> None:
                s[first] = s[second] = 0

            return [clear_two]

        def clear(s: Cells) -> None:
            for c in cells:
                s[c] = 0

        return [clear]

    def _branch(self, holds: Value, then: int, otherwise: int) -> tuple[Block, int]:
        a, deep_a = self._goto(then)
        b, deep_b = self._goto(otherwise)
        return (lambda s: a(s) if holds(s) else b(s)), max(deep_a, deep_b)

    def _finish(self) -> Act:
        recorded = self.recorded

        def finish(s: Cells) -> None:
            s[QUESTION] = OVER
            if recorded:
                note(Ended())

        return finish

    def _return(self, back: int, clearing: list[Act]) -> tuple[Block, int]:
        sites = [i.site for i in self.program.code if isinstance(i, p.Gosub) and i.back == back]
        if len(sites) == 1:  # called from one place only
            going, depth = self._goto(self.program.returns[sites[0] - 1])
            return _then(clearing, going), depth
        cell = self.statements.expressions.cell(back)
        blocks = [self._block(pc) if site in sites else STOP for site, pc in enumerate(self.program.returns, start=1)]
        clear = in_turn(clearing)

        def go_back(s: Cells) -> int:
            site = s[cell]
            clear(s)
            return blocks[site - 1]

        return go_back, 0

    def _ask(self, number: int) -> tuple[Block, int]:
        code = self.questions.all[number]
        clear, recorded, seat = in_turn(self._clearing(code.question.clear)), self.recorded, code.seat

        def ask(s: Cells) -> int:
            if recorded:
                note(Asked(seat(s), number))
            clear(s)
            s[QUESTION] = number
            return STOP

        if code.question.otherwise is None or code.surely_offers:
            return ask, 0
        going, depth = self._goto(code.question.otherwise)
        legal = code.legal
        return (lambda s: ask(s) if legal(s) else going(s)), depth

    # ------------------------------------------------------------ answers

    def _unseal(self, x: Expressions, number: int, player: p.Expr) -> Block:
        """The sealed answer is kept as 1 + 2 * move + (1 when it is a misplay)."""
        code = self.questions.all[number]
        sealed = code.question.sealed
        assert sealed is not None, "only a sealed answer can be opened"
        at = x.array_cell(p.VarAt(sealed, (player,)))
        targets = self.targets(number)
        first, count, recorded = self.making.layout.variables[sealed].at, len(code.arms), self.recorded

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
        """The event of an answer, with those who see its cards already."""
        witness, code = self.statements.witness, self.questions.all[number]
        assert witness is not None, "only a recording machine notes answers"
        payload, arm = divmod(move, len(code.arms))
        seen = tuple((c, witness.sight.seers(s, c)) for c in code.arms[arm].named_cards(payload))
        return Answered(seat, number, move, misplay, seen)

    def targets(self, number: int) -> list[Target]:
        """Where the answers to a question lead, by action."""
        code = self.questions.all[number]
        x = self.statements.expressions
        return [
            Target(
                [x.cell(slot.local) for slot in arm.arm.slots],
                arm.packing.unpack,
                self._block(arm.arm.target),
                self._block(arm.arm.misplay) if arm.arm.misplay is not None else STOP,
            )
            for arm in code.arms
        ]


class Target:
    """Where an answer leads: its choices go into these cells, and the code goes on there."""

    def __init__(self, cells: list[int], unpack: Callable[[int], tuple[int, ...]], block: int, misplay: int) -> None:
        self.block = block
        self.misplay = misplay
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


def _never(s: Cells) -> int:
    raise AssertionError("a block was run before it was made")
