"""Stops what takes a mutant too long: it can turn a loop into one that goes on."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 15  # of the processor, for one example of a mutant, and for all games that compare it
MOMENT = 0.2  # seconds between two looks at the clock


class TooLongError(Exception):
    """The error for a mutant whose examples or games take too long."""


@contextmanager
def at_most(seconds: float = SECONDS) -> Iterator[None]:
    """Raise TooLongError in this thread after this processor time. A signal could only stop the main thread, and the
    machines of a cluster work in others."""
    thread, until, ended = threading.get_ident(), time.process_time() + seconds, threading.Event()

    def watch() -> None:
        while not ended.wait(MOMENT):
            if time.process_time() > until:
                _raise_in(thread, TooLongError)
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()
        _raise_in(thread, None)  # also if the error was on its way


def _raise_in(thread: int, error: type[Exception] | None) -> None:
    """Have a thread raise this error at its next step, or none."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
