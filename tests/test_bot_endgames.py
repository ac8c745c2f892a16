"""Bots that know where all cards are: they find what best play of everybody brings, whatever the policy would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from parlour import Game, State, load, witnesses
from parlour.bots import PolicyBot, Seat
from parlour.bots.thinker import Thinker
from parlour.views import Witness
from scaffold.small_games import known

Choice = Callable[[Seat], str]


def first_of_list(seat: Seat) -> str:
    assert seat.view.question is not None
    return (seat.view.question.moves or ())[0]


def by_policy(seat: Seat) -> str:
    return PolicyBot().choose(seat, Random(1))


def positions(game: Game, seed: int, choice: Choice) -> Iterator[tuple[State, Seat]]:
    """Yield the positions of a game of two, and what the seat to move knows."""
    state, events = game.start_recorded(2, seed)
    seats: tuple[Witness, ...] = witnesses(state, events)
    while not state.over:
        witness = seats[state.question.seat - 1]
        seat = known(state, witness)
        yield state, seat
        state, events = state.apply_recorded(choice(seat))
        seats = tuple(one.saw(events, state) for one in seats)


@pytest.mark.parametrize("games", [200, 2000])
def test_a_bot_takes_a_certain_sweep(games: int) -> None:
    """A seven is alone on the table, and the bot has another one. By the policy, the opponent would leave it there."""
    game = load("scopa")
    _, seat = list(positions(game, 15, first_of_list))[31]
    assert seat.view.zone("open").size == 1
    best, *others = Thinker(game.rollouts(2), games=games).expectations(seat, Random(1))
    assert best.move == "take batons-7 with cups-7"
    assert all(one.share < best.share for one in others)
    assert best.games == 1


def shares(state: State, known: dict[State, list[float]]) -> list[float]:
    """Return what each of two players wins if both play their best, by looking at all moves."""
    if state.over:
        winners = state.outcome.winners
        return [(seat in winners) / max(len(winners), 1) for seat in (1, 2)]
    if state not in known:
        ends = [shares(state.apply(move), known) for move in state.question.legal]
        known[state] = max(ends, key=lambda end: end[state.question.seat - 1])
    return known[state]


def test_a_bot_plays_the_end_of_durak_without_a_mistake() -> None:
    """When the stock is used up, each of two players can know the hand of the other."""
    game, choices = load("durak"), 0
    thinker = Thinker(game.rollouts(2), games=400)
    for seed in range(1, 8):
        known: dict[State, list[float]] = {}
        for state, seat in positions(game, seed, by_policy):
            if sum(seat.view.zone(f"hand {one}").size for one in (1, 2)) > 4 or len(state.question.legal) == 1:
                continue
            own = seat.view.seat - 1
            worth = {move.text: shares(state.apply(move), known)[own] for move in state.question.legal}
            best = thinker.expectations(seat, Random(1))[0]
            assert worth[best.move] == max(worth.values())
            choices += len({*worth.values()}) > 1
    assert choices >= 10
