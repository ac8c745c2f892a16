"""Values that may be invalid: they are checked, and an error sets a flag instead of raising."""

from parlour.native.library.names import *


def sure(s: Cells, v: int, nothing: int, message: int, at: int) -> int:
    if v == nothing:
        s[FAULT] = 1
        return 0
    return v


def key(s: Cells, k: int, size: int, message: int, at: int) -> int:
    if k < 0 or k >= size:
        s[FAULT] = 1
        return 0
    return k


def bounded(s: Cells, v: int, at: int) -> int:
    if v < -BOUND or v >= BOUND:
        s[FAULT] = 1
        return 0
    return v


def reached(s: Cells, v: int) -> int:
    """The result of a function; sums of such numbers still fit into a cell."""
    if max(v, -v) > 8 * BOUND:
        s[FAULT] = 1
        return 0
    return v


def product(s: Cells, a: int, b: int, at: int) -> int:
    if a == 0 or b == 0:
        return 0
    if max(a, -a) > BOUND or max(b, -b) > BOUND:
        s[FAULT] = 1
        return 0
    x = a * b
    if x <= -BOUND or x >= BOUND:
        s[FAULT] = 1
        return 0
    return x


def quotient(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        s[FAULT] = 1
        return 0
    return a // b


def remainder(s: Cells, a: int, b: int, at: int) -> int:
    if b == 0:
        s[FAULT] = 1
        return 0
    return a % b


def no_card(s: Cells, at: int) -> None:
    s[FAULT] = 1


def put_field(s: Cells, record: int, value: int, shift: int, width: int, bias: int, at: int) -> int:
    v = value + bias
    limit = 1 << width
    if v < 0 or v >= limit:
        s[FAULT] = 1
        return record
    return record & ~(limit - 1 << shift) | v << shift


def marked(s: Cells, card: int, at: int) -> int:
    if card < 0:
        s[FAULT] = 1
        return 0
    return card


def out_of_rounds(s: Cells, most: int, at: int) -> None:
    s[FAULT] = 1


def spend(s: Cells, rounds: int, at: int) -> None:
    left = s[STEPS] - rounds
    s[STEPS] = left
    if left < 0:
        s[FAULT] = 1
