"""Finds the locals that must outlive a question or a call, and the places where they are dead. Play clears dead
locals, so that equal positions are equal states. Looks at finished code, routine by routine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.program import Instr
from parlour.program.following import Uses, chosen, exact, inside, live, reads
from parlour.program.walking import free_locals


@frozen
class Assembly:
    """Code, and what is known about its routines. `code` and `questions` are completed in place."""

    code: list[Instr]
    owner: Sequence[str]  # the routine of each instruction
    questions: dict[int, ir.Question]
    params: Mapping[str, tuple[int, ...]]
    backs: Mapping[str, int]
    callees: Sequence[str]  # the routine that each call runs
    reach: Mapping[str, set[str]]  # for each stage, everything that it can run


class Liveness:
    """Finds the locals that must outlive a question or a call, routine by routine."""

    def __init__(self, assembly: Assembly) -> None:
        self.a = assembly
        self.effect_of = reads
        self.code = assembly.code
        self._question_reads: dict[int, set[int]] = {}
        self.effects: list[Uses] = []
        self.live: list[set[int]] = [set() for _ in self.code]

    @classmethod
    def exact(cls, assembly: Assembly) -> Liveness:
        """Compute liveness exactly, to find locals that certainly have no value rather than those to keep."""
        liveness = cls(assembly)
        liveness.effect_of = exact
        liveness._solve()
        return liveness

    def settle(self) -> tuple[int, ...]:
        self._solve()
        own = self._own()
        always = set(self.a.backs.values())
        living: set[int] = set(always)
        across: dict[int, set[int]] = {}
        for at, instr in enumerate(self.code):
            if isinstance(instr, ir.AskOf):
                across[at] = self._at_question(instr, own[self.a.owner[at]])
                living |= across[at]
            elif isinstance(instr, ir.Gosub):
                across[at] = self.live[at + 1] - {instr.back}
                living |= across[at]
        self._clear({name: locals_ & living for name, locals_ in own.items()}, living, across)
        return tuple(sorted(living))

    def _own(self) -> dict[str, set[int]]:
        """Return the locals of each routine. Those of loops inside a step aren't live between steps; those that a call
        sets belong to the called routine."""
        own = {name: {*self.a.params[name], back} for name, back in self.a.backs.items()}
        for owner, instr, effect in zip(self.a.owner, self.code, self.effects, strict=True):
            if not isinstance(instr, ir.Gosub):
                own[owner].update(*effect)
        return own

    def _read_by(self, number: int) -> set[int]:
        """Return the locals that a question reads."""
        if number not in self._question_reads:
            question = self.a.questions[number]
            reads = free_locals((question.seat, question.wording)) | set(question.params)
            for arm in question.arms:
                reads |= free_locals((arm.slots, arm.test, arm.where, arm.may, arm.notation, arm.habits))
            self._question_reads[number] = reads
        return self._question_reads[number]

    def _at_question(self, instr: ir.AskOf, own: set[int]) -> set[int]:
        question = self.a.questions[instr.question]
        after: set[int] = set()
        for arm in question.arms:
            inner = {s.local for s in arm.slots}
            after |= self.live[arm.target] - inner
            if arm.misplay is not None:
                after |= self.live[arm.misplay] - inner
        for target in (question.otherwise, question.sealed_next):
            if target is not None and target < len(self.code):
                after |= self.live[target]
        return (self._read_by(instr.question) | after) & own

    def _solve(self) -> None:
        owner, onward = self.a.owner, inside(self.code, self.a.questions)
        self.effects += map(self._effect, self.code)
        after = [
            [to for to in following if 0 <= to < len(self.code) and owner[to] == owner[at]]
            for at, following in enumerate(onward)
        ]
        self.live = live(after, self.effects)

    def _effect(self, instr: Instr) -> Uses:
        match instr:
            case ir.Do(stmt):
                return self.effect_of(stmt)
            case ir.Branch(test):
                return free_locals(test), set()
            case ir.AskOf(number):
                return self._read_by(number), chosen(self.a.questions[number])
            case ir.Unseal(number, player):
                return free_locals(player), chosen(self.a.questions[number])
            case ir.Gosub():
                return set(self._params_of(instr)), {instr.back}
            case ir.Return(back):
                return {back}, set()
            case ir.Jump() | ir.Finish():
                return set(), set()
            case _:
                assert_never(instr)

    def _params_of(self, instr: ir.Gosub) -> tuple[int, ...]:
        return self.a.params[self.a.callees[instr.site - 1]]

    # ------------------------------------------------------------ clearing what is dead

    def _clear(self, own: Mapping[str, set[int]], living: set[int], across: dict[int, set[int]]) -> None:
        for at, instr in enumerate(self.code):
            name = self.a.owner[at]
            back = self.a.backs[name]
            match instr:
                case ir.AskOf(number):
                    question = self.a.questions[number]
                    dead = own[name] - across[at] - {back}
                    alive = across[at]
                    self.a.questions[number] = replace(question, kept=tuple(sorted(alive)), clear=tuple(sorted(dead)))
                case ir.Gosub():
                    dead = own[name] - across[at] - {back, instr.back} - set(self._params_of(instr))
                    self.code[at] = replace(instr, clear=tuple(sorted(dead)))
                case ir.Return():
                    self.code[at] = replace(instr, clear=tuple(sorted(own[name])))
                case ir.Finish():
                    self.code[at] = replace(instr, clear=tuple(sorted(living)))
                case ir.Jump(to) if to < len(self.code) and self.a.owner[to] != name:
                    inner = self.a.reach[self.a.owner[to]] - {self.a.owner[to]}
                    dead = set().union(*(own[n] for n in inner if n in own)) - own[self.a.owner[to]]
                    self.code[at] = replace(instr, clear=tuple(sorted(dead)))
                case _:
                    pass
