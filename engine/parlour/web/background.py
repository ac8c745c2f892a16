"""Work for pages in other processes: a page never waits for another one, and no ruleset can stop the server.

The same question goes to the same process, which still has the mixes of the last answers in its memory.
"""

from __future__ import annotations

import multiprocessing
import sys
import zlib
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as NotDone
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from parlour.base.processes import begin_worker

T = TypeVar("T")
MEMORY = 4 << 30  # bytes of addresses; native code reserves more than it uses
PATIENCE = 60.0  # seconds that a question waits for others


class OutOfTime(Exception):  # noqa: N818 - nothing is wrong
    """Work that took longer than a page waits."""


class _Worker:
    """One process, begun again after it had to be ended."""

    def __init__(self, setup: Callable[[], object]) -> None:
        self.free = Lock()
        self._setup = setup
        self._pool: ProcessPoolExecutor | None = None

    def call(self, work: Callable[[], T], seconds: float) -> T:
        if not self.free.acquire(timeout=PATIENCE):
            raise OutOfTime
        try:
            try:
                future = self.submit(work)
            except RuntimeError:  # the last process was ended, or this one ends
                raise NotDone from None
            return future.result(seconds)
        except (NotDone, CancelledError, BrokenProcessPool, MemoryError):
            self.end()
            raise OutOfTime from None
        finally:
            self.free.release()

    def submit(self, work: Callable[[], T]) -> Future[T]:
        if self._pool is None:
            begin = partial(_begin, self._setup)
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), begin)
        return self._pool.submit(work)

    def end(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            processes = [*(pool._processes or {}).values()]  # there is no other way to end one
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()


class Background:
    """A few processes. Work is a function that `pickle` knows by its name, and so are its arguments."""

    def __init__(self, processes: int, setup: Callable[[], object]) -> None:
        self._workers = [_Worker(setup) for _ in range(processes)]

    def begin(self) -> None:
        """Begin the processes, which takes them a second or two."""
        for worker in self._workers:
            worker.submit(bool)

    def wait(self, question: str, work: Callable[..., T], *arguments: Any, seconds: float = 30) -> T:
        """Return what `work(*arguments)` returns, or raise its exception. Raises OutOfTime after some seconds."""
        worker = self._workers[zlib.crc32(question.encode("utf-8", "surrogatepass")) % len(self._workers)]
        return worker.call(partial(work, *arguments), seconds)

    async def run(self, question: str, work: Callable[..., T], *arguments: Any, seconds: float = 30) -> T:
        """Do the same without stopping the loop."""
        return await run_in_threadpool(partial(self.wait, question, work, *arguments, seconds=seconds))

    def end(self) -> None:
        for worker in self._workers:
            worker.end()


def _begin(setup: Callable[[], object]) -> None:
    begin_worker()
    if sys.platform == "linux":
        import resource  # other systems have none, or one that limits nothing

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    setup()
