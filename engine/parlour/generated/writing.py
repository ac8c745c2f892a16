"""What all that writes expressions has at hand: the source it is part of, and how any other expression is written.

Knows no kind of expression. Those who write some kinds (`variables`, `zones`, `sets`, `calls`, `loops`) ask for parts
of them by `value` and `truth`, which `expressions` puts together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from parlour import program as p
from parlour.generated.naming import Naming, Scope


class Writing(ABC):
    """Writes some expressions of one source."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming
        self.making = naming.making
        self.layout = naming.layout
        self.program = naming.program
        self.facts = naming.making.facts

    @abstractmethod
    def value(self, e: p.Expr, scope: Scope) -> str:
        """Something that gives the value."""

    @abstractmethod
    def truth(self, e: p.Expr, scope: Scope) -> str:
        """Something of which only the truth matters."""

    def at(self, scope: Scope, own: p.Origin | None = None) -> int:
        """The number of a place: an expression's own, or that of the text around it."""
        return self.naming.origin(own or scope.origin)
