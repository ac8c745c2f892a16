"""`parlour rules`: the rule sheet of a game or a mix, to read or to print."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from parlour.base.usage import UsageError
from parlour.commands.arguments import mix_of
from parlour.documents.contents import STDIN, path_of
from parlour.game import Game, load, made
from parlour.lints.lost_sentences import check_sentences
from parlour.reporting.printed_findings import print_notes
from parlour.sheets.assembly import sheet_of, undescribed
from parlour.sheets.lessons import lessons
from parlour.sheets.model import Sheet
from parlour.sheets.page import as_page
from parlour.sheets.text import WIDTH, as_markdown, as_text
from parlour.sheets.worked import MOST, worked
from parlour.terminal.console import Console
from parlour.terminal.files import ANY, NEW, write

_WRITERS = {".html": as_page, ".htm": as_page, ".md": as_markdown, ".txt": as_text}


def run(asked: Namespace, console: Console) -> int:
    suffix = ".txt" if asked.out in (None, STDIN) else Path(asked.out).suffix.lower()
    if suffix not in _WRITERS:
        raise UsageError(f"unknown format of `{asked.out}`", "end it with .html, .md or .txt")
    if asked.out and asked.json:
        raise UsageError("--json prints the sheet; remove -o")
    if asked.since and asked.all_options:
        raise UsageError("--since shows only what changes; remove --all-options")
    game = made(mix_of(asked))
    examples = MOST if asked.examples is None else asked.examples
    if asked.since:
        sheet = _lessons(game, asked.since, examples)
    else:
        sheet = sheet_of(game, worked(game, examples), asked.all_options)
    if asked.json:
        console.say_json(asdict(sheet))
        return 0
    if asked.out in (None, STDIN):
        console.say(as_text(sheet, console.width if console.live else WIDTH).rstrip())
    else:
        console.say(write(path_of(asked.out), _WRITERS[suffix](sheet), ANY if asked.force else NEW))
    print_notes(game.notes, console)
    print_notes(tuple(check_sentences(game.composition)), console)
    for sentence in undescribed(game.composition):
        console.tell(f"note: {sentence}")
    return 0


def _lessons(game: Game, since: str, examples: int) -> Sheet:
    """Return the changes for a player who knows another game of the family."""
    known = load(since)
    if game.composition.frame.id not in {frame.id for frame in known.composition.frames}:
        raise UsageError(f"{known.title} and {game.title} belong to different families, so Parlour can't compare them")
    return lessons(known, game, load, examples)


VALUES = {"examples": MOST}
