"""Inlines small procedures, because calls in Python are slow.

Does the same as `statements`. Leaves moving cards to `moving`.
"""

from __future__ import annotations

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.expressions import Expressions
from parlour.lowering.moving import CardMoves
from parlour.lowering.statements import own_locals
from parlour.lowering.unit import LoweringScope, Unit, variable
from parlour.program.walking import walk

SMALL = 60  # parts of a procedure that is always inlined, those of called procedures included


class InlinedProcedures(CardMoves):
    def __init__(self, unit: Unit, expressions: Expressions) -> None:
        super().__init__(unit, expressions)
        rooms = (*self.program.code, *self.program.procedures)
        self._calls = [n.procedure for room in rooms for n in walk(room) if isinstance(n, p.Run)]
        self._sizes: dict[int, int] = {}
        self._inlined = {
            number
            for number in range(len(self.program.procedures))
            if self._calls.count(number) == 1 or self._size(number) <= SMALL
        }

    def _size(self, number: int) -> int:
        """Return the number of parts of a procedure, with those of the procedures that it calls."""
        if number not in self._sizes:
            nodes = list(walk(self.program.procedures[number].body))
            inside = sum(self._size(n.procedure) for n in nodes if isinstance(n, p.Run))
            self._sizes[number] = len(nodes) + inside
        return self._sizes[number]

    def run(self, e: p.Run, scope: LoweringScope) -> t.Block:
        if e.procedure not in self._inlined:
            return super().run(e, scope)
        of = self.program.procedures[e.procedure]
        own = own_locals(of.body)
        names = {**scope.names, **{local: variable(local) for local in own}}
        before: list[t.Stmt] = []
        for param, arg in zip(of.params, e.args, strict=True):
            arg = self.folded(arg)
            value = self.x.value(arg, scope)
            if param in own or not isinstance(arg, p.Local | p.Const):
                before.append(t.Let(variable(param).name, value))
                value = variable(param)
            names[param] = value
        return (*before, *self.lower(of.body, LoweringScope(names, of.origin or scope.origin)))
