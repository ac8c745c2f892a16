"""Leaving out what isn't needed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.trials.shrinking import minimal


@pytest.mark.parametrize("needed", [[], [0], [99], [3, 50], [0, 1, 2, 97], [*range(0, 100, 9)]])
def test_what_is_needed_remains(needed: list[int]) -> None:
    assert minimal(range(100), lambda kept: set(needed) <= set(kept)) == needed


def test_either_of_two_parts() -> None:
    def shows(kept: Sequence[int]) -> bool:
        return 3 in kept or 7 in kept

    assert minimal(range(10), shows) in ([3], [7])


def test_nothing_is_tried_without_parts() -> None:
    assert minimal([], lambda _: pytest.fail("there is nothing to leave out")) == []
