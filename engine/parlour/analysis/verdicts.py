"""What a permission's clauses say of a choice, as expressions."""

from __future__ import annotations

from collections.abc import Sequence

from parlour import program as p


def conjunction(items: Sequence[p.Expr | None]) -> p.Expr:
    present = tuple(i for i in items if i is not None)
    return present[0] if len(present) == 1 else p.And(present)


def clause_verdict(permission: p.Permission, number: int) -> p.Expr:
    """Does this forbidding clause let pass: it doesn't apply, or another one lifts it?"""
    lifting = [c.test for c in permission.clauses if c.allow and number in c.lifts]
    return p.Or((p.Not(permission.clauses[number].test), *lifting))


def firm_verdict(permission: p.Permission) -> p.Expr:
    """Do all clauses let pass, but for those that yield when nothing else is left?"""
    firm = [i for i, c in enumerate(permission.clauses) if not c.allow and not c.unless_stuck]
    return p.And(tuple(clause_verdict(permission, i) for i in firm)) if firm else p.Const(1)
