"""Generated source plays exactly as the machine does: the same moves, and after each of them the same state."""

from __future__ import annotations

from random import Random

import pytest

import laws
from parlour.generated.machine import GeneratedMachine
from parlour.library import Library

GAMES = sorted(Library.standard().ids("game"))
MIXES = [
    ("crazy-eights", ("queen-draws-four", "two-draws-two", "last-card-call", "catch-at-once")),
    ("crazy-eights", ("strict-table",)),
    ("sh", ("three-reverses", "toss-fives", "chaos")),
    ("ctg", ("three-reverses", "toss-fives", "fours-are-even", "nines-are-odd")),
]


def compare(game: str, rules: tuple[str, ...], players: int, games: int, most: int) -> int:
    """Plays at random on both machines; gives the number of moves that were compared."""
    program = laws.program(game, *rules)
    reference, generated = laws.Machine(program, players), GeneratedMachine(program, players)
    chooser = Random(f"{game} {players}")
    compared = 0
    for seed in range(games):
        ours, theirs = generated.start(seed), reference.start(seed)
        assert ours == theirs
        for _ in range(most):
            if reference.over(theirs):
                break
            legal = reference.legal(theirs)
            assert generated.legal(ours) == legal
            tries = reference.tries(theirs)
            move = chooser.choice([*legal, *tries] if chooser.random() < 0.1 else legal)
            ours = generated.apply(ours, move)
            reference.step(theirs, move)
            assert ours == theirs
            compared += 1
    return compared


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_the_same(game: str) -> None:
    sizes = laws.sizes(game)
    for players in sorted({sizes[0], sizes[-1]}):
        assert compare(game, (), players, games=2, most=300) > 50


@pytest.mark.parametrize(("game", "rules"), MIXES)
def test_mixes_are_the_same(game: str, rules: tuple[str, ...]) -> None:
    assert compare(game, rules, 3, games=2, most=300) > 50
