"""The base of the compiler from expressions to closures: cells of locals, fixed values, checked operands.

Modules that compile one family of expressions import this one. `expressions` implements it for all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import prod

from parlour import program as p
from parlour.interpreter.closures import Compilation
from parlour.table.cells import Cells, Value
from parlour.table.faults import RulesetFault, fault, no_zone
from parlour.table.layout import DIRECTION, PLAYING


class ExpressionCompiler(ABC):
    """Compiles expressions. `renamed` gives locals another cell, so that guards don't touch the real ones."""

    def __init__(self, compilation: Compilation, renamed: Mapping[int, int] | None = None) -> None:
        self.compilation = compilation
        self.layout = compilation.layout
        self.program = compilation.program
        self.facts = compilation.premises.facts
        self.renamed = renamed or {}
        self.origin: p.Origin | None = None

    @contextmanager
    def at(self, origin: p.Origin | None) -> Iterator[None]:
        """Attribute everything compiled in this `with` block to a place of the ruleset."""
        before, self.origin = self.origin, origin or self.origin
        try:
            yield
        finally:
            self.origin = before

    def cell(self, local: int) -> int:
        """Return the cell of a local."""
        if local in self.renamed:
            cell = self.renamed[local]
            if cell >= self.layout.size:
                self.compilation.scratch.used = True
            return cell
        kept = self.layout.kept.get(local)
        return kept if kept is not None else self.compilation.scratch.cell(local)

    def cell_of(self, e: p.Expr) -> int | None:
        """Return the one cell that an expression reads, if it does nothing else."""
        match e:
            case p.Local(i):
                return self.cell(i)
            case p.VarAt(v, keys):
                numbers = [k.value for k in keys if isinstance(k, p.Const)]
                if len(numbers) == len(keys):
                    try:
                        return self.layout.variables[v].cell(tuple(numbers))
                    except IndexError:
                        return None
            case p.Seated("playing"):
                return PLAYING
            case p.Seated("direction"):
                return DIRECTION
        return None

    def fixed(self, e: p.Expr) -> int | None:
        """Return the value of an expression that is the same all through the game."""
        match self.compilation.premises.folding.folded(e):
            case p.Const(v):
                return v
            case p.ZoneAt(z, keys):
                named = self.layout.instance(z, keys)
                return None if named is None else named.number
        return None

    def sure_cell(self, e: p.Expr) -> int | None:
        """Return the cell with the key of a zone, if the key is just a cell and is known never to be `none`."""
        if isinstance(e, p.ZoneAt) and len(e.keys) == 1:
            (key,), (size,) = e.keys, self.layout.zone_keys[e.zone]
            return self.cell_of(key) if self.facts.below(key, size) else None
        return None

    def nth_zone(self, e: p.ZoneAt) -> Value:
        """The place of a zone among those of its declaration."""
        return self.combined(e.keys, self.layout.zone_keys[e.zone], no_zone(self.program.zones[e.zone]))

    def combined(self, keys: tuple[p.Expr, ...], sizes: tuple[int, ...], message: str) -> Value:
        """The place of these keys among all combinations, the last key running fastest."""
        parts: list[Value] = []
        for k, (size, key) in enumerate(zip(sizes, keys, strict=True)):
            parts.append(_times_constant(self.index(key, size, message), prod(sizes[k + 1 :])))
        if len(parts) == 1:
            return parts[0]
        if len(parts) == 2:
            first, second = parts
            return lambda s: first(s) + second(s)
        return lambda s: sum([part(s) for part in parts])

    # ------------------------------------------------------------ operands

    @abstractmethod
    def value(self, e: p.Expr) -> Value:
        """Return the closure that gives the value of an expression."""

    @abstractmethod
    def test(self, e: p.Expr) -> Value:
        """Return a closure whose result Python treats as true or false."""

    def index(self, key: p.Expr, size: int, message: str) -> Value:
        """A key that is known to be one of 0..size-1, or checked to be."""
        value = self.value(key)
        if isinstance(key, p.Const):
            return value if 0 <= key.value < size else self.fail(message)
        if self.facts.below(key, size):
            return value
        origin = self.origin

        def checked(s: Cells) -> int:
            k = value(s)
            if not 0 <= k < size:
                raise RulesetFault(message, origin)
            return k

        return checked

    def card_like(self, e: p.Expr) -> bool:
        return self.facts.card_like(e, self.layout.pack.guises)

    def fail(self, message: str) -> Value:
        origin = self.origin

        def failing(s: Cells) -> int:
            fault(message, origin)

        return failing


def _times_constant(value: Value, k: int) -> Value:
    return value if k == 1 else lambda s: value(s) * k
