"""Distributes the chunks of some work over several processes, each with a copy of the work."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from parlour.base.processes import few_collections, workers
from parlour.mutation.verdicts import Verdict
from parlour.mutation.work import Chunk, MutationPlan, Work

Done = tuple[Chunk, list[Verdict], frozenset[str]]

_work: Work | None = None  # of this process


def results(work: Work, jobs: int) -> Generator[Done, None, None]:
    """Yield each chunk with its verdicts, as they come. Leaving the loop early stops the processes.

    If a process dies, tries its remaining mutants again, each in a process of its own. A mutant that kills this process
    too gets a verdict.
    """
    chunks = work.chunks()
    global _work
    _work = work  # a forked process has it already
    try:
        with few_collections():
            yield from _results(work, chunks, min(jobs, len(chunks)))
    finally:
        _work = None


def _results(work: Work, chunks: Sequence[Chunk], jobs: int) -> Generator[Done, None, None]:
    if jobs < 2:
        for chunk in chunks:
            yield (chunk, *work.do(chunk))
        return
    left = yield from _in_processes(work, chunks, jobs)
    for alone in [Chunk(chunk.target, (at,)) for chunk in left for at in chunk.mutants]:
        for chunk in (yield from _in_processes(work, [alone], 1)):
            mutant = work.targets[chunk.target].mutants[chunk.mutants[0]]
            yield chunk, [Verdict(mutant.id, "killed", by="the process that ran its examples ended")], frozenset()


def _in_processes(work: Work, chunks: Sequence[Chunk], jobs: int) -> Generator[Done, None, list[Chunk]]:
    """Yield the finished chunks; return those of a process that died."""
    left = dict.fromkeys(chunks)
    with workers(jobs, _begin, work.plan) as pool:
        for future in as_completed([pool.submit(_do, chunk) for chunk in chunks]):
            try:
                done = future.result()
            except BrokenProcessPool:
                continue
            del left[done[0]]
            yield done
    return list(left)


def _begin(plan: MutationPlan) -> None:
    global _work
    if _work is None:
        _work = Work.of(plan)


def _do(chunk: Chunk) -> Done:
    assert _work is not None, "the process has begun"
    return (chunk, *_work.do(chunk))
