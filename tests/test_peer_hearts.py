"""OpenSpiel's hearts as a ruleset and in plain Python: both offer the same moves at each question and end the same.

The plain rules below follow OpenSpiel's; tests/test_open_spiel.py uses the package itself.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from parlour.states.state import State
from peer_games import hands, hearts_card, height, results, table

QUEEN = "Q♠"


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


def passed(state: State, chooser: Random) -> tuple[State, int]:
    """Pass three cards of everybody on, one by one; also return how many seats they move."""
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
    dealt = table("hearts", 4)
    chooser = Random(4)
    ways: Counter[int] = Counter()
    moons = 0
    for seed in range(80):
        state = dealt.start(seed)
        assert [len(hand) for hand in hands(state)] == [13] * 4
        way = 0
        if str(state.question.legal[0]).startswith("pass"):
            state, way = passed(state, chooser)
        ways[way] += 1
        plain = Tricks(hands(state))
        while not state.over:
            assert state.question.seat == plain.seat + 1
            legal = plain.legal()
            assert {str(m) for m in state.question.legal} == {f"play {card}" for card in legal}
            card = hearts_card(legal, plain.seat == seed % 4, seed % 8 < 5, chooser)
            plain.play(card)
            state = state.apply(f"play {card}")
        assert results(state, "returns") == plain.returns()
        moons += 26 in plain.points
    assert set(ways) == {0, 1, 2, 3}
    assert moons
