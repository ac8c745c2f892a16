"""The man page, docs/parlour.1: the commands' own help, and what docs/cli.md says about all of them.

Run as a script, this writes the page: `python tests/man_page.py`.
"""

from argparse import SUPPRESS, Action
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from parlour.commands import SUMMARIES, Command, command
from parlour.commands.arguments import Parser
from parlour.terminal.console import Console

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "parlour.1"
TITLE = "card games whose rules are data"


def page() -> str:
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield '.\\" Written by tests/man_page.py from the help of the commands. Change that help instead.'
    yield '.TH PARLOUR 1 "" "parlour" "User Commands"'
    yield from (".SH NAME", f"parlour \\- {TITLE}")
    yield from (".SH SYNOPSIS", ".B parlour", _text("COMMAND [ARGUMENT ...]"))
    yield from (".SH DESCRIPTION", _text(_paragraph("Wherever a command takes")))
    yield ".SH COMMANDS"
    for name in SUMMARIES:
        yield from _command(command(name))
    yield from (".SH EXIT STATUS", _text(_paragraph("A command's exit code")))


def _paragraph(beginning: str) -> str:
    """Return the paragraph of docs/cli.md that begins so, on one line."""
    paragraphs = (DOCS / "cli.md").read_text(encoding="utf-8").split("\n\n")
    (found,) = (paragraph for paragraph in paragraphs if paragraph.startswith(beginning))
    return " ".join(found.split())


def _command(chosen: Command) -> Iterator[str]:
    parser = Parser(chosen, Console(StringIO(), StringIO(), StringIO()))
    yield f".SS parlour {chosen.name}"
    yield _text(chosen.page.text)
    yield ".PP"
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    yield _text(usage)
    for action in parser._actions:
        if action.help is not SUPPRESS:
            yield from (".TP", f"\\fB{_escaped(_heading(action))}\\fR", _text(action.help or ""))
    yield from (".PP", "Examples:")
    for line, meaning in chosen.page.examples:
        yield from (".TP", f"\\fB{_escaped(line)}\\fR", _text(meaning))


def _heading(action: Action) -> str:
    """Return the names of an argument and the value that it takes, as in the help."""
    value = str(action.metavar or (" | ".join(map(str, action.choices)) if action.choices else action.dest.upper()))
    if not action.option_strings:
        return value
    names = ", ".join(action.option_strings)
    return names if action.nargs == 0 else f"{names} {value}"


def _text(words: str) -> str:
    """Return words as a line of input for man. A line can't begin with a dot or an apostrophe."""
    escaped = _escaped(" ".join(words.split()))
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


def _escaped(words: str) -> str:
    special = {"\\": "\\e", "-": "\\-", "`": "\\(ga"}
    return "".join(special.get(sign, sign if sign.isascii() else f"\\[u{ord(sign):04X}]") for sign in words)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
