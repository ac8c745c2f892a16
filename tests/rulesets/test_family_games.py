"""Family games against their rules in plain Python: the same seats answer, choose among the same moves, get the same
cards and score the same. A model sees the deal and the moves, and after each move the cards that chance decided."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from parlour.game import Game, load
from parlour.states.state import State
from parlour.views import view
from peer_games import lying, results

RANKS = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
Zones = dict[str, list[str]]


def rank(card: str) -> str:
    return card[:-1]


class Model:
    """A game in plain Python. Seats count from 1, and the top card of a zone is its last."""

    pack = tuple(r + u for r in RANKS for u in "♣♦♥♠")
    lowest_wins = False

    def __init__(self, players: int, dealer: int, pack: list[str]) -> None:
        """Deal these cards, the top card first."""
        self.players, self.stock = players, pack[::-1]
        self.seats = range(1, players + 1)
        self.seat = self.next(dealer)
        self.zones: Zones = {}
        self.over = False
        self.deal()

    def deal(self) -> None:
        raise NotImplementedError

    def next(self, seat: int, steps: int = 1) -> int:
        return (seat - 1 + steps) % self.players + 1

    def hand(self, seat: int) -> list[str]:
        return self.zones.setdefault(f"hand {seat}", [])

    def see(self, zones: Zones) -> None:
        """Learn what chance has decided since the last move."""

    def deal_hands(self, cards: int) -> None:
        """Deal this number of cards, one at a time, beginning with the player after the dealer."""
        for n in range(cards):
            self.hand(self.next(self.seat, n)).append(self.stock.pop())

    def legal(self) -> set[str]:
        """Return the moves of `seat`."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError


class GoFish(Model):
    def deal(self) -> None:
        self.zones |= {f"books {seat}": [] for seat in self.seats} | {"stock": self.stock}
        self.deal_hands(self.players * (7 if self.players < 4 else 5))
        for seat in self.seats:
            self.lay_down(seat)

    def legal(self) -> set[str]:
        asked = {q for q in self.seats if q != self.seat and self.hand(q)}
        moves = {f"ask seat {q} for {rank(c)}" for q in asked for c in self.hand(self.seat)}
        return moves or {"go fish"}

    def play(self, move: str) -> None:
        seat, words = self.seat, move.split()
        if words[0] == "go":
            self.fish()
            self.seat = self.next(seat)
        else:
            other = self.hand(int(words[2]))
            given = [c for c in other if rank(c) == words[4]]
            other[:] = [c for c in other if c not in given]
            self.hand(seat).extend(given)
            if not given and self.fish() != words[4]:
                self.seat = self.next(seat)
        self.lay_down(seat)
        for _ in self.seats:
            if not self.hand(self.seat):
                self.fish()
            if self.hand(self.seat):
                return
            self.seat = self.next(self.seat)
        self.over = True

    def fish(self) -> str | None:
        if not self.stock:
            return None
        self.hand(self.seat).append(self.stock.pop())
        drawn = rank(self.hand(self.seat)[-1])
        self.lay_down(self.seat)
        return drawn

    def lay_down(self, seat: int) -> None:
        hand = self.hand(seat)
        for r, number in Counter(map(rank, hand)).items():
            if number == 4:
                self.zones[f"books {seat}"].extend(c for c in hand if rank(c) == r)
                hand[:] = [c for c in hand if rank(c) != r]

    def scores(self) -> list[int]:
        return [len(self.zones[f"books {seat}"]) // 4 for seat in self.seats]


class OldMaid(Model):
    """The score counts how often a player was left with the odd card."""

    pack = tuple(card for card in Model.pack if card != "Q♣")
    lowest_wins = True

    def deal(self) -> None:
        self.zones["pairs"] = []
        self.deal_hands(51)
        for seat in self.seats:
            self.lay_down(seat)
        self.pass_over()

    def see(self, zones: Zones) -> None:
        self.zones[f"hand {self.source()}"] = zones[f"hand {self.source()}"]

    def source(self) -> int:
        return next(q for n in self.seats if self.hand(q := self.next(self.seat, -n)))

    def legal(self) -> set[str]:
        return {f"draw card {n}" for n, _ in enumerate(self.hand(self.source()), 1)}

    def play(self, move: str) -> None:
        self.hand(self.seat).append(self.hand(self.source()).pop(int(move.split()[2]) - 1))
        self.lay_down(self.seat)
        self.seat = self.next(self.seat)
        self.pass_over()

    def pass_over(self) -> None:
        while not self.hand(self.seat):
            self.seat = self.next(self.seat)
        if self.source() == self.seat:
            self.zones["pairs"].append(self.hand(self.seat).pop())
            self.over = True

    def lay_down(self, seat: int) -> None:
        hand = self.hand(seat)
        for r in RANKS:
            alike = [c for c in hand if rank(c) == r]
            pairs = sorted(alike, key=Model.pack.index)[: len(alike) // 2 * 2]
            self.zones["pairs"].extend(pairs)
            hand[:] = [c for c in hand if c not in pairs]

    def scores(self) -> list[int]:
        return [int(seat == self.seat) for seat in self.seats]


GAMES: dict[str, tuple[type[Model], int]] = {"go-fish": (GoFish, 200), "old-maid": (OldMaid, 200)}


def agree(game: Game, of: type[Model], players: int, seed: int) -> None:
    """Play a game at random, and compare it with its model at each question."""
    chooser = Random(seed)
    pack = chooser.sample(of.pack, len(of.pack))
    state = game.start(players, seed=seed, pack=pack)
    model = of(players, int(view(state, 1).value("dealer")), pack)
    while not state.over:
        assert not model.over
        same_cards(model, state)
        model.see(lying(state))
        legal = sorted(str(move) for move in state.question.legal)
        assert (state.question.seat, legal) == (model.seat, sorted(model.legal()))
        move = chooser.choice(legal)
        model.play(move)
        state = state.apply(move)
    same_cards(model, state)
    assert model.over
    scores = model.scores()
    assert scores == results(state, "score")
    best = min(scores) if of.lowest_wins else max(scores)
    assert state.outcome.winners == tuple(seat for seat in model.seats if scores[seat - 1] == best)


def same_cards(model: Model, state: State) -> None:
    """Check all cards that the model follows. It knows no order but that of a zone that it sees."""
    actual = lying(state, *model.zones)
    assert {name: sorted(cards) for name, cards in actual.items()} == {n: sorted(cs) for n, cs in model.zones.items()}


@pytest.mark.parametrize("name", GAMES)
def test_the_game_follows_its_rules_in_plain_python(name: str) -> None:
    game = load(name)
    of, games = GAMES[name]
    for seed in range(games):
        agree(game, of, game.players[seed % len(game.players)], seed)
