"""Games beside models of their rules in plain Python, which know nothing of rulesets: a model gets the deal and the
moves, and predicts whose turn it is, the legal moves, the hands and the scores. Players choose at random."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import Protocol

import pytest

from models import hands, value
from models_of_melds import Canasta, Rummy500
from models_of_patience import FreeCell
from models_of_tricks import OhHell, Pinochle, Skat
from parlour.game import load
from parlour.states.state import State
from peer_games import lying

OFTEN = 0.1  # the share of moves after which the hands are compared


class Model(Protocol):
    """One hand. Seats are 0, 1, …; `scores` has the scores of the sides."""

    zone: str  # that of `hands`
    score: str
    seat: int
    over: bool
    hands: Sequence[Collection[str]]
    scores: list[int]

    def legal(self) -> set[str]: ...
    def play(self, move: str) -> None: ...


MODELS: dict[str, tuple[Callable[[State, list[int]], Model], Sequence[int], int]] = {  # with players and deals
    "oh-hell": (OhHell, [3, 4, 5, 7], 200),
    "rummy-500": (Rummy500, [2, 3, 4], 60),
    "skat": (Skat, [3], 200),
    "pinochle": (Pinochle, [4], 100),
    "canasta": (Canasta, [4], 20),
    "freecell": (FreeCell, [1], 30),
}


@pytest.mark.parametrize("game", MODELS)
def test_the_game_is_what_the_model_says(game: str) -> None:
    make, sizes, deals = MODELS[game]
    for players in sizes:
        table, chooser = load(game).table(players), Random(players)
        state, seed = table.start(1), 1
        scores = [0] * len(value(state, "score" if players > 1 else "up"))
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
                    assert hands(lying(state), model.zone) == [sorted(hand) for hand in model.hands]
            assert value(state, model.score) == model.scores
            if state.over:
                winners = [s + 1 for s in range(players) if scores[s % len(scores)] == max(scores)]
                assert list(state.outcome.winners) == (winners if game != "freecell" or scores == [52] else [])
                seed, scores = seed + 1, [0] * len(scores)
                state = table.start(seed)


def chosen(legal: list[str], chooser: Random) -> str:
    """Choose a move that isn't giving up; mostly put cards home, and pass or make one of the lowest bids."""
    if "pass" in legal:
        legal = [*(legal[:2]), "pass"]
    moves = [move for move in legal if move.endswith("home") and chooser.random() < 0.9]
    return chooser.choice(moves or [move for move in legal if move != "give up"] or legal)
