"""Five-card draw: the evaluator against all kinds of hands of five cards."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, groupby, pairwise
from math import comb
from typing import NamedTuple

import pytest

from parlour import program as p
from parlour.game import load
from parlour.playouts.decisions import decisions
from parlour.playouts.player import Task
from parlour.states.state import fast_machine

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


KINDS = sorted(kinds(), key=lambda kind: kind.order)
CLASSES = [list(of) for _, of in groupby(KINDS, key=lambda kind: kind.of_class)]
SAMPLE = [kind for of in CLASSES for kind in (*of[:-1:40], of[-1])]


def test_the_kinds_are_all_hands_of_a_pack() -> None:
    counted: Counter[int] = Counter()
    for kind in KINDS:
        counted[kind.of_class] += kind.number
    assert tuple(counted[n] for n in range(9)) == FREQUENCIES
    assert len({kind.order for kind in KINDS}) == 7_462


def test_the_evaluator_puts_every_kind_in_its_class_and_place(pytestconfig: pytest.Config) -> None:
    """A usual run takes every fortieth kind of a class, and its lowest and highest ones."""
    evaluator = Evaluator()
    strengths = []
    for kind in KINDS if pytestconfig.getoption("--all") else SAMPLE:
        strength = evaluator.value("strength", kind)
        assert strength // 400_000 == kind.of_class, kind
        strengths.append(strength)
    assert all(low < high for low, high in pairwise(strengths))


def calls(stack: int) -> int:
    """Return how many functions Python calls for 20 decisions by the policy, after the same ones have compiled all."""
    game = load("five-card-draw", options={"stack": stack, "betting": "none-at-all"})
    machine, task = fast_machine(game.program, 6), Task(1, None, True, 20, states=False)
    counted: Counter[str] = Counter()
    for profile in (None, lambda frame, event, _: counted.update([event])):
        sys.setprofile(profile)
        assert len(list(decisions(machine, task, 0))) > 20
        sys.setprofile(None)
    return counted["call"]


def test_bots_look_at_their_hand_once_for_ten_thousand_bets() -> None:
    assert calls(10_000) < 2 * calls(100)
