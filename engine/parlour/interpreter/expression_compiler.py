"""The base of the compiler from expressions to closures: cells of locals, fixed values, checked operands.

Modules that compile one family of expressions import this one. `expressions` implements it for all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from parlour import program as p
from parlour.interpreter.closures import Compilation
from parlour.table.cells import Cells, Value
from parlour.table.faults import RulesetFault, fault
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
        """Attribute what is compiled inside to this place of the ruleset."""
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
            case p.ZoneAt(z, None):
                return self.layout.bases[z]
            case p.ZoneAt(z, p.Const(k)) if 0 <= k < len(self.layout.of_zone(z)):
                return self.layout.bases[z] + k
        return None

    def sure_cell(self, e: p.Expr) -> int | None:
        """Return the cell with the key of a zone, if the key is just a cell and is known never to be `none`."""
        if isinstance(e, p.ZoneAt) and e.key is not None and self.facts.never_none(e.key):
            return self.cell_of(e.key)
        return None

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
        if self.facts.never_none(key):
            return value
        origin = self.origin

        def checked(s: Cells) -> int:
            k = value(s)
            if not 0 <= k < size:
                raise RulesetFault(message, origin)
            return k

        return checked

    def card_like(self, e: p.Expr) -> bool:
        """True if a value must be reduced to its identity: with guises in use, all but values known to be no cards."""
        return self.facts.is_card(e) or (self.layout.pack.guises and self.facts.typing.type_of(e) is None)

    def fail(self, message: str) -> Value:
        origin = self.origin

        def failing(s: Cells) -> int:
            fault(message, origin)

        return failing
