"""Short functions that build nodes; they compute sums of constants."""

from __future__ import annotations

from parlour.tablecode.expressions import And, Const, Entry, Expr, Load, Not, Op, Or, Select, Truth, Unary
from parlour.tablecode.statements import Store

ZERO, ONE, NONE = Const(0), Const(1), Const(-1)


def plus(left: Expr, right: Expr | int) -> Expr:
    right = Const(right) if isinstance(right, int) else right
    match left, right:
        case Const(a), Const(b):
            return Const(a + b)
        case Op("+", rest, Const(a)), Const(b):
            return plus(rest, a + b)
        case _, Const(0):
            return left
        case Const(0), _:
            return right
    return Op("+", left, right)


def minus(left: Expr, right: int) -> Expr:
    if isinstance(left, Const):
        return Const(left.value - right)
    return Op("-", left, Const(right)) if right else left


def times(left: Expr, right: int) -> Expr:
    if isinstance(left, Const):
        return Const(left.value * right)
    return Op("*", left, Const(right)) if right != 1 else left


def cell(at: int | Expr) -> Load:
    return Load(Const(at) if isinstance(at, int) else at)


def store(at: int | Expr, value: Expr) -> Store:
    return Store((Const(at) if isinstance(at, int) else at,), value)


def added(at: int | Expr, value: Expr) -> Store:
    """Add a value to the one in a cell."""
    return store(at, Op("+", cell(at), value))


def bit(card: Expr) -> Entry:
    """The set of one card; for none, the empty set."""
    return Entry("BIT", card)


def shifted(member: Expr) -> Expr:
    """The set of one member, of any kind."""
    return Op("<<", ONE, member)


def inverted(of: Expr) -> Expr:
    return Unary("~", of)


def highest(of: Expr) -> Expr:
    """The highest member of a set."""
    return Op("-", Unary("length", of), ONE)


def number(test: Expr) -> Expr:
    """Return 1 where a test holds, else 0."""
    return Select(test, ONE, ZERO)


def either(items: list[Expr]) -> Expr:
    return Or(tuple(items)) if len(items) > 1 else items[0] if items else Truth(False)


def every(items: list[Expr]) -> Expr:
    return And(tuple(items)) if len(items) > 1 else items[0] if items else Truth(True)


def union(items: list[Expr]) -> Expr:
    joined = items[0] if items else ZERO
    for item in items[1:]:
        joined = Op("|", joined, item)
    return joined


def denied(test: Expr) -> Expr:
    return test.of if isinstance(test, Not) else Not(test)
