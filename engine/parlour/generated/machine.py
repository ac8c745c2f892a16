"""A machine that plays by generated source. What happens with an audience (events), at a strict table or under seal
is left to the machine that it extends."""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.generated.runtime import Runtime
from parlour.generated.source import Source
from parlour.machine.closures import STEPS, Cells
from parlour.machine.layout import QUESTION
from parlour.machine.machine import Machine
from parlour.machine.packing import Packing, digit

Block = Callable[[Cells], int]


class GeneratedMachine(Machine):
    def __init__(self, program: p.Program, players: int, vectorise: bool = True, counting: bool = False) -> None:
        super().__init__(program, players, vectorise)
        self.source = Source.of(self.making, counting)
        names = Runtime(self.layout, self.source.origins).names()
        names["legal_of"] = self._legal_by_the_machine
        names["unseal"] = self._unseal
        names["RETURNS"] = (0, *program.returns)
        self._names = names
        exec(compile(self.source.text, f"<{program.id} for {players}>", "exec"), names)
        self._blocks: dict[int, Block] = {pc: names[f"b_{pc}"] for pc in self.source.blocks}
        self._legal: list[Callable[[Cells], list[int]]] = [
            names.get(f"legal_{number}", _never) for number in range(len(program.questions))
        ]
        self._behind = [STEPS, *[0] * self.source.scratch]
        self._targets = [self._targets_of(q) for q in program.questions]

    def _targets_of(self, question: p.Question) -> list[tuple[list[int], Packing, int]]:
        """Where the answers to a question lead, and the cells that their choices go into."""
        cells = self.source.cells
        return [
            (
                [cells[slot.local] for slot in arm.slots],
                Packing(tuple(digit(self.layout, slot) for slot in arm.slots)),
                arm.target,
            )
            for arm in question.arms
        ]

    # ------------------------------------------------------------ playing

    def start(self, seed: int) -> Cells:
        s = self.blank(seed)
        self._run(s, self.program.entry)
        return s

    def legal(self, s: Cells) -> list[int]:
        code = self.question(s)
        s.extend(self._behind)
        try:
            found = self._legal[s[QUESTION]](s)
        finally:
            del s[self.layout.size :]
        if not found:
            raise code.unanswerable()
        return found

    def step(self, s: Cells, move: int) -> None:
        number = s[QUESTION]
        question = self.program.questions[number] if number >= 0 else None
        if question is None or question.sealed is not None:
            super().step(s, move)
            return
        payload, arm = divmod(move, len(question.arms))
        if question.arms[arm].misplay is not None:
            super().step(s, move)
            return
        cells, packing, target = self._targets[number][arm]
        s.extend(self._behind)
        try:
            for cell, v in zip(cells, packing.unpack(payload), strict=True):
                s[cell] = v
            blocks = self._blocks
            while target >= 0:
                target = blocks[target](s)
        finally:
            del s[self.layout.size :]

    def apply(self, s: Cells, move: int) -> Cells:
        after = s[:]
        self.step(after, move)
        return after

    def _run(self, s: Cells, block: int) -> None:
        s.extend(self._behind)
        try:
            while block >= 0:
                block = self._blocks[block](s)
        finally:
            del s[self.layout.size :]

    # ------------------------------------------------------------ what the source asks of the machine

    def _legal_by_the_machine(self, s: Cells, number: int) -> list[int]:
        """The source calls this with its own cells behind the state."""
        return self.questions.all[number].legal([*s[: self.layout.size], *self.scratch.cells])

    def _unseal(self, s: Cells, number: int, cell: int) -> int:
        kept = s[cell] - 1
        question = self.program.questions[number]
        if kept < 0:
            raise self.questions.all[number].unanswerable()
        s[cell] = 0
        payload, arm = divmod(kept >> 1, len(question.arms))
        cells, packing, target = self._targets[number][arm]
        for at, v in zip(cells, packing.unpack(payload), strict=True):
            s[at] = v
        misplay = question.arms[arm].misplay
        return misplay if kept & 1 and misplay is not None else target


def _never(s: Cells) -> list[int]:
    raise AssertionError("this question is never asked")
