"""The generator of random numbers: picking, shuffling, and what players draw to choose by."""

from parlour.native.library.names import *


def draw(s: Cells, slot: int, n: int) -> int:
    """A number below n, which is at least 2, by the generator in a cell."""
    x = s[slot]
    while True:
        x = MULTIPLIER * (x & MASK) + (x >> BITS)
        scaled = ((x & MASK) ^ (x >> BITS)) * n
        low = scaled & MASK
        if low >= n:
            break
        if low >= quick_mod(BASE, n):
            break
    s[slot] = x
    return scaled >> BITS


def choose(s: Cells, n: int) -> int:
    """A number below n, as players draw it."""
    if n < 2:
        return 0
    return draw(s, CHOOSER, n)


def nth_bit(s: Cells, of: int, n: int) -> int:
    while n > 0:
        of &= of - 1
        n -= 1
    return first_bit(of)


def pick_number(s: Cells, low: int, high: int, at: int) -> int:
    n = high - low + 1
    if n <= 0 or n > BASE:
        s[FAULT] = 1
        return low
    if n == 1:
        return low
    return low + draw(s, RANDOM, n)


def pick_member(s: Cells, of: int, at: int) -> int:
    if of == 0:
        s[FAULT] = 1
        return 0
    n = of.bit_count()
    if n > 1:
        for _ in range(draw(s, RANDOM, n)):
            of &= of - 1
    return first_bit(of)


def shuffle(s: Cells, zone: int, at: int) -> None:
    if zone < 0 or s[STACKED] != 0:
        s[FAULT] = 1
        return
    if FORM[zone] != 1:
        s[FAULT] = 1
        return
    first = AT[zone] + 1
    n = s[AT[zone]]
    x = s[RANDOM]
    while n >= 2:
        bound = n
        last = n - 1
        while last >= 2:
            if bound * last > ONE_DRAW:
                break
            bound *= last
            last -= 1
        low = quick_mod(BASE, bound)
        while True:
            x = MULTIPLIER * (x & MASK) + (x >> BITS)
            scaled = ((x & MASK) ^ (x >> BITS)) * bound
            if (scaled & MASK) >= low:
                break
        digits = scaled >> BITS
        place = n - 1
        while place >= last:
            rest = quick_div(digits, place + 1)
            k = first + digits - rest * (place + 1)
            digits = rest
            card = s[k]
            s[k] = s[first + place]
            s[first + place] = card
            place -= 1
        n = last
    s[RANDOM] = x
    if TURNED[zone] >= 0:
        s[TURNED[zone]] = 0
    if BATCH[zone] >= 0:
        s[BATCH[zone]] = 0
