"""What all expression writers share: the unit they write, and how any other expression is written.

Knows no kind of expression. The writers of some kinds (`variables`, `zones`, `sets`, `calls`, `loops`) get parts of
theirs by `value` and `truth`, which `expressions` puts together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour import program as p
from parlour.lowering.unit import Scope, Unit
from parlour.tablecode import nodes as t


class ExpressionWriter(ABC):
    """Lowers some expressions of one unit."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.premises = unit.premises
        self.layout = unit.layout
        self.program = unit.program
        self.facts = unit.premises.facts

    @abstractmethod
    def value(self, e: p.Expr, scope: Scope) -> t.Expr:
        """An expression that gives the value."""

    @abstractmethod
    def truth(self, e: p.Expr, scope: Scope) -> t.Expr:
        """An expression of which only the truth matters."""

    def folded(self, e: p.Expr) -> p.Expr:
        return self.premises.folding.folded(e)

    def line(self, scope: Scope, own: p.Origin | None = None) -> t.Line:
        """The line of an expression: its own, or that of the statement around it."""
        return self.unit.line(own or scope.origin)
