"""Being told to stop, by Ctrl-C or by the system: in both cases what was done so far is still told."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Stopping:
    """By which signal it was stopped: Ctrl-C, if nothing else is known."""

    def __init__(self) -> None:
        self.signal = int(signal.SIGINT)

    @property
    def code(self) -> int:
        """How a command ends that was stopped."""
        return 128 + self.signal

    def stop(self, number: int, _: FrameType | None) -> None:
        self.signal = number
        raise KeyboardInterrupt


@contextmanager
def stoppable() -> Iterator[Stopping]:
    """SIGTERM is like Ctrl-C meanwhile."""
    stopping = Stopping()
    if threading.current_thread() is not threading.main_thread():  # only that one is told of signals
        yield stopping
        return
    before = signal.signal(signal.SIGTERM, stopping.stop)
    try:
        yield stopping
    finally:
        signal.signal(signal.SIGTERM, before)
