"""Secret tables, where nobody can compute the cards, and the replay of their games."""

from typing import Any

import pytest

from parlour.game import Game, TableError, load
from parlour.states.state import State
from parlour.table.chance import seed_state
from parlour.table.faults import StateError
from parlour.table.layout import RANDOM

Log = list[tuple[str | None, int | None]]


def played(game: Game, moves: int) -> tuple[State, Log]:
    """Play a game with first moves, except every third one, so that players draw and play."""
    state = game.start(2, secret=True)
    log: Log = [(None, state.seed)]
    for number in range(moves):
        if state.over:
            break
        legal = state.question.legal
        move = legal[-1] if number % 3 else legal[0]
        state = state.apply(move)
        log.append((move.text, state.seed))
    return state, log


def shuffled_again(game: Game) -> tuple[State, Log]:
    """A game with a second shuffle. Nobody can choose a deal, so games are played until one has it."""
    for _ in range(20):
        state, log = played(game, 600)
        if any(seed is not None for _, seed in log[1:]):
            return state, log
    pytest.fail("no cards were shuffled again")


@pytest.mark.parametrize("name", ["crazy-eights", "gin-rummy"])
def test_the_log_leads_to_the_same_state(name: str) -> None:
    game = load(name)
    state, log = shuffled_again(game)
    assert any(seed is None for _, seed in log[1:])
    assert game.replay(log, 2) == state


def test_no_two_games_are_dealt_alike() -> None:
    game = load("crazy-eights")
    assert game.start(2, secret=True).cells != game.start(2, secret=True).cells


def test_the_same_move_brings_another_shuffle_each_time() -> None:
    """Chance comes at the moment of use: from one position, one move leads to two different deals."""
    game = load("crazy-eights")
    _, log = shuffled_again(game)
    shuffled = next(at for at, (_, seed) in enumerate(log) if at and seed is not None)
    state = game.replay(log[:shuffled], 2).secretly()
    after = game.replay(log[: shuffled + 1], 2)
    move = log[shuffled][0]
    assert move is not None
    other = state.apply(move)
    assert other.seed != after.seed
    assert other != after
    assert state.again(move, after.seed)[0] == after


def test_what_happened_is_reported_of_the_step_that_counts() -> None:
    game = load("crazy-eights")
    state = game.start(2, secret=True)
    for _ in range(600):
        after, events = state.apply_recorded(state.question.legal[-1])
        assert state.again(state.question.legal[-1], after.seed) == (after, events)
        state = after
        if state.over:
            break


def test_steps_without_chance_leave_the_generator_alone() -> None:
    game = load("crazy-eights")
    state = game.start(2, secret=True)
    assert state.seed is not None
    deal = game.start(2, seed=state.seed)
    assert deal.cells == state.cells  # the seed of the deal is one like any other
    after = state.apply(state.question.legal[0])
    assert after.seed is None
    assert after.cells[RANDOM] == state.cells[RANDOM] != seed_state(state.seed)


def test_other_tables_know_nothing_of_this() -> None:
    game = load("crazy-eights")
    state = game.start(2, seed=7)
    assert state.seed is None
    assert state.apply(state.question.legal[0]).seed is None
    assert game.start(2, seed=7) == state


def test_a_game_can_become_secret_when_it_is_restored() -> None:
    game = load("crazy-eights")
    state, _ = played(game, 5)
    restored = game.restore(state.to_json()).secretly()
    assert restored == state
    assert restored.table.secret


def test_nobody_chooses_what_is_secret() -> None:
    game = load("crazy-eights")
    with pytest.raises(TableError, match="can't have a `seed`"):
        game.start(2, seed=5, secret=True)
    with pytest.raises(TableError, match="can't have a `pack`"):
        game.start(2, pack="A♠", secret=True)


def test_a_log_that_is_none_is_refused_in_words() -> None:
    game = load("crazy-eights")
    state, log = played(game, 3)
    assert [seed for _, seed in log[1:]] == [None, None, None], "no cards were shuffled yet"
    (_, deal), (move, _), *_ = log
    for wrong in (None, "play 4♦", 5, [move], [(None, deal, 1)], [(5, deal)]):
        with pytest.raises(TypeError, match="the log of a secret game"):
            game.replay(wrong, 2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`seed` must be a whole number, found '12'"):
        game.replay([(None, "12")], 2)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="`seed` must be a whole number, found '12'"):
        game.replay([(None, deal), (move, "12")], 2)  # type: ignore[list-item]
    with pytest.raises(StateError, match=r"involves no chance, but the log has a seed for it"):
        game.replay([(None, deal), (move, 12)], 2)
    with pytest.raises(StateError, match="must start with the seed of its deal"):
        game.replay([(None, None)], 2)
    with pytest.raises(StateError, match="log of a secret game can't be empty"):
        game.replay([], 2)
    assert game.replay([list(entry) for entry in log], 2) == state  # type: ignore[misc]


@pytest.mark.parametrize("seed", ["text", True, 1.0])
def test_a_seed_that_was_never_logged_is_reported(seed: Any) -> None:
    state = load("gin-rummy").start(secret=True)
    with pytest.raises(TypeError, match="`seed` must be the seed from the log"):
        state.again(state.question.legal[0], seed)
