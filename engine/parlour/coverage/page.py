"""Coverage as a page of HTML: the rulesets line by line, in colours, with the gaps in words.

The page needs no other file and no script. A click or tap opens a line with gaps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from parlour.base import html_page
from parlour.base.source import short_path
from parlour.coverage.figures import Figure, RulesetCoverage, together
from parlour.coverage.items import EXPLAINED
from parlour.coverage.measuring import Coverage, Exercised

MOST_NAMED = 3  # examples
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

    def html(self) -> str:
        text = f"<i>{self.number}</i><code>{escape(self.text) or ' '}</code>"
        if not self.notes:
            return f'<div class="line {self.state}">{text}</div>\n'
        title = escape("\n".join(self.notes))
        notes = "".join(f"<li>{escape(note)}" for note in self.notes)
        summary = f'<summary title="{title}">{text}</summary>'
        return f'<details class="line {self.state}">{summary}<ul>{notes}</ul></details>\n'


def page(coverage: Coverage, coverages: Sequence[RulesetCoverage]) -> str:
    """Return the page as HTML."""
    intro = (
        f"{len(coverage.cases)} examples. Point at a line, or tap it, to see its gaps. "
        "The colours: <span class=full>exercised</span>, <span class=part>in part</span>, "
        "<span class=none>not at all</span>."
    )
    rulesets = (part for ruleset in coverages for part in _ruleset(coverage, ruleset))
    parts = "".join((*_summary(coverages), *rulesets, *_legend()))
    return html_page.page("Coverage", ["<h1>Coverage of the examples</h1>", f"<p>{intro}</p>", parts], STYLE)


def _summary(coverages: Sequence[RulesetCoverage]) -> Iterator[str]:
    yield "<table><thead><tr><th>ruleset<th>own examples<th>all examples<th>gaps</thead>\n"
    for number, ruleset in enumerate(coverages):
        figures = ruleset.figures
        yield f'<tr><td><a href="#r{number}">{escape(ruleset.document.id)}</a>'
        yield f"{_cell(figures.own)}{_cell(figures.all)}<td>{len(ruleset.gaps()) or ''}\n"
    figures = together(coverages)
    yield f"<tfoot><tr><td>together{_cell(figures.own)}{_cell(figures.all)}<td></tfoot></table>\n"


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
    yield "<h2>Kinds of parts</h2>\n<dl>\n"
    for kind, text in EXPLAINED.items():
        yield f"<dt>{kind}<dd>{escape(text)}.\n"
    yield "</dl>\n"


# ---------------------------------------------------------------- one ruleset


def _ruleset(coverage: Coverage, ruleset: RulesetCoverage) -> Iterator[str]:
    document, number = ruleset.document, coverage.documents.index(ruleset.document)
    opened = " open" if ruleset.gaps() or len(coverage.documents) == 1 else ""
    name = f"<h2>{escape(document.title)}</h2> <small>{escape(short_path(document.source.name))}</small>"
    yield f'<details class=ruleset id="r{number}"{opened}><summary>{name}</summary>\n'
    yield "<table><thead><tr><th>kind<th>own examples<th>all examples</thead>\n"
    for kind, figures in ruleset.by_kind().items():
        yield f'<tr><td title="{escape(EXPLAINED[kind])}">{kind}{_cell(figures.own)}{_cell(figures.all)}\n'
    yield "</table>\n"
    yield "<div class=text>\n"
    yield from (line.html() for line in lines_of(coverage, ruleset))
    yield "</div></details>\n"


def lines_of(coverage: Coverage, ruleset: RulesetCoverage) -> list[ListedLine]:
    """The lines of a ruleset with their states; one line replaces all its examples."""
    source, examples, hidden = ruleset.document.source, ruleset.document.node.entry("examples"), range(0)
    if examples is not None:
        hidden = range(examples.key.span.line, source.line_of(max(examples.value.span.end - 1, 0)) + 1)
    here: dict[int, list[tuple[Exercised, ...]]] = {}
    around: dict[int, tuple[int, State]] = {}  # for each line, the size of the smallest item around it, and its state
    for item, needs in ruleset.items().items():
        here.setdefault(item.span.line, []).append(needs)
        size, state = item.extent.end - item.extent.start, _of(needs)
        for near in range(item.extent.line, source.line_of(max(item.extent.start, item.extent.end - 1)) + 1):
            if size < around.get(near, (size + 1, ""))[0]:
                around[near] = size, "none" if state == "none" else "full"

    def line(number: int) -> ListedLine:
        notes = [note for needs in here.get(number, []) for note in _notes(coverage, needs)]
        parts = [e for needs in here.get(number, []) for e in needs]
        state = _of(parts) if parts else around.get(number, (0, ""))[1]
        blank = not source.line_text(number).strip() and not parts
        return ListedLine(number, source.line_text(number), "" if blank else state, tuple(notes))

    shown = (number for number in range(1, len(source.line_starts) + 1) if number not in hidden[1:])
    return [ListedLine(number, "examples: …") if number in hidden else line(number) for number in shown]


def _notes(coverage: Coverage, needs: Sequence[Exercised]) -> Iterator[str]:
    """Return the gaps of an item, or the examples that exercise it."""
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
