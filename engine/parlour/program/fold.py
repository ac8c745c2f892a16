"""Builds expressions of a Program and folds constants: options are constants, so a mix pays only for the rules that it
has. Knows no names and no types."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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


def conjunction(items: Iterable[Expr], can_fail: Callable[[Expr], bool] | None = None) -> Expr:
    """Build a conjunction. `can_fail` is `may_fault` unless the caller knows more."""
    return _joined(And, items, TRUE, can_fail or may_fault)


def disjunction(items: Iterable[Expr], can_fail: Callable[[Expr], bool] | None = None) -> Expr:
    """Build a disjunction. `can_fail` is `may_fault` unless the caller knows more."""
    return _joined(Or, items, FALSE, can_fail or may_fault)


def _joined(kind: type[And | Or], items: Iterable[Expr], neutral: Const, can_fail: Callable[[Expr], bool]) -> Expr:
    kept, deciding = list[Expr](), Const(1 - neutral.value)
    for item in items:
        if isinstance(item, kind):
            kept.extend(item.items)
        elif not isinstance(item, Const):
            kept.append(item)
        elif bool(item.value) != bool(neutral.value):  # play computes its left side, which might fail
            return kind((*kept, deciding)) if any(map(can_fail, kept)) else deciding
    if not kept:
        return neutral
    return kept[0] if len(kept) == 1 else kind(tuple(kept))


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
