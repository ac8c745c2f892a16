"""The marks that examples leave when played by the unchanged rules: the parts of a ruleset that each reaches.

Playing hundreds of examples takes much longer than most later steps. So several processes share the mixes, and the
marks of each mix are cached between runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import cast

from parlour.base.parallel import workers
from parlour.coverage.measuring import Coverage, Marked, TracedMixes, coverage_of
from parlour.documents.composition import Document
from parlour.examples import Case, Mixes, play_case
from parlour.library.remembered import answer, cached
from parlour.mixing.recipes import Recipe
from parlour.table.tracing import TraceMark

Progress = Callable[[int, int], None]
"""Called with how many examples are played, and of how many."""

FEW = 40  # examples that one process plays sooner than others would start


@dataclass(frozen=True)
class MixMarks:
    """The marks and results of the examples of a mix: `left` has the numbers of their marks, and `passed` their
    results."""

    marks: tuple[TraceMark, ...]
    left: tuple[tuple[int, ...], ...]
    passed: tuple[bool, ...]


Group = tuple[Recipe, Sequence[Case]]
"""Examples of one mix."""


def _question(group: Group) -> tuple[object, ...]:
    """Everything that the marks depend on, except the mix's files."""
    mix, cases = group
    texts = [(case.document.id, case.document.source.name, case.node.span.text) for case in cases]
    return mix.subject, mix.with_, mix.without, tuple(mix.options.items()), tuple(texts)


class ExampleMarks:
    """The marks of all examples that somebody has asked about so far."""

    def __init__(self, mixes: Mixes, jobs: int, progress: Progress) -> None:
        self._mixes = mixes
        self._jobs = jobs
        self._progress = progress
        self._known: dict[int, tuple[Recipe, MixMarks, int]] = {}  # by the identity of the case

    def passed(self, case: Case) -> bool:
        """True if an example passes by the unchanged rules. Somebody has asked for its coverage."""
        _, marks, number = self._known[id(case)]
        return marks.passed[number]

    def coverage(self, document: Document, asked: Sequence[tuple[Case, Recipe]]) -> Coverage:
        """Return the coverage of a document by these examples."""
        self._play([(case, mix) for case, mix in asked if id(case) not in self._known])
        cases = [case for case, _ in asked]
        return coverage_of((document,), cases, map(self._marked, cases))

    def _marked(self, case: Case) -> Marked:
        mix, marks, number = self._known[id(case)]
        return (marks.marks[mark] for mark in marks.left[number]), self._mixes.compile(mix).program

    def _play(self, asked: Sequence[tuple[Case, Recipe]]) -> None:
        cases: dict[Recipe, list[Case]] = {}
        for case, mix in asked:
            cases.setdefault(mix, []).append(case)
        left: list[Group] = []
        self._progress(0, len(asked))
        groups: list[Group] = [*cases.items()]
        for group in groups:
            known = cached("marks", _question(group), group[0].home)
            if known is None:
                left.append(group)
            else:
                self._learn(group, cast("MixMarks", known.value))
        done = len(asked) - sum(len(some) for _, some in left)
        for group, marks in played(left, self._mixes, self._jobs):
            self._learn(group, marks)
            done += len(group[1])
            self._progress(done, len(asked))

    def _learn(self, group: Group, marks: MixMarks) -> None:
        self._known |= {id(case): (group[0], marks, number) for number, case in enumerate(group[1])}


# ---------------------------------------------------------------- playing


def played(groups: Sequence[Group], mixes: Mixes, jobs: int) -> Iterator[tuple[Group, MixMarks]]:
    """Play the examples of each mix under a trace."""
    jobs = min(jobs, len(groups)) if sum(len(cases) for _, cases in groups) > FEW else 1
    largest = sorted(range(len(groups)), key=lambda number: -len(groups[number][1]))
    with workers(partial(_marks_of_group, groups, mixes), jobs) as those:
        yield from ((groups[number], marks) for number, marks in those.results(largest, inf))


def _marks(group: Group, mixes: Mixes) -> MixMarks:
    mix, cases = group
    mixes.compile(mix)  # here, because a mix that is compiled for other answers isn't cached

    def work() -> MixMarks:
        numbers: dict[TraceMark, int] = {}
        left: list[tuple[int, ...]] = []
        passed: list[bool] = []
        traced = TracedMixes(mixes.library, mixes.proved, used=mixes.used)
        for case in cases:
            passed.append(play_case(case, traced)[0].passed)
            left.append(tuple(numbers.setdefault(mark, len(numbers)) for mark in traced.taken()))
        return MixMarks(tuple(numbers), tuple(left), tuple(passed))

    return answer("marks", _question(group), mix.home, work).value


def _marks_of_group(groups: Sequence[Group], mixes: Mixes, number: int) -> MixMarks:
    return _marks(groups[number], mixes)
