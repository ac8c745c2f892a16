"""Decides whether one of several conditions always holds, by trying all combinations of their smallest tests.

Tests aren't compared with each other: `x > 0` and `x == 0` count as unrelated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from parlour.program import And, Const, Expr, If, Not, Op, Or

MOST_TESTS = 10


def _atom(test: Expr) -> Expr:
    return Op("==", test.left, test.right) if isinstance(test, Op) and test.op == "!=" else test


def _atoms(test: Expr) -> set[Expr]:
    match test:
        case And(items) | Or(items):
            return set().union(*map(_atoms, items))
        case Not(value):
            return _atoms(value)
        case If(first, then, other):
            return _atoms(first) | _atoms(then) | _atoms(other)
        case Const():
            return set()
        case _:
            return {_atom(test)}


def _holds(test: Expr, given: Mapping[Expr, bool]) -> bool:
    match test:
        case And(items):
            return all(_holds(item, given) for item in items)
        case Or(items):
            return any(_holds(item, given) for item in items)
        case Not(value):
            return not _holds(value, given)
        case If(first, then, other):
            return _holds(then if _holds(first, given) else other, given)
        case Const(value):
            return bool(value)
        case Op("!="):
            return not given[_atom(test)]
        case _:
            return given[test]


def one_always_holds(tests: Sequence[Expr]) -> bool:
    """True if at least one of these is known to hold."""
    atoms = sorted(set().union(*map(_atoms, tests)), key=repr) if tests else []
    if len(atoms) > MOST_TESTS:
        return False
    return all(
        any(_holds(test, dict(zip(atoms, values, strict=True))) for test in tests)
        for values in product((False, True), repeat=len(atoms))
    )
