"""An experiment as one page of HTML without other files: the table, and pictures where matplotlib is installed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from parlour.coverage.ruleset_listing import whole
from parlour.experiments import pictures
from parlour.experiments.arms import Factor
from parlour.experiments.factors import ASKED
from parlour.experiments.measures import measure
from parlour.experiments.outcome_report import NOTES, ExperimentReport, cell

CURVES = ("decisions", "seats", "choices", "matters", "open", "deal")


def page(report: ExperimentReport, factors: Sequence[Factor]) -> str:
    """Return the page."""
    first = report.results.arms[0].name
    intro = escape(" ".join(note.format(first=first) for note in NOTES))
    pictures_ = ['<div style="display:flex;flex-wrap:wrap">', *_pictures(report, factors), "</div>\n"]
    return whole(escape(report.title), escape(report.title), intro, [*pictures_, *_table(report)])


def _table(report: ExperimentReport) -> Iterator[str]:
    """Yield the table with a mix in each row, so that many mixes fit."""
    rows = [(of, numbers) for of, numbers in report.rows if any(one is not None for one in numbers)]
    yield '<div style="overflow-x:auto"><table>\n<tr><th>mix</th><th>games</th>'
    yield "".join(f'<th title="{escape(of.meaning)}">{escape(of.title)}</th>' for of, _ in rows) + "</tr>\n"
    for at, arm in enumerate(report.results.arms):
        cells = "".join(f"<td>{escape(cell(of.unit, numbers[at]))}</td>" for of, numbers in rows)
        yield f"<tr><th>{escape(arm.name)}</th><td>{report.results.games[at]:,}</td>{cells}</tr>\n"
    yield "</table></div>\n<dl>\n"
    yield "".join(f"<dt>{escape(of.title)}<dd>{escape(of.meaning)}.\n" for of, _ in rows) + "</dl>\n"
    for refused in report.refused:
        yield f"<p>Not played, because <code>check</code> refuses it: {escape(refused)}</p>\n"


def _pictures(report: ExperimentReport, factors: Sequence[Factor]) -> Iterator[str]:
    if not factors:
        return
    if not pictures.available():
        yield f"<p>{escape(pictures.MISSING)}</p>\n"
        return
    if report.effects:
        for id in ASKED:
            of = [effect for effect in report.effects if effect.measure.id == id]
            if of:
                yield _figure(pictures.forest(measure(id), of))
    elif len(factors) == 1:
        for row, numbers in report.rows:
            known = [one for one in numbers if one is not None]
            complete = len(known) == len(report.results.arms) and all(isfinite(one.margin) for one in known)
            if row.id in CURVES and complete:
                yield _figure(pictures.curve(row, factors[0], known))


def _figure(svg: str) -> str:
    return f'<figure style="background:#fff;margin:.5rem">{svg}</figure>\n'
