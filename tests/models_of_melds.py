"""Rummy 500 and Canasta in plain Python; `tests/rulesets/test_models.py` plays them beside the rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from models import RANKS, hands, rank, value
from parlour.states.state import State
from peer_games import lying


class Rummy500:
    zone = "hand"
    score = "score"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands = [{*hand} for hand in hands(places)]
        self.stock, self.discards = places["stock"], places["discards"]
        self.players = len(self.hands)
        self.seat = (value(state, "dealer")[0] + 1) % self.players
        self.melds: list[set[str]] = []
        self.points = [0] * self.players
        self.drawn = self.over = False
        self.due: str | None = None
        self.scores = scores

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        if not self.drawn:
            up = [c for n, c in enumerate(self.discards) if self.fits(c) or usable(c, hand | {*self.discards[n + 1 :]})]
            return {f"take {c}" for c in up} | {"draw" if self.stock else "end the hand"}
        melds = {f"meld {spelled(m)}" for m in melds_of(hand) if self.due is None or self.due in m}
        added = {f"add {c} to meld {n}" for c in hand if self.due in (None, c) for n in self.fits(c)}
        return melds | added | ({f"discard {c}" for c in hand} if self.due is None else set())

    def fits(self, card: str) -> list[int]:
        return [n for n, meld in enumerate(self.melds, 1) if is_meld(meld | {card})]

    def play(self, move: str) -> None:
        hand = self.hands[self.seat]
        match move.split():
            case ["draw"]:
                hand.add(self.stock.pop())
                self.drawn = True
            case ["take", card]:
                at = self.discards.index(card)
                hand.update(self.discards[at:])
                del self.discards[at:]
                self.due, self.drawn = card, True
            case ["meld", *cards]:
                self.melds.append(set())
                self.put({*cards}, self.melds[-1])
            case ["add", card, "to", "meld", number]:
                self.put({card}, self.melds[int(number) - 1])
            case ["discard", card]:
                hand.remove(card)
                self.discards.append(card)
                self.drawn = False
                if hand:
                    self.seat = (self.seat + 1) % self.players
        self.over = not hand or move == "end the hand"
        if self.over:
            for seat, left in enumerate(self.hands):
                self.scores[seat] += self.points[seat] - sum(worth(c) for c in left)

    def put(self, cards: set[str], meld: set[str]) -> None:
        self.hands[self.seat] -= cards
        meld |= cards
        low_ace = any(c[:-1] == "2" for c in meld)
        self.points[self.seat] += sum(1 if c[:-1] == "A" and low_ace else worth(c) for c in cards)
        if self.due in cards:
            self.due = None


def worth(card: str) -> int:
    return {"A": 15, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def is_meld(cards: set[str]) -> bool:
    if len({c[-1] for c in cards}) > 1:
        return len(cards) > 2 and len({c[:-1] for c in cards}) == 1
    ranks = [rank(c) for c in cards]
    low = [-1 if r == 12 else r for r in ranks]
    return len(cards) > 2 and len(cards) - 1 in (max(ranks) - min(ranks), max(low) - min(low))


def melds_of(hand: set[str]) -> list[frozenset[str]]:
    sets = [{c for c in hand if c[:-1] == r} for r in RANKS]
    found = {frozenset(x) for cards in sets for size in (3, 4) for x in combinations(cards, size)}
    for suit in "♣♦♥♠":
        line = [rank + suit for rank in ("A", *RANKS)]
        for start in range(12):
            for end in range(start + 3, 15):
                if line[end - 1] not in hand:
                    break
                if hand.issuperset(line[start:end]):
                    found.add(frozenset(line[start:end]))
    return [*found]


def usable(card: str, others: set[str]) -> bool:
    alike = {c for c in others if c[:-1] == card[:-1] or c[-1] == card[-1]}
    near = [c for c in alike if (rank(c) - rank(card)) % 13 in (0, 1, 2, 11, 12)]
    return any(is_meld({card, *two}) for two in combinations(near, 2))


def spelled(cards: Iterable[str]) -> str:
    return " ".join(sorted(cards, key=lambda c: ((rank(c) + 1) % 13, "♣♦♥♠".index(c[-1]))))


class Canasta:
    zone = "hand"
    score = "score"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands, self.stock, self.discards = hands(places), places["stock"], places["discards"]
        self.threes = [len(places["threes 1"]), len(places["threes 2"])]
        self.seat = (value(state, "dealer")[0] + 1) % 4
        self.melds: list[dict[str, list[str]]] = [{}, {}]
        self.opened = [False, False]
        self.claimed = ""
        self.drawn = self.tried = self.over = False
        self.melders: set[int] = set()
        self.fresh = True
        self.scores = scores

    @property
    def side(self) -> int:
        return self.seat % 2

    def points(self, side: int) -> int:
        return sum(canasta_worth(c) for meld in self.melds[side].values() for c in meld)

    def minimum(self) -> int:
        score = self.scores[self.side]
        return 15 if score < 0 else 50 if score < 1500 else 90 if score < 3000 else 120

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        natural = [c for c in hand if not is_wild(c)]
        wild = [c for c in hand if is_wild(c)]
        return self.melding(hand, natural, wild) if self.drawn else self.taking(hand, natural, wild)

    def taking(self, hand: list[str], natural: list[str], wild: list[str]) -> set[str]:
        moves = {"draw"} if self.stock else {"end the hand"}
        top = self.discards[-1] if self.discards else "3"
        if self.tried or is_wild(top) or top[0] == "3" or self.reach(natural, wild, top) < self.minimum():
            return moves
        melds = self.melds[self.side]
        like = [c for c in natural if c[:-1] == top[:-1]]
        pairs = {*combinations(like, 2)}
        if self.opened[self.side] and not any(is_wild(c) or c in ("3♦", "3♥") for c in self.discards):
            pairs |= {(c, w) for c in like for w in wild if self.wilds(top[:-1]) < 3}
            pairs |= {()} if top[:-1] in melds else set()
        for pair in pairs:
            if self.can_leave(len(hand) - len(pair) + len(self.discards) - 1, [*pair, top], top[:-1]):
                moves.add(f"take the pile with {spelled_high(pair)}" if pair else "take the pile onto your meld")
        return moves

    def melding(self, hand: list[str], natural: list[str], wild: list[str]) -> set[str]:
        moves: set[str] = set()
        reached = self.opened[self.side] or self.reach(natural, wild) >= self.minimum()
        for rank_ in {c[:-1] for c in natural if reached and not self.tried}:
            like = [c for c in natural if c[:-1] == rank_]
            for cards in {x for size in range(2, len(like) + 1) for x in combinations(like, size)}:
                for extra in {x for size in range(4) for x in combinations(sorted(wild), size)}:
                    left = len(hand) - len(cards) - len(extra)
                    black = rank_ == "3" and (extra or left > 1)
                    if len(cards) + len(extra) < 3 or self.wilds(rank_) + len(extra) > 3 or black:
                        continue
                    if self.can_leave(left, [*cards, *extra], rank_):
                        with_ = f" with {spelled_high(extra)}" if extra else ""
                        moves.add(f"meld {spelled_high(cards)}{with_}")
        for rank_ in self.melds[self.side]:
            for c in {*hand}:
                fits = self.wilds(rank_) < 3 and rank_ != "3" if is_wild(c) else c[:-1] == rank_
                if fits and self.can_leave(len(hand) - 1, [c], rank_):
                    moves.add(f"add {c} to {rank_}")
        pending = bool(self.melds[self.side]) and not self.opened[self.side]
        if pending:
            moves.add("take your melds back")
        elif len(hand) > 1 or self.canastas():
            moves |= {f"discard {c}" for c in hand}
        return moves

    def wilds(self, rank_: str) -> int:
        return sum(is_wild(c) for c in self.melds[self.side].get(rank_, []))

    def canastas(self) -> int:
        return sum(len(meld) > 6 for meld in self.melds[self.side].values())

    def can_leave(self, left: int, cards: list[str], rank_: str) -> bool:
        size = len(self.melds[self.side].get(rank_, []))
        points = self.points(self.side) + sum(map(canasta_worth, cards))
        opens = self.opened[self.side] or points >= self.minimum()
        return left > 1 or (opens and (self.canastas() > 0 or size + len(cards) > 6))

    def reach(self, natural: list[str], wild: list[str], top: str = "") -> int:
        if self.opened[self.side]:
            return 1000
        total = self.points(self.side) + sum(map(canasta_worth, wild))
        for rank_ in {c[:-1] for c in natural}:
            n = sum(c[:-1] == rank_ for c in natural)
            if n > 2 or (n == 2 and wild) or rank_ in self.melds[self.side] or rank_ == top[:-1]:
                total += n * canasta_worth(rank_ + "♣")
        return total + (canasta_worth(top) if top else 0)

    def play(self, move: str) -> None:
        hand, melds = self.hands[self.seat], self.melds[self.side]
        match move.split():
            case ["draw"]:
                self.drawn = True
                while self.draws():
                    pass
            case ["end", "the", "hand"]:
                self.score_hand()
            case ["take", "the", "pile", *words]:
                self.drawn, self.claimed = True, self.discards.pop()
                melds.setdefault(self.claimed[:-1], []).append(self.claimed)
                self.put([c for c in words if c[-1] in "♣♦♥♠k"], self.claimed[:-1])
            case ["take", "your", "melds", "back"]:
                hand += [c for meld in melds.values() for c in meld]
                melds.clear()
                self.melders.discard(self.seat)
                self.tried = True
                if self.claimed:
                    hand.remove(self.claimed)
                    self.discards.append(self.claimed)
                    self.claimed, self.drawn = "", False
            case ["meld", *words]:
                cards = [c for c in words if c != "with"]
                self.put(cards, next(c for c in cards if not is_wild(c))[:-1])
            case ["add", card, "to", rank_]:
                self.put([card], rank_)
            case ["discard", card]:
                hand.remove(card)
                self.discards.append(card)
                if hand:
                    self.seat = (self.seat + 1) % 4
                    self.drawn = self.tried = False
                    self.fresh = self.seat not in self.melders
        if not self.over and not hand:
            self.scores[self.side] += 200 if self.fresh else 100
            self.score_hand()

    def draws(self) -> bool:
        """Draw a card; return whether it is a red three, and so another one follows."""
        if not self.stock:
            self.score_hand()
            return False
        card = self.stock.pop()
        if card in ("3♦", "3♥"):
            self.threes[self.side] += 1
            return True
        self.hands[self.seat].append(card)
        return False

    def put(self, cards: list[str], rank_: str) -> None:
        for c in cards:
            self.hands[self.seat].remove(c)
        self.melds[self.side].setdefault(rank_, []).extend(cards)
        self.melders.add(self.seat)
        self.opened[self.side] |= self.points(self.side) >= self.minimum()
        if self.opened[self.side] and self.claimed:
            self.threes[self.side] += sum(c in ("3♦", "3♥") for c in self.discards)
            self.hands[self.seat] += [c for c in self.discards if c not in ("3♦", "3♥")]
            self.discards, self.claimed = [], ""

    def score_hand(self) -> None:
        self.over = True
        for side in (0, 1):
            total = self.points(side) - sum(canasta_worth(c) for hand in self.hands[side::2] for c in hand)
            for meld in self.melds[side].values():
                total += (300 if any(map(is_wild, meld)) else 500) if len(meld) > 6 else 0
            reds = 800 if self.threes[side] == 4 else 100 * self.threes[side]
            self.scores[side] += total + (reds if self.opened[side] else -reds)


def is_wild(card: str) -> bool:
    return card == "Jk" or card[:-1] == "2"


def canasta_worth(card: str) -> int:
    if card == "Jk":
        return 50
    return {"2": 20, "A": 20, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}.get(card[:-1], 10)


def spelled_high(cards: Iterable[str]) -> str:
    return " ".join(sorted(cards, key=lambda c: (13, 0) if c == "Jk" else (rank(c), "♣♦♥♠".index(c[-1]))))
