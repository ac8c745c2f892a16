"""The commands of `parlour`, one a file. Nothing here knows a rule of any game."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from parlour.cli.console import Console
from parlour.cli.usage import UsageError

SUMMARIES = {
    "list": "what there is: games, frames and house rules",
    "play": "play a game at this terminal",
    "show": "what a game is made of, and where each part comes from",
    "check": "look for mistakes in rulesets",
    "test": "run the examples of rulesets",
    "why": "why a move is allowed or not",
    "measure": "play many games at random: who wins, how they end, which rules fire",
    "mix": "write a mix of rules down as a game of its own",
    "new": "begin a house rule or a game",
    "replay": "show a saved game from the beginning",
}


@dataclass(frozen=True)
class Command:
    """What a command is called, how it explains itself, and what it does."""

    name: str
    text: str
    examples: tuple[tuple[str, str], ...]  # a command line, and what it does
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Console], int]
    mistake: Callable[[UsageError], object] | None = None  # a wrong call as data, for who asks for --json


def command(name: str) -> Command:
    found = import_module(f"parlour.commands.{name}").COMMAND
    assert isinstance(found, Command), f"{name} says what command it is"
    return found
