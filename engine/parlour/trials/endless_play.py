"""Finds the loops around a position, and whether the ruleset ends endless play in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from parlour import program as p
from parlour.table.cells import Cells
from parlour.table.layout import QUESTION, Layout


@dataclass(frozen=True)
class Loops:
    """The cells that count the rounds of loops around questions.

    `provided` are those of loops that say what happens when it takes too long: at their limit (`otherwise:`), or when a
    position comes back (`repeated:`).
    """

    layout: Layout
    counters: frozenset[int]
    provided: frozenset[int]

    @cached_property
    def _locals(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.layout.kept.values()) - self.counters))

    @classmethod
    def of(cls, layout: Layout) -> Loops:
        code, kept = layout.program.code, layout.kept
        counters, provided = set[int](), set[int]()
        for instr in code:
            match instr:
                case p.Branch(test=p.Op("<", p.Local(count), _), otherwise=at) if _counts(layout.program, count):
                    if count in kept:
                        counters.add(kept[count])
                        if not _fails(code[at]):
                            provided.add(kept[count])
                case p.Do(stmt=p.Watch(_, p.Local(count), _)) if count in kept:
                    provided.add(kept[count])
                case _:
                    pass
        return cls(layout, frozenset(counters), frozenset(provided))

    def position(self, s: Cells) -> int:
        """Return a digest of all that makes a position, without rounds and chance."""
        parts = [s[part] for part in self.layout.positions]
        return hash((s[QUESTION], *[s[cell] for cell in self._locals], *chain.from_iterable(parts)))

    def running(self, s: Cells) -> frozenset[int]:
        """Return the loops that are in some round."""
        return frozenset(cell for cell in self.counters if s[cell] > 0)

    def ends(self, loops: Iterable[int]) -> bool:
        """True if the ruleset says how one of these loops ends when it takes too long."""
        return not self.provided.isdisjoint(loops)


def _counts(program: p.Program, local: int) -> bool:
    return program.locals[local][0].rpartition(".")[2] == "rounds"


def _fails(instr: p.Instr) -> bool:
    """True for the instruction that the language adds at the limit of a loop without `otherwise`."""
    match instr:
        case p.Do(stmt=p.WhileDo(limit=p.Const(0), otherwise=None)):
            return True
        case _:
            return False
