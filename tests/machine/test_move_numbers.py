"""Moves as values for programs: their names and their order."""

from __future__ import annotations

import random

import pytest

from parlour.game import load


@pytest.mark.parametrize(("name", "players"), [("crazy-eights", 3), ("sh", 2), ("gin-rummy", 2)])
def test_moves_have_ids_of_their_own_and_a_fixed_order(name: str, players: int) -> None:
    game, chance = load(name), random.Random(1)
    state = game.start(players, seed=1)
    for _ in range(40):
        if state.over:
            break
        question = state.question
        every = (*question.legal, *question.tries)
        assert len({move.number for move in every}) == len({move.text for move in every}) == len(every)
        again = game.restore(state.to_json()).question
        assert [(m.number, m.text) for m in again.legal] == [(m.number, m.text) for m in question.legal]
        arms = state.table.machine.asked(list(state.cells)).arms
        place = {arm.id: (arm.last, number) for number, arm in reversed(list(enumerate(arms)))}
        order = [(place[move.action], move.number) for move in question.legal]
        assert order == sorted(order)
        state = state.apply(chance.choice(question.legal))
