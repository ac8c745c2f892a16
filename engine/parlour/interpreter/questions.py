"""Compiles questions to closures: who must answer, the legal answers, and the misplays that a strict table accepts."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from parlour import program as p
from parlour.analysis.control import asked_questions
from parlour.interpreter.arms import ArmCode
from parlour.interpreter.closures import Compilation
from parlour.interpreter.expressions import Expressions
from parlour.program.walking import free_locals
from parlour.table.answers import Answers
from parlour.table.cells import Cells, Value
from parlour.table.faults import StateError, UnanswerableFault
from parlour.table.layout import QUESTION
from parlour.table.limits import within_reach
from parlour.table.subsets import Subsets

Moves = Callable[[Cells], Sequence[int]]
Seen = TypeVar("Seen")


class QuestionCode:
    """One question as closures. A move is `payload * number of arms + arm`.

    `renamed` has the cells of the question's own parameters when they are not in the state. It creates the descriptions
    of moves on demand: an execution that only lists and applies moves never needs them.
    """

    def __init__(
        self,
        compilation: Compilation,
        number: int,
        renamed: dict[int, int] | None = None,
        question: p.Question | None = None,
    ) -> None:
        """With a `question`, list its choices in place of those of the question with this number."""
        self._compilation = compilation
        self._told: tuple[Moves, bool] | None = None
        self._is_described = False
        self.number = number
        self.question = question or compilation.program.questions[number]
        lost = free_locals(replace(self.question, lets=())) - set(compilation.program.kept) - set(renamed or {})
        asked = number in asked_questions(compilation.program)
        assert not asked or not lost, f"the question `{self.question.name}` reads lost locals: {lost}"
        x = Expressions(compilation, renamed)
        x.origin = self.question.origin
        self.x = x
        compilation.scratch.used = False
        self.seat = x.value(self.question.seat)
        self.seat_uses_scratch = compilation.scratch.used
        self.arms = [ArmCode(x, arm, self._slot_cells(compilation, arm)) for arm in self.question.arms]

    @property
    def legal(self) -> Moves:
        return self._telling()[0]

    @property
    def uses_scratch(self) -> bool:
        """True if `seat` and `legal` need the scratch cells."""
        return self._telling()[1]

    def complete(self) -> QuestionCode:
        """Return this question with the offers of its actions. That can need more scratch cells."""
        self._telling()
        return self

    def described(self) -> QuestionCode:
        """Return this question with all possible offers of its actions, too. Play by legal moves never needs that."""
        self._telling()
        if not self._is_described:
            with self._compilation.one_at_a_time:
                for arm in self.arms:
                    arm.describe()
                self._is_described = True
        return self

    def _telling(self) -> tuple[Moves, bool]:
        if self._told is None:
            with self._compilation.one_at_a_time:
                self._told = self._told or self._tell()
        return self._told

    def _tell(self) -> tuple[Moves, bool]:
        scratch = self._compilation.scratch
        scratch.used = False
        for arm in self.arms:
            arm.complete()
        uses = scratch.used or self.seat_uses_scratch or any(arm.cells for arm in self.arms)
        scratch.used = uses
        return self._legal(), uses

    def _slot_cells(self, compilation: Compilation, arm: p.Arm) -> dict[int, int]:
        return {slot.local: compilation.scratch.cell(("slot", self.number, slot.local)) for slot in arm.slots}

    @property
    def surely_offers(self) -> bool:
        """True if some action has no condition at all."""
        return any(arm.unconditional for arm in self.arms)

    def _legal(self) -> Moves:
        """Return the answers by action, then in ascending order. Actions of last resort only where there are no
        others."""
        first = [(i, a.offered) for i, a in enumerate(self.arms) if not a.arm.last]
        last = [(i, a.offered) for i, a in enumerate(self.arms) if a.arm.last]
        count = len(self.arms)

        def legal(s: Cells) -> Sequence[int]:
            found = Answers(count, [(i, offered(s)) for i, offered in first])
            if not found:
                found = Answers(count, [(i, offered(s)) for i, offered in last])
            return found.listed()

        return legal

    def offers_more(self) -> Value:
        """True if there are actions other than those of last resort."""
        first = [a.offered for a in self.complete().arms if not a.arm.last]

        def more(s: Cells) -> int:
            for offered in first:  # noqa: SIM110  # as fast as can be
                if offered(s):
                    return True
            return False

        return more

    def tries(self, s: Cells) -> list[int]:
        """The moves that can be made but are not allowed, where the ruleset gives a penalty for them."""
        found: list[int] = []
        for number, arm in enumerate(self.arms):
            if arm.arm.misplay is None:
                continue
            offered = arm.offered(s)
            allowed: Container[int] = offered if isinstance(offered, Subsets) else set(offered)
            count, admitted = len(self.arms), within_reach(arm.admitted(s), arm.arm.origin)
            found += [payload * count + number for payload in admitted if payload not in allowed]
        return found

    def unanswerable(self) -> UnanswerableFault:
        return UnanswerableFault(f"the question `{self.question.name}` has no possible answer", self.question.origin)


class _Codes(Sequence[QuestionCode]):
    def __init__(self, compilation: Compilation) -> None:
        self._compilation = compilation
        self._made: list[QuestionCode | None] = [None for _ in compilation.program.questions]

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, number: Any) -> Any:
        made = self._made[number]
        if made is None:
            with self._compilation.one_at_a_time:
                made = self._made[number] = self._made[number] or QuestionCode(self._compilation, number)
        return made


class Questions:
    """All questions of one Program at one table. Their closures are made on demand."""

    def __init__(self, compilation: Compilation) -> None:
        self.compilation = compilation
        compilation.make_offers = self._offers
        if compilation.traced is not None:
            compilation.traced.make_offers = self._offers
        self.all: Sequence[QuestionCode] = _Codes(compilation)

    def asked(self, s: Cells) -> QuestionCode:
        """Return the current question."""
        if s[QUESTION] < 0:
            raise StateError("the game has no question: it is over, or hasn't begun")
        code: QuestionCode = self.all[s[QUESTION]]
        return code

    def seat(self, s: Cells) -> int:
        """Return the seat that must answer."""
        code = self.asked(s)
        return code.seat(s) if not code.seat_uses_scratch else self._with_scratch(s, code.seat)

    def legal(self, s: Cells) -> Sequence[int]:
        """The moves that are allowed now: by action, then ascending."""
        code = self.asked(s).complete()
        found = code.legal(s) if not code.uses_scratch else self._with_scratch(s, code.legal)
        if not found:
            raise code.unanswerable()
        return found

    def tries(self, s: Cells) -> list[int]:
        """The moves that can be made but are not allowed, and carry a penalty."""
        return self._with_scratch(s, self.asked(s).described().tries)

    def _with_scratch(self, s: Cells, look: Callable[[Cells], Seen]) -> Seen:
        s.extend(self.compilation.scratch.cells)
        try:
            return look(s)
        finally:
            del s[self.compilation.layout.size :]

    def offers(self, number: int) -> Callable[[Cells, Sequence[int]], int]:
        """Return a closure like that of `_offers`, but called with the values of the parameters."""
        params, more = self.compilation.program.questions[number].params, self._offers(number)
        cells = [self.compilation.scratch.cell(("offers", number, local)) for local in params]

        def offers(s: Cells, given: Sequence[int]) -> int:
            for cell, v in zip(cells, given, strict=True):
                s[cell] = v
            return more(s)

        return offers

    def _offers(self, number: int) -> Value:
        """Return the test for `Offers`, whose caller stores the parameters in scratch cells."""
        question = self.compilation.program.questions[number]
        locals_ = (*question.params, *(local for local, _ in question.lets))
        cells = {local: self.compilation.scratch.cell(("offers", number, local)) for local in locals_}
        code = QuestionCode(self.compilation, number, cells)
        more = code.offers_more()
        lets = [(cells[local], code.x.value(value)) for local, value in question.lets]
        if not lets:
            return more

        def find_first(s: Cells) -> int:
            for cell, value in lets:
                s[cell] = value(s)
            return more(s)

        return find_first
