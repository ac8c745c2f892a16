"""`parlour serve`: the workbench and the tables in a browser, for this computer or for the phones around it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from parlour.cli.arguments import Count
from parlour.cli.console import Console
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.game import load

PORT = 8000


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subjects", metavar="GAME", nargs="*",
                        help="a game or a mix in one line, for the top of the first page")  # fmt: skip
    parser.add_argument("--lan", action="store_true", help="let other devices in your network open the page")
    parser.add_argument("--port", metavar="N", action=Count, low=0, high=65535,
                        help=f"the port (default: {PORT}; 0 for any that is free)")  # fmt: skip
    parser.set_defaults(port=PORT)
    parser.add_argument("--data", metavar="FOLDER", help="save the tables here (default: with your saved games)")


def run(asked: Namespace, console: Console) -> int:
    for subject in asked.subjects:
        load(subject)
    try:
        from parlour.web.serving import serve  # slow to import, and not installed everywhere
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("parlour"):
            raise
        raise UsageError(f'a page needs {error.name}: pip install "parlour[web]"') from None
    data = None if asked.data is None else Path(os.path.abspath(os.path.expanduser(asked.data)))
    return serve(console, tuple(asked.subjects), data, asked.port, asked.lan)


COMMAND = Command(
    "serve",
    "Opens the games as a page in a browser: put a mix together, read its rules, and play it with friends on their "
    "phones, against each other and bots. Ctrl-C ends the server; the tables are there again when it starts the next "
    "time.",
    (
        ("parlour serve", "a page for this computer"),
        ("parlour serve --lan", "a page for all devices in your network, with a QR code to scan"),
        ('parlour serve crazy-eights "sh + three-reverses" --lan', "the same, with your mixes first"),
    ),
    arguments,
    run,
)
