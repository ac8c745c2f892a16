"""Keys typed at a terminal, one by one, where the system can give them: on Windows there are only lines."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from contextlib import contextmanager

from parlour.cli.console import Console

try:
    import termios
    import tty
except ImportError:  # Windows
    HAVE_KEYS = False
else:
    HAVE_KEYS = True

_NAMES = {
    "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down", "\x1b[5~": "page up", "\x1b[6~": "page down",
    "\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\x1b": "escape", "\x04": "escape",
    "\x0e": "down", "\x10": "up",
}  # fmt: skip
_CODES = sorted(_NAMES, key=len, reverse=True)


class Keys:
    """Reads the keys of a terminal. Ctrl-C still interrupts."""

    def __init__(self, file: int) -> None:
        self.file = file
        self.waiting = ""

    def next(self, patience: float | None = None) -> str:
        """Return the name of the next key, or the character that it types; nothing after so many seconds."""
        if not self.waiting:
            if not select.select([self.file], [], [], patience)[0]:
                return ""
            read = os.read(self.file, 1024)
            if not read:
                return "escape"  # the terminal is gone
            self.waiting = read.decode(errors="ignore")
        code = next((code for code in _CODES if self.waiting.startswith(code)), self.waiting[:1])
        self.waiting = self.waiting[len(code) :]
        return _NAMES.get(code, code if code.isprintable() else "")


def can_read_keys(console: Console) -> bool:
    return HAVE_KEYS and console.clears and console.typed


@contextmanager
def keys(console: Console) -> Iterator[Keys]:
    """Give keys one by one inside the block, without showing them."""
    file = console.source.fileno()
    before = termios.tcgetattr(file)
    tty.setcbreak(file)
    try:
        yield Keys(file)
    finally:
        termios.tcsetattr(file, termios.TCSADRAIN, before)
