"""Work in this process, in several of this machine, or on the machines of a dask scheduler (the extra `cluster`).

A task depends on nothing but itself, so its result is the same wherever it is done, and after a process has died.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from functools import partial
from math import inf
from typing import Any, Generic, TypeVar

from parlour.base.processes import begin_worker
from parlour.base.usage import UsageError
from parlour.base.version import own_version

T = TypeVar("T")
R = TypeVar("R")

MISSING = 'working on other machines needs dask: pip install "parlour[cluster]"'
SAME = "is the same version of Parlour there?"
WAIT = "10s"  # for an answer of the scheduler


class ClusterError(UsageError):
    """A cluster that can't work. The message says why."""


class WorkerDied(RuntimeError):  # noqa: N818 - named like the errors of process pools
    """A task has ended each process that tried it."""


class Workers(Generic[T, R]):
    """Does tasks in this process. Its subclasses have other processes do them."""

    ahead = 1  # tasks that are useful to submit before the first of them is done
    waits = True  # `submit` returns when the task is done, so a later one can wait
    died: type[Exception] = BrokenProcessPool
    """What a future raises if its process has ended."""

    def __init__(self, do: Callable[[T], R]) -> None:
        self._do = do

    def submit(self, task: T) -> Future[R]:
        done: Future[R] = Future()
        done.set_result(self._do(task))
        return done

    def results(
        self, tasks: Iterable[T], ahead: float | None = None, known: Callable[[T], R | None] = lambda task: None,
        lost: Callable[[T], R] | None = None,
    ) -> Generator[tuple[T, R], None, None]:  # fmt: skip
        """Yield each task with its result, in the order of the tasks. Takes only some of them `ahead`, so that later
        tasks can depend on earlier results. Infinity is for results whose order doesn't matter: unless this process
        does the tasks, it takes all of them, and yields the result that is done first. Doesn't submit a task
        whose result is `known`. If a task ends its process again and again, its result is what `lost` says; without
        it, raises WorkerDied. Leaving the loop cancels the rest.
        """
        following, waiting = iter(tasks), deque[tuple[T, "Future[R] | R"]]()
        most = self.ahead if ahead is None or self.waits else ahead
        try:
            while True:
                while len(waiting) < most:
                    for task in following:
                        there = known(task)
                        waiting.append((task, self.submit(task) if there is None else there))
                        break
                    else:
                        break
                if not waiting:
                    return
                if most == inf:
                    _put_done_first(waiting)
                task, result = waiting.popleft()
                if isinstance(result, Future):
                    try:
                        result = result.result()
                    except self.died:
                        result = self._rescued(task, lost)
                        waiting = deque((other, self._again(other, future)) for other, future in waiting)
                    except CancelledError:
                        raise ClusterError("a machine of the cluster stopped working", SAME) from None
                yield task, result
        finally:
            for _, future in waiting:
                if isinstance(future, Future):
                    future.cancel()

    def _again(self, task: T, result: Future[R] | R) -> Future[R] | R:
        """Submit a task again if its process has died."""
        if isinstance(result, Future) and result.done() and isinstance(result.exception(), self.died):
            return self.submit(task)
        return result

    def _rescued(self, task: T, lost: Callable[[T], R] | None) -> R:
        """Return a result for a task whose process has died."""
        if lost is None:
            raise WorkerDied("processes end during a task, again and again; is there enough memory?")
        return lost(task)

    def close(self) -> None:
        pass


def _put_done_first(waiting: deque[tuple[T, Future[R] | R]]) -> None:
    wait([result for _, result in waiting if isinstance(result, Future)], return_when=FIRST_COMPLETED)
    while isinstance(result := waiting[0][1], Future) and not result.done():
        waiting.rotate(-1)


