"""Doing the chunks of some work in several processes, each with a copy of the work."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, as_completed

from parlour.mutation.verdicts import Verdict
from parlour.mutation.work import Chunk, Plan, Work

Done = tuple[Chunk, list[Verdict], frozenset[str]]

_work: Work | None = None  # of this process


def results(work: Work, jobs: int) -> Generator[Done, None, None]:
    """Yield each chunk with its verdicts, as they come. Leaving the loop early stops the processes."""
    chunks = work.chunks()
    if jobs < 2 or len(chunks) < 2:
        for chunk in chunks:
            yield (chunk, *work.do(chunk))
        return
    global _work
    _work = work  # a forked process has it already
    fork = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if fork else "spawn")
    pool = ProcessPoolExecutor(min(jobs, len(chunks)), context, _begin, (work.plan,))
    try:
        for future in as_completed([pool.submit(_do, chunk) for chunk in chunks]):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        _work = None


def _begin(plan: Plan) -> None:
    """Prepare a process: signals are for the first one, which stops this one."""
    global _work
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _work is None:
        _work = Work.of(plan)


def _do(chunk: Chunk) -> Done:
    assert _work is not None, "the process has begun"
    return (chunk, *_work.do(chunk))
