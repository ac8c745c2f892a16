"""Family games against their rules in plain Python: the same seats answer, choose among the same moves, get the same
cards and score the same. A model sees the deal and the moves, and after each move the cards that chance decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from parlour.game import Game, load
from parlour.states.state import State
from peer_games import lying, results

Zones = dict[str, list[str]]


def rank(card: str) -> str:
    return card[:-1]


class Model:
    """A game in plain Python. Seats count from 1; `zones` has all cards of the game that it follows."""

    ordered = False

    def __init__(self, players: int, seat: int, zones: Zones) -> None:
        self.players, self.seat = players, seat
        self.zones = {name: list(cards) for name, cards in zones.items()}

    def next(self, seat: int, steps: int = 1) -> int:
        return (seat - 1 + steps) % self.players + 1

    def legal(self) -> set[str]:
        """Return the moves of `seat`; nothing after the end."""
        raise NotImplementedError

    def play(self, move: str) -> None:
        raise NotImplementedError

    def scores(self) -> list[int]:
        raise NotImplementedError


class GoFish(Model):
    def hand(self, seat: int) -> list[str]:
        return self.zones[f"hand {seat}"]

    def legal(self) -> set[str]:
        asked = {q for q in range(1, self.players + 1) if q != self.seat and self.hand(q)}
        moves = {f"ask seat {q} for {rank(c)}" for q in asked for c in self.hand(self.seat)}
        return moves or ({"go fish"} if self.hand(self.seat) else set())

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
        for _ in range(self.players):
            if not self.hand(self.seat):
                self.fish()
            if self.hand(self.seat):
                return
            self.seat = self.next(self.seat)

    def fish(self) -> str | None:
        stock = self.zones["stock"]
        if not stock:
            return None
        self.hand(self.seat).append(stock.pop())
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
        return [len(self.zones[f"books {seat}"]) // 4 for seat in range(1, self.players + 1)]


GAMES: dict[str, tuple[Callable[[int, int, Zones], Model], int]] = {
    "go-fish": (GoFish, 200),
}


def agree(game: Game, of: Callable[[int, int, Zones], Model], players: int, seed: int) -> None:
    """Play a game at random, and compare it with its model at each question."""
    chooser = Random(seed)
    state = game.start(players, seed=seed)
    model = of(players, state.question.seat, lying(state))
    while not state.over:
        legal = sorted(str(move) for move in state.question.legal)
        assert (state.question.seat, legal) == (model.seat, sorted(model.legal()))
        move = chooser.choice(legal)
        model.play(move)
        state = state.apply(move)
        same_cards(model, state)
    assert not model.legal()
    assert results(state, "score") == model.scores()
    best = max(model.scores())
    assert state.outcome.winners == tuple(seat for seat, score in enumerate(model.scores(), 1) if score == best)


def same_cards(model: Model, state: State) -> None:
    for name, cards in lying(state, *model.zones).items():
        assert (cards if model.ordered else sorted(cards)) == (
            model.zones[name] if model.ordered else sorted(model.zones[name])
        ), name


@pytest.mark.parametrize("name", GAMES)
def test_the_game_follows_its_rules_in_plain_python(name: str) -> None:
    game = load(name)
    of, games = GAMES[name]
    for seed in range(games):
        agree(game, of, game.players[seed % len(game.players)], seed)
