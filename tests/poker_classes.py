"""Every kind of poker hand of five cards: one hand of each kind, how many there are, and its place in the order.

Hands are of one kind if they differ only in suits, and both or neither are flushes: 7,462 kinds. Knows nothing of
rulesets, except `Evaluator`, which asks one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb
from typing import NamedTuple

from parlour import program as p
from parlour.game import load

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "♣♦♥♠"
# How many hands of 52 cards there are of each class, as in any book about poker.
FREQUENCIES = (1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40)


class Kind(NamedTuple):
    names: tuple[str, ...]  # of the cards of one such hand
    number: int
    order: tuple[int, ...]  # its class, and the ranks that decide within it

    @property
    def of_class(self) -> int:
        return self.order[0]


def kinds() -> Iterator[Kind]:
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) == 5:
            continue
        seen: Counter[int] = Counter()
        cards = []
        for rank in ranks:
            cards.append(f"{RANKS[rank]}{SUITS[seen[rank]]}")
            seen[rank] += 1
        if len(counts) == 5:
            yield Kind(tuple(cards), 4, order(ranks, True))
            cards[0] = f"{RANKS[ranks[0]]}{SUITS[1]}"
            yield Kind(tuple(cards), 4**5 - 4, order(ranks, False))
        else:
            number = 1
            for count in counts.values():
                number *= comb(4, count)
            yield Kind(tuple(cards), number, order(ranks, False))


def order(ranks: tuple[int, ...], flush: bool) -> tuple[int, ...]:
    """Return a key that is higher for the better hand, and equal for equal hands."""
    counts = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    shape, deciding = tuple(n for n, _ in counts), tuple(rank for _, rank in counts)
    straight = len(counts) == 5 and deciding[0] - deciding[4] == 4
    if deciding == (12, 3, 2, 1, 0):
        straight, deciding = True, (3,)
    if straight:
        return (8 if flush else 4, deciding[0])
    of_class = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    return (5 if flush else of_class, *deciding)


class Evaluator:
    """The ruleset's functions about hands."""

    def __init__(self) -> None:
        game = load("five-card-draw")
        self.machine = game.machine(2)
        self.functions = {function.name: n for n, function in enumerate(game.program.functions)}
        pack = self.machine.layout.pack
        self.cards = {pack.name(c): 1 << c for c in range(pack.size)}
        self.cells = self.machine.start(1)

    def value(self, function: str, kind: Kind) -> int:
        held = sum(self.cards[name] for name in kind.names)
        return int(self.machine.evaluate(self.cells, p.CallFunction(self.functions[function], (p.Const(held),)), {}))
