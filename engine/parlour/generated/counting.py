"""What only whole playouts need, as Python source: which rules a choice makes fire, and the results of a game."""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope, definition
from parlour.machine.layout import Layout
from parlour.program.walking import substitute


class Counting:
    """Writes this part of one source."""

    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        self.naming = naming
        self.program = naming.program
        self.x = expressions

    def write(self) -> None:
        self.naming.function("outcome", lambda: definition("outcome", [], self._results()))

    def firing(self, firing: p.Firing, origin: p.Origin) -> list[str]:
        count = f"s[{self.naming.counter(firing.rule)}] += 1"
        if firing.test is None:
            return [count]
        test = self.x.making.folding.folded(firing.test)
        return [f"if {self.x.truth(test, Scope({}, origin))}:", f"    {count}"]

    def _results(self) -> list[str]:
        lines = ["found = []"]
        for result in gathered(self.program):
            for value in results_of(self.naming.layout, result):
                lines.append(f"found.append({self.x.value(value, Scope({}, None))})")
        return [*lines, "return found"]


def gathered(program: p.Program) -> tuple[p.Result, ...]:
    """The results that are gathered from many games: numbers of 64 bits that say something as numbers."""
    return tuple(result for result in program.results if result.type.kind not in ("card", "cards", "record", "zone"))


def results_of(layout: Layout, result: p.Result) -> list[p.Expr]:
    """A result for each player or side in turn, or for all."""
    if result.per is None or result.key is None:
        return [result.value]
    return [substitute(result.value, {result.key: p.Const(k)}) for k in range(layout.key_size(result.per))]
