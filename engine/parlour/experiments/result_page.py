"""An experiment as one page of HTML without other files: pictures where matplotlib is installed, effects and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from math import isfinite
from textwrap import wrap
from typing import TYPE_CHECKING

from parlour.base import html_page
from parlour.base.printable import capitalised
from parlour.documents.prose import value_in_words
from parlour.experiments.answer import TELLING, answer
from parlour.experiments.arms import Factor
from parlour.experiments.factors import Effect
from parlour.experiments.measures import Measure
from parlour.experiments.outcome_report import ExperimentReport, cells, change, explained, heads, of_change
from parlour.experiments.series_of_mixes import ArmNumber

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


MISSING = 'pictures need matplotlib: pip install "parlour[plots]"'
INK, PALE, QUIET, BLACK = "#2a6f4e", "#9cc7b0", "#777777", "#000000"
BY_PAGE = {INK: "var(--ink, #2a6f4e)", PALE: "var(--pale, #9cc7b0)", QUIET: "var(--quiet, #777)", BLACK: "currentColor"}
"""The colours that a page can change, because it is dark."""
SIDE = 0.15  # inches beside a picture, because the letters of a browser can be wider than those measured
WIDE = 26  # letters of a line beside a picture


def available() -> bool:
    try:
        import matplotlib  # noqa: F401  # only to know whether it is there
    except ImportError:
        return False
    return True


def curve(measure: Measure, factor: Factor, numbers: Mapping[str, ArmNumber]) -> str:
    """Return a measure over the values of an option, with its intervals as a band."""
    figure, axes = _figure(4.6, 2.6)
    scale = 100 if measure.unit == "share" else 1
    known = [(value, numbers[value]) for value in factor.values if value in numbers]
    middle, low, high = ([(one.value + sign * one.margin) * scale for _, one in known] for sign in (0, -1, 1))
    axes.fill_between(range(len(known)), low, high, color=PALE, alpha=0.6, linewidth=0)
    axes.plot(middle, color=INK, marker="o")
    if min(middle) >= 0:
        axes.set_ylim(bottom=max(axes.get_ylim()[0], 0))
    axes.set_xticks(range(len(known)), [value_in_words(value) for value, _ in known])
    axes.set_xlabel(factor.title)
    axes.set_title(f"{measure.title}{', in %' * (measure.unit == 'share')}", fontsize=10, loc="left")
    return _svg(figure)


def forest(measure: Measure, rows: Sequence[tuple[str, ArmNumber | Effect]], changes: bool) -> str:
    """Return a number and its interval in each row: what mixes are like, or what factors change."""
    rows = [("\n".join(wrap(title, WIDE)), one) for title, one in reversed(rows)]
    figure, axes = _figure(4.6, 0.9 + sum(0.14 + 0.16 * (1 + title.count("\n")) for title, _ in rows))
    scale = 100 if measure.unit == "share" else 1
    for at, (_, one) in enumerate(rows):
        colour = INK if one.differs else QUIET
        axes.errorbar(one.value * scale, at, xerr=one.margin * scale, fmt="o", color=colour, capsize=3)
    axes.set_yticks(range(len(rows)), [title for title, _ in rows], fontsize=8)
    axes.set_ylim(-0.6, len(rows) - 0.4)
    if changes:
        axes.axvline(0, color=QUIET, linewidth=0.8)
    elif min(one.value for _, one in rows) >= 0:
        axes.set_xlim(left=max(axes.get_xlim()[0], 0))
    unit = of_change(measure.unit) if changes else ", in %" * (measure.unit == "share")
    axes.set_title(f"{'change: ' * changes}{measure.title}{unit}", fontsize=10, loc="left")
    return _svg(figure)


def _figure(wide: float, high: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    figure = Figure(figsize=(wide, high), layout=ConstrainedLayoutEngine(w_pad=SIDE))
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Figure) -> str:
    """Return the picture as text that is the same for the same numbers. Its letters have the colour of the page."""
    import matplotlib as mpl

    text = StringIO()
    with mpl.rc_context({"svg.hashsalt": "parlour", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :].replace("<svg", '<svg fill="currentColor"', 1)
    for colour, word in BY_PAGE.items():
        svg = svg.replace(colour, word)
    return svg


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
    if not available():
        yield f"<p>{escape(MISSING)}</p>\n"
        return
    yield '<div class="pictures">'
    for of in dict.fromkeys(effect.measure for effect in report.effects):
        alone = [effect for effect in report.effects if effect.measure == of and len(effect.factors) == 1]
        effects = [(effect.factors[0].change_in_words, effect) for effect in alone]
        yield f"<figure>{forest(of, effects, changes=True)}</figure>\n"
    rows, arms = {of.id: (of, numbers) for of, numbers in report.rows}, report.results.arms
    for of, numbers in (rows[id] for id in DRAWN if id in rows and not report.effects):
        known = {at: one for at, one in enumerate(numbers) if one is not None and isfinite(one.margin)}
        if len(known) > 1 and len(factors) == 1:  # without a margin, chance draws the picture
            values = {arms[at].levels[factors[0].name]: one for at, one in known.items()}
            yield f"<figure>{curve(of, factors[0], values)}</figure>\n"
        elif len(known) > 1:
            mixes = [(report.titles[at], one) for at, one in known.items()]
            yield f"<figure>{forest(of, mixes, changes=False)}</figure>\n"
    yield "</div>\n"
