"""Oh Hell, Skat and Pinochle in plain Python; `tests/rulesets/test_models.py` plays them beside the rulesets."""

from __future__ import annotations

from models import hands, rank, value
from parlour.states.state import State
from peer_games import lying

SKAT_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
NULLS = {23, 35, 46, 59}


class OhHell:
    zone = "hand"
    score = "score"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands = [{*hand} for hand in hands(places)]
        self.players = len(self.hands)
        most = min(10, 51 // self.players)
        sizes = [*range(most, 0, -1), *range(2, most + 1)]
        self.size = sizes[value(state, "hands")[0]]
        assert [len(hand) for hand in self.hands] == [self.size] * self.players
        self.trump = places["turned-up"][0][-1]
        self.seat = self.leader = (value(state, "dealer")[0] + 1) % self.players
        self.bids: list[int] = []
        self.taken = [0] * self.players
        self.trick: list[tuple[int, str]] = []
        self.scores = scores
        self.over = False

    def legal(self) -> set[str]:
        if len(self.bids) < self.players:
            last = len(self.bids) == self.players - 1
            return {f"bid {n}" for n in range(self.size + 1) if not last or n + sum(self.bids) != self.size}
        hand = self.hands[self.seat]
        following = {c for c in hand if self.trick and c[-1] == self.trick[0][1][-1]}
        return {f"play {c}" for c in following or hand}

    def play(self, move: str) -> None:
        word, what = move.split()
        if word == "bid":
            self.bids.append(int(what))
        else:
            self.hands[self.seat].remove(what)
            self.trick.append((self.seat, what))
        self.seat = (self.seat + 1) % self.players
        if len(self.trick) == self.players:
            led = self.trick[0][1][-1]
            self.seat = max(self.trick, key=lambda t: (t[1][-1] == self.trump, t[1][-1] == led, rank(t[1])))[0]
            self.taken[self.seat] += 1
            self.trick = []
            if not self.hands[0]:
                self.over = True
                for n, bid in enumerate(self.bids):
                    seat = (self.leader + n) % self.players
                    self.scores[seat] += 10 + bid if self.taken[seat] == bid else 0


class Skat:
    zone = "hand"
    score = "score"
    values = sorted({b * n for b in (9, 10, 11, 12) for n in range(2, 19)} | {24 * n for n in range(2, 12)} | NULLS)

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands, self.skat = [{*hand} for hand in hands(places)], {*places["stock"]}
        self.first = (value(state, "dealer")[0] + 1) % 3
        self.holder, self.caller = self.first, (self.first + 1) % 3
        self.seat = self.caller
        self.passed: list[int] = []
        self.bid = 0
        self.unanswered = self.over = self.by_hand = False
        self.phase = "bid"
        self.trumps, self.announced = "", 0
        self.trick: list[tuple[int, str]] = []
        self.won: list[list[str]] = [[], [], []]
        self.scores = scores

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        match self.phase:
            case "bid" if self.unanswered:
                return {f"hold {self.bid}", "pass"}
            case "bid":
                return {f"bid {min(n for n in self.values if n > self.bid)}", "pass"}
            case "skat":
                return {"take the skat", "play without it"}
            case "put away":
                return {f"put away {c}" for c in hand}
            case "name":
                nulls = {"play null": 35 if self.by_hand else 23, "play null ouvert": 59 if self.by_hand else 46}
                named = {f"play {game}" for game in ("♣", "♦", "♥", "♠", "grand")}
                return named | {name for name, worth in nulls.items() if worth >= self.bid}
            case "announce":
                return {f"announce {word}" for word in ("nothing", "schneider", "schwarz", "ouvert")}
        following = {c for c in hand if self.trick and self.suit(c) == self.suit(self.trick[0][1])}
        return {f"play {c}" for c in following or hand}

    def suit(self, card: str) -> str:
        return "trumps" if self.trumps != "null" and (card[0] == "J" or card[-1] == self.trumps) else card[-1]

    def strength(self, card: str) -> int:
        if self.trumps == "null":
            return rank(card)
        return 90 + "♦♥♠♣".index(card[-1]) if card[0] == "J" else ["7", "8", "9", "Q", "K", "10", "A"].index(card[:-1])

    def play(self, move: str) -> None:
        hand = self.hands[self.seat]
        match move.split():
            case ["bid" | "hold", what]:
                self.unanswered = not self.unanswered and self.holder != self.caller
                self.bid = int(what)
                self.turn_to_bid()
            case ["pass"]:
                self.passed.append(self.seat)
                self.holder = self.caller if self.seat == self.holder else self.holder
                left = [seat for seat in range(3) if seat not in self.passed and seat != self.holder]
                self.caller = left[0] if left else self.holder
                self.unanswered = False
                self.turn_to_bid()
            case ["take", *_]:
                hand |= self.skat
                self.skat, self.phase = set(), "put away"
            case ["play", "without", "it"]:
                self.by_hand = True
                self.name()
            case ["put", "away", card]:
                hand.remove(card)
                self.skat.add(card)
                if len(self.skat) == 2:
                    self.name()
            case ["announce", word]:
                self.announced = ["nothing", "schneider", "schwarz", "ouvert"].index(word)
                self.phase, self.seat = "play", self.first
            case ["play", *words] if self.phase == "name":
                self.trumps, self.announced = words[0], 3 if words[-1] == "ouvert" else 0
                self.phase = "announce" if self.by_hand and self.trumps != "null" else "play"
                self.seat = self.seat if self.phase == "announce" else self.first
            case ["play", card]:
                hand.remove(card)
                self.trick.append((self.seat, card))
                self.seat = (self.seat + 1) % 3
                if len(self.trick) == 3:
                    self.end_trick()

    def turn_to_bid(self) -> None:
        self.seat = self.holder if self.unanswered else self.caller
        self.over = len(self.passed) == 3
        if len(self.passed) == 2 and self.bid:
            self.phase, self.seat = "skat", self.holder

    def name(self) -> None:
        self.phase, self.own = "name", self.hands[self.seat] | self.skat

    def end_trick(self) -> None:
        led = self.suit(self.trick[0][1])
        order = {"trumps": 2, led: 1} | ({"trumps": 2} if led == "trumps" else {})
        self.seat = max(self.trick, key=lambda t: (order.get(self.suit(t[1]), 0), self.strength(t[1])))[0]
        self.won[self.seat] += [card for _, card in self.trick]
        self.trick = []
        mine = self.won[self.holder]
        if (self.trumps == "null" and mine) or not self.hands[0]:
            self.over = True
            game, won = self.null(mine) if self.trumps == "null" else self.game(mine)
            self.scores[self.holder] += game if won else -2 * game

    def null(self, mine: list[str]) -> tuple[int, bool]:
        return {(0, 0): 23, (1, 0): 35, (0, 3): 46, (1, 3): 59}[self.by_hand, self.announced], not mine

    def game(self, mine: list[str]) -> tuple[int, bool]:
        points = sum(SKAT_POINTS.get(c[:-1], 0) for c in [*mine, *self.skat])
        deck = [f"{r}{s}" for r in ("7", "8", "9", "10", "J", "Q", "K", "A") for s in "♦♥♠♣"]
        tops = sorted((c for c in deck if self.suit(c) == "trumps"), key=self.strength, reverse=True)
        matadors = next((n for n, c in enumerate(tops) if (c in self.own) != (tops[0] in self.own)), len(tops))
        schneider = self.announced > 0 or not 30 < points < 90
        schwarz = self.announced > 1 or len(mine) in (0, 30)
        base = {"♦": 9, "♥": 10, "♠": 11, "♣": 12}.get(self.trumps, 24)
        game = base * (1 + matadors + self.by_hand + self.announced + schneider + schwarz)
        won = points >= (90 if self.announced else 61) and (self.announced < 2 or len(mine) == 30) and game >= self.bid
        return max(game, -(-self.bid // base) * base), won


class Pinochle:
    zone = "hand"
    score = "score"
    order = ("9", "J", "Q", "K", "10", "A")

    def __init__(self, state: State, scores: list[int]) -> None:
        self.hands = hands(lying(state))
        self.seat = (value(state, "dealer")[0] + 1) % 4
        self.high, self.declarer = 24, -1
        self.passed: set[int] = set()
        self.phase, self.trump = "bid", ""
        self.melds, self.points, self.tricks = [0, 0], [0, 0], [0, 0]
        self.trick: list[tuple[int, str]] = []
        self.scores = scores
        self.over = False

    def legal(self) -> set[str]:
        if self.phase == "bid":
            return {f"bid {n}" for n in range(self.high + 1, 81)} | {"pass"}
        if self.phase == "name":
            return {f"make {suit} trump" for suit in "♣♦♥♠"}
        hand = {*self.hands[self.seat]}
        if self.trick:
            led = self.trick[0][1][-1]
            trumps = {c for c in hand if c[-1] == self.trump}
            hand = {c for c in hand if c[-1] == led} or trumps or hand
            if hand <= trumps:
                best = max((self.order.index(c[:-1]) for _, c in self.trick if c[-1] == self.trump), default=-1)
                hand = {c for c in hand if self.order.index(c[:-1]) > best} or hand
        return {f"play {c}" for c in hand}

    def play(self, move: str) -> None:
        match move.split():
            case ["pass"]:
                self.passed.add(self.seat)
                self.next_bidder()
            case ["bid", n]:
                self.high, self.declarer = int(n), self.seat
                self.next_bidder()
            case ["make", suit, "trump"]:
                self.trump, self.phase = suit, "play"
                for seat, hand in enumerate(self.hands):
                    self.melds[seat % 2] += pinochle_melds(hand, suit)
            case ["play", card]:
                self.hands[self.seat].remove(card)
                self.trick.append((self.seat, card))
                self.seat = (self.seat + 1) % 4
                if len(self.trick) == 4:
                    self.end_trick()

    def next_bidder(self) -> None:
        self.seat = next((s % 4 for s in range(self.seat + 1, self.seat + 5) if s % 4 not in self.passed), self.seat)
        self.over = len(self.passed) == 4
        if not self.over and self.declarer >= 0 and (len(self.passed) == 3 or self.high == 80):
            self.phase, self.seat = "name", self.declarer

    def end_trick(self) -> None:
        led = self.trick[0][1][-1]
        keys = [(c[-1] == self.trump, c[-1] == led, self.order.index(c[:-1])) for _, c in self.trick]
        self.seat = self.trick[keys.index(max(keys))][0]
        self.tricks[self.seat % 2] += 1
        self.points[self.seat % 2] += sum(c[:-1] in ("A", "10", "K") for _, c in self.trick)
        self.trick = []
        if not self.hands[0]:
            self.over = True
            self.points[self.seat % 2] += 1
            for side in (0, 1):
                total = self.points[side] + (self.melds[side] if self.tricks[side] else 0)
                self.scores[side] += -self.high if side == self.declarer % 2 and total < self.high else total


def pinochle_melds(hand: list[str], trump: str) -> int:
    def arounds(r: str) -> int:
        return min(hand.count(r + suit) for suit in "♣♦♥♠")

    runs = min(hand.count(r + trump) for r in ("J", "Q", "K", "10", "A"))
    marriages = {suit: min(hand.count("K" + suit), hand.count("Q" + suit)) for suit in "♣♦♥♠"}
    points = (0, 15, 150)[runs] + hand.count("9" + trump) + 4 * (marriages.pop(trump) - runs)
    points += 2 * sum(marriages.values()) + (0, 4, 30)[min(hand.count("Q♠"), hand.count("J♦"))]
    return points + sum((0, n, 10 * n)[arounds(r)] for r, n in (("A", 10), ("K", 8), ("Q", 6), ("J", 4)))
