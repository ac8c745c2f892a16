"""The interface that the modules for kinds of expressions share."""

from __future__ import annotations

from typing import Protocol

from parlour.lang import syntax as s
from parlour.lang.symbols import Scope, Tables, Typed
from parlour.program import Expr, Function, Type


class Functions(Protocol):
    """The functions, permissions, questions and options, as far as expressions need them."""

    def result(self, name: str) -> tuple[int, Type]:
        """Return the number and the result type of a function."""

    def permission(self, name: str) -> int: ...

    def question(self, name: str) -> int: ...

    def option(self, scope: Scope, name: str) -> Typed | None:
        """Return the value of an option as a document sees it."""

    def option_names(self, scope: Scope) -> list[str]: ...

    def add(self, function: Function) -> int:
        """Add a function without a heading of its own; return its number."""


class Lowerer(Protocol):
    """Lowers expressions of any kind; see `Expressions`."""

    @property
    def tables(self) -> Tables: ...

    @property
    def functions(self) -> Functions: ...

    def lower(self, node: s.Expr, scope: Scope, want: Type | None = None) -> Typed: ...

    def hinted(self, node: s.Expr, scope: Scope, hint: Type | None) -> Typed: ...

    def condition(self, node: s.Expr, scope: Scope) -> Expr: ...

    def fit(self, typed: Typed, want: Type, node: s.Expr) -> Typed: ...

    def misfit(self, want: Type, have: str, node: s.Expr) -> Typed: ...

    def needed(self, expr: Expr, type_: Type, node: s.Expr) -> Expr: ...

    def needs_want(self, node: s.Expr, scope: Scope) -> bool: ...

    def word(self, name: str, want: Type | None) -> Typed | None: ...
