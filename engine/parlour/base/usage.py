"""The error for something that a person or a program asked for and that can't be done."""

from __future__ import annotations

from parlour.base.printable import printable


class UsageError(ValueError):
    """A wrong command line or call. The message says what is wrong, and `help` what to do."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(printable(message))
        self.help = None if help is None else printable(help)
