"""`parlour mix`: writes down what was mixed on the command line as a game of its own."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.checking.playable import nobody_at
from parlour.cli.arguments import add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.files import write_new
from parlour.cli.findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.documents.contents import STDIN, path_of
from parlour.game import load
from parlour.library.library import Library, is_path
from parlour.mixing.written_mix import write_mix


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", help="the game that the mix begins with: its id, or its file")
    add_mix(parser)
    parser.add_argument("-o", dest="out", metavar="FILE", help="where to write it (else, and for -, it is only shown)")
    parser.add_argument("--id", help="what it is called (else as the file)")
    parser.add_argument("--title", help="its name for people")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run(asked: Namespace, console: Console) -> int:
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    nobody = nobody_at(game.composition, game.program, asked.subject, mix, Library.standard())
    if nobody is not None:
        raise RulesetError((nobody,))
    print_notes(game.notes, console)
    if asked.subject == STDIN:
        raise UsageError("a mix names the file of its game, and standard input has none")
    out = None if asked.out in (None, STDIN) else path_of(asked.out)
    id = asked.id or _id(out.stem if out else f"my-{game.program.id}")
    if id == game.program.id:
        raise UsageError(f"the mix needs another id than `{id}`, the game that it begins with", "name it with --id")
    folder = out.parent if out else Path()
    title = asked.title or f"{game.title}, our way"
    with_ = list(dict.fromkeys(_seen_from(folder, rule) for rule in mix.with_))
    text, problems = write_mix(id, _seen_from(folder, asked.subject), title, with_, mix.without, mix.options)
    if has_errors(problems):
        raise RulesetError(problems)
    if out is None:
        console.say(text.rstrip())
        return 0
    written = write_new(out, text, asked.force)
    console.say(f"{written} Play it with")
    console.say(f"  parlour play {out if is_path(str(out)) else f'./{out}'}")
    return 0


def _id(name: str) -> str:
    """A name as an id."""
    return "-".join(re.findall(r"[a-z0-9]+", name.casefold())) or "my-game"


def _seen_from(folder: Path, reference: str) -> str:
    """A path as the file in this folder has to write it; an id as it is."""
    if not is_path(reference):
        return reference
    path = os.path.relpath(os.path.expanduser(reference), folder)
    return path if path.startswith(".") else f"./{path}"


COMMAND = Command(
    "mix",
    "Writes a mix of rules down as a small game of its own, which can be played, checked and passed on.",
    (
        ("parlour mix GAME --with RULE --set hand-size=7 -o our-way.yaml", "write it to a file"),
        ("parlour play ./our-way.yaml", "and play it"),
    ),
    arguments,
    run,
)
