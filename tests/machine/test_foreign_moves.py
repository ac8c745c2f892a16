"""A move is valid only in its own game and at its own question."""

import pickle

import pytest

from parlour import IllegalMove, State, load
from parlour.states.moves import Move


def past(state: State) -> State:
    """Return the first state with another question."""
    prompt = state.question.prompt
    while state.question.prompt == prompt:
        state = state.apply(state.question.legal[0])
    return state


def test_a_move_of_another_game_is_refused_by_its_name() -> None:
    state = load("hearts").start(4, seed=1)
    moves = load("crazy-eights").start(4, seed=1).question.legal
    for ask in (False, True):  # before and after somebody reads the question
        if ask:
            assert state.question.legal
        for move in moves:
            with pytest.raises(IllegalMove) as caught:
                state.apply(move)
            assert f"`{move}` is not possible" in str(caught.value)
            assert "`crazy-eights`" in str(caught.value)
            assert "`hearts`" in str(caught.value)
            assert caught.value.why == state.why(move)
            with pytest.raises(IllegalMove, match="`crazy-eights`"):
                state.apply_recorded(move)


def test_a_move_of_the_same_game_with_other_rules_is_refused_but_its_text_is_read() -> None:
    plain = load("crazy-eights").start(2, seed=1)
    other = load("crazy-eights", with_="queen-draws-four").start(2, seed=1)
    move = plain.question.legal[0]
    with pytest.raises(IllegalMove, match="`crazy-eights` with other rules or options"):
        other.apply(move)
    assert other.apply(move.text).question.seat == plain.apply(move).question.seat


def test_a_move_of_the_same_game_that_was_loaded_or_unpickled_apart_is_a_move() -> None:
    here, there = (load("crazy-eights").start(2, seed=1) for _ in range(2))
    for move in there.question.legal:
        assert here.apply(move) == there.apply(move)
        assert here.apply(pickle.loads(pickle.dumps(move))) == there.apply(move)


def test_a_move_of_another_question_is_what_its_text_says() -> None:
    """Players name a card at both questions of Hearts, so moves have the same numbers there."""
    passing = load("hearts").start(4, seed=1)
    playing = past(passing)
    legal = playing.question.legal
    for move in passing.question.legal:
        with pytest.raises(IllegalMove) as caught:
            playing.apply(move)
        assert str(caught.value).startswith(f"`{move}` is ")
        assert caught.value.why == playing.why(move.text)
    bare = Move(10**9, "nothing", (), legal[0].text)  # it comes from nowhere
    assert playing.apply(bare) == playing.apply(legal[0])
