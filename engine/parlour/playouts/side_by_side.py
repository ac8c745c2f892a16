"""A comparison of two mixes, in words for people and as data for programs."""

from __future__ import annotations

import math
from collections.abc import Iterator

from parlour.playouts import heading, report
from parlour.playouts.comparison import ENOUGH, Comparison, Estimate, Row
from parlour.playouts.stages import plural, whole
from parlour.playouts.summary import last_of_each, wrapped
from parlour.playouts.wording import ALWAYS, LABEL, number, off, share

BEYOND = " *"


def lines(found: Comparison) -> Iterator[str]:
    first, second = found.first, found.second
    program = second.program
    of = heading.counted(program, found.games)
    yield f"{program.title} for {second.players}: {of} of seed {second.seed} by each of two mixes"
    yield from wrapped("A", heading.mix(first))
    yield from wrapped("B", heading.mix(second))
    for (word, told), (_, other) in zip(list(heading.lines(first))[1:], list(heading.lines(second))[1:], strict=True):
        yield from wrapped(word, told if told == other else f"A: {told}; B: {other}")
    yield ""
    table = list(_table(found))
    yield from table
    yield from last_of_each(first, second)
    yield ""
    yield from _legend(found)
    if any(ALWAYS in line for line in table):
        yield f"{ALWAYS.strip()} is what was the same in all of these {plural(whole(program))}."
    for mix, played in (("A", first), ("B", second)):
        if played.cut_off:
            cut = f"{played.cut_off:,} of the {plural(whole(program))} of {mix}"
            yield f"{cut} were cut off after {played.most:,} decisions; nobody has won them."


HEADINGS = {"fired": "How often each rule fired in a {}", "fired in": "In how many of the {} it fired"}


def _table(found: Comparison) -> Iterator[str]:
    beyond = {row.key for row in found.beyond}
    word = whole(found.second.program)
    cells = [(_estimate(row, row.first), _estimate(row, row.second), _difference(row)) for row in found.rows]
    wide = max(len(row.key[1]) + (0 if row.key[0] in HEADINGS else LABEL + 2) for row in found.rows)
    first, second = (max(map(len, column)) for column in list(zip(*cells, strict=True))[:2])
    yield f"  {'':<{wide}}  {'A':<{first}}   {'B':<{second}}   B − A"
    before = ""
    for row, (a, b, difference) in zip(found.rows, cells, strict=True):
        what, whose = row.key
        if what in HEADINGS and what != before:
            yield ""
            yield HEADINGS[what].format(word if what == "fired" else plural(word))
        label = whose if what in HEADINGS else f"{what if what != before else '':<{LABEL}}  {whose}"
        before = what
        mark = BEYOND if row.key in beyond else ""
        yield f"  {label:<{wide}}  {a:<{first}}   {b:<{second}}   {difference}{mark}".rstrip()


def _estimate(row: Row, found: Estimate | None) -> str:
    if found is None:
        return "–"
    if found.counted is not None:
        return share(*found.counted)
    return number(found.value, found.margin, _places(row))


def _difference(row: Row) -> str:
    if math.isnan(row.difference):
        return ""
    places, scale = (1, 100) if row.kind == "share" else (_places(row), 1)
    value = f"{scale * row.difference:+,.{places}f}".replace("-", "−")
    if float(f"{scale * row.difference:.{places}f}") == 0:
        value = f"{0:.{places}f}"
    return f"{value}{off(scale * row.margin, places) if row.margin else ''}"


def _places(row: Row) -> int:
    return 1 if row.key[0] == "decisions" else 3 if row.key[0] == "fired" else 2


def _legend(found: Comparison) -> Iterator[str]:
    yield "± says how far off a number may be by chance: of 100 numbers, 95 are not farther from the true ones."
    if found.games < ENOUGH:
        yield f"Of fewer than {ENOUGH} games nothing is said to differ by more than chance."
        return
    yield f"* differs by more than chance. As {found.compared} numbers are compared at once, that takes more than ±:"
    yield "  of 100 such tables of two mixes that are really alike, 95 have no star at all."


def data(found: Comparison) -> dict[str, object]:
    beyond = {row.key for row in found.beyond}
    return {
        "a": report.data(found.first),
        "b": report.data(found.second),
        "games": found.games,
        "compared": found.compared,
        "differences": [
            {
                "what": row.key[0],
                "of": row.key[1],
                "kind": row.kind,
                "a": None if row.first is None else report.plain(row.first.value),
                "b": None if row.second is None else report.plain(row.second.value),
                "difference": report.plain(row.difference),
                "margin": report.plain(row.margin),
                "beyond_chance": row.key in beyond,
            }
            for row in found.rows
        ],
    }
