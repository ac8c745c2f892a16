"""Compiles operators to closures, with faster forms for operands that are constants or single cells."""

from __future__ import annotations

from collections.abc import Callable

from parlour import program as p
from parlour.program.operators import BOUND, TURNED
from parlour.table.cells import Value
from parlour.table.faults import RulesetFault

# A left operand that is one cell of the state, and a constant on the right.
CELL_CONST: dict[str, Callable[[int, int], Value]] = {
    "+": lambda i, k: lambda s: s[i] + k,
    "-": lambda i, k: lambda s: s[i] - k,
    "==": lambda i, k: lambda s: s[i] == k,
    "!=": lambda i, k: lambda s: s[i] != k,
    "<": lambda i, k: lambda s: s[i] < k,
    "<=": lambda i, k: lambda s: s[i] <= k,
    ">": lambda i, k: lambda s: s[i] > k,
    ">=": lambda i, k: lambda s: s[i] >= k,
}

# A constant on the right.
ANY_CONST: dict[str, Callable[[Value, int], Value]] = {
    "+": lambda a, k: lambda s: a(s) + k,
    "-": lambda a, k: lambda s: a(s) - k,
    "==": lambda a, k: lambda s: a(s) == k,
    "!=": lambda a, k: lambda s: a(s) != k,
    "<": lambda a, k: lambda s: a(s) < k,
    "<=": lambda a, k: lambda s: a(s) <= k,
    ">": lambda a, k: lambda s: a(s) > k,
    ">=": lambda a, k: lambda s: a(s) >= k,
    "|": lambda a, k: lambda s: a(s) | k,
    "&": lambda a, k: lambda s: a(s) & k,
    "-set": lambda a, k: lambda s: a(s) & ~k,
    "within": lambda a, k: lambda s: not a(s) & ~k,
}

# One cell of the state on the right.
ANY_CELL: dict[str, Callable[[Value, int], Value]] = {
    "+": lambda a, i: lambda s: a(s) + s[i],
    "==": lambda a, i: lambda s: a(s) == s[i],
    "!=": lambda a, i: lambda s: a(s) != s[i],
    "<": lambda a, i: lambda s: a(s) < s[i],
    "<=": lambda a, i: lambda s: a(s) <= s[i],
    ">": lambda a, i: lambda s: a(s) > s[i],
    ">=": lambda a, i: lambda s: a(s) >= s[i],
    "|": lambda a, i: lambda s: a(s) | s[i],
    "&": lambda a, i: lambda s: a(s) & s[i],
    "-set": lambda a, i: lambda s: a(s) & ~s[i],
}

ANY_ANY: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda a, b: lambda s: a(s) + b(s),
    "-": lambda a, b: lambda s: a(s) - b(s),
    "==": lambda a, b: lambda s: a(s) == b(s),
    "!=": lambda a, b: lambda s: a(s) != b(s),
    "<": lambda a, b: lambda s: a(s) < b(s),
    "<=": lambda a, b: lambda s: a(s) <= b(s),
    ">": lambda a, b: lambda s: a(s) > b(s),
    ">=": lambda a, b: lambda s: a(s) >= b(s),
    "|": lambda a, b: lambda s: a(s) | b(s),
    "&": lambda a, b: lambda s: a(s) & b(s),
    "-set": lambda a, b: lambda s: a(s) & ~b(s),
    "within": lambda a, b: lambda s: not a(s) & ~b(s),
    "min": lambda a, b: lambda s: min(a(s), b(s)),
    "max": lambda a, b: lambda s: max(a(s), b(s)),
}

TURNED_ROUND: dict[p.BinOp, p.BinOp] = TURNED | {"+": "+", "|": "|", "&": "&"}


def times(a: Value, b: Value, origin: p.Origin | None) -> Value:
    """Multiply, and check the bounds at once. All other results grow slowly, so stores check them."""

    def product(s: list[int]) -> int:
        x = a(s) * b(s)
        if not -BOUND < x < BOUND:
            raise RulesetFault(f"the number {x} is too large", origin)
        return x

    return product


def divided(op: str, a: Value, b: Value, origin: p.Origin | None) -> Value:
    def quotient(s: list[int]) -> int:
        x, y = a(s), b(s)
        if not y:
            raise RulesetFault("division by zero", origin)
        return x // y

    def remainder(s: list[int]) -> int:
        x, y = a(s), b(s)
        if not y:
            raise RulesetFault("division by zero", origin)
        return x % y

    return quotient if op == "//" else remainder


def has_constant(members: int, member: Value, sure: bool) -> Value:
    if sure:
        return lambda s: members >> member(s) & 1

    def has(s: list[int]) -> int:
        m = member(s)
        return members >> m & 1 if m >= 0 else 0

    return has


def has_any(members: Value, member: Value) -> Value:
    """Return a closure for `in`, which evaluates the member before the set."""

    def has(s: list[int]) -> int:
        m, of = member(s), members(s)
        return of >> m & 1 if m >= 0 else 0

    return has


def all_of(tests: list[Value]) -> Value:
    """Return a closure for a test, whose true result can be any number except 0."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda s: a(s) and b(s)
    if len(tests) == 3:
        a, b, c = tests
        return lambda s: a(s) and b(s) and c(s)

    def every(s: list[int]) -> int:
        for t in tests:  # noqa: SIM110  # a loop is twice as fast as all(…) here
            if not t(s):
                return False
        return True

    return every


def one_of(tests: list[Value]) -> Value:
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        a, b = tests
        return lambda s: a(s) or b(s)
    if len(tests) == 3:
        a, b, c = tests
        return lambda s: a(s) or b(s) or c(s)

    def some(s: list[int]) -> int:
        for t in tests:  # noqa: SIM110  # as above
            if t(s):
                return True
        return False

    return some
