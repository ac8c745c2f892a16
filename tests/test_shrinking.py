"""Shrinking: leaving out unneeded parts."""

from collections.abc import Iterator, Sequence

import pytest

from parlour.base.shrinking import minimal, smallest


@pytest.mark.parametrize("needed", [[], [0], [99], [3, 50], [0, 1, 2, 97], [*range(0, 100, 9)]])
def test_what_is_needed_remains(needed: list[int]) -> None:
    assert minimal(range(100), lambda kept: set(needed) <= set(kept)) == needed


def test_either_of_two_parts() -> None:
    def shows(kept: Sequence[int]) -> bool:
        return 3 in kept or 7 in kept

    assert minimal(range(10), shows) in ([3], [7])


def test_nothing_is_tried_without_parts() -> None:
    assert minimal([], lambda _: pytest.fail("there is nothing to leave out")) == []


def without_a_letter(word: str) -> Iterator[str | None]:
    """The word without each of its letters, if it still has an `a` and a `t`."""
    for at in range(len(word)):
        rest = word[:at] + word[at + 1 :]
        yield rest if {"a", "t"} <= set(rest) else None


def test_parts_go_one_by_one_until_each_is_needed() -> None:
    assert smallest("alternate", without_a_letter) == "at"
    assert smallest("at", without_a_letter) == "at"


def test_it_stops_after_a_number_of_tries() -> None:
    """Each letter costs a try, also if it is needed."""
    assert smallest("tata", without_a_letter, tries=0) == "tata"
    assert smallest("tata", without_a_letter, tries=2) == "ta"
    assert smallest("xxtar", without_a_letter, tries=3) == "tar"
    assert smallest("xxtar", without_a_letter, tries=5) == "ta"
