"""Stops a command on Ctrl-C or SIGTERM, at once.

The first signal raises KeyboardInterrupt in the main thread, so that a command can report its results so far. In native
code and in the compiler, the main thread can't notice a signal; a watchdog then ends the process.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from parlour.terminal.signals import leave

PATIENCE = 0.7  # seconds in which the main thread should notice a signal
GRACE = 5.0  # seconds for its report


class Stopped(KeyboardInterrupt):
    """The error after a signal stopped the command, once the command has reported it."""


class Stopping:
    """Stops a command at a signal between `begin` and `end`, and SIGTERM is like Ctrl-C. At other times signals do what
    they did before. A signal that the process ignores stays ignored."""

    def __init__(self) -> None:
        self.signal = int(signal.SIGINT)
        """The signal that stopped the command; Ctrl-C by default."""
        ordinary = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
        own = threading.current_thread() is threading.main_thread()  # which alone receives signals
        before = {number: signal.getsignal(number) for number in ordinary if own}
        self.signals = {number: old for number, old in before.items() if old in (ordinary[number], leave)}
        """The signals that are handled here, and what they did before."""
        self.noticed = threading.Event()
        self.ended = threading.Event()

    def begin(self) -> None:
        for number in self.signals:
            signal.signal(number, self.stop)

    def end(self) -> None:
        for number, before in self.signals.items():
            signal.signal(number, before)

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
def watched(stopping: Stopping) -> Iterator[None]:
    """End the process if the main thread doesn't notice a signal, or doesn't finish after it."""
    if os.name != "posix" or not stopping.signals:  # other platforms can't send signals through a pipe
        yield
        return
    signals, end = os.pipe()
    os.set_blocking(end, False)
    before = signal.set_wakeup_fd(end, warn_on_full_buffer=False)
    with suppress(RuntimeError):  # the system has no room for another thread
        threading.Thread(target=_watch, args=(signals, stopping), name="parlour: watchdog", daemon=True).start()
    try:
        yield
    finally:
        stopping.ended.set()
        signal.set_wakeup_fd(before)
        os.close(end)  # which ends the watchdog


def _watch(signals: int, stopping: Stopping) -> None:
    while number := os.read(signals, 1):
        if number[0] in stopping.signals:
            if not (stopping.noticed.wait(PATIENCE) and stopping.ended.wait(GRACE)):
                leave(number[0], None)
            break
    os.close(signals)
