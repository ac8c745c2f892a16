"""The error for something that a person or a program asked for and that can't be done."""

from __future__ import annotations

from parlour.base.printable import printable


class UsageError(ValueError):
    """A wrong command line or call. The message says what is wrong, and the lines of `help` what to do."""

    def __init__(self, message: str, *help: str | None) -> None:
        super().__init__(printable(message))
        self.help = "\n".join(printable(line) for line in help if line is not None) or None
