"""Builds expressions of a Program and folds constants: options are constants, so a mix pays only for the rules that it
has. Knows no names and no types."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour import program as p
from parlour.program.operators import FALLIBLE, computed
from parlour.program.walking import parts

CanFail = Callable[[p.Expr], bool]

TRUE = p.Const(1)
FALSE = p.Const(0)

_WATCHED = (p.Sure, p.PutField, p.Builtin, p.Offers, p.CallFunction, p.Permitted, p.Span)  # nodes that can fail in play


def op(name: p.BinOp, left: p.Expr, right: p.Expr, origin: p.Origin | None = None) -> p.Expr:
    if isinstance(left, p.Const) and isinstance(right, p.Const):
        value = computed(name, left.value, right.value)
        return p.Op(name, left, right, origin) if value is None else p.Const(value)
    if name in ("|", "+") and left == FALSE:
        return right
    if name in ("|", "+", "-", "-set") and right == FALSE:
        return left
    if name == "&" and FALSE in (left, right) and not may_fault(left) and not may_fault(right):
        return FALSE
    if name in ("-set", "has") and left == FALSE and not may_fault(right):
        return FALSE
    return p.Op(name, left, right, origin)


def negation(value: p.Expr) -> p.Expr:
    if isinstance(value, p.Const):
        return p.Const(int(not value.value))
    return value.value if isinstance(value, p.Not) else p.Not(value)


def conjunction(items: Iterable[p.Expr], can_fail: CanFail | None = None) -> p.Expr:
    """Build a conjunction. `can_fail` is `may_fault` unless the caller knows more."""
    return _joined(p.And, items, TRUE, can_fail or may_fault)


def disjunction(items: Iterable[p.Expr], can_fail: CanFail | None = None) -> p.Expr:
    """Build a disjunction. `can_fail` is `may_fault` unless the caller knows more."""
    return _joined(p.Or, items, FALSE, can_fail or may_fault)


def _joined(kind: type[p.And | p.Or], items: Iterable[p.Expr], neutral: p.Const, can_fail: CanFail) -> p.Expr:
    parts, deciding = list[p.Expr](), p.Const(1 - neutral.value)
    for item in items:
        if isinstance(item, kind):
            parts.extend(item.items)
        elif not isinstance(item, p.Const):
            parts.append(item)
        elif bool(item.value) != bool(neutral.value):  # play computes its left side, which might fail
            return kind((*parts, deciding)) if any(map(can_fail, parts)) else deciding
    if not parts:
        return neutral
    return parts[0] if len(parts) == 1 else kind(tuple(parts))


def choice(test: p.Expr, then: p.Expr, other: p.Expr, number: bool = False, origin: p.Origin | None = None) -> p.Expr:
    """Build a choice. Between the numbers 1 and 0 it never becomes the test itself, which is true or false."""
    if isinstance(test, p.Const):
        return then if test.value else other
    if then == other and not may_fault(test):
        return then
    if then == TRUE and other == FALSE and not number:
        return test
    return p.If(test, then, other, origin)


def may_fault(value: object) -> bool:
    """True if computing this might stop the game. A function call always counts, without a look into the function."""
    if isinstance(value, p.Op) and value.op in FALLIBLE:
        return True
    return isinstance(value, _WATCHED) or any(map(may_fault, parts(value)))


def single(member: p.Expr) -> p.Expr:
    if isinstance(member, p.Const):
        return p.Const(1 << member.value if member.value >= 0 else 0)
    return p.Single(member)


def size(members: p.Expr) -> p.Expr:
    if isinstance(members, p.Const):
        return p.Const(members.value.bit_count())
    return p.Size(members)
