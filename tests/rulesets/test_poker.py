"""Five-card draw: the evaluator against all kinds of hands of five cards."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

import pytest

from parlour.game import load
from parlour.playouts.decisions import decisions
from parlour.playouts.player import Task
from parlour.states.state import fast_machine
from poker_classes import FREQUENCIES, Evaluator, kinds

KINDS = sorted(kinds(), key=lambda kind: kind.order)
CLASSES = [list(of) for _, of in groupby(KINDS, key=lambda kind: kind.of_class)]
SAMPLE = [kind for of in CLASSES for kind in (*of[:-1:40], of[-1])]


def test_the_kinds_are_all_hands_of_a_pack() -> None:
    counted: Counter[int] = Counter()
    for kind in KINDS:
        counted[kind.of_class] += kind.number
    assert tuple(counted[n] for n in range(9)) == FREQUENCIES
    assert sum(FREQUENCIES) == 2_598_960
    assert len({kind.order for kind in KINDS}) == 7_462


def test_the_evaluator_puts_every_kind_in_its_class_and_place(pytestconfig: pytest.Config) -> None:
    """A usual run takes every fortieth kind of a class, and its lowest and highest ones."""
    evaluator = Evaluator()
    strengths = []
    for kind in KINDS if pytestconfig.getoption("--all") else SAMPLE:
        strength = evaluator.value("strength", kind)
        assert strength // 400_000 == kind.of_class, kind
        strengths.append(strength)
    assert all(low < high for low, high in pairwise(strengths))


def test_bots_can_choose_among_ten_thousand_bets() -> None:
    """The policy looks at the hand once, not again for each bet."""
    game = load("five-card-draw", options={"stack": "10000", "betting": "none-at-all"})
    task = Task(1, None, True, 20, states=False)
    assert len(list(decisions(fast_machine(game.program, 6), task, 0))) > 5
