"""The machine's own lists: their methods, and the States made from them."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour import StateError, load
from parlour.table.layout import DIRECTION, PLAYING

GAME = load("crazy-eights")
MACHINE = GAME.machine(2)


def test_a_list_has_its_outcome_as_a_state_does() -> None:
    for name, players in (("crazy-eights", 2), ("whist", 4)):  # results of players, and of sides
        game = load(name)
        machine, state = game.machine(players), game.start(players, seed=3)
        s = machine.start(3)
        with pytest.raises(StateError, match="the game is not over, so it has no outcome yet"):
            machine.outcome(s)
        while not machine.over(s):
            state = state.apply(state.question.legal[0])
            machine.step(s, machine.legal(s)[0])
        assert machine.outcome(s) == state.outcome
        assert state.outcome.winners


def test_a_machine_says_what_it_is_and_stays_where_it_is() -> None:
    assert repr(MACHINE) == "<Machine of crazy-eights for 2>"
    for keep in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="you can't copy or pickle a machine"):
            keep(MACHINE)
    s = MACHINE.start(7)
    again = pickle.loads(pickle.dumps(s))
    assert load("crazy-eights").machine(2).legal(again) == MACHINE.legal(s)


def test_nobody_is_asked_after_the_end() -> None:
    s = MACHINE.start(3)
    while not MACHINE.over(s):
        MACHINE.step(s, MACHINE.legal(s)[0])
    asks: list[Callable[[], Any]] = [
        lambda: MACHINE.seat(s), lambda: MACHINE.legal(s), lambda: MACHINE.tries(s), lambda: MACHINE.step(s, 0),
        lambda: MACHINE.apply(s, 0),
    ]  # fmt: skip
    for ask in asks:
        with pytest.raises(StateError, match="the game has no question: it is over"):
            ask()


def test_a_game_without_a_seed_is_another_one_each_time() -> None:
    starts = {tuple(MACHINE.start()) for _ in range(8)}
    assert len(starts) > 1  # of a million seeds, eight are the same once in 10^42


@pytest.mark.parametrize("seed", ["a", True, 1.5])
def test_a_wrong_seed_is_reported(seed: Any) -> None:
    with pytest.raises(TypeError, match="`seed` is a whole number; found"):
        MACHINE.start(seed)


def test_a_list_becomes_a_state_of_its_own() -> None:
    s = MACHINE.start(7)
    state = GAME.state(s, 2)
    assert state == GAME.start(2, seed=7)
    assert [move.number for move in state.question.legal] == MACHINE.legal(s)
    assert parlour.view(state, 1) == parlour.view(GAME.start(2, seed=7), 1)
    MACHINE.step(s, MACHINE.legal(s)[0])
    assert state == GAME.start(2, seed=7)  # steps of the list don't reach it
    assert GAME.state(tuple(s), 2).cells == tuple(s)


def test_nobody_is_out_and_play_goes_one_way_where_the_rules_never_say_otherwise() -> None:
    """In Crazy Eights nobody leaves the table, and nothing reverses the direction; in another mix an ace does."""
    whole = MACHINE.start(7)
    turning = load("crazy-eights", with_="ace-reverses")
    for cell, value, words in (
        (PLAYING, 0, "list of players who are out"),
        (PLAYING, 1, "list of players who are out"),
        (DIRECTION, -1, "dir"),
    ):
        s = list(whole)
        s[cell] = value
        with pytest.raises(StateError, match=words):
            GAME.state(s, 2)
    s = turning.machine(2).start(7)
    s[DIRECTION] = -1
    assert not parlour.view(turning.state(s, 2), 1).clockwise


def test_where_players_leave_they_may_be_out_and_even_asked() -> None:
    """In Shithead, players without cards are out. The rules can still ask them, so Parlour must accept such a state."""
    game = load("sh")
    s = game.machine(3).start(7)
    s[PLAYING] = 0b110
    assert parlour.view(game.state(s, 3), 1).out == (1,)


def test_what_is_no_list_of_the_table_is_reported() -> None:
    s = MACHINE.start(7)
    twice = list(s)
    twice[MACHINE.layout.where] += 1  # a card has a wrong place
    for wrong, words in [
        (s[:-1], rf"not a state of crazy-eights for 2: it has {len(s) - 1} numbers, not {len(s)}"),
        ([0] * len(s), "not a state of crazy-eights for 2: "),
        (twice, "a card is in the wrong place"),
    ]:
        with pytest.raises(StateError, match=words):
            GAME.state(wrong, 2)
    with pytest.raises(StateError, match="not a state of crazy-eights for 3"):
        GAME.state(s, 3)
    given: Any
    for given in ("text", None, [*s[:-1], "x"], [*s[:-1], 1.0]):
        with pytest.raises(TypeError, match="expected"):
            GAME.state(given, 2)
