"""A page of HTML with rulesets line by line: each line has a colour, and notes that open when a reader taps it.

The page needs no other file and no script. The callers decide what the colours and the notes mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from parlour.base.source import told
from parlour.coverage.style import STYLE
from parlour.documents.composition import Document

State = Literal["", "full", "part", "none"]
BEGINNING = "<!doctype html>\n"


@dataclass(frozen=True)
class ListedLine:
    """A line of a ruleset: its state, and notes about its parts."""

    number: int
    text: str
    state: State = ""
    notes: tuple[str, ...] = ()


def whole(title: str, heading: str, intro: str, parts: Iterable[str]) -> str:
    """Return the page as HTML. `intro` and the parts are HTML already."""
    head = [
        BEGINNING,
        '<html lang="en"><head><meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f"<title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body>\n<h1>{heading}</h1>\n",
        f"<p>{intro}</p>\n",
    ]
    return "".join([*head, *parts, "</body></html>\n"])


def heading(document: Document, number: int, opened: bool) -> str:
    """The HTML that begins a ruleset; `</details>` ends it."""
    attributes = f'class=ruleset id="r{number}"{" open" if opened else ""}'
    name = escape(told(document.source.name))
    return f"<details {attributes}><summary><h2>{escape(document.title)}</h2> <small>{name}</small></summary>\n"


def listing(lines: Iterable[ListedLine]) -> Iterator[str]:
    yield "<div class=text>\n"
    yield from map(_line, lines)
    yield "</div>"


def _line(line: ListedLine) -> str:
    text = f"<i>{line.number}</i><code>{escape(line.text) or ' '}</code>"
    if not line.notes:
        return f'<div class="line {line.state}">{text}</div>\n'
    title = escape("\n".join(line.notes))
    notes = "".join(f"<li>{escape(note)}" for note in line.notes)
    return f'<details class="line {line.state}"><summary title="{title}">{text}</summary><ul>{notes}</ul></details>\n'


def lines_without_examples(document: Document, line: Callable[[int], ListedLine]) -> list[ListedLine]:
    """The lines of a ruleset; one line replaces all its examples."""
    entry, source = document.node.entry("examples"), document.source
    hidden = range(0)
    if entry is not None:
        hidden = range(entry.key.span.line, source.line_of(max(entry.value.span.end - 1, 0)) + 1)
    numbers = range(1, len(source.line_starts) + 1)
    shown = (n for n in numbers if n not in hidden[1:])
    return [ListedLine(n, "examples: …") if n in hidden else line(n) for n in shown]
