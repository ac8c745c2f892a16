"""Stops a command on Ctrl-C or SIGTERM, at once.

The first signal raises KeyboardInterrupt in the main thread, so that a command can report its results so far. In native
code and in the compiler, the main thread can't notice a signal; a watchdog then ends the process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from parlour.cli.signals import STOPPED, leave

PATIENCE = 0.7  # seconds in which the main thread should notice a signal
GRACE = 5.0  # seconds for its report


class Stopped(KeyboardInterrupt):
    """The error after a signal stopped the command, once the command has reported it."""


class Stopping:
    """The signal that stopped the command; Ctrl-C by default."""

    def __init__(self) -> None:
        self.signal = int(signal.SIGINT)
        self.signals: set[int] = set()
        """The signals that are handled here."""
        self.noticed = threading.Event()
        self.ended = threading.Event()

    @property
    def code(self) -> int:
        """The exit code of a stopped command."""
        return 128 + self.signal

    def stop(self, number: int, _: FrameType | None) -> None:
        """Stop at the first signal. Later ones must not disturb the report."""
        if not self.noticed.is_set():
            self.signal = number
            self.noticed.set()
            raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """Treat SIGTERM like Ctrl-C inside the `with` block. A signal that the process ignores stays ignored."""
    stopping = Stopping()
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield stopping
        return
    ordinary = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
    before = {number: signal.getsignal(number) for number in ordinary}
    for number, handler in ordinary.items():
        if before[number] in (handler, leave):
            signal.signal(number, stopping.stop)
            stopping.signals.add(number)
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            if number in stopping.signals:
                signal.signal(number, handler)


@contextmanager
def watched(stopping: Stopping) -> Iterator[None]:
    """End the process if the main thread doesn't notice a signal, or doesn't finish after it."""
    if os.name != "posix" or not stopping.signals:  # other platforms can't send signals through a pipe
        yield
        return
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    before = signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(told, stopping), name="parlour: watchdog", daemon=True).start()
    try:
        yield
    finally:
        stopping.ended.set()
        signal.set_wakeup_fd(before)
        os.close(tell)  # which ends the watchdog


def _watch(told: int, stopping: Stopping) -> None:
    while number := os.read(told, 1):
        if number[0] in stopping.signals:
            if not (stopping.noticed.wait(PATIENCE) and stopping.ended.wait(GRACE)):
                os.write(2, f"{STOPPED}\n".encode())
                os._exit(128 + number[0])
            break
    os.close(told)
