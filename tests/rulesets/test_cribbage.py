"""Cribbage: the show against brute force, and whole games by its rules."""

from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from parlour import program as p
from parlour.game import load


class Card(NamedTuple):
    number: int  # 1 to 13
    suit: str


PACK = [Card(number, suit) for suit in "♣♦♥♠" for number in range(1, 14)]
NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}


def points(hand: tuple[Card, ...], starter: Card, crib: bool) -> int:
    """Return the points of four cards with the starter."""
    five = (*hand, starter)
    sets = [chosen for size in range(2, 6) for chosen in combinations(five, size)]
    found = sum(2 for chosen in sets if sum(min(card.number, 10) for card in chosen) == 15)
    found += sum(2 for chosen in sets if len(chosen) == 2 and chosen[0].number == chosen[1].number)
    found += _runs(sets)
    suits = {card.suit for card in hand}
    if len(suits) == 1:
        found += 5 if starter.suit in suits else 0 if crib else 4
    return found + sum(card.number == 11 and card.suit == starter.suit for card in hand)


def _runs(sets: list[tuple[Card, ...]]) -> int:
    for size in (5, 4, 3):
        runs = 0
        for chosen in sets:
            numbers = sorted(card.number for card in chosen)
            runs += len(chosen) == size and numbers == list(range(numbers[0], numbers[0] + size))
        if runs:
            return runs * size
    return 0


def dealt(random: Random) -> tuple[tuple[Card, ...], Card, bool]:
    """Return a hand, a starter, and whether it is a crib. Every other hand has cards of few ranks and suits, so that
    runs, pairs and flushes are frequent."""
    few = [card for card in PACK if card.number in range(3, 9) or (card.number > 9 and card.suit in "♣♦")]
    cards = random.sample(PACK if random.random() < 0.5 else few, 5)
    if random.random() < 0.1:
        suited = [card for card in PACK if card.suit == cards[0].suit]
        cards[:4] = random.sample([card for card in suited if card != cards[4]], 4)
    return tuple(cards[:4]), cards[4], random.random() < 0.3


class Shown:
    """The ruleset's answer: its function for a hand, with the starter on the table."""

    def __init__(self) -> None:
        program = load("cribbage").program
        self.machine = load("cribbage").machine(2)
        self.function = next(n for n, f in enumerate(program.functions) if f.name == "hand_points")
        layout = self.machine.layout
        self.faces = {layout.pack.name(c): c for c in range(layout.pack.size)}
        zone = next(n for n, z in enumerate(program.zones) if z.name == "starter")
        self.starter = layout.bases[zone]

    def card(self, card: Card) -> int:
        return self.faces[f"{NAMES.get(card.number, card.number)}{card.suit}"]

    def points(self, hand: tuple[Card, ...], starter: Card, crib: bool) -> int:
        cells = self.machine.start(1)
        self.machine.move(cells, self.card(starter), self.starter)
        held = sum(1 << self.card(card) for card in hand)
        call = p.CallFunction(self.function, (p.Const(held), p.Const(int(crib))))
        return int(self.machine.evaluate(cells, call, {}))


BEST = (Card(5, "♠"), Card(5, "♥"), Card(5, "♦"), Card(11, "♣")), Card(5, "♣"), False


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


def test_the_brute_force_knows_the_best_hand() -> None:
    assert points(*BEST) == 29
    assert len(set(PACK)) == 52
    assert NAMES[13] == "K"


def test_the_show_agrees_with_brute_force(shown: Shown) -> None:
    random = Random(5)
    for hand in (BEST, *(dealt(random) for _ in range(150))):
        assert shown.points(*hand) == points(*hand), hand
