"""Roll-outs go on from states: each is the game that `playout` shows move by move, whoever plays it."""

from importlib.util import find_spec

import pytest

from parlour.game import Game, load
from parlour.playouts.player import PlayoutError
from parlour.playouts.rollouts import Rollout
from parlour.states.outcomes import Outcome
from parlour.states.state import State

NATIVE = [False, pytest.param(True, marks=pytest.mark.skipif(find_spec("llvmlite") is None, reason="no llvmlite"))]
GAMES = {"crazy-eights": 2, "sh": 3, "hearts": 4, "gin-rummy": 2}


def states(game: Game, players: int, moves: int = 12) -> list[State]:
    """Return a state after each third move of a game."""
    state = game.start(players=players, seed=4)
    found = [state]
    for k in range(moves):
        state = state.apply(state.question.legal[k % len(state.question.legal)])
        found.append(state)
    return found[::3]


def ended(rollout: Rollout) -> tuple[int, Outcome | None]:
    return rollout.decisions, rollout.outcome


@pytest.mark.one_in(3)
@pytest.mark.parametrize("native", NATIVE)
@pytest.mark.parametrize("game", GAMES)
def test_a_rollout_is_a_playout_from_its_state(game: str, native: bool) -> None:
    loaded, players = load(game), GAMES[game]
    begins = states(loaded, players)
    for policy in ("ruleset", "random"):
        rollouts = loaded.rollouts(players, policy, native=native)
        for k, rollout in enumerate(rollouts.play_all(begins, seed=9)):
            *moves, (_, end) = loaded.playout(k, seed=9, from_state=begins[k], policy=policy)
            assert ended(rollout) == (len(moves), end.outcome)


@pytest.mark.parametrize("native", NATIVE)
def test_only_the_state_and_the_seed_decide(native: bool) -> None:
    game = load("crazy-eights")
    one, other = (game.rollouts(2, native=native) for _ in range(2))
    a, b = states(game, 2)[2:4]
    rollout = one.play(a, 5)
    one.play(b, 6)
    for again in (one.play(a, 5), other.play(a, 5), one.play_all([a, b], 5)[0]):
        assert ended(again) == ended(rollout)
    assert len({one.play(a, seed).decisions for seed in range(20)}) > 1


@pytest.mark.parametrize("native", NATIVE)
def test_lists_of_a_machine_and_ended_games(native: bool) -> None:
    game = load("whist")
    machine, rollouts = game.machine(4), game.rollouts(4, native=native)
    s = machine.start(3)
    assert ended(rollouts.play(s, 1)) == ended(rollouts.play(game.state(s, 4), 1))
    before = list(s)
    while not machine.over(s):
        machine.step(s, machine.legal(s)[0])
    assert ended(rollouts.play(s, 1)) == (0, machine.outcome(s))
    assert rollouts.play(before, 1).decisions > 0
    assert rollouts.play_all([], 1) == []


@pytest.mark.parametrize("native", NATIVE)
def test_a_game_that_is_cut_off_has_no_outcome(native: bool) -> None:
    game = load("crazy-eights")
    assert ended(game.rollouts(2, most=3, native=native).play(game.start(2, seed=1), 1)) == (3, None)


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="there is no llvmlite")
def test_states_of_a_native_table() -> None:
    game = load("sh")
    rollouts = game.rollouts(3)
    plain, native = game.table(3).start(2), game.table(3, native=True).start(2)
    both = rollouts.play_all([plain, native], 7)
    assert ended(rollouts.play(plain, 7)) == ended(rollouts.play(native, 7)) == ended(both[0])
    assert ended(both[1]) != ended(both[0])


def test_a_state_of_another_table_is_refused() -> None:
    game = load("crazy-eights")
    rollouts = game.rollouts(3, native=False)
    with pytest.raises(PlayoutError, match="of crazy-eights for 2, not of this mix, crazy-eights for 3"):
        rollouts.play(game.start(2, seed=1), 1)
    with pytest.raises(PlayoutError, match="this is a state of whist for 4"):
        rollouts.play(load("whist").start(4, seed=1), 1)
    with pytest.raises(PlayoutError, match=r"a state of this table has \d+ cells, not 2"):
        rollouts.play([1, 2], 1)
    with pytest.raises(PlayoutError, match="`seed` must fit in 64 bits"):
        rollouts.play(game.start(3, seed=1), 1 << 64)
    with pytest.raises(PlayoutError, match="`policy` must be `ruleset` or `random`"):
        game.rollouts(2, "best")
