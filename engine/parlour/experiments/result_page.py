"""An experiment as one page of HTML without other files: pictures where matplotlib is installed, effects and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite

from parlour.base import html_page
from parlour.base.printable import capitalised
from parlour.experiments import pictures
from parlour.experiments.answer import TELLING, answer
from parlour.experiments.arms import Factor
from parlour.experiments.factors import Effect
from parlour.experiments.outcome_report import ExperimentReport, cells, change, explained, heads, of_change

DRAWN = ("minutes", "decisions", "seats", *TELLING)  # measures with pictures
FEW = 6  # mixes that are columns; of more, each is a row
_STYLE = """\
:root { --ink: #2a6f4e; --pale: #9cc7b0; }
@media (prefers-color-scheme: dark) { :root { --ink: #7cc9a2; --pale: #3d7a5c; } }
.pictures { display: flex; flex-wrap: wrap; gap: .5rem; }
figure { margin: 0; max-width: 100%; }
svg { height: auto; max-width: 100%; }
td, th { border-bottom: 1px solid var(--line); text-align: right; }
td { font-variant-numeric: tabular-nums; white-space: nowrap; }
thead th { min-width: 5rem; vertical-align: bottom; }
tbody th { background: Canvas; font-weight: 500; left: 0; position: sticky; text-align: left; }
th:first-child { min-width: min(18rem, 38vw); }
.sure { background: #2a6f4e; color: #fff; }
td a { color: inherit; }
"""


@dataclass(frozen=True)
class RuleClash:
    """Two factors whose rules work against each other: how, and the position that shows it."""

    factors: tuple[Factor, ...]
    title: str
    witness: str


def page(report: ExperimentReport, factors: Sequence[Factor], clashes: Sequence[RuleClash] = ()) -> str:
    """Return the page. The pairs of rules among the effects lead to their clashes."""
    heading, _, who = report.title.partition(": ")
    body = [
        f"<h1>{escape(heading)}</h1>\n<p>{escape(capitalised(who))}.</p>",
        *(f'<p class="answer">{html_page.in_code(sentence)}</p>' for sentence in answer(report)),
        *_pictures(report, factors), *_effects(report.effects, clashes),
        "<h2>All numbers</h2>\n<ul>", *(f"<li>{html_page.in_code(note)}" for note in explained(report)), "</ul>",
        *_table(report), *_meanings(report),
    ]  # fmt: skip
    return html_page.page(escape(report.title), body, _STYLE)


def _table(report: ExperimentReport) -> Iterator[str]:
    rows = [(of.title, line) for of, line in cells(report) if any(line)]
    names = report.titles
    counts = [f"{count:,}" for count in report.results.games]
    if len(names) <= FEW:
        above = ["", *heads(names)]
        games = ["games", *counts, *[""] * (len(above) - len(counts) - 1)]
        yield from _rows(above, [games, *([title, *line] for title, line in rows)])
    else:
        across = zip(names, counts, *(line for _, line in rows), strict=True)
        yield from _rows(["mix", "games", *(title for title, _ in rows)], across)


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"<table><thead><tr>{''.join(f'<th>{escape(head)}</th>' for head in heads)}</tr></thead>\n<tbody>"
    for first, *others in rows:
        yield f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(other)}</td>' for other in others)}</tr>\n"
    yield "</tbody></table>\n"


def _meanings(report: ExperimentReport) -> Iterator[str]:
    yield "<h2>What the numbers mean</h2>\n<dl>\n"
    meanings = {of.kind: of.meaning for of, _ in report.rows if of.meaning}
    yield "".join(f"<dt>{escape(kind)}<dd>{escape(meaning)}.\n" for kind, meaning in meanings.items()) + "</dl>\n"
    for refused in report.refused:
        yield f"<p>Not played, because <code>check</code> refuses it: {html_page.in_code(refused)}</p>\n"


def _effects(effects: Sequence[Effect], clashes: Sequence[RuleClash]) -> Iterator[str]:
    """Yield for each measure a matrix: what each factor changes by itself, and what each pair changes beyond that."""
    if not effects:
        return
    yield "<h2>What goes together</h2>\n<p>The diagonal has what each rule or option changes by itself. The other "
    yield "cells have what two of them change together beyond that. Coloured cells are more than chance.</p>\n"
    places: dict[tuple[Factor, ...], str] = {one.factors: f"clash{at}" for at, one in reversed([*enumerate(clashes)])}
    for of in dict.fromkeys(effect.measure for effect in effects):
        known = {effect.factors: effect for effect in effects if effect.measure == of}
        alone = [factors[0] for factors in known if len(factors) == 1]
        yield f'<h3>{escape(of.title + of_change(of.unit))}</h3>\n<table><thead><tr><th></th>'
        yield "".join(f"<th>{at}</th>" for at in range(1, len(alone) + 1)) + "</tr></thead>\n<tbody>"
        for at, factor in enumerate(alone):
            pairs = [*((other, factor) for other in alone[:at]), (factor,)]
            cells = "".join(_change(known.get(pair), places) for pair in pairs)
            yield f"<tr><th>{at + 1}. {escape(factor.change_in_words)}</th>{cells}</tr>\n"
        yield "</tbody></table>\n"
    if clashes:
        yield "<h2>Rules that work against each other</h2>\n"
    for at, one in enumerate(clashes):
        rules = " and ".join(factor.change_in_words for factor in one.factors)
        yield f'<h3 id="clash{at}">{html_page.in_code(f"{rules}: {one.title}")}</h3>\n'
        yield f"<pre>{escape(one.witness)}</pre>\n" if one.witness else ""


def _change(effect: Effect | None, places: Mapping[tuple[Factor, ...], str]) -> str:
    if effect is None:
        return "<td></td>"
    whole = change(effect.measure.unit, effect.value, effect.margin)
    text, _, _ = whole.partition(" ± ")
    inner = f'<a href="#{places[effect.factors]}">{text}</a>' if effect.factors in places else text
    return f'<td{" class=sure" if effect.differs else ""} title="{escape(f"{effect.title}: {whole}")}">{inner}</td>'


def _pictures(report: ExperimentReport, factors: Sequence[Factor]) -> Iterator[str]:
    if len(report.titles) == 1:
        return
    if not pictures.available():
        yield f"<p>{escape(pictures.MISSING)}</p>\n"
        return
    yield '<div class="pictures">'
    for of in dict.fromkeys(effect.measure for effect in report.effects):
        alone = [effect for effect in report.effects if effect.measure == of and len(effect.factors) == 1]
        effects = [(effect.factors[0].change_in_words, effect) for effect in alone]
        yield f"<figure>{pictures.forest(of, effects, changes=True)}</figure>\n"
    rows, arms = {of.id: (of, numbers) for of, numbers in report.rows}, report.results.arms
    for of, numbers in (rows[id] for id in DRAWN if id in rows and not report.effects):
        known = {at: one for at, one in enumerate(numbers) if one is not None and isfinite(one.margin)}
        if len(known) > 1 and len(factors) == 1:  # without a margin, chance draws the picture
            values = {arms[at].levels[factors[0].name]: one for at, one in known.items()}
            yield f"<figure>{pictures.curve(of, factors[0], values)}</figure>\n"
        elif len(known) > 1:
            mixes = [(report.titles[at], one) for at, one in known.items()]
            yield f"<figure>{pictures.forest(of, mixes, changes=False)}</figure>\n"
    yield "</div>\n"