class _Thread(Workers[T, R]):
    """Does tasks in another thread, so that this one notices signals while native code is made or runs."""

    waits = False

    def __init__(self, do: Callable[[T], R]) -> None:
        super().__init__(do)
        self._pool = ThreadPoolExecutor(1)

    def submit(self, task: T) -> Future[R]:
        return self._pool.submit(self._do, task)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Processes(Workers[T, R]):
    """A pool that is replaced when one of its processes dies."""

    waits = False

    def __init__(self, do: Callable[[T], R], jobs: int, fresh: bool) -> None:
        super().__init__(do)
        self.ahead = 2 * jobs
        self._jobs, self._fresh = jobs, fresh
        self._pool = self._begun()

    def _begun(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("fork" if sys.platform == "linux" and not self._fresh else "spawn")
        pool = ProcessPoolExecutor(self._jobs, context, partial(begin_worker, _learn, self._do))
        pool.submit(bool)  # copies of this process begin before it has more threads, which they would lack
        return pool

    def submit(self, task: T) -> Future[R]:
        try:
            return self._pool.submit(_done, task)
        except BrokenProcessPool:
            self.close()
            self._pool = self._begun()
            return self._pool.submit(_done, task)

    def _rescued(self, task: T, lost: Callable[[T], R] | None) -> R:
        """Do it in a process of its own: perhaps another task has ended the process that they shared."""
        with suppress(BrokenProcessPool), closing(_Processes(self._do, 1, self._fresh)) as other:
            return other.submit(task).result()
        return super()._rescued(task, lost)

    def close(self) -> None:
        """End the processes at once."""
        processes = [*(self._pool._processes or {}).values()]  # there is no other way to end them
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


_do: Callable[[Any], Any]  # of a process of a pool


def _learn(do: Callable[[Any], Any]) -> None:
    global _do
    _do = do


def _done(task: object) -> Any:
    return _do(task)


class _Cluster(Workers[T, R]):
    waits = False

    def __init__(self, do: Callable[[T], R], address: str) -> None:
        """Raise ClusterError if nobody answers there, or if a machine has another version of Parlour."""
        super().__init__(do)
        try:
            from distributed import Client, KilledWorker
        except ImportError:
            raise ClusterError(MISSING) from None
        try:
            self._client: Any = Client(address, timeout=WAIT)  # type: ignore[no-untyped-call]  # dask has no types
        except (OSError, ValueError) as error:
            raise ClusterError(f"no dask scheduler answers at {address}: {error}") from None
        try:
            self._greet(address)
            self._executor = self._client.get_executor(retries=2, pure=False)  # type: ignore[no-untyped-call]  # as above
            self._shared = self._client.scatter([do], broadcast=True)[0]  # type: ignore[no-untyped-call]  # as above
        except BaseException as error:
            self.close()
            if type(error) is Exception:  # from a machine that can't read the work
                raise ClusterError(f"a machine of the cluster can't do this: {error}", SAME) from None
            raise
        self.died = KilledWorker  # after several workers

    def _greet(self, address: str) -> None:
        versions = [*self._client.run(own_version, on_error="return").values()]
        if not versions:
            raise ClusterError(f"no machine works for the scheduler yet: run `dask worker {address}` on some")
        self.ahead = 2 * len(versions)
        try:
            versions.append(self._client.run_on_scheduler(own_version))
        except ImportError as error:
            versions.append(error)
        for version in versions:
            if not isinstance(version, str):
                where = "the scheduler" if version is versions[-1] else "a machine"
                raise ClusterError(f"{where} of the cluster has no Parlour", "install it there")
            _check_version(own_version(), version)

    def submit(self, task: T) -> Future[R]:
        done: Future[R] = self._executor.submit(_call, own_version(), self._shared, task)
        return done

    def close(self) -> None:
        self._client.close()


def _check_version(ours: str, theirs: str) -> None:
    if ours != theirs:
        raise ClusterError(f"this is Parlour {ours}, and a machine of the cluster has {theirs}: install one of them")


def _call(version: str, do: Callable[[T], R], task: T) -> R:
    _check_version(version, own_version())  # the machine can have come after the others
    return do(task)


@contextmanager
def workers(
    do: Callable[[T], R], jobs: int | None, cluster: str | None = None, *, fresh: bool = False
) -> Iterator[Workers[T, R]]:
    """Say who calls `do` for tasks: this process if there is only one job, several processes, by default one for each
    core, or the machines of the dask scheduler at an address. All of them get `do` once, with all that it refers to.
    Leaving the block ends them.

    `fresh` processes aren't copies of this one: one with threads, as those that compile native code, can't be copied.
    Then a single job has such a thread too. Raises ClusterError.
    """
    jobs = jobs or os.cpu_count() or 1
    kind = partial(_Processes[T, R], jobs=jobs, fresh=fresh) if jobs > 1 else _Thread[T, R] if fresh else Workers[T, R]
    those = kind(do) if cluster is None else _Cluster(do, cluster)
    with closing(those):
        yield those
