"""A page of HTML with rulesets line by line: each line has a colour, and notes that open when a reader taps it.

The page needs no other file and no script. The callers decide what the colours and the notes mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from parlour.base.html_page import page
from parlour.base.source import told
from parlour.documents.composition import Document

State = Literal["", "full", "part", "none"]
STYLE = """\
:root { --full: #d9f2dc; --part: #fff0c2; --none: #ffd9d4; }
@media (prefers-color-scheme: dark) { :root { --full: #17391f; --part: #4a3a08; --none: #54201c; } }
.ruleset { margin: 1.5rem 0; }
.ruleset h2 { display: inline; }
.text { font-size: 13px; overflow-x: auto; }
.line { min-width: max-content; }
.line summary { list-style: none; }
.line summary::-webkit-details-marker { display: none; }
.line code { white-space: pre; }
.line i { color: var(--quiet); display: inline-block; font-style: normal; margin-right: 1em; text-align: right;
  user-select: none; width: 3em; }
.line ul { box-sizing: border-box; margin: 0; max-width: min(46rem, 94vw); padding: .3rem 1rem .3rem 4rem;
  white-space: pre-wrap; }
.full { background: var(--full); }
.part { background: var(--part); }
.none { background: var(--none); }
.part summary::after, .none summary::after { content: " ◂"; }
@media (max-width: 40rem) { body { padding: .5rem; } .line i { margin-right: .5em; width: 2em; } }
"""


@dataclass(frozen=True)
class ListedLine:
    """A line of a ruleset: its state, and notes about its parts."""

    number: int
    text: str
    state: State = ""
    notes: tuple[str, ...] = ()


def whole(title: str, heading: str, intro: str, parts: Iterable[str]) -> str:
    """Return the page as HTML. `intro` and the parts are HTML already."""
    return page(title, [f"<h1>{heading}</h1>", f"<p>{intro}</p>", "".join(parts)], STYLE)


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
