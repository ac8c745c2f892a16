"""A question lists its moves in a documented order, each with a number of its own that is the same in every process."""

import os
import subprocess
import sys
from random import Random

import pytest

import laws
import parlour

LISTING = """
import sys, parlour
state = parlour.load(sys.argv[1]).start(seed=4)
for _ in range(12):
    print([(move.number, move.text) for move in state.question.legal])
    state = state.apply(state.question.legal[0])
"""


def questions(game: str, count: int) -> list[parlour.Question]:
    """The first questions of a random game."""
    state, random = parlour.load(game).start(seed=4), Random(4)
    found = list[parlour.Question]()
    while not state.over and len(found) < count:
        assert state.question is not None
        found.append(state.question)
        state = state.apply(random.choice(list(state.question.legal)))
    return found


@pytest.mark.parametrize("game", ["crazy-eights", "ctg", "gin-rummy"])
def test_moves_have_unique_numbers_in_the_documented_order(game: str) -> None:
    arms = {question.name: question.arms for question in laws.program(game).questions}
    for question in questions(game, 60):
        numbers = [move.number for move in question.legal]
        assert len(set(numbers)) == len(numbers)
        if question.prompt is None:
            continue  # this test can't distinguish questions without a name
        ranked = sorted(arms[question.prompt], key=lambda arm: arm.last)
        places = {arm.id: place for place, arm in reversed(list(enumerate(ranked)))}
        order = [places[move.action] for move in question.legal]
        assert order == sorted(order)


@pytest.mark.parametrize("game", ["crazy-eights", "ctg"])
def test_numbers_and_order_are_the_same_in_every_process(game: str) -> None:
    listings = {
        subprocess.run(
            [sys.executable, "-c", LISTING, game],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    (listing,) = listings
    assert len(listing.splitlines()) == 12
