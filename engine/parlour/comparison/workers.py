"""Compares pairs in several processes. Each answer is cached at once: the next search continues a stopped one."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.parallel import workers
from parlour.comparison.advice import TELLING
from parlour.comparison.pair_results import Clash, PairResult
from parlour.documents.composition import Document
from parlour.library.library import Library
from parlour.library.remembered import answer
from parlour.library.shelves import Folder
from parlour.library.travelling import WithRulesets
from parlour.mixing.families import are_for

if TYPE_CHECKING:
    from parlour.comparison.comparing import Comparer

Pair = tuple[str, str]
CHUNK = 6  # pairs that a process takes at a time; neighbours share a rule, and so most of their mixes


@dataclass(frozen=True)
class Job:
    """The family or game whose rules are compared, and the folders of rulesets."""

    subject: str | Path
    folders: tuple[Folder, ...]

    @classmethod
    def of_rules(cls, both: Sequence[Document], frames: Sequence[Document], library: Library) -> Job | None:
        """Return how to compare two rules: in the first of these families that has both, or None if none has."""
        families = (frame.id for frame in frames if len(are_for(frame, library, both)) == len(both))
        return next((cls(family, library.folders) for family in families), None)

    def __call__(self, pairs: Sequence[Pair]) -> list[PairResult]:
        results = [self.result(pair) for pair in pairs]
        _tidy()
        return results

    def __reduce__(self) -> tuple[object, ...]:
        return Job, (self.subject, self.folders)

    def result(self, pair: Pair) -> PairResult:
        """The result for a pair, from the cache if it is there."""
        question = str(self.subject), pair
        return answer("clashes", question, Library(self.folders), lambda: self._comparer.compare(*pair)).value

    def clashes(self, pair: Pair) -> list[Clash]:
        """The clashes of a pair that players should know."""
        return [clash for clash in self.result(pair).clashes if clash.kind in TELLING]

    @cached_property
    def _comparer(self) -> Comparer:
        from parlour.comparison.comparing import Comparer  # slow to import, and not needed for cached results

        library = Library(self.folders)
        subject, _ = library.find(self.subject, ("frame", "game"))
        assert subject is not None, "the caller knows the subject"
        return Comparer(library, subject)


def results(
    job: Job, pairs: Sequence[Pair], jobs: int | None, cluster: str | None = None
) -> Generator[PairResult, None, None]:
    """Yield the result of each pair. Leaving the loop early stops the processes. Raises ClusterError."""
    chunks = [pairs[n : n + CHUNK] for n in range(0, len(pairs), CHUNK)]
    if cluster is None and (jobs == 1 or len(chunks) < 2):
        try:
            for chunk in chunks:
                yield from map(job.result, chunk)  # one by one: a stopped search has those that are done
                _tidy()
        finally:
            gc.unfreeze()
        return
    named = [job.subject] if isinstance(job.subject, Path) else []
    with workers(WithRulesets(job, Library(job.folders), named), jobs, cluster) as those:
        for _, compared in those.results(_from_both_ends(chunks), inf):
            yield from compared


def _from_both_ends(chunks: Sequence[Sequence[Pair]]) -> Iterator[Sequence[Pair]]:
    """The first chunk, the last one, the second one, and so on. Far from each other, two processes seldom play the same
    mixes for the cache at the same time."""
    ends = chain.from_iterable(zip(chunks, reversed(chunks), strict=True))
    return islice(ends, len(chunks))


def _tidy() -> None:
    """Collect the mixes of single pairs. Those that stay are for other pairs, and no collection looks at them again."""
    gc.collect()
    gc.freeze()
