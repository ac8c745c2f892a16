"""The error for a wrong command line."""

from __future__ import annotations

from parlour.base.printable import printable


class UsageError(Exception):
    """A wrong command line; the message says what is wrong."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(printable(message))
        self.help = None if help is None else printable(help)
