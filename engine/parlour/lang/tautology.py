"""Decides whether at least one of several conditions always holds: tries all combinations of their smallest tests.

Tests aren't compared with each other: `x > 0` and `x == 0` count as unrelated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from parlour.program import And, Const, Expr, If, Local, Not, Op, Or, Scan
from parlour.program.walking import substitute

MOST_TESTS = 10


_ANY = -1  # the variable of each scan, so that it doesn't matter which one it is


def _plain(test: Expr) -> Expr:
    """Return the test without `!=` and `any`: `any c in cs where T` is `not all c in cs where not T`."""
    match test:
        case Op("!=", left, right):
            return Not(Op("==", left, right))
        case Scan("any" | "all" as kind, local, domain, where, None) if where is not None:
            inside = _plain(substitute(where, {local: Local(_ANY)}))
            if kind == "all":
                return Scan("all", _ANY, domain, inside, None)
            opposite = inside.value if isinstance(inside, Not) else Not(inside)
            return Not(Scan("all", _ANY, domain, opposite, None))
        case _:
            return test


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
            plain = _plain(test)
            return {plain.value if isinstance(plain, Not) else plain}


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
        case _:
            plain = _plain(test)
            return not given[plain.value] if isinstance(plain, Not) else given[plain]


def one_always_holds(tests: Sequence[Expr]) -> bool:
    """True if at least one of these is known to hold."""
    atoms = sorted(set().union(*map(_atoms, tests)), key=repr) if tests else []
    if len(atoms) > MOST_TESTS:
        return False
    return all(
        any(_holds(test, dict(zip(atoms, values, strict=True))) for test in tests)
        for values in product((False, True), repeat=len(atoms))
    )
