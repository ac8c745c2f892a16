"""Choices that a condition leaves, whatever the position is: those of a constant set or range."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour import program as ir
from parlour.program import And, Const, Expr, Not, Op, Or, fold
from parlour.program.set_bounds import conjuncts
from parlour.program.walking import mentions, named_locals, substitute

ByChoice = Mapping[int, Sequence[Expr]]
"""The conditions on each choice by itself, by its local; without the choices that have none."""

MOST = 1_000  # members of a range that are looked at: the first and the last ones


def by_choice(where: Expr | None, locals_: Sequence[int]) -> ByChoice | None:
    """Return the conditions of an action by the choice that each is about; None if one is about several, or none."""
    conditions: dict[int, list[Expr]] = {}
    for part in [] if where is None else conjuncts(where):
        about = named_locals(part) & set(locals_)
        if len(about) != 1:
            return None
        conditions.setdefault(about.pop(), []).append(part)
    return conditions


def constant_members(domain: Expr | ir.Span | ir.SeatOrder) -> Sequence[int]:
    """Return the members of a constant set or range; none for others."""
    match domain:
        case ir.Span(Const(low), Const(high)):
            every = range(low, high + 1)
            return every if len(every) <= MOST else [*every[: MOST // 2], *every[-MOST // 2 :]]
        case Const(members):
            return [number for number in range(members.bit_length()) if members >> number & 1]
        case _:
            return ()


def one_remains(members: Sequence[int], local: int, conditions: Sequence[Expr]) -> bool:
    """True if conditions on the choice in a local hold for one of these members in every position: there are more
    members than values that they could exclude."""
    excluded = 0
    for part in conditions:
        if _excludes_one(part, local):
            excluded += 1
        else:
            members = [member for member in members if _holds(part, local, member)]
    return len(members) > excluded


def _excludes_one(part: Expr, local: int) -> bool:
    """True for `x != E` where only the position decides what E is."""
    match part:
        case Not(Op("==", left, right)) | Op("!=", left, right):
            choice = ir.Local(local)
            other = right if left == choice else left
            return choice in (left, right) and not isinstance(other, Const) and not mentions(other, local)
        case _:
            return False


def _holds(test: Expr, local: int, member: int) -> bool:
    """True if a condition holds for a member in every position."""
    match test:
        case And(items):
            return all(_holds(item, local, member) for item in items)
        case Or(items):
            return any(_holds(item, local, member) for item in items)
        case Not(Op(op, left, right)):
            return _compared(op, left, right, local, member) == fold.FALSE
        case Op(op, left, right):
            return _compared(op, left, right, local, member) == fold.TRUE
        case _:
            return test == fold.TRUE


def _compared(op: ir.BinOp, left: Expr, right: Expr, local: int, member: int) -> Expr:
    given = {local: Const(member)}
    return fold.op(op, substitute(left, given), substitute(right, given))
