"""Games beside models of their rules in plain Python, which know nothing of rulesets: a model gets the deal and the
moves, and predicts whose turn it is, the legal moves, the hands and the scores. Players choose at random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

import pytest

from parlour.game import load
from parlour.states.state import State
from peer_games import lying

Places = dict[str, list[str]]
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
DEALS = 200


class Model(Protocol):
    """One hand. Seats are 0, 1, …; `scores` has the scores of the sides."""

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


def hands(places: Places) -> list[set[str]]:
    return [set(places[f"hand {seat}"]) for seat in range(1, 10) if f"hand {seat}" in places]


class OhHell:
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


def rank(card: str) -> int:
    return RANKS.index(card[:-1])


MODELS: dict[str, tuple[Callable[[State, list[int]], Model], Sequence[int]]] = {
    "oh-hell": (OhHell, [3, 4, 5, 7]),
}


@pytest.mark.parametrize("game", MODELS)
def test_the_game_is_what_the_model_says(game: str) -> None:
    make, sizes = MODELS[game]
    for players in sizes:
        table, chooser = load(game).table(players), Random(players)
        state, seed = table.start(1), 1
        scores = value(state, "score")
        for _ in range(DEALS // len(sizes)):
            model = make(state, scores)
            while not model.over:
                assert state.question.seat == model.seat + 1
                legal = sorted(str(move) for move in state.question.legal)
                assert legal == sorted(model.legal())
                move = chooser.choice(legal)
                model.play(move)
                state = state.apply(move)
                assert model.over or hands(lying(state)) == list(model.hands)
            assert value(state, "score") == model.scores
            if state.over:
                assert state.outcome.winners == tuple(s + 1 for s, n in enumerate(scores) if n == max(scores))
                seed += 1
                state = table.start(seed)
                scores = value(state, "score")
