"""OpenSpiel's gin_rummy as a ruleset and in plain Python: both offer the same moves at each question and end the same.

The plain rules below follow OpenSpiel's; tests/test_open_spiel.py uses the package itself.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from peer_games import MELDS, RANKS, SUITS, Cards, gin_move, loose, lying, meld_text, rank, results, table, worth

MOST_LOOSE, GIN, UNDERCUT, MOST_TAKEN = 10, 25, 25, 50


def good_to_knock(hand: Cards) -> bool:
    """True if the best melds of eleven cards, without the most expensive loose card, allow a knock."""
    left = [loose(hand - {c}) for c in hand if loose(hand - {c}) + worth([c]) == loose(hand)]
    return min(left, default=0) <= MOST_LOOSE


class Gin:
    """A hand; seats are 0 and 1. `legal` has the answers by their texts."""

    def __init__(self, hands: list[set[str]], stock: list[str], up_card: str) -> None:
        self.hands, self.stock, self.up_card = hands, stock, up_card
        self.seat = self.passes = self.taken = 0
        self.phase = "first"
        self.before = ""  # the face-up card before this turn
        self.again = False
        self.knocker: int | None = None
        self.melds: list[Cards] = []
        self.laid_off: list[str] = []

    @property
    def hand(self) -> Cards:
        return frozenset(self.hands[self.seat])

    def legal(self) -> set[str]:
        hand = self.hand
        match self.phase:
            case "first":
                return {"draw"} if self.passes == 2 else {"take", "pass"}
            case "begin":
                return {"draw", "take"}
            case "throw":
                return {f"discard {c}" for c in hand} | ({"knock"} if good_to_knock(hand) else set())
            case "wall":
                return {"pass"} | ({"knock"} if good_to_knock(hand | {self.up_card}) else set())
            case "knock" if len(hand) == 11:
                return {f"discard {c}" for c in hand if loose(hand - {c}) <= MOST_LOOSE}
            case "knock":
                melds = {meld_text(m) for m in MELDS if m <= hand and loose(hand - m) <= MOST_LOOSE}
                return melds | ({"pass"} if worth(hand) <= MOST_LOOSE else set())
            case "lay off":
                return {"pass"} | {f"lay off {c}" for m in self.melds for c in self._goes_on(m) & hand}
            case _:
                return {"pass"} | {meld_text(m) for m in MELDS if m <= hand}

    def _goes_on(self, meld: Cards) -> Cards:
        ranks = sorted({rank(c) for c in meld})
        if len(ranks) == 1:
            return frozenset(RANKS[ranks[0] - 1] + s for s in SUITS) - meld
        suit = next(iter(meld))[-1]
        ends = set()
        for end, step in ((ranks[0], -1), (ranks[-1], 1)):
            near, far = end + step, end + 2 * step
            ends.add(near)
            if 1 <= near <= 13 and RANKS[near - 1] + suit in self.laid_off:
                ends.add(far)
        return frozenset(RANKS[n - 1] + suit for n in ends if 1 <= n <= 13)

    def play(self, move: str) -> None:
        word, _, card = move.partition(" ")
        mine = self.hands[self.seat]
        match self.phase, word:
            case "first", "pass":
                self.passes += 1
                self.seat = 1 - self.seat
            case (("first" | "begin"), "draw"):
                self.before = ""
                mine.add(self.stock.pop())
                self.phase = "throw"
            case (("first" | "begin"), _):
                self.taken += self.phase == "begin"
                self.before = self.up_card
                mine.add(self.up_card)
                self.phase = "over" if self.taken == MOST_TAKEN else "throw"
            case "throw", "discard":
                mine.discard(card)
                self._thrown(card)
            case "wall", "pass":
                self.phase = "over"
            case (("throw" | "wall"), _):
                if self.phase == "wall":
                    mine.add(self.up_card)
                self.knocker = self.seat
                self.phase = "knock"
            case "knock", "discard":
                mine.discard(card)
            case "knock", "pass":
                self.phase = "lay off" if mine else "meld"
                self.seat = 1 - self.seat
            case "lay off", "lay":
                mine.discard(card.removeprefix("off "))
                self.laid_off.append(card.removeprefix("off "))
            case "lay off", _:
                self.phase = "meld"
            case _, "meld":
                mine.difference_update(card.split())
                if self.phase == "knock":
                    self.melds.append(frozenset(card.split()))
            case _:
                self.phase = "over"

    def _thrown(self, card: str) -> None:
        self.up_card = card
        self.seat = 1 - self.seat
        self.phase = "wall" if len(self.stock) == 2 else "begin"
        if card == self.before and self.again:
            self.phase = "over"
        self.again = card == self.before

    def returns(self) -> list[int]:
        if self.knocker is None:
            return [0, 0]
        knocker, other = self.hands[self.knocker], self.hands[1 - self.knocker]
        won = worth(other) - worth(knocker) + (0 if knocker else GIN)
        won -= UNDERCUT if won < 0 else 0
        return [won, -won] if self.knocker == 0 else [-won, won]


def test_gin_is_openspiels() -> None:
    dealt = table("gin_rummy", 2)
    chooser = Random(7)
    endings: Counter[str] = Counter()
    for seed in range(60):
        state = dealt.start(seed)
        zones = lying(state)
        plain = Gin([set(zones["hand 1"]), set(zones["hand 2"])], zones["stock"], zones["discards"][0])
        assert (len(plain.stock), len(zones["hand 1"]), len(zones["hand 2"])) == (31, 10, 10)
        while not state.over:
            legal = sorted(plain.legal())
            assert state.question.seat == plain.seat + 1
            assert sorted(str(move) for move in state.question.legal) == legal, plain.phase
            move = chooser.choice(legal) if seed % 3 == 0 else gin_move(plain.hand, plain.up_card, legal, chooser)
            plain.play(move)
            state = state.apply(move)
        assert plain.phase in ("over", "meld")
        assert results(state, "score") == plain.returns()
        endings[state.outcome.ending] += 1
    assert {"wall", "knocked"} <= set(endings)
