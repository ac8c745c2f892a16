"""Compares pairs in several processes. Each answer is cached at once: the next search continues a stopped one."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.parallel import workers
from parlour.base.processes import few_collections
from parlour.comparison.pair_results import PairResult
from parlour.library.library import Library
from parlour.library.remembered import answer
from parlour.library.shelves import Folder

if TYPE_CHECKING:
    from parlour.comparison.comparing import Comparer

Pair = tuple[str, str]
CHUNK = 6  # pairs that a process takes at a time; neighbours share a rule, and so most of their mixes


@dataclass(frozen=True)
class Job:
    """The setup of a process: the family or game, and the folders of rulesets."""

    subject: str | Path
    folders: tuple[Folder, ...]
    directory: str = field(default_factory=os.getcwd)
    """The folders can be relative to it."""


_comparer: tuple[Job, Comparer] | None = None  # of this process


def results(
    job: Job, pairs: Sequence[Pair], jobs: int | None, cluster: str | None = None
) -> Generator[PairResult, None, None]:
    """Yield the result of each pair. Leaving the loop early stops the processes. Raises ClusterError."""
    chunks = [pairs[n : n + CHUNK] for n in range(0, len(pairs), CHUNK)]
    if cluster is None and (jobs == 1 or len(chunks) < 2):
        with few_collections():
            for chunk in chunks:
                yield from (result(job, pair) for pair in chunk)  # one by one: a stopped search has those that are done
                _tidy()
        return
    with few_collections(), workers(partial(_chunk, job), jobs, cluster) as those:
        for _, compared in those.results(_from_both_ends(chunks), inf):
            yield from compared


def _from_both_ends(chunks: Sequence[Sequence[Pair]]) -> Iterator[Sequence[Pair]]:
    """The first chunk, the last one, the second one, and so on. Far from each other, two processes seldom play the same
    mixes for the cache at the same time."""
    ends = chain.from_iterable(zip(chunks, reversed(chunks), strict=True))
    return islice(ends, len(chunks))


def _chunk(job: Job, pairs: Sequence[Pair]) -> list[PairResult]:
    results = [result(job, pair) for pair in pairs]
    _tidy()
    return results


def _tidy() -> None:
    """Collect the mixes of single pairs. Those that stay are for other pairs, and no collection looks at them again."""
    gc.collect()
    gc.freeze()


def result(job: Job, pair: Pair) -> PairResult:
    """The result for a pair, from the cache if it is there."""
    library = Library(job.folders)
    return answer("clashes", (str(job.subject), pair), library, lambda: _compared(job, pair)).value


def _compared(job: Job, pair: Pair) -> PairResult:
    from parlour.comparison.comparing import Comparer  # slow to import, and not needed for cached results

    global _comparer
    if _comparer is None or _comparer[0] != job:
        library = Library(job.folders)
        subject, _ = library.find(job.subject, ("frame", "game"))
        assert subject is not None, "the caller knows the subject"
        _comparer = job, Comparer(library, subject)
    return _comparer[1].compare(*pair)
