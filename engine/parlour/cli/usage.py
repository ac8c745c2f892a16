"""The error of a command line that makes no sense."""

from __future__ import annotations


class UsageError(Exception):
    """The command was called in a way that makes no sense."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help
