"""The format of numbers in a summary: as many digits as are meaningful, with the margin."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence

from parlour.playouts import margins
from parlour.playouts.margins import Estimate

WIDTH = 100
LABEL = 10
ALWAYS = " (always)"

Cell = tuple[str, str]  # a word and a number


def share(count: int, games: int) -> str:
    """Format a share; one just above 0 or just below 1 isn't rounded to 0 or 1."""
    percent, places = 100 * count / games, 1
    while 0 < count < games and f"{percent:.{places}f}" in (f"{0:.{places}f}", f"{100:.{places}f}"):
        places += 1
    off_ = off(100 * margins.of_share(count, games), places) if games > 1 else ""
    return f"{percent:.{places}f} %{off_}"


def number(value: float, margin: float, places: int = 2) -> str:
    if math.isnan(value):
        return "–"
    return f"{with_minus(f'{value:,.{places}f}')}{ALWAYS if margin == 0 else off(margin, places)}"


def estimated(found: Estimate, places: int = 2) -> str:
    """Format a share or a mean."""
    return number(found.value, found.margin, places) if found.counted is None else share(*found.counted)


def with_minus(told: str) -> str:
    """Return a number with the sign that people write: `−4.14`."""
    return told.replace("-", "−")


def off(margin: float, places: int) -> str:
    """The margin of a number. It is never 0, however it is rounded."""
    if math.isnan(margin):
        return ""
    told = f"{margin:,.{places}f}"
    return f" ± < {0.5 * 10**-places:.{places + 1}f}" if float(told.replace(",", "")) == 0 else f" ± {told}"


def row(name: str, cells: Sequence[Cell], width: int) -> Iterator[str]:
    """Format numbers in lines, as many on each line as fit."""
    line, first = "", True
    for word, told in cells:
        cell = f"{word} {told}"
        if line and LABEL + len(line) + len(cell) + 7 > width:
            yield labelled(name if first else "", line)
            line, first = "", False
        line = f"{line}   {cell}" if line else cell
    if line:
        yield labelled(name if first else "", line)


def wrapped(name: str, told: str, width: int) -> Iterator[str]:
    """Format words in lines."""
    for at, line in enumerate(textwrap.wrap(told, width - LABEL - 4, break_on_hyphens=False)):
        yield labelled("" if at else name, line)


def labelled(name: str, line: str) -> str:
    return f"  {name:<{LABEL}}  {line}"
