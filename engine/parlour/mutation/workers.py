"""Tries mutants in several processes."""

from __future__ import annotations

from collections.abc import Generator
from math import inf

from parlour.base.parallel import workers
from parlour.base.processes import few_collections
from parlour.mutation.verdicts import Verdict
from parlour.mutation.work import Chunk, Done, Work


def results(work: Work, jobs: int) -> Generator[tuple[Chunk, Done], None, None]:
    """Yield each chunk with its verdicts. Leaving the loop early stops the processes.

    If a process dies, tries its mutants one at a time. One that ends its process again gets a verdict.
    """

    def lost(chunk: Chunk) -> Done:
        if len(chunk.mutants) == 1:
            mutant = work.targets[chunk.target].mutants[chunk.mutants[0]]
            return [Verdict(mutant.id, "killed", by="the process that ran its examples ended")], frozenset()
        alone = [Chunk(chunk.target, (at,)) for at in chunk.mutants]
        parts = [done for _, done in those.results(alone, lost=lost)]
        return [verdict for verdicts, _ in parts for verdict in verdicts], frozenset().union(*(f for _, f in parts))

    chunks = work.chunks()
    with few_collections(), workers(work.do, min(jobs, len(chunks) or 1)) as those:
        yield from those.results(chunks, inf, lost=lost)
