"""The language's random numbers: a small generator that every platform and every back end repeats exactly.

The specification, with test vectors and measurements, is docs/randomness.md. The state is one int,
`0 < x < PRIME`, less than 2**60: plain arithmetic in Python, one signed 64-bit slot elsewhere. This is a generator for
simulations: anybody who knows a few of its words can compute the others. At a table with strangers use
`secret_seed`.
"""

from __future__ import annotations

import hmac
import secrets
from functools import cache

BITS = 30
BASE = 1 << BITS
MASK = BASE - 1
MULTIPLIER = 1013611815
PRIME = MULTIPLIER * BASE - 1  # so is (PRIME - 1) / 2: every state lies on one of two cycles of that length
ONE_DRAW = 1 << 28  # a shuffle takes as many places from one number as have no more orders than this

_MASK64 = (1 << 64) - 1


def seed_state(seed: int) -> int:
    """A well-mixed state from any int, whose 64-bit limbs are folded, the lowest first.

    The limbs are those of two's complement, as few as show the sign. An int64_t is one limb.
    """
    h = 0
    while True:
        limb = seed & _MASK64
        seed >>= 64
        h = _mix((h + limb + 0x9E3779B97F4A7C15) & _MASK64)
        if seed == -(limb >> 63):  # only the sign remains, which this limb shows
            return h % (PRIME - 1) + 1


def _mix(z: int) -> int:
    """SplitMix64's output function: a permutation of the 64-bit ints in which each bit depends on each."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return z ^ (z >> 31)


def new_seed() -> int:
    """A seed that is short enough to remember for a moment, and to type."""
    return secrets.randbelow(1_000_000)


def secret_seed() -> int:
    """A seed that nobody can guess: 0 <= seed < 2**63, from the system's secret source.

    A secret table (`Table.secretly`) sets its generator's slot to `seed_state(secret_seed())` for each step that
    involves chance. To replay the game later, log the seed with the move; show it to nobody before the game ends.
    docs/randomness.md describes the limits of this protection.
    """
    return secrets.randbits(63)


def seed_of(word: str, number: int) -> int:
    """The seed of a step of a game whose chance all follows from a secret word: number 0 is the deal, 1 the first move.

    Nobody who knows some of these seeds can compute others without the word. If its SHA-256 is published before the
    game and the word after it, everybody can check that nobody chose the cards in between.
    """
    return int.from_bytes(hmac.digest(word.encode(), str(number).encode(), "sha256")[:8], "big") >> 1


def step(x: int) -> int:
    """The next state: multiply with carry, the same as `x * MULTIPLIER % PRIME`."""
    return MULTIPLIER * (x & MASK) + (x >> BITS)


def word(x: int) -> int:
    """The 30 random bits that a state shows."""
    return (x & MASK) ^ (x >> BITS)


def below(x: int, n: int) -> tuple[int, int]:
    """A number from 0 to n - 1, each equally likely, and the next state. For n < 1 nothing is drawn: 0, x."""
    state = [x]
    return below_in(state, 0, n), state[0]


def below_in(state: list[int], slot: int, n: int) -> int:
    """Return `below(n)` for the generator in `state[slot]`."""
    if not 1 < n <= BASE:
        if n == 1:
            return 0
        raise ValueError(f"a random number below {n}: it must be at least 1 and at most 2**{BITS}")
    x = state[slot]
    while True:
        x = MULTIPLIER * (x & MASK) + (x >> BITS)
        scaled = ((x & MASK) ^ (x >> BITS)) * n
        # The number is `scaled >> BITS`. BASE words don't divide evenly among n numbers: refusing those whose
        # remainder is less than BASE % n leaves each number equally many. A remainder >= n spares the division.
        if scaled & MASK >= n or scaled & MASK >= BASE % n:
            state[slot] = x
            return scaled >> BITS


def any_below_in(state: list[int], slot: int, n: int) -> int:
    """Return `below_in` for any n, however large. Above 2**30 several words, the first one on top, make a number,
    reduced by `% n`. Numbers from the last multiple of n on are drawn again."""
    if n <= BASE:
        return below_in(state, slot, n)
    words = -(-(n - 1).bit_length() // BITS)
    end = (1 << BITS * words) // n * n
    while True:
        number = 0
        for _ in range(words):
            number = number << BITS | below_in(state, slot, BASE)
        if number < end:
            return number % n


def shuffle(cards: list[int], x: int, start: int = 0, stop: int | None = None) -> int:
    """Put `cards[start:stop]` into a random order in place, each equally likely. Returns the next state."""
    stop = len(cards) if stop is None else stop
    if not 0 <= start <= stop <= len(cards):
        raise ValueError(f"a shuffle of {start}:{stop} in a list of {len(cards)}")
    pile = cards[start:stop]
    for product, low, places in draws(stop - start):
        while True:  # below(product), with BASE % product at hand
            x = MULTIPLIER * (x & MASK) + (x >> BITS)
            scaled = ((x & MASK) ^ (x >> BITS)) * product
            if scaled & MASK >= low:
                break
        digits = scaled >> BITS
        for last, n in places:
            k = digits % n
            digits //= n
            pile[k], pile[last] = pile[last], pile[k]
    cards[start:stop] = pile
    return x


def shuffle_in(state: list[int], slot: int, first: int, count: int) -> None:
    """Shuffle `state[first : first + count]` with the generator in `state[slot]`."""
    state[slot] = shuffle(state, state[slot], first, first + count)


@cache
def draws(count: int) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """The draws of a shuffle of `count` cards: each number's bound, `BASE % bound`, and the places that it fills. Each
    place has the number of cards that can come there.

    Places are filled from the last one down. Place `n - 1` gets one of the n cards that lie at 0 to n - 1.
    A number below n * (n - 1) * ... fills several places, a mixed-radix digit each, the lowest digit first.
    """
    batches = []
    n = count
    while n >= 2:
        product, last = n, n - 1
        while last >= 2 and product * last <= ONE_DRAW:
            product *= last
            last -= 1
        batches.append((product, BASE % product, tuple((k - 1, k) for k in range(n, last, -1))))
        n = last
    return tuple(batches)
