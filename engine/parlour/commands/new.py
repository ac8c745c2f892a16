"""`parlour new`: a small file to begin a house rule or a game with."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from parlour.base.diagnostics import RulesetError, listing
from parlour.cli.console import Console
from parlour.cli.files import write_new
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.starters import game_starter, rule_starter
from parlour.documents.contents import STDIN, path_of
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.library.shelves import Listed

WHAT = ("rule", "game")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", metavar="WHAT", choices=WHAT, help="rule or game")
    parser.add_argument("name", metavar="NAME", help="its id: small letters, digits and hyphens")
    parser.add_argument("--for", dest="base", metavar="FRAME", help="the frame (for a game also a game) it stands on")
    parser.add_argument("-o", dest="out", metavar="FILE", help="where to write it (else NAME.yaml; - shows it)")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(asked: Namespace, console: Console) -> int:
    if not _ID.fullmatch(asked.name):
        id = "-".join(re.findall(r"[a-z0-9]+", asked.name.casefold())).lstrip("0123456789-")
        raise UsageError(f"`{asked.name}` can't be an id", f"write `{id}`" if id else "use small letters and hyphens")
    library = Library.standard()
    if asked.base is None:
        known = listing(library.ids("frame"), "and")
        raise UsageError("for which frame? Say it with --for", f"there is {known}" if known else None)
    out = Path(f"{asked.name}.yaml") if asked.out is None else path_of(asked.out)
    others = [x for x in library.listed() if x.id == asked.name and not _same_file(x.path, out)]
    if others and not asked.force:
        help = "choose another name, or say --force to have both; the one that is found first is played then"
        raise UsageError(f"{_there(others[0])} already", help)
    starter = rule_starter if asked.what == "rule" else game_starter
    text, problems = starter(asked.name, asked.base, library)
    if text is None:
        raise RulesetError(problems)
    if asked.out == STDIN:
        console.say(text.rstrip("\n"))
        return 0
    written = write_new(out, text, asked.force)
    console.say(f"{written} Open it, say what the {asked.what} does, and then")
    console.say(f"  parlour check ./{out}" if not out.is_absolute() else f"  parlour check {out}")
    if others:
        console.tell(f"note: {_there(others[0])} too; the one that is found first is played")
    return 0


def _there(other: Listed) -> str:
    return f"there is a {other.kind} `{other.id}` in {shown(other.path)}"


def _same_file(one: Path, other: Path) -> bool:
    return os.path.exists(one) and os.path.exists(other) and one.samefile(other)


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
