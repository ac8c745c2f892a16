"""`parlour rules`: the rule sheet of a game or a mix, to read or to print."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from parlour.cli.arguments import add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.findings import print_notes
from parlour.commands import Command
from parlour.game import load
from parlour.sheets.assembly import sheet_of
from parlour.sheets.text import as_text
from parlour.sheets.worked import worked


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", help="a game: its id or file")
    add_mix(parser)


def run(asked: Namespace, console: Console) -> int:
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    console.say(as_text(sheet_of(game, worked(game))).rstrip())
    print_notes(game.notes, console)
    return 0


COMMAND = Command(
    "rules",
    "Prints the rule sheet of a game or a mix.",
    (("parlour rules GAME", "read the rules"),),
    arguments,
    run,
)
