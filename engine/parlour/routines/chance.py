"""The generator of random numbers: picking, shuffling, and the random choices of players."""

from parlour.routines.looking import foot
from parlour.routines.names import *
from parlour.routines.twins import first_card


def scaled(s: Cells, x: int, n: int) -> int:
    """The random word of a generator in this state, times n."""
    return ((x & MASK) ^ (x >> BITS)) * n


def drawn(s: Cells, x: int, n: int) -> int:
    """The state of a generator after drawing a number below n, which is at least 2."""
    while True:
        x = MULTIPLIER * (x & MASK) + (x >> BITS)
        low = scaled(s, x, n) & MASK
        if low >= n:
            break
        if low >= quick_mod(BASE, n):
            break
    return x


def draw(s: Cells, n: int) -> int:
    """Return a number below n (at least 2), drawn from the generator of the game."""
    x = drawn(s, s[RANDOM], n)
    s[RANDOM] = x
    return scaled(s, x, n) >> BITS


def choose(s: Cells, n: int) -> int:
    """Return a number below n, drawn from the generator of the players."""
    if n < 2:
        return 0
    x = drawn(s, s[CHOOSER], n)
    s[CHOOSER] = x
    return scaled(s, x, n) >> BITS


def nth_bit(s: Cells, of: int, n: int) -> int:
    while n > 0:
        of &= of - 1
        n -= 1
    return first_bit(of)


def pick_number(s: Cells, low: int, high: int, at: int) -> int:
    n = high - low + 1
    if n <= 0 or n > BASE:
        fail(f"can't choose at random from {low} to {high}: this range is empty", at)
        return low
    if n == 1:
        return low
    return low + draw(s, n)


def pick_member(s: Cells, of: int, at: int) -> int:
    if of == 0:
        fail("can't choose at random from an empty set", at)
        return 0
    n = of.bit_count()
    if n > 1:
        for _ in range(draw(s, n)):
            of &= of - 1
    return first_bit(of)


def pick_card(s: Cells, of: int, at: int) -> int:
    if of == 0:
        fail("can't choose at random from an empty set", at)
        return 0
    n = of.bit_count()
    if n > 1:
        for _ in range(draw(s, n)):
            of ^= 1 << first_card(s, of)
    return first_card(s, of)


def shuffle(s: Cells, zone: int, at: int) -> None:
    if zone < 0:
        fail("expected a zone to move cards to, found none", at)
        return
    if FORM[zone] != 1:
        fail(f"`{ZONE_NAME[zone]}` has no order to shuffle", at)
        return
    if s[STACKED] != 0:
        abandon()
        return
    first = foot(s, zone) + 1
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
        x = drawn(s, x, bound)
        digits = scaled(s, x, bound) >> BITS
        place = n - 1
        while place >= last:
            rest = digits * RECIPROCAL[place + 1] >> RECIPROCAL_BITS  # digits // (place + 1)
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
