"""Collects statements that always run one after the other, across jumps and calls.

Adjacent stores of constants become one store.
"""

from __future__ import annotations

from parlour import program as p
from parlour.interpreter.statements import Statements
from parlour.table.cells import Act, Cells


class StraightCode:
    """Collects the statements of one row."""

    def __init__(self, statements: Statements, known: dict[int, Act]) -> None:
        self.statements = statements
        self._known = known  # closures by the id of their statement
        self._acts: list[Act] = []
        self._stores: list[tuple[int, int]] = []

    def add(self, stmt: p.Stmt, origin: p.Origin | None) -> None:
        match stmt:
            case p.Seq(items):
                for item in items:
                    self.add(item, origin)
            case p.RuleFired() if self.statements.compilation.fired is None:
                pass
            case p.Set(target, p.Const(v)) if self._is_plain(target):
                cell = self.statements.expressions.cell_of(target)
                assert cell is not None
                self._stores.append((cell, v))
            case _:
                self._flush()
                if id(stmt) not in self._known:
                    with self.statements.expressions.at(origin):
                        self._known[id(stmt)] = self.statements.act(stmt)
                self._acts.append(self._known[id(stmt)])

    def _is_plain(self, target: p.Local | p.VarAt | p.MarkAt) -> bool:
        """True if this is one known cell whose changes are neither recorded nor traced."""
        if self.statements.compilation.trace is not None:
            return False
        return self.statements.expressions.cell_of(target) is not None and not self.statements.notes_ending(target)

    def passing(self, origin: p.Origin | None) -> None:
        """Leave a mark for a step that only jumps."""
        trace = self.statements.compilation.trace
        if trace is not None and origin is not None:
            self._flush()
            self._acts.append(trace.passing(origin))

    def store(self, cell: int, value: int) -> None:
        self._stores.append((cell, value))

    def clear(self, locals_: tuple[int, ...]) -> None:
        """Set saved locals to zero; no other local outlives the next question."""
        kept = self.statements.layout.kept
        self._stores += [(kept[local], 0) for local in locals_ if local in kept]

    def acts(self) -> list[Act]:
        self._flush()
        return self._acts

    def __len__(self) -> int:
        return len(self._acts)

    def _flush(self) -> None:
        if self._stores:
            self._acts.append(stored(list(dict(self._stores).items())))
            self._stores = []


def stored(pairs: list[tuple[int, int]]) -> Act:
    """Put constants into cells."""
    if len(pairs) == 1:
        ((cell, value),) = pairs

        def store_one(s: Cells) -> None:
            s[cell] = value

        return store_one
    if len(pairs) == 2:
        (a, v), (b, w) = pairs

        def store_two(s: Cells) -> None:
            s[a] = v
            s[b] = w

        return store_two
    if len(pairs) == 3:
        (a, v), (b, w), (c, x) = pairs

        def store_three(s: Cells) -> None:
            s[a] = v
            s[b] = w
            s[c] = x

        return store_three

    def store_all(s: Cells) -> None:
        for at, constant in pairs:
            s[at] = constant

    return store_all
