"""Parlour in a process of its own, at a terminal of a size. Keys are typed when it asks for them."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

ENGINE = Path(__file__).resolve().parents[2] / "engine"
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 40.0  # seconds


class Terminal:
    """A process of Parlour at a terminal, and all that it has written there."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24, **environ: str) -> None:
        self.process, self.screen = pty.fork()
        if self.process == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a suite in the background might ignore it
            path = {"PYTHONPATH": str(ENGINE), "TERM": "xterm", "NO_COLOR": "1"}
            cleared = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "PAGER")}
            os.execve(sys.executable, [sys.executable, "-m", "parlour", *arguments], {**cleared, **path, **environ})
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.written = ""

    def types(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def until(self, words: str) -> str:
        """Wait for words after those read so far, and return what was written up to them, without control codes."""
        return self._read(words)

    def rest(self) -> str:
        """Return what is written until the process ends."""
        text = self._read(None)
        os.waitpid(self.process, 0)
        os.close(self.screen)
        return text

    def close(self) -> None:
        """End the process, whatever it does."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.screen)

    def _read(self, words: str | None) -> str:
        end, text = time.monotonic() + PATIENCE, self.written
        while words is None or words not in text:
            ready, _, _ = select.select([self.screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"expected {words!r} in: {text}"
            try:
                new = os.read(self.screen, 1 << 16)
            except OSError:  # the process has ended
                new = b""
            if not new:
                assert words is None, f"expected {words!r} in: {text}"
                break
            self.written += new.decode(errors="replace")
            text = CONTROL.sub("", self.written).replace("\r\n", "\n")
        if words is None:
            self.written = ""
            return text
        before, _, after = text.partition(words)
        self.written = after
        return before + words
