"""Coverage as one page of HTML: the rulesets line by line, coloured, with what is missing in words.

The page needs no other file and no script. Lines with gaps open when they are clicked or tapped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from parlour.base.source import Source, told
from parlour.coverage.figures import Figure, RulesetCoverage, together
from parlour.coverage.items import EXPLAINED
from parlour.coverage.measuring import Coverage, Exercised
from parlour.coverage.style import STYLE
from parlour.documents.composition import Document

State = Literal["", "full", "part", "none"]
BEGINNING = "<!doctype html>\n"
MOST_NAMED = 3  # examples


@dataclass(frozen=True)
class Line:
    """A line of a ruleset: its state, and notes about what it has."""

    number: int
    text: str
    state: State = ""
    notes: tuple[str, ...] = ()


def page(coverage: Coverage, found: Sequence[RulesetCoverage]) -> str:
    """The whole page."""
    parts = [
        BEGINNING,
        '<html lang="en"><head><meta charset="utf-8">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        f"<title>Coverage</title>\n<style>\n{STYLE}</style></head>\n<body>\n<h1>What the examples exercise</h1>\n",
        f"<p>{len(coverage.cases)} examples. Point at a line, or tap it, to see what is missing. "
        "The colours: <span class=full>exercised</span>, <span class=part>in part</span>, "
        "<span class=none>not at all</span>.</p>\n",
        *_summary(found),
        *(part for ruleset in found for part in _ruleset(coverage, ruleset)),
        *_legend(),
        "</body></html>\n",
    ]
    return "".join(parts)


def _summary(found: Sequence[RulesetCoverage]) -> Iterator[str]:
    yield "<table><thead><tr><th>ruleset<th>own examples<th>all examples<th>gaps</thead>\n"
    for number, ruleset in enumerate(found):
        figures = ruleset.figures
        yield f'<tr><td><a href="#r{number}">{escape(ruleset.document.id)}</a>'
        yield f"{_cell(figures.own)}{_cell(figures.all)}<td>{len(ruleset.gaps()) or ''}\n"
    whole = together(found)
    yield f"<tfoot><tr><td>together{_cell(whole.own)}{_cell(whole.all)}<td></tfoot></table>\n"


def _cell(figure: Figure) -> str:
    if not figure.total:
        return "<td>–"
    return f'<td class="{_state(figure.covered, figure.total)}">{figure.covered}/{figure.total} · {figure.percent} %'


def _state(covered: int, total: int) -> State:
    return "full" if covered == total else "part" if covered else "none"


def _of(exercised: Sequence[Exercised]) -> State:
    needed = [e for e in exercised if e.reason is None]
    return _state(sum(bool(e.all) for e in needed), len(needed))


def _legend() -> Iterator[str]:
    yield "<h2>What counts</h2>\n<dl>\n"
    for kind, text in EXPLAINED.items():
        yield f"<dt>{kind}<dd>{escape(text)}.\n"
    yield "</dl>\n"


# ---------------------------------------------------------------- one ruleset


def _ruleset(coverage: Coverage, ruleset: RulesetCoverage) -> Iterator[str]:
    document, number = ruleset.document, coverage.documents.index(ruleset.document)
    opened = " open" if ruleset.gaps() or len(coverage.documents) == 1 else ""
    yield f'<details class=ruleset id="r{number}"{opened}><summary><h2>{escape(document.title)}</h2> '
    yield f"<small>{escape(told(document.source.name))}</small></summary>\n"
    yield "<table><thead><tr><th>kind<th>own examples<th>all examples</thead>\n"
    for kind, figures in ruleset.by_kind().items():
        yield f'<tr><td title="{escape(EXPLAINED[kind])}">{kind}{_cell(figures.own)}{_cell(figures.all)}\n'
    yield "</table>\n<div class=text>\n"
    for line in lines_of(coverage, ruleset):
        yield _line(line)
    yield "</div></details>\n"


def _line(line: Line) -> str:
    text = f"<i>{line.number}</i><code>{escape(line.text) or ' '}</code>"
    if not line.notes:
        return f'<div class="line {line.state}">{text}</div>\n'
    title = escape("\n".join(line.notes))
    notes = "".join(f"<li>{escape(note)}" for note in line.notes)
    return f'<details class="line {line.state}"><summary title="{title}">{text}</summary><ul>{notes}</ul></details>\n'


def lines_of(coverage: Coverage, ruleset: RulesetCoverage) -> list[Line]:
    """The lines of a ruleset with their states, without its examples."""
    source = ruleset.document.source
    here: dict[int, list[tuple[Exercised, ...]]] = {}
    around: dict[int, tuple[int, State]] = {}  # for each line, the size of the smallest item around it, and its state
    for item, needs in ruleset.items().items():
        here.setdefault(item.span.line, []).append(needs)
        size, state = item.extent.end - item.extent.start, _of(needs)
        for line in range(item.extent.line, source.line_of(max(item.extent.start, item.extent.end - 1)) + 1):
            if size < around.get(line, (size + 1, ""))[0]:
                around[line] = size, "none" if state == "none" else "full"
    hidden = _examples(ruleset.document)
    found = []
    for number in range(1, len(source.line_starts) + 1):
        if number in hidden:
            if number == hidden[0]:
                found.append(Line(number, "examples: …"))
            continue
        notes = [note for needs in here.get(number, []) for note in _notes(coverage, needs)]
        parts = [e for needs in here.get(number, []) for e in needs]
        state = _of(parts) if parts else around.get(number, (0, ""))[1]
        blank = not source.line_text(number).strip() and not parts
        found.append(Line(number, source.line_text(number), "" if blank else state, tuple(notes)))
    return found


def _examples(document: Document) -> range:
    """The lines of the examples of a document, which are not themselves exercised."""
    entry, source = document.node.entry("examples"), document.source
    if entry is None:
        return range(0)
    return range(entry.key.span.line, _last_line(source, entry.value.span.end) + 1)


def _last_line(source: Source, end: int) -> int:
    return source.line_of(max(end - 1, 0))


def _notes(coverage: Coverage, needs: Sequence[Exercised]) -> Iterator[str]:
    """What is missing of an item, else which examples exercise it."""
    item = needs[0].item
    missing = [e for e in needs if not e.all]
    for exercised in missing:
        because = f", because {exercised.reason}" if exercised.reason else ""
        yield f"{item.name}: {exercised.need.missing}{because}"
    if not missing:
        numbers = sorted(frozenset[int]().union(*(e.all for e in needs)))
        named = [f"“{coverage.cases[number].name}”" for number in numbers[:MOST_NAMED]]
        rest = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
        yield f"{item.name}: exercised by {', '.join(named)}{rest}"
