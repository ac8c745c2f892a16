"""The generator of docs/randomness.md, written from its specification."""

from typing import TypeVar

A, B = 1013611815, 2**30
P = A * B - 1
WORD = 2**64
T = TypeVar("T")


def _mixed(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def _limbs(seed: int) -> list[int]:
    """Return the seed in two's complement, with the fewest limbs that show its sign, the lowest first."""
    count = 1
    while not -(2 ** (64 * count - 1)) <= seed < 2 ** (64 * count - 1):
        count += 1
    return [seed >> 64 * i & WORD - 1 for i in range(count)]


class Chance:
    def __init__(self, seed: int) -> None:
        h = 0
        for limb in _limbs(seed):
            h = _mixed((h + limb + 0x9E3779B97F4A7C15) % WORD)
        self.x = h % (P - 1) + 1

    def _word(self) -> int:
        self.x = A * (self.x % B) + self.x // B
        return self.x % B ^ self.x // B

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        while True:
            product = self._word() * n
            if product % B >= B % n:
                return product // B

    def one_of(self, items: list[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        n = len(items)
        while n >= 2:
            m, product = 1, n
            while n - m >= 2 and product * (n - m) <= 2**28:
                product *= n - m
                m += 1
            u = self.below(product)
            for _ in range(m):
                k, u = u % n, u // n
                items[k], items[n - 1] = items[n - 1], items[k]
                n -= 1
