"""The base of all expression writers: the unit they write, and access to the writer of any other expression.

Knows no kind of expression. The writers of some kinds (`variables`, `zones`, `sets`, `calls`, `loops`) lower their
parts by `value` and `truth`, which `expressions` puts together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour import program as p
from parlour import tablecode as t
from parlour.lowering.unit import LoweringScope, Unit


class ExpressionWriter(ABC):
    """Lowers some expressions of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.premises = unit.premises
        self.layout = unit.layout
        self.program = unit.program
        self.facts = unit.premises.facts

    @abstractmethod
    def value(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression for the value."""

    @abstractmethod
    def truth(self, e: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression of which only the truth matters."""

    @abstractmethod
    def counting(self, card: p.Expr, scope: LoweringScope) -> t.Expr:
        """Return an expression for a card value, with what the card counts as where it is."""

    def folded(self, e: p.Expr) -> p.Expr:
        return self.premises.folding.folded(e)

    def line(self, scope: LoweringScope, own: p.Origin | None = None) -> t.Line:
        """The line of an expression: its own, or that of the statement around it."""
        return self.unit.line(own or scope.origin)
