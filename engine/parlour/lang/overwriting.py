"""Finds two rules that change the turn for different cards, of which the second overwrites the change of the first.
`hooks` reports hooks that can apply at once.

Looks at the steps of the hooks and at procedures of their own documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.documents.composition import Document
from parlour.lang import tree as t
from parlour.lang.effects import Effects
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables


@frozen
class Overwriting:
    """Finds lost changes. The routines are those without hooks."""

    tables: Tables
    routines: Mapping[str, Routine]
    effects: Effects

    def lost(self, ours: t.Tree, our: Document, theirs: t.Tree, their: Document) -> list[int]:
        """Return the variables that `theirs` changes in vain, because `ours` sets them later in the same turn."""
        return sorted(self._written(ours, our)[0] & self._written(theirs, their)[1] & self._turns)

    @cached_property
    def _turns(self) -> frozenset[int]:
        """Return the variables that decide who plays a stage or answers a question: `play turn(up)`."""
        asked = {*self.tables.stages, *self.tables.prompts}
        return frozenset(
            arg.var
            for routine in self.routines.values()
            for tree in (routine.body, routine.tail or t.NOTHING)
            for part in t.walk(tree)
            if isinstance(part, t.Invoke) and part.routine in asked
            for arg in part.args
            if isinstance(arg, ir.VarAt) and not arg.keys
        )

    def _written(self, body: t.Tree, document: Document) -> tuple[set[int], set[int]]:
        """Return the table's variables that steps set to a new value, and those that they change relative to the old
        one."""
        sets, moves = set[int](), set[int]()
        for part in self._steps(body, document):
            match part:
                case t.Plain(ir.Set(ir.VarAt(var, ()), value)):
                    (moves if ("var", var) in self.effects.reads(value) else sets).add(var)
                case t.Plain(ir.Pick(ir.VarAt(var, ()))):
                    sets.add(var)
                case _:
                    pass
        return sets - moves, moves

    def _steps(self, body: t.Tree, document: Document) -> Iterator[t.Tree]:
        pending, seen = [body], set[str]()
        while pending:
            for part in t.walk(pending.pop()):
                yield part
                if isinstance(part, t.Invoke) and part.routine not in seen:
                    seen.add(part.routine)
                    routine = self.routines[part.routine]
                    if routine.origin.document == document.id:
                        pending.append(routine.body)
