"""The commands of `parlour`, one a file. Nothing here knows a rule of any game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from parlour.base.usage import UsageError
from parlour.cli.console import Console
from parlour.commands.help_page import HelpPage

FOR_PLAYERS = {
    "list": "list games and house rules, or find them by a word",
    "play": "play a game in this terminal",
    "serve": "open a page to play with friends on their phones, and to mix rules",
    "rules": "print the rule sheet of a game or a mix",
    "mix": "save a mix of rules as a game of its own",
    "diff": "say what changes from one game or mix to another",
    "why": "settle an argument: is this move allowed, and why?",
    "replay": "show a saved game from its beginning",
    "measure": "play many random games: who wins, how they end, which rules matter",
    "compare": "play several mixes on the same deals: which is the better game?",
    "tune": "look for the mix that comes nearest to what you want",
    "clashes": "find rules that work against each other",
}
FOR_AUTHORS = {
    "new": "start a house rule or a game",
    "show": "show the parts of a game, and where each comes from",
    "check": "find errors in rulesets",
    "explain": "explain a finding of `check` by its code",
    "test": "run the examples of rulesets",
    "mutate": "break rulesets, and list the changes that no example notices",
    "fmt": "format rulesets",
    "completion": "let your shell complete commands, games, rules and options",
}
SUMMARIES = FOR_PLAYERS | FOR_AUTHORS


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
