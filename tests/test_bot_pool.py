"""Bots that think in processes of their own, and in several threads."""

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import parlour
from parlour.bots.thinker import Thinker
from parlour.session.bot_pool import BotPool
from scaffold.small_games import asked


def test_a_pool_moves_and_hints_as_a_session_does() -> None:
    session = parlour.Session(parlour.load("crazy-eights"), ["bot", "1", "human"], 3)
    with BotPool() as pool:
        for _ in range(8):
            seat = session.state.question.seat
            if seat == 1:
                assert pool.move(session).result() == session.bot_move().text
            elif seat == 2:
                assert session.state.read(pool.move(session).result()) in session.state.question.legal
            elif len(session.state.question.legal) > 1:
                hint = pool.hint(session, 3).result()
                assert {one.move for one in hint} == {move.text for move in session.state.question.legal}
            session.play(session.state.question.legal[0])


def test_a_thought_can_be_stopped() -> None:
    session = parlour.Session(parlour.load("crazy-eights"), ["300s", "300s"], 31)
    while len(session.state.question.legal) < 2:
        session.play(session.state.question.legal[0])
    with BotPool() as pool:
        one, other = pool.move(session), pool.move(session)
        pool.stop(other)
        while not one.running():
            time.sleep(0.01)
        pool.stop(one)
        assert session.state.read(one.result(timeout=100)) in session.state.question.legal
        assert other.cancelled() or session.state.read(other.result(timeout=100)) in session.state.question.legal


def test_the_choice_is_the_same_in_several_threads() -> None:
    game = parlour.load("crazy-eights")
    state = game.start(2, seed=3)
    thinker = Thinker(game.rollouts(2), games=64)

    def thoughts(seed: int) -> object:
        return thinker.expectations(asked(state), Random(seed))

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(thoughts, range(6)))
    assert together == [thoughts(seed) for seed in range(6)]
