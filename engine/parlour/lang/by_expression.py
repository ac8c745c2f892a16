"""Results of a function of expressions, each computed once.

Knows nothing about the function or the expressions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from parlour.program import Expr

E = TypeVar("E", bound=Expr)
R = TypeVar("R")


class ByExpression(Generic[E, R]):
    """Equal expressions have one result. It is found by identity first, because most questions are about the same
    objects, and hashing a large expression takes long."""

    def __init__(self, compute: Callable[[E], R]) -> None:
        self._compute = compute
        self._equal: dict[E, R] = {}
        self._same: dict[int, tuple[E, R]] = {}  # by id; the expression keeps its id unique

    def __call__(self, e: E) -> R:
        known = self._same.get(id(e))
        if known is not None:
            return known[1]
        if e not in self._equal:
            self._equal[e] = self._compute(e)
        result = self._equal[e]
        self._same[id(e)] = e, result
        return result
