"""The commands of `parlour`, one a file. Nothing here knows a rule of any game."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from parlour.base.usage import UsageError
from parlour.commands.help_page import PAGES, HelpPage
from parlour.terminal.console import Console

OVERVIEW = (PAGES / "overview.txt").read_text(encoding="utf-8").rstrip()
SUMMARIES: dict[str, str] = dict(re.findall(r"^  parlour (\w+)  +(.+)$", OVERVIEW, re.MULTILINE))
"""What each command does, in the order of the overview."""


@dataclass(frozen=True)
class Command:
    """A command: its name, what runs it, and its help page."""

    name: str
    run: Callable[[Namespace, Console], int]
    page: HelpPage
    mistake: Callable[[UsageError], object] | None  # a usage error as data, for --json


def command(name: str) -> Command:
    """Return the command in the module of this name: its `run`, and the `VALUES` in its help page."""
    module = import_module(f"parlour.commands.{name}")
    page = HelpPage.of(name, getattr(module, "VALUES", {}))
    return Command(name, module.run, page, getattr(module, "mistake", None))
