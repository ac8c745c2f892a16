"""Finds the live locals at each place of the linear code: one function passes them to the next.

Knows the Program's code. Ignores locals that outlive a question, as they are cells of the state.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from parlour import program as p
from parlour.analysis.control import ways
from parlour.program.walking import free_locals

Locals = frozenset[int]
NOTHING: Locals = frozenset()


class Lifetimes:
    """`kept` are the locals that are cells of the state."""

    def __init__(self, program: p.Program, kept: Container[int]) -> None:
        self.program = program
        self.kept = kept
        self.next = ways(program)
        self._wanted: dict[int, Locals] = {}  # by the id of a node: the locals that it reads
        self._at: list[Locals] = [NOTHING for _ in program.code]
        self._settle()

    def at(self, pc: int) -> list[int]:
        """The locals that are live at a place, in a fixed order."""
        return sorted(self._at[pc])

    def _settle(self) -> None:
        changed = True
        while changed:
            changed = False
            for pc in range(len(self.program.code) - 1, -1, -1):
                live = self._before(pc)
                if live != self._at[pc]:
                    self._at[pc] = live
                    changed = True

    def _before(self, pc: int) -> Locals:
        after = NOTHING.union(*(self._at[to] for to in self.next[pc]))
        match self.program.code[pc]:
            case p.Do(stmt, _):
                return self._of(stmt, after)
            case p.Branch(test, _, _):
                return after | self._reads(test)
            case p.Gosub(_, back, _, _):
                return after - {back}
            case p.Return(back, _):
                return after | self._own({back})
            case p.Unseal(question, player):
                slots = {slot.local for arm in self.program.questions[question].arms for slot in arm.slots}
                return after - slots | self._reads(player)
        return after

    def _of(self, stmt: p.Stmt, after: Locals) -> Locals:
        """The locals that are live before a statement."""
        match stmt:
            case p.Seq(items):
                for item in reversed(items):
                    after = self._of(item, after)
                return after
            case p.Set(p.Local(index), value):
                return after - {index} | self._reads(value)
            case p.Pick(p.Local(index), of, _):
                return after - {index} | self._reads(of)
            case p.Watch(_, count, p.Local(index)):
                return after - {index} | self._reads(count)
            case p.IfDo(test, then, other):
                rest = after if other is None else self._of(other, after)
                return self._of(then, after) | rest | self._reads(test)
            case p.Attempt(body, keep, other, locals_, _):
                rest = after if other is None else self._of(other, after)
                return self._of(body, after | self._reads(keep)) | rest | set(locals_)
            case p.ForEach(local, domain, where, body, _):
                around = after | (self._reads(where) if where is not None else NOTHING)
                around |= self._of(body, around | self._of(body, around))
                return around - {local} | self._reads(domain)
            case p.WhileDo(test, _, limit, body, otherwise, _):
                end = after if otherwise is None else after | self._of(otherwise, after)
                around = end | self._reads(test)
                around |= self._of(body, around | self._of(body, around))
                return around | self._reads(limit)
        return after | self._reads(stmt)

    def _reads(self, node: object) -> Locals:
        if id(node) not in self._wanted:
            self._wanted[id(node)] = self._own(free_locals(node))
        return self._wanted[id(node)]

    def _own(self, locals_: Iterable[int]) -> Locals:
        return frozenset(local for local in locals_ if local not in self.kept)
