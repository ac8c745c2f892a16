"""Suggests the games of a family if the command line names the family itself, which nobody can play."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.cli.console import Console
from parlour.cli.usage import UsageError

if TYPE_CHECKING:
    from parlour.library.library import Library

FOR_GAMES = ("play", "why", "rules", "diff", "measure", "mix")
"""The commands that need a game. With house rules on the command line, all but `rules` and `mix` take a family too."""


def offer_games(command: str, arguments: Sequence[str], asked: Namespace, console: Console) -> None:
    """Raise a UsageError with the command for each game, if the command line names a family without house rules."""
    if command not in FOR_GAMES or (asked.with_ and command not in ("rules", "mix")):
        return
    if command == "mix" and (asked.ask or console.typed):
        return  # it asks for one of the games
    from parlour.library.library import Library  # not needed for help, and slow

    library = Library.standard()
    frames = library.ids("frame")
    for name in ("subject", "first", "second", "since"):
        subject = getattr(asked, name, None)
        if subject in frames:
            _offer(command, arguments, subject, library)


def _offer(command: str, arguments: Sequence[str], subject: str, library: Library) -> None:
    from parlour.rulebook.entries import family  # slow to import, and seldom needed

    games = {id: title for id, title in family(library, subject).items() if id not in arguments}
    if not games:
        return
    lines = [shlex.join(["parlour", *(_renamed(word, subject, id) for word in arguments)]) for id in games]
    width = max(map(len, lines))
    told = "\n  ".join(f"{line:<{width}}  {title}" for line, title in zip(lines, games.values(), strict=True))
    raise UsageError(f"`{subject}` is a family of games. Name one of them:", told)


def _renamed(word: str, subject: str, id: str) -> str:
    """Return a word of the command line with a game in place of the family, even in `shithead, jokers=2`."""
    rest = word.removeprefix(subject)
    return f"{id}{rest}" if rest != word and rest[:1] in ("", " ", ",") else word
