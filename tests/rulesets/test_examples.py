"""Every example of the shipped rulesets, and examples of mixes that have no ruleset of their own.

They are played under a trace: the examples of a group pass, and exercise everything in the rulesets of the group. One
process plays them, which compiles each mix once. Only `--all` proves the mixes: in a usual run, play tests the values
that a proof would settle.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.base.diagnostics import render_text
from parlour.coverage import TracedMixes, measure
from parlour.coverage.figures import CODE, gaps
from parlour.examples import find_cases, render
from parlour.library.loading import load
from parlour.reporting.suppressions import sift
from scaffold.mixes import LIBRARY

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parents[1] / "rulesets"


@dataclass(frozen=True)
class Group:
    """Families with their examples, and more examples of these families."""

    families: frozenset[str]
    more: frozenset[Path]

    @property
    def folders(self) -> list[Path]:
        return [RULESETS / family for family in sorted(self.families)]


FAMILIES = frozenset(path.name for path in RULESETS.iterdir() if path.is_dir())
MORE = frozenset(HERE.glob("*.yaml"))
SHITHEAD = frozenset(path for path in MORE if path.stem.startswith("mixe"))
GROUPS = {  # which take about as long
    "shithead": Group(frozenset({"shithead"}), SHITHEAD),
    "the others": Group(FAMILIES - {"shithead"}, MORE - SHITHEAD),
}


@pytest.mark.first
@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS.keys())
def test_examples_pass_and_exercise_their_rulesets(
    group: Group, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)  # nothing else compiles most of these mixes
    cases, problems = find_cases([*group.folders, *sorted(group.more)], LIBRARY)
    assert not problems, render_text(problems)
    documents = [load(path)[0] for folder in group.folders for path in sorted(folder.rglob("*.yaml"))]
    rulesets = tuple(document for document in documents if document is not None and document.kind != "examples")
    coverage = measure(rulesets, cases, TracedMixes(LIBRARY, proved=bool(pytestconfig.getoption("--all"))))
    failed = [result for result in coverage.results if not result.passed]
    assert not failed, render(failed)
    missing = sift(gaps(coverage), [ruleset.source for ruleset in rulesets], {CODE}).reported
    assert not missing, render_text(missing)


def test_every_example_is_in_a_group() -> None:
    groups = [*GROUPS.values()]
    assert frozenset().union(*(group.families for group in groups)) == FAMILIES
    assert frozenset().union(*(group.more for group in groups)) == MORE
    assert sum(len(group.families) + len(group.more) for group in groups) == len(FAMILIES) + len(MORE)
