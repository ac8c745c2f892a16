"""Keys that depend on the number of a loop: zones and variables that don't exist for all its numbers.

While expressions are lowered, this notes loops over ranges, keys and tests. Afterwards `ranges` compares them. A number
that some condition tests is left alone, because the condition can exclude the wrong keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from parlour import program as ir
from parlour.base.frozen import frozen
from parlour.base.source import Span
from parlour.program import Expr
from parlour.program.walking import parts, substitute, walk

MOST = 200  # numbers of a loop that are tried


@frozen
class KeyUse:
    """A key as it is written: `row(n + 1)`."""

    owner: str
    key: ir.Key
    value: Expr
    span: Span


@dataclass
class KeyUses:
    loops: dict[int, tuple[ir.Span, tuple[int, ...]]] = field(default_factory=dict)  # by local; only these numbers
    uses: list[KeyUse] = field(default_factory=list)
    tests: list[Expr] = field(default_factory=list)
    """Conditions. A key of a zone or variable in them doesn't count as tested."""

    def bind(self, local: int, over: object, among: tuple[int, ...] = ()) -> None:
        """Record the domain of a local."""
        if isinstance(over, ir.Span):
            self.loops[local] = over, among

    def add(self, owner: str, key: ir.Key, value: Expr, span: Span) -> None:
        """Record a key that isn't constant."""
        if not isinstance(value, ir.Const):
            self.uses.append(KeyUse(owner, key, value, span))

    def of_loops(self) -> Iterator[tuple[KeyUse, int, ir.Span, tuple[int, ...]]]:
        """Yield the keys that depend only on the number of a loop, with its local and its numbers."""
        tested = self._tested() if self.uses and self.loops else frozenset()
        for use in self.uses:
            locals_ = {node.index for node in walk(use.value) if isinstance(node, ir.Local)}
            if len(locals_) == 1 and (local := locals_.pop()) in self.loops and local not in tested:
                yield use, local, *self.loops[local]

    def _tested(self) -> frozenset[int]:
        """The locals that the conditions test."""
        tested: set[int] = set()
        seen: set[int] = set()  # nodes by id: conditions share parts, and `tests` keeps them
        left: list[object] = [*self.tests]
        while left:
            node = left.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, ir.Local):
                tested.add(node.index)
            elif not isinstance(node, ir.ZoneAt | ir.VarAt):
                left += parts(node)
        return frozenset(tested)


def with_number(value: Expr, local: int, number: int) -> Expr:
    """Return an expression with the number of its loop."""
    replaced: Expr = substitute(value, {local: ir.Const(number)})
    return replaced
