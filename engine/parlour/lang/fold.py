"""Expressions of a Program, made so that constants disappear: options are constants, so a mix pays only for the rules
that it has. Knows nothing of names or types."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour.program import (
    And,
    BinOp,
    Const,
    Expr,
    If,
    Not,
    Op,
    Or,
    Single,
    Size,
)

TRUE = Const(1)
FALSE = Const(0)

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": min,
    "max": max,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "-set": lambda a, b: a & ~b,
    "has": lambda a, b: int(b >= 0 and a >> b & 1),
    "within": lambda a, b: int(a & ~b == 0),
}


def op(name: BinOp, left: Expr, right: Expr) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        if name in _ARITHMETIC:
            return Const(_ARITHMETIC[name](left.value, right.value))
        if right.value != 0:
            return Const(left.value // right.value if name == "//" else left.value % right.value)
    if name in ("|", "+") and left == FALSE:
        return right
    if name in ("|", "+", "-", "-set") and right == FALSE:
        return left
    if name == "&" and FALSE in (left, right):
        return FALSE
    if name == "-set" and left == FALSE:
        return FALSE
    if name == "has" and left == FALSE:
        return FALSE
    return Op(name, left, right)


def negation(value: Expr) -> Expr:
    if isinstance(value, Const):
        return Const(int(not value.value))
    return value.value if isinstance(value, Not) else Not(value)


def conjunction(items: Iterable[Expr]) -> Expr:
    kept: list[Expr] = []
    for item in items:
        if item == FALSE:
            return FALSE
        if isinstance(item, And):
            kept.extend(item.items)
        elif not isinstance(item, Const):
            kept.append(item)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else And(tuple(kept))


def disjunction(items: Iterable[Expr]) -> Expr:
    kept: list[Expr] = []
    for item in items:
        if isinstance(item, Const):
            if item.value:
                return TRUE
        elif isinstance(item, Or):
            kept.extend(item.items)
        else:
            kept.append(item)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else Or(tuple(kept))


def choice(test: Expr, then: Expr, other: Expr) -> Expr:
    if isinstance(test, Const):
        return then if test.value else other
    if then == other:
        return then
    if then == TRUE and other == FALSE:
        return test
    return If(test, then, other)


def single(member: Expr) -> Expr:
    if isinstance(member, Const):
        return Const(1 << member.value if member.value >= 0 else 0)
    return Single(member)


def size(members: Expr) -> Expr:
    if isinstance(members, Const):
        return Const(members.value.bit_count())
    return Size(members)
