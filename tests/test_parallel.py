"""Work in several processes: the same results in the same order, also after processes have died."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import sleep
from unittest.mock import Mock

import pytest

from parlour.base.parallel import ClusterError, WorkerDied, Workers, workers
from scaffold.terminal import run

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
DEADLY = 13


def _square(number: int) -> int:
    return number * number


def _deadly(number: int) -> int:
    """End the process of one task, whoever does it."""
    if number == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


class _Once:
    """Ends the process of one task when it is done for the first time."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __call__(self, number: int) -> int:
        if number == DEADLY and not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    with workers(_square, jobs) as those:
        assert list(those.results(range(40))) == [(number, number * number) for number in range(40)]


def test_tasks_can_depend_on_earlier_results() -> None:
    """Only `ahead` tasks are taken before the first result is known."""
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(20):
            taken.append(number)
            yield number

    with workers(_square, 2) as those:
        results = those.results(tasks(), 3)
        next(results)
        assert taken == [0, 1, 2]
        results.close()


def test_one_process_does_a_task_when_its_result_is_due() -> None:
    """Otherwise nobody would see any result before the last task is done."""
    done = []
    with workers(done.append, 1) as those:
        results = those.results(range(3), inf)
        next(results)
        assert done == [0]
        results.close()


def _slow(mark: Path, number: int) -> int:
    """Don't end the first task before there is this file."""
    while number == 0 and not mark.exists():
        sleep(0.01)
    return number


def test_no_result_waits_for_a_slow_task_if_its_order_does_not_matter(tmp_path: Path) -> None:
    with workers(partial(_slow, tmp_path / "mark"), 2) as those:
        results = those.results(range(3), inf)
        assert {next(results), next(results)} == {(1, 1), (2, 2)}
        (tmp_path / "mark").touch()
        assert list(results) == [(0, 0)]


class _Interrupted(Future[int]):
    """A task that isn't done at the first look. Somebody presses Ctrl-C before the second one."""

    looks = 0

    def done(self) -> bool:
        self.looks += 1
        if self.looks > 1:
            raise KeyboardInterrupt
        self.set_result(0)  # so nobody waits for a second look
        return False

    def result(self, timeout: float | None = None) -> int:
        raise KeyboardInterrupt


class _Stopped(Workers[int, int]):
    """Somebody presses Ctrl-C while the first task isn't done, and all others are."""

    waits = False

    def submit(self, task: int) -> Future[int]:
        return super().submit(task) if task else _Interrupted()


@pytest.mark.parametrize(("ahead", "known"), [(inf, [(1, 1), (2, 4)]), (3, [])])
def test_what_is_done_counts_after_a_stop_if_its_order_does_not_matter(
    ahead: float, known: list[tuple[int, int]]
) -> None:
    results = []
    with pytest.raises(KeyboardInterrupt):
        results.extend(_Stopped(_square).results(range(3), ahead))
    assert results == known


def test_nobody_does_a_task_whose_result_is_known() -> None:
    with workers(_deadly, 2) as those:
        assert dict(those.results(range(20), known={DEADLY: -1}.get))[DEADLY] == -1


@pytest.mark.parametrize("fresh", [True, False])
def test_a_killed_process_changes_no_result(tmp_path: Path, fresh: bool) -> None:
    with workers(_Once(tmp_path / "killed"), 2, fresh=fresh) as those:
        assert sorted(those.results(range(40), inf)) == [(number, number * number) for number in range(40)]


def test_a_task_that_always_ends_its_process_is_lost_alone() -> None:
    with workers(_deadly, 2) as those:
        results = dict(those.results(range(20), inf, lost=lambda number: -number))
        assert results == {number: -number if number == DEADLY else number * number for number in range(20)}
        with pytest.raises(WorkerDied, match="again and again"):
            list(those.results([DEADLY]))


def test_an_error_of_a_task_is_raised_here() -> None:
    with workers(len, 2) as those, pytest.raises(TypeError, match="has no len"):
        list(those.results([1]))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with two machines."""
    distributed = pytest.importorskip("distributed", reason="dask isn't installed")
    with pytest.MonkeyPatch.context() as patch, distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        patch.setattr("parlour.base.parallel.WAIT", "60s")
        yield cluster.scheduler_address


def test_machines_of_a_cluster_do_the_same_although_a_task_kills_them(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with workers(_Once(tmp_path / "killed"), 1, address) as those:
        assert sorted(those.results(range(15), inf)) == [(number, number * number) for number in range(15)]
    lacking = ModuleNotFoundError("No module named 'parlour'")
    for method, answer, message in (
        ("run_on_scheduler", Mock(side_effect=lacking), "the scheduler of the cluster has no Parlour"),
        ("run", Mock(return_value={"tcp://127.0.0.1:1": lacking}), "a machine of the cluster has no Parlour"),
        ("scatter", Mock(side_effect=Exception("strange")), "a machine of the cluster can't do this: strange"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(f"distributed.Client.{method}", answer)
            with pytest.raises(ClusterError, match=message), workers(_square, 1, address):
                pass


def test_a_machine_that_stops_is_named() -> None:
    class Stopped(Workers[int, int]):
        def submit(self, task: int) -> Future[int]:
            cancelled: Future[int] = Future()
            cancelled.cancel()
            return cancelled

    with pytest.raises(ClusterError, match="a machine of the cluster stopped working"):
        list(Stopped(_square).results(range(3)))


SEARCHES = {
    "clashes": ("clashes", "eights", "jack-skips", "queen-draws-four", "--json"),
    "mutants": ("mutate", "draw-one", "--sample", "4", "--seed", "3", "--json"),
    "deep": ("check", "jack-skips", "queen-draws-four", "--deep", "--games", "2", "--players", "2", "--keep-options"),
    "compare": ("compare", "crazy-eights", "crazy-eights, hand-size=2", "--players", "2", "--games", "200", "--json"),
}


@pytest.mark.parametrize("search", ["clashes", "deep", "compare"])
def test_a_search_finds_the_same_wherever_it_works(search: str, request: pytest.FixtureRequest) -> None:
    """`mutate` gives its work to processes in the same way; `test_mutate.py` compares them. A cluster that lacks the
    rulesets searches in `test_travelling.py`."""
    command = SEARCHES[search]
    alone = run(*command, "--jobs", "1")
    assert (alone.code, alone.out != "") == (0, True), alone.err
    assert run(*command, "--jobs", "2") == alone
    if search == "compare" and find_spec("distributed") is not None:
        assert run(*command, "--cluster", request.getfixturevalue("address")) == alone


@pytest.mark.parametrize("command", SEARCHES.values(), ids=SEARCHES.keys())
def test_a_search_without_its_scheduler_is_refused(command: tuple[str, ...]) -> None:
    printed = run(*command, "--cluster", "nowhere://127.0.0.1:1")
    assert (printed.code, printed.out) == (2, "")
    assert "no dask scheduler answers" in printed.err or "needs dask" in printed.err


def test_a_cluster_is_only_for_play() -> None:
    assert "`--cluster` needs `--deep`" in run("check", "jack-skips", "--cluster", "tcp://127.0.0.1:1").err
