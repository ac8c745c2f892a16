"""`parlour new`: a small file to begin a house rule or a game with."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from parlour.arguments import UsageError
from parlour.commands import Command
from parlour.commands.starters import game_starter, rule_starter
from parlour.console import Console
from parlour.diagnostics import RulesetError, listing
from parlour.files import write_new
from parlour.library import Library

WHAT = ("rule", "game")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", choices=WHAT, help="rule or game")
    parser.add_argument("name", metavar="NAME", help="its id: small letters, digits and hyphens")
    parser.add_argument("--for", dest="base", metavar="FRAME", help="the frame (for a game also a game) it stands on")
    parser.add_argument("-o", dest="out", metavar="FILE", help="where to write it (else NAME.yaml)")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(asked: Namespace, console: Console) -> int:
    if not _ID.fullmatch(asked.name):
        id = "-".join(re.findall(r"[a-z0-9]+", asked.name.casefold())).lstrip("0123456789-")
        raise UsageError(f"`{asked.name}` can't be an id", f"write `{id}`" if id else "use small letters and hyphens")
    library = Library.standard()
    if asked.base is None:
        known = listing(library.ids("frame"), "and")
        raise UsageError("for which frame? Say it with --for", f"there is {known}" if known else None)
    out = Path(os.path.expanduser(asked.out)) if asked.out else Path(f"{asked.name}.yaml")
    taken = library.ids(asked.what)
    starter = rule_starter if asked.what == "rule" else game_starter
    text, problems = starter(asked.name, asked.base, library)
    if text is None:
        raise RulesetError(problems)
    write_new(out, text, asked.force)
    console.say(f"{out} is written. Open it, say what the {asked.what} does, and then")
    console.say(f"  parlour check ./{out}" if not out.is_absolute() else f"  parlour check {out}")
    if asked.name in taken:
        console.tell(f"note: there is a {asked.what} `{asked.name}` already; the one found first will be played")
    return 0


COMMAND = Command(
    "new",
    "Writes a small file to begin a house rule or a game with. Its comments say what the frame offers.",
    (
        ("parlour new rule no-kings --for FRAME", "a house rule, in no-kings.yaml"),
        ("parlour new game our-way --for GAME", "a game that begins with another one"),
    ),
    arguments,
    run,
)
