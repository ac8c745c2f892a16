"""All executions play mutated rulesets without errors alike, runtime errors included. `tests/bench/fuzzed.py` plays
many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzing import Plan, checked, is_clean, made, play

PLAN = Plan(games=2, most=60, seconds=60, tables=1)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("first", [0, 10, 20, 30])
def test_a_clean_mutant_is_played_by_all_executions(tmp_path: Path, first: int) -> None:
    """Play the next clean mutant from a number on."""
    for number in range(first, first + 40):
        mutant = made(1, number)
        compiled = checked(mutant.write(tmp_path / str(number))) if mutant else None
        if mutant and compiled and compiled.program and is_clean(compiled):
            findings = list(play(compiled.program, PLAN, {}))
            assert [f for f in findings if not f.kind.startswith("fault: ")] == [], f"{mutant.mix}: {mutant.changes}"
            return
    pytest.fail("none of 40 mutants was clean")


def test_a_number_is_always_the_same_mutant() -> None:
    one, other = made(1, 9), made(1, 9)
    assert one is not None
    assert other is not None
    assert (one.changes, one.text) == (other.changes, other.text)
    assert one.text != one.document.source.text
