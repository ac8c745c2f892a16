"""Plays blocks on the machines of a dask scheduler; the extra `cluster` brings dask.

A block travels with its game, so the machines need no rulesets, only the same version of Parlour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager

from parlour.experiments.blocks import BlockTask, Columns, play_block
from parlour.experiments.running import Submit

MISSING = 'playing on other machines needs dask: pip install "parlour[cluster]"'
WAIT = "10s"


class ClusterError(ValueError):
    """A cluster that can't play. The message says why."""


@contextmanager
def on_cluster(address: str, own_version: Callable[[], str]) -> Iterator[Submit]:
    """Raise ClusterError if nobody answers there, or if a machine has another version of Parlour."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(MISSING) from None
    try:
        client = Client(address, timeout=WAIT)  # type: ignore[no-untyped-call]  # dask has no types
    except (OSError, ValueError) as error:
        raise ClusterError(f"no dask scheduler answers at {address}: {error}") from None
    try:
        mine, theirs = own_version(), set(client.run(own_version).values())
        if theirs - {mine}:
            other = ", ".join(sorted(theirs - {mine}))
            raise ClusterError(f"this is Parlour {mine}, and a machine of the cluster has {other}: install one of them")
        executor = client.get_executor(retries=2, pure=False)  # type: ignore[no-untyped-call]  # as above

        def submit(task: BlockTask) -> Future[Columns]:
            played: Future[Columns] = executor.submit(play_block, task)
            return played

        yield submit
    finally:
        client.close()  # type: ignore[no-untyped-call]  # as above
