"""Keys typed at a terminal, one by one."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

from parlour.terminal.console import Console

_NAMES = {
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down", "\x1b[5~": "page up", "\x1b[6~": "page down",
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\x1b": "escape", "\x04": "end",
    "\x0e": "down", "\x10": "up",
    "\xe0H": "up", "\0H": "up", "\xe0P": "down", "\0P": "down", "\xe0I": "page up", "\xe0Q": "page down",  # Windows
}  # fmt: skip
_CODES = sorted(_NAMES, key=len, reverse=True)
_PAUSE = 0.02  # seconds between looking for a key on Windows
_MOMENT = 0.1  # seconds of one wait for a key elsewhere

Reader = Callable[[float | None], str]
"""Waits so many seconds for keys, and returns their codes: nothing without a key, and `end` without a terminal."""


class Keys:
    """Reads the keys of a terminal. Ctrl-C still interrupts."""

    def __init__(self, read: Reader) -> None:
        self.read = read
        self.waiting = ""

    def next(self, patience: float | None = None) -> str:
        """Return the name of the next key, or the character that it types; nothing after so many seconds."""
        self.waiting = self.waiting or self.read(patience)
        code = next((code for code in _CODES if self.waiting.startswith(code)), self.waiting[:1])
        self.waiting = self.waiting[len(code) :]
        return _NAMES.get(code, code if code.isprintable() else "")


def can_read_keys(console: Console) -> bool:
    return console.clears and console.typed


if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def keys(console: Console) -> Iterator[Keys]:
        """Give keys one by one inside the block, without showing them."""
        yield Keys(_codes)

    def _codes(patience: float | None) -> str:
        last = time.monotonic() + (patience or 0)
        while not msvcrt.kbhit():
            if patience is not None and time.monotonic() > last:
                return ""
            time.sleep(_PAUSE)
        code = msvcrt.getwch()
        if code == "\x03":
            raise KeyboardInterrupt
        return code + msvcrt.getwch() if code in ("\0", "\xe0") else code

else:
    import select
    import termios
    import tty

    @contextmanager
    def keys(console: Console) -> Iterator[Keys]:
        """Give keys one by one inside the block, without showing them."""
        file = console.source.fileno()
        before = termios.tcgetattr(file)
        tty.setcbreak(file)
        try:
            yield Keys(lambda patience: _codes(file, patience))
        finally:
            termios.tcsetattr(file, termios.TCSADRAIN, before)

    def _codes(file: int, patience: float | None) -> str:
        """Wait a moment at a time: a signal just before a longer wait would be noticed only at its end."""
        last = inf if patience is None else time.monotonic() + patience
        while not select.select([file], [], [], _MOMENT)[0]:
            if time.monotonic() > last:
                return ""
        return os.read(file, 1024).decode(errors="ignore") or "\x04"
