"""Pictures of an experiment as SVG, by matplotlib; the extra `plots` brings it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING

from parlour.documents.prose import value_in_words
from parlour.experiments.arms import Factor
from parlour.experiments.factors import Effect
from parlour.experiments.measures import Measure
from parlour.experiments.outcome_report import of_change
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
