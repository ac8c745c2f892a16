"""What only whole playouts need, as Python source: which rules a choice makes fire, and the results of a game."""

from __future__ import annotations

from parlour import program as p
from parlour.generated.expressions import Expressions
from parlour.generated.naming import Naming, Scope, definition
from parlour.machine.facts import substitute


class Counting:
    """Writes this part of one source."""

    def __init__(self, naming: Naming, expressions: Expressions) -> None:
        self.naming = naming
        self.program = naming.program
        self.x = expressions

    def write(self) -> None:
        for n, question in enumerate(self.program.questions):
            for k, arm in enumerate(question.arms):
                if arm.fires:
                    self._function(f"chosen_{n}_{k}", [line for f in arm.fires for line in self._firing(f, arm.origin)])
        self._function("outcome", self._results())

    def _function(self, name: str, lines: list[str]) -> None:
        self.naming.function(name, lambda: definition(name, [], lines))

    def _firing(self, firing: p.Firing, origin: p.Origin) -> list[str]:
        count = f"s[{self.naming.counter(firing.rule)}] += 1"
        if firing.test is None:
            return [count]
        test = self.x.making.folding.folded(firing.test)
        return [f"if {self.x.truth(test, Scope({}, origin))}:", f"    {count}"]

    def _results(self) -> list[str]:
        """In the order of `Program.results`; one that there is for each player or side, as often as there are."""
        lines = ["found = []"]
        for result in self.program.results:
            for value in results_of(self.naming, result):
                lines.append(f"found.append({self.x.value(value, Scope({}, None))})")
        return [*lines, "return found"]


def results_of(naming: Naming, result: p.Result) -> list[p.Expr]:
    """A result for each player or side, or for all."""
    if result.per is None or result.key is None:
        return [result.value]
    of = naming.layout.players if result.per == "player" else len(naming.layout.sides)
    return [substitute(result.value, {result.key: p.Const(k)}) for k in range(of)]
