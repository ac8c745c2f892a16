"""Games beside models of their rules in plain Python, which know nothing of rulesets: a model gets the deal and the
moves, and predicts whose turn it is, the legal moves, the hands and the scores. Players choose at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Protocol

import pytest

from parlour.game import load
from parlour.states.state import State
from peer_games import lying

Places = dict[str, list[str]]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SKAT_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
NULLS = {23, 35, 46, 59}
OFTEN = 0.1  # the share of moves after which the hands are compared


class Model(Protocol):
    """One hand. Seats are 0, 1, …; `scores` has the scores of the sides."""

    zone: str  # that of `hands`
    score: str
    seat: int
    over: bool
    hands: Sequence[set[str]]
    scores: list[int]

    def legal(self) -> set[str]: ...
    def play(self, move: str) -> None: ...


def value(state: State, name: str) -> list[int]:
    layout = state.table.machine.layout
    number = next(i for i, v in enumerate(layout.program.variables) if v.name == name)
    array = layout.variables[number]
    return list(state.cells[array.at : array.at + array.size])


def hands(places: Places, zone: str = "hand") -> list[set[str]]:
    return [set(places[f"{zone} {number}"]) for number in range(1, 10) if f"{zone} {number}" in places]


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


class OhHell:
    zone = "hand"
    score = "score"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands = hands(places)
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


class Rummy500:
    zone = "hand"
    score = "score"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands = hands(places)
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


class FreeCell:
    zone = "pile"
    score = "most-home"

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.piles = [places[f"pile {n}"] for n in range(1, 9)]
        self.cells: list[str] = []
        self.home = dict.fromkeys("♣♦♥♠", 0)
        self.scores = scores
        self.seat = self.idle = 0
        self.over = False

    @property
    def hands(self) -> list[set[str]]:
        return [{*pile} for pile in self.piles]

    def legal(self) -> set[str]:
        tops = [pile[-1] for pile in self.piles if pile]
        moves = {f"put {c} home" for c in (*tops, *self.cells) if number(c) == self.home[c[-1]] + 1} | {"give up"}
        moves |= {f"put {c} in a cell" for c in tops if len(self.cells) < 4}
        moves |= {f"play {c} to pile {k}" for c in self.cells for k in self.targets(c)}
        for n, pile in enumerate(self.piles, 1):
            size = 1
            while size <= len(pile) and (size == 1 or builds(pile[1 - size], pile[-size])):
                card = pile[-size]
                for k in self.targets(card):
                    empty = sum(not other for m, other in enumerate(self.piles, 1) if m != k)
                    whole = size == len(pile) and not self.piles[k - 1]
                    if k != n and not whole and size <= (5 - len(self.cells)) * 2**empty:
                        moves.add(f"move {card} to pile {k}")
                size += 1
        return moves

    def targets(self, card: str) -> list[int]:
        return [k for k, pile in enumerate(self.piles, 1) if not pile or builds(card, pile[-1])]

    def play(self, move: str) -> None:
        words = move.split()
        self.idle += 1
        if words[0] in ("move", "play", "put"):
            cards = self.taken(words[1])
            if words[-1] == "home":
                self.home[cards[0][-1]] += 1
                self.idle = 0
            else:
                place = self.cells if words[-1] == "cell" else self.piles[int(words[-1]) - 1]
                place.extend(cards)
        self.scores[0] = sum(self.home.values())
        self.over = move == "give up" or self.scores[0] == 52 or self.idle == 150

    def taken(self, card: str) -> list[str]:
        place = next(place for place in (self.cells, *self.piles) if card in place)
        at = place.index(card)
        cards = [card] if place is self.cells else place[at:]
        del place[at : at + len(cards)]
        return cards


def number(card: str) -> int:
    return (rank(card) + 1) % 13 + 1


def builds(card: str, on: str) -> bool:
    return number(card) + 1 == number(on) and (card[-1] in "♦♥") != (on[-1] in "♦♥")


class Skat:
    zone = "hand"
    score = "score"
    values = sorted({b * n for b in (9, 10, 11, 12) for n in range(2, 19)} | {24 * n for n in range(2, 12)} | NULLS)

    def __init__(self, state: State, scores: list[int]) -> None:
        places = lying(state)
        self.hands, self.skat = hands(places), {*places["stock"]}
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


MODELS: dict[str, tuple[Callable[[State, list[int]], Model], Sequence[int], int]] = {  # with players and deals
    "oh-hell": (OhHell, [3, 4, 5, 7], 200),
    "rummy-500": (Rummy500, [2, 3, 4], 60),
    "skat": (Skat, [3], 200),
    "freecell": (FreeCell, [1], 30),
}


@pytest.mark.parametrize("game", MODELS)
def test_the_game_is_what_the_model_says(game: str) -> None:
    make, sizes, deals = MODELS[game]
    for players in sizes:
        table, chooser = load(game).table(players), Random(players)
        seed, scores = 1, [0] * players
        state = table.start(seed)
        for _ in range(deals // len(sizes)):
            model = make(state, scores)
            while not model.over:
                assert state.question.seat == model.seat + 1
                legal = sorted(str(move) for move in state.question.legal)
                assert legal == sorted(model.legal())
                move = chosen(legal, chooser)
                model.play(move)
                state = state.apply(move)
                if chooser.random() < OFTEN and not model.over:
                    assert hands(lying(state), model.zone) == list(model.hands)
            assert value(state, model.score) == model.scores
            if state.over:
                winners = [s + 1 for s, n in enumerate(scores) if n == max(scores)]
                assert list(state.outcome.winners) == (winners if game != "freecell" or scores == [52] else [])
                seed, scores = seed + 1, [0] * players
                state = table.start(seed)


def chosen(legal: list[str], chooser: Random) -> str:
    """Choose a move that isn't giving up; mostly put cards home."""
    moves = [move for move in legal if move.endswith("home") and chooser.random() < 0.9]
    return chooser.choice(moves or [move for move in legal if move != "give up"] or legal)
