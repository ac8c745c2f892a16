"""Examples: situations that show what a ruleset means, run as tests.

`run` takes ids or paths of rulesets, files of examples and folders; without any, it runs all examples of the library.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.examples.case_runner import play_case, run_case
from parlour.examples.finding import Case, cases_of, find_cases
from parlour.examples.mixes import Mixes
from parlour.examples.results import CaseResult, Failure, render, to_json
from parlour.library.library import Library
from parlour.library.subjects import library_of


def run_examples(
    subjects: Sequence[str | Path] | None = None, library: Library | None = None
) -> tuple[CaseResult, ...]:
    """Run every example of these subjects, in order. Raises RulesetError if a subject can't be read."""
    library = library_of(subjects or (), library or Library.standard())
    cases, problems = find_cases(subjects, library)
    if has_errors(problems):
        raise RulesetError(problems)
    mixes = Mixes(library)
    return tuple(run_case(case, mixes) for case in cases)


def run(*subjects: str | Path, library: Library | None = None) -> tuple[CaseResult, ...]:
    """Run examples: `run("a-game")`, `run("./mine.yaml")`, or all with `run()`."""
    return run_examples(subjects or None, library)


__all__ = [
    "Case",
    "CaseResult",
    "Failure",
    "Mixes",
    "cases_of",
    "find_cases",
    "play_case",
    "render",
    "run",
    "run_case",
    "run_examples",
    "to_json",
]
