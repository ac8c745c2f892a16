"""Values that can be invalid: these functions check them, and an error sets a flag instead of raising."""

from parlour.routines.names import *


def sure(s: Cells, v: int, nothing: int, message: str, at: int) -> int:
    if v == nothing:
        fail(message, at)
        return 0
    return v


def key(s: Cells, k: int, size: int, message: str, at: int) -> int:
    if k < 0 or k >= size:
        fail(message, at)
        return 0
    return k


def bounded(s: Cells, v: int, at: int) -> int:
    if v < -BOUND or v >= BOUND:
        fail(f"the number {v} is too large", at)
        return 0
    return v


def reached(s: Cells, v: int) -> int:
    """The result of a function; sums of such numbers still fit into a cell."""
    if max(v, -v) > 8 * BOUND:
        abandon()
        return 0
    return v


def product(s: Cells, a: int, b: int, at: int) -> int:
    if a == 0 or b == 0:
        return 0
    if max(a, -a) > BOUND or max(b, -b) > BOUND:
        fail(f"the number {a * b} is too large", at)
        return 0
    x = a * b
    if x <= -BOUND or x >= BOUND:
        fail(f"the number {x} is too large", at)
        return 0
    return x


def quotient(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        fail("division by zero", at)
        return 0
    return a // b


def remainder(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        fail("division by zero", at)
        return 0
    return a % b


def no_card(s: Cells, at: int) -> None:
    fail("expected a card to move, found none", at)


def put_field(s: Cells, record: int, value: int, shift: int, width: int, bias: int, at: int) -> int:
    v = value + bias
    limit = 1 << width
    if v < 0 or v >= limit:
        fail(f"a field that holds {-bias} to {limit - 1 - bias} can't be {value}", at)
        return record
    return record & ~(limit - 1 << shift) | v << shift


def out_of_rounds(s: Cells, most: int, at: int) -> None:
    if most:
        fail(f"this loop has reached its limit of {most} rounds", at)
    else:
        fail("this loop has reached its limit", at)


def opened(s: Cells, cell: int, at: int) -> int:
    """The sealed answer to a question."""
    left = s[cell] - 1
    if left < 0:
        fail("this player has not answered yet", at)
        return 0
    s[cell] = 0
    return left


def spend(s: Cells, rounds: int, at: int) -> None:
    left = s[STEPS] - rounds
    s[STEPS] = left
    if left < 0:
        fail(f"more than {MOST_STEPS} steps without a question", at)
