"""Build the expressions that decide whether the clauses of a permission allow a choice."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p


def conjunction(items: Sequence[p.Expr | None]) -> p.Expr:
    present = tuple(i for i in items if i is not None)
    return present[0] if len(present) == 1 else p.And(present)


def clause_verdict(permission: p.Permission, number: int) -> p.Expr:
    """True if this forbidding clause lets the choice pass: it doesn't apply, or another clause lifts it."""
    lifting = [c.test for c in permission.clauses if c.allow and number in c.lifts]
    return p.Or((p.Not(permission.clauses[number].test), *lifting))


def firm_verdict(permission: p.Permission) -> p.Expr:
    """True if all clauses let the choice pass, except those that yield when nothing else is left."""
    firm = [i for i, c in enumerate(permission.clauses) if not c.allow and not c.unless_stuck]
    return p.And(tuple(clause_verdict(permission, i) for i in firm)) if firm else p.Const(1)


def yielding(program: p.Program, may: p.Permitted | None) -> list[int]:
    """Return the numbers of the forbidding clauses that yield when nothing else is left."""
    clauses = () if may is None else program.permissions[may.permission].clauses
    return [i for i, clause in enumerate(clauses) if clause.unless_stuck and not clause.allow]
