"""Pictures of an experiment as SVG, by matplotlib; the extra `plots` brings it."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
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
INK, PALE = "#2a6f4e", "#9cc7b0"


def available() -> bool:
    try:
        import matplotlib  # noqa: F401  # only to know whether it is there
    except ImportError:
        return False
    return True


def curve(measure: Measure, factor: Factor, numbers: Sequence[ArmNumber]) -> str:
    """Return a measure over the values of an option, with its intervals as a band."""
    figure, axes = _figure(4.6, 2.6)
    scale = 100 if measure.unit == "share" else 1
    at = range(len(numbers))
    middle = [one.value * scale for one in numbers]
    band = [one.margin * scale for one in numbers]
    low, high = ([m + sign * b for m, b in zip(middle, band, strict=True)] for sign in (-1, 1))
    axes.fill_between(at, low, high, color=PALE, alpha=0.6, linewidth=0)
    axes.plot(at, middle, color=INK, marker="o")
    if min(middle) >= 0:
        axes.set_ylim(bottom=max(axes.get_ylim()[0], 0))
    axes.set_xticks(list(at), [value_in_words(value) for value in factor.values])
    axes.set_xlabel(factor.title)
    axes.set_title(f"{measure.title}{', in %' * (measure.unit == 'share')}", fontsize=10, loc="left")
    return _svg(figure)


def forest(measure: Measure, effects: Sequence[Effect]) -> str:
    """Return the effects of all factors on a measure, each with its interval."""
    figure, axes = _figure(6.4, 0.9 + 0.28 * len(effects))
    scale = 100 if measure.unit == "share" else 1
    titles = [effect.factors[0].change_in_words for effect in reversed(effects)]
    for row, effect in enumerate(reversed(effects)):
        colour = INK if effect.differs else "#777777"
        axes.errorbar(effect.value * scale, row, xerr=effect.margin * scale, fmt="o", color=colour, capsize=3)
    axes.set_yticks(range(len(effects)), titles, fontsize=8)
    axes.set_ylim(-0.6, len(effects) - 0.4)
    axes.axvline(0, color="#999999", linewidth=0.8)
    axes.set_title(f"change: {measure.title}{of_change(measure.unit)}", fontsize=10, loc="left")
    return _svg(figure)


def _figure(wide: float, high: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(wide, high), layout="constrained")
    axes = figure.subplots()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Figure) -> str:
    """Return the picture as text that is the same for the same numbers."""
    import matplotlib as mpl

    text = StringIO()
    with mpl.rc_context({"svg.hashsalt": "parlour", "svg.fonttype": "none", "font.family": "sans-serif"}):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    svg = text.getvalue()
    return svg[svg.index("<svg") :]
