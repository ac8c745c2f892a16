"""Small procedures are written where they are called, as Python runs that fastest.

Does the same as `statements`. Leaves moving cards to `moving`.
"""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.moving import Moving
from parlour.generated.naming import Naming, Scope
from parlour.generated.statements import own_locals
from parlour.program.walking import walk

SMALL = 60  # parts of a procedure that is written wherever it is called


class Inlined(Moving):
    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        super().__init__(naming, expressions)
        rooms = (*self.program.code, *self.program.procedures)
        calls = [n.procedure for room in rooms for n in walk(room) if isinstance(n, p.Run)]
        self._inlined = {
            number
            for number, of in enumerate(self.program.procedures)
            if calls.count(number) == 1 or sum(1 for _ in walk(of.body)) <= SMALL
        }

    def run(self, e: p.Run, scope: Scope) -> list[str]:
        if e.procedure not in self._inlined:
            return super().run(e, scope)
        of = self.program.procedures[e.procedure]
        own = own_locals(of.body)
        names = {**scope.names, **{local: f"v{local}" for local in own}}
        lines = []
        for param, arg in zip(of.params, e.args, strict=True):
            arg = self.naming.making.folding.folded(arg)
            text = self.x.value(arg, scope)
            if param in own or not isinstance(arg, p.Local | p.Const):
                lines.append(f"v{param} = {text}")
                text = f"v{param}"
            names[param] = text
        return [*lines, *self.lines(of.body, Scope(names, of.origin or scope.origin))]
