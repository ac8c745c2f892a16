"""Stops what takes a mutant too long: it can turn a loop into one that goes on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 15  # of the processor, for one example of a mutant, and for all games that compare it


class TooLongError(Exception):
    """The error for a mutant whose examples or games take too long."""


@contextmanager
def at_most(seconds: int = SECONDS) -> Iterator[None]:
    """Raise TooLongError after this processor time, if the system can measure it."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLongError

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
