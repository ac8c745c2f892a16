"""Locals, variables and marks: each stands in a cell of the state, or is a Python variable.

Knows nothing of zones.
"""

from __future__ import annotations

from parlour import program as p
from parlour.generated.naming import Scope
from parlour.generated.writing import Writing


class Variables(Writing):
    def local(self, index: int, scope: Scope) -> str:
        return scope.names.get(index) or f"s[{self.naming.cell(index)}]"

    def variable(self, e: p.VarAt, scope: Scope) -> str:
        array = self.layout.variables[e.var]
        name = self.program.variables[e.var].name
        place, fixed = [], array.at
        for k, (size, key) in enumerate(zip(array.keys, e.keys, strict=True)):
            stride = 1
            for later in array.keys[k + 1 :]:
                stride *= later
            folded = self.making.folding.folded(key)
            if isinstance(folded, p.Const) and 0 <= folded.value < size:
                fixed += folded.value * stride
                continue
            index = self.index(folded, size, f"`{name}` has no such entry", scope)
            place.append(index if stride == 1 else f"{index} * {stride}")
        return f"s[{' + '.join([str(fixed), *place])}]"

    def index(self, key: p.Expr, size: int, message: str, scope: Scope) -> str:
        """A key that is surely one of 0..size-1."""
        value = self.value(key, scope)
        if self.facts.never_none(key) and not isinstance(key, p.Const):
            return value
        return f"key({value}, {size}, {message!r}, {self.at(scope)})"

    def bare(self, card: p.Expr, scope: Scope) -> str:
        """The identity of a card value, or none."""
        value = self.value(card, scope)
        return f"BARE[{value}]" if self.layout.pack.guises else value

    def mark(self, e: p.MarkAt, scope: Scope) -> str:
        at, card = self.layout.marks[e.mark], self.bare(e.card, scope)
        if self.facts.never_none(e.card):
            return f"s[{at} + {card}]"
        t = self.naming.temporary()
        return f"(s[{at} + {t}] if ({t} := {card}) >= 0 else {self.program.marks[e.mark].default})"

    def where_is(self, e: p.WhereIs, scope: Scope) -> str:
        card = self.bare(e.card, scope)
        if self.facts.never_none(e.card):
            return f"s[{self.layout.where} + {card}]"
        t = self.naming.temporary()
        return f"(s[{self.layout.where} + {t}] if ({t} := {card}) >= 0 else -1)"
