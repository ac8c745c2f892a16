"""The error for a wrong command line."""

from __future__ import annotations


class UsageError(Exception):
    """The command line is wrong; the message says how."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help
