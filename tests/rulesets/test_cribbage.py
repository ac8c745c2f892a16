"""Cribbage: the show against brute force, and whole games by its rules."""

from __future__ import annotations

from random import Random

import pytest

from cribbage_show import NAMES, PACK, Card, Shown, dealt, points

BEST = (Card(5, "♠"), Card(5, "♥"), Card(5, "♦"), Card(11, "♣")), Card(5, "♣"), False


@pytest.fixture(scope="module")
def shown() -> Shown:
    return Shown()


def test_the_brute_force_knows_the_best_hand() -> None:
    assert points(*BEST) == 29
    assert len(set(PACK)) == 52
    assert NAMES[13] == "K"


def test_the_show_agrees_with_brute_force(shown: Shown) -> None:
    random = Random(5)
    for hand in (BEST, *(dealt(random) for _ in range(150))):
        assert shown.points(*hand) == points(*hand), hand
