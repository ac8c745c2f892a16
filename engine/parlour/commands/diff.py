"""`parlour diff`: lists the changes from one game or mix to another, and shows them in small positions."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace

from parlour.base.usage import UsageError
from parlour.commands.arguments import mix_of, take_line
from parlour.comparison.diff_report import data, lines, page
from parlour.comparison.mix_comparison import compared
from parlour.game import load, made
from parlour.library.library import Library
from parlour.mixing.mix_line import NO_CHANGES
from parlour.reporting.printed_findings import print_notes
from parlour.terminal.console import Console
from parlour.terminal.files import PAGE, place_for, write


def run(asked: Namespace, console: Console) -> int:
    if asked.second is None and not mix_of(asked).changes:
        raise UsageError("missing the second game", "name another game, or add --with, --without or --set")
    place = place_for(PAGE, asked.html)
    library = Library.standard()
    one = load(asked.first, library=library)
    asked.subject = asked.second or asked.first
    mix_line = take_line(asked) or NO_CHANGES
    other = made(replace(mix_of(asked), library=library, line=mix_line))
    print_notes(other.notes, console)
    changes = compared(one, other)
    console.report(asked.json, lambda: data(changes), lambda: lines(changes, console.width))
    if place is not None:
        console.tell(write(place, page(changes), PAGE))
    return 0
