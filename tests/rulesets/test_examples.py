"""Every example of the shipped rulesets, and examples of mixes that have no ruleset of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.examples import Case, Mixes, find_cases, render, run_case
from scaffold.mixes import LIBRARY

ROOT = Path(__file__).resolve().parents[2]
MIXES = Mixes(LIBRARY)
CASES, PROBLEMS = find_cases([ROOT / "rulesets", *sorted(Path(__file__).parent.glob("*.yaml"))], LIBRARY)


def test_they_can_be_read() -> None:
    assert not PROBLEMS


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.document.path.stem}: {case.name}")
def test_example(case: Case) -> None:
    result = run_case(case, MIXES)
    assert result.passed, render([result])
