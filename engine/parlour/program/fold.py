"""Builds expressions of a Program and folds constants: options are constants, so a mix pays only for the rules that it
has. Knows no names and no types."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.program import (
    And,
    BinOp,
    Builtin,
    CallFunction,
    Const,
    Expr,
    If,
    Not,
    Offers,
    Op,
    Or,
    Origin,
    Permitted,
    PutField,
    Single,
    Size,
    Span,
    Sure,
)
from parlour.program.operators import FALLIBLE, computed
from parlour.program.walking import parts

TRUE = Const(1)
FALSE = Const(0)

_WATCHED = (Sure, PutField, Builtin, Offers, CallFunction, Permitted, Span)  # nodes that can fail in play


def op(name: BinOp, left: Expr, right: Expr, origin: Origin | None = None) -> Expr:
    if isinstance(left, Const) and isinstance(right, Const):
        value = computed(name, left.value, right.value)
        return Op(name, left, right, origin) if value is None else Const(value)
    if name in ("|", "+") and left == FALSE:
        return right
    if name in ("|", "+", "-", "-set") and right == FALSE:
        return left
    if name == "&" and FALSE in (left, right) and not may_fault(left) and not may_fault(right):
        return FALSE
    if name in ("-set", "has") and left == FALSE and not may_fault(right):
        return FALSE
    return Op(name, left, right, origin)


def negation(value: Expr) -> Expr:
    if isinstance(value, Const):
        return Const(int(not value.value))
    return value.value if isinstance(value, Not) else Not(value)


def conjunction(items: Iterable[Expr]) -> Expr:
    kept: list[Expr] = []
    for item in items:
        if item == FALSE:  # its left side is computed in play, and might fail there
            return And((*kept, FALSE)) if any(map(may_fault, kept)) else FALSE
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
                return Or((*kept, TRUE)) if any(map(may_fault, kept)) else TRUE
        elif isinstance(item, Or):
            kept.extend(item.items)
        else:
            kept.append(item)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else Or(tuple(kept))


def choice(test: Expr, then: Expr, other: Expr, number: bool = False, origin: Origin | None = None) -> Expr:
    """Build a choice. Between the numbers 1 and 0 it never becomes the test itself, which is true or false."""
    if isinstance(test, Const):
        return then if test.value else other
    if then == other and not may_fault(test):
        return then
    if then == TRUE and other == FALSE and not number:
        return test
    return If(test, then, other, origin)


def may_fault(value: object) -> bool:
    """True if computing this might stop the game. A function call always counts, without a look into the function."""
    if isinstance(value, Op) and value.op in FALLIBLE:
        return True
    return isinstance(value, _WATCHED) or any(map(may_fault, parts(value)))


def single(member: Expr) -> Expr:
    if isinstance(member, Const):
        return Const(1 << member.value if member.value >= 0 else 0)
    return Single(member)


def size(members: Expr) -> Expr:
    if isinstance(members, Const):
        return Const(members.value.bit_count())
    return Size(members)
