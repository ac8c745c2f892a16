"""`parlour diff`: lists the changes from one game or mix to another, and shows them in small positions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from parlour.cli.arguments import add_mix, mix_of, take_line
from parlour.cli.console import Console
from parlour.cli.files import PAGE, page_place, write
from parlour.cli.printed_findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.comparison.diff_report import data, lines, page
from parlour.comparison.mix_comparison import compared
from parlour.game import load, made
from parlour.library.library import Library
from parlour.mixing.mix_line import NO_CHANGES


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("first", metavar="A", help="a game: its id or file")
    parser.add_argument("second", metavar="B", nargs="?",
                        help="another one, to compare with it (default: A with the changes below)")  # fmt: skip
    add_mix(parser)
    parser.add_argument("--html", metavar="FILE", help="also write a page for a phone or for paper")
    parser.add_argument("--json", action="store_true", help="output for programs")


def run(asked: Namespace, console: Console) -> int:
    if asked.second is None and not mix_of(asked).changes:
        raise UsageError("missing the second game", "name another game, or add --with, --without or --set")
    place = page_place(asked.html)
    library = Library.standard()
    one = load(asked.first, library=library)
    asked.subject = asked.second or asked.first
    mix_line = take_line(asked) or NO_CHANGES
    other = made(replace(mix_of(asked), library=library, line=mix_line))
    print_notes(other.notes, console)
    changes = compared(one, other)
    if asked.json:
        console.say_json(data(changes))
    else:
        for line in lines(changes, console.width):
            console.say(line)
    if place is not None:
        console.tell(write(place, page(changes), PAGE))
    return 0


COMMAND = Command(
    "diff",
    "Describes in words how one game or mix differs from another. For each change, it shows the smallest position "
    "that it found in which a play is legal in only one of the two, or has different results.",
    (
        ("parlour diff ct cts", "what a player of Cut Throat must learn for Cut Throat Spades"),
        ("parlour diff sh --with three-reverses --set jokers=2", "what these changes mean"),
        ("parlour diff sh ./ours.yaml --html changes.html", "compare with your own mix, as a page"),
    ),
    arguments,
    run,
)
