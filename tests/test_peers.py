"""OpenSpiel's hearts as a ruleset and in plain Python, in lock step: what may be done at each question, and the end.

The plain rules below are written after OpenSpiel's; the package itself is not asked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

from parlour.compiler import compile_ruleset, require
from parlour.machine.state import State, Table
from parlour.machine.texts import zone_name

PEER = Path(__file__).parent / "peers" / "hearts.yaml"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
QUEEN = "Q♠"


def height(card: str) -> int:
    return RANKS.index(card[:-1])


class Tricks:
    """The thirteen tricks of a hand; seats are 0 to 3."""

    def __init__(self, hands: list[set[str]]) -> None:
        self.hands = hands
        self.seat = next(seat for seat, hand in enumerate(hands) if "2♣" in hand)
        self.trick: list[tuple[int, str]] = []
        self.played = 0
        self.broken = False
        self.points = [0, 0, 0, 0]

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        if self.played == 0:
            return {"2♣"}
        if not self.trick:
            return {c for c in hand if c[-1] != "♥" or self.broken} or hand
        following = {c for c in hand if c[-1] == self.trick[0][1][-1]}
        if following:
            return following
        if self.played < 4:
            return {c for c in hand if c[-1] != "♥" and c != QUEEN} or hand
        return hand

    def play(self, card: str) -> None:
        self.hands[self.seat].discard(card)
        self.trick.append((self.seat, card))
        self.played += 1
        self.broken |= card[-1] == "♥" or card == QUEEN
        self.seat = (self.seat + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][1][-1]
            self.seat = max((height(card), seat) for seat, card in self.trick if card[-1] == led)[1]
            self.points[self.seat] += sum((c[-1] == "♥") + 13 * (c == QUEEN) for _, c in self.trick)
            self.trick = []

    def returns(self) -> list[int]:
        shot = 26 in self.points
        return [26 - ((0 if n == 26 else 26) if shot else n) for n in self.points]


def hands(state: State) -> list[set[str]]:
    layout = state.table.machine.layout
    found = {
        zone_name(layout, i.number): {layout.pack.name(c) for c in layout.contents(list(state.cells), i)}
        for i in layout.instances
    }
    return [found[f"hand {seat}"] for seat in range(1, 5)]


def passed(state: State, chooser: Random) -> tuple[State, int]:
    """Three cards of everybody are passed on, one by one; returned is also how many seats on they have gone."""
    kept = hands(state)
    given: list[set[str]] = [set() for _ in kept]
    for move in range(12):
        seat = move // 3
        assert state.question.seat == seat + 1
        assert {str(m) for m in state.question.legal} == {f"pass {card}" for card in kept[seat]}
        card = chooser.choice(sorted(kept[seat]))
        kept[seat].discard(card)
        given[seat].add(card)
        state = state.apply(f"pass {card}")
    ways = [way for way in (1, 2, 3) if hands(state) == [kept[seat] | given[(seat - way) % 4] for seat in range(4)]]
    assert len(ways) == 1
    return state, ways[0]


def test_hearts_is_openspiels() -> None:
    table = Table.of(require(compile_ruleset(PEER))[1], 4)
    chooser = Random(4)
    ways: Counter[int] = Counter()
    moons = 0
    for seed in range(80):
        state = table.start(seed)
        assert [len(hand) for hand in hands(state)] == [13] * 4
        way = 0
        if str(state.question.legal[0]).startswith("pass"):
            state, way = passed(state, chooser)
        ways[way] += 1
        plain = Tricks(hands(state))
        greedy = seed % 4  # somebody who wants every trick, so that a moon is shot now and then
        while not state.over:
            assert state.question.seat == plain.seat + 1
            legal = plain.legal()
            assert {str(m) for m in state.question.legal} == {f"play {card}" for card in legal}
            card = chooser.choice(sorted(legal))
            if plain.seat == greedy:
                card = max(sorted(legal), key=height)
            elif plain.trick and seed % 2:
                card = min(sorted(legal), key=height)
            plain.play(card)
            state = state.apply(f"play {card}")
        returns = state.outcome.values["returns"]
        assert isinstance(returns, Mapping)
        assert [returns[seat] for seat in range(1, 5)] == plain.returns()
        moons += 26 in plain.points
    assert set(ways) == {0, 1, 2, 3}
    assert moons
