"""The arguments of a command as data, read from its parser.

A command's module can take long to import, longer than a person waits at Tab. So the list is cached until the
engine's code changes.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action
from dataclasses import dataclass
from functools import cached_property

from parlour.cli.arguments import Parser
from parlour.cli.console import Console
from parlour.commands import command
from parlour.storage.cache_entries import CacheEntry


@dataclass(frozen=True)
class Argument:
    """An option (with `names`), or a positional argument."""

    names: tuple[str, ...]
    metavar: str
    help: str
    takes_value: bool
    repeated: bool
    hidden: bool
    choices: tuple[str, ...] | None

    @cached_property
    def words(self) -> list[str]:
        """Return the words of the metavar, which say what kind of value it takes."""
        return re.findall(r"[A-Z]+", self.metavar)


def arguments_of(name: str, console: Console) -> tuple[Argument, ...]:
    """Return the arguments of a command in the order of its help."""
    entry = CacheEntry("arguments", name.encode())
    known = entry.read(tuple)
    if isinstance(known, tuple):
        return known
    arguments = tuple(_argument(action) for action in Parser(command(name), console)._actions)
    entry.write(arguments, ())
    return arguments


def _argument(action: Action) -> Argument:
    option = bool(action.option_strings)
    return Argument(
        tuple(action.option_strings),
        str(action.metavar or ""),
        action.help or "",
        action.nargs != 0,
        isinstance(action.default, list) if option else action.nargs in ("*", "+"),
        action.help is SUPPRESS,
        tuple(map(str, action.choices)) if action.choices is not None else None,
    )
