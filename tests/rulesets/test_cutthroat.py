"""CutThroat!: what only whole games can show, and that every game ends."""

from collections.abc import Callable

import pytest

from parlour.game import Game, load
from parlour.states.moves import Move
from parlour.states.state import State

# Nobody can be hurt: six plays take the six markers, and nobody has died then.
PEACE = ["mortal-wounds", "held-hearts", "enemies", "sudden-death", "youngest-begins"]


def peaceful(**options: int) -> Game:
    return load("animalball-cutthroat", ["best-of"], PEACE, {"markers": 1, **options})


def first_turn_of_the_second_game(game: Game, seed: int) -> tuple[int, int]:
    """Return who began the first game, and who began the second."""
    state = game.start(players=6, seed=seed)
    first = state.question.seat
    for _ in range(6):
        state = only_plays(state)
    assert not state.over
    return first, state.question.seat


def only_plays(state: State) -> State:
    """Make one turn: a play with the first markers on the list."""
    seat = state.question.seat
    state = state.apply("play")
    while not state.over and state.question.seat == seat and state.question.prompt != "act":
        state = state.apply(state.question.legal[0])
    return state


@pytest.mark.proves("cutthroat.missing.first-absent", "cutthroat.first.eliminated")
def test_if_nobody_was_the_first_to_die_chance_says_who_begins_the_next_game() -> None:
    chosen = {first_turn_of_the_second_game(peaceful(**{"first-player": 2}), seed) for seed in range(40)}
    assert chosen == {(2, seat) for seat in range(1, 7)}


def whole_game(players: int, choose: Callable[[State], Move]) -> tuple[State, list[Move]]:
    state, moves = load("animalball-cutthroat").start(players=players, seed=players), []
    while not state.over:
        moves.append(choose(state))
        state = state.apply(moves[-1])
    return state, moves


@pytest.mark.one_in(4)
@pytest.mark.proves("cutthroat.risk.markers-shrink")
@pytest.mark.parametrize("players", range(6, 14))
def test_plays_come_to_an_end_because_each_loses_a_marker(players: int) -> None:
    """Every player who can make a play makes one: there can't be more plays than markers."""
    state, moves = whole_game(players, lambda state: state.question.legal[0])
    assert sum(move.action == "play" for move in moves) <= 8 * players
    assert state.outcome.ending == "last-alive"


@pytest.mark.proves("cutthroat.risk.wrong-guess-pass")
@pytest.mark.parametrize("players", [6, 13])
def test_guesses_come_to_an_end_because_none_is_denied_twice(players: int) -> None:
    """Every player who can guess does, with the last name on the list, and makes no play after a right guess."""
    state, moves = whole_game(players, lambda state: state.question.legal[-1])
    assert sum(move.action == "guess" for move in moves) <= players * (players - 1)
    assert any(move.action == "play" for move in moves)
    assert state.outcome.ending == "last-alive"
