"""A comparison of two mixes, in words for people and as data for programs."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from itertools import groupby

from parlour.playouts import heading, report
from parlour.playouts.comparison import ENOUGH, FEW, ComparedNumber, Comparison
from parlour.playouts.margins import Estimate
from parlour.playouts.number_format import ALWAYS, LABEL, WIDTH, estimated, off, with_minus, wrapped
from parlour.playouts.played import SILENT, Key
from parlour.playouts.playout_names import whole
from parlour.playouts.summary import MARGINS, NEVER, Playouts, ending, ending_word, last_of_each, sampled
from parlour.program.design import plural

BEYOND = " *"


def lines(found: Comparison, begun: str = "", width: int = WIDTH) -> Iterator[str]:
    """Return the lines, wrapped. `begun` describes the starting position, if the caller knows it."""
    first, second = found.first, found.second
    yield f"{second.program.title} for {second.players}: {_counted(found)}"
    for letter, mix in zip(LETTERS, heading.mixes(first, second), strict=True):
        yield from wrapped(letter, mix, width)
    one, other = (list(heading.lines(played, begun))[1:] for played in (first, second))
    for (word, told), (_, there) in zip(one, other, strict=True):
        yield from wrapped(word, told if told == there else f"A: {told}; B: {there}", width)
    yield ""
    table = list(_table(found))
    yield from table
    yield ""
    yield from _endings(found)
    yield from _unlike(found)
    yield from last_of_each(first, second, width=width)
    yield ""
    for line in _legend(found):
        yield from textwrap.wrap(line, width, subsequent_indent="  ")
    if any(ALWAYS in line for line in table):
        yield f"{ALWAYS.strip()} marks numbers that were the same in all of these {_words(found)}."
    for mix, played in zip(LETTERS, (first, second), strict=True):
        if played.cut_off:
            cut = f"{played.cut_off:,} of the {plural(whole(played.program))} of {mix}"
            yield f"Parlour stopped {cut} after {played.most:,} decisions; nobody won them."


def _wholes(found: Comparison) -> tuple[str, str]:
    """The name of a playout of each mix."""
    return whole(found.first.program), whole(found.second.program)


def _counted(found: Comparison) -> str:
    one, other = (heading.counted(played.program, found.games) for played in (found.first, found.second))
    if one == other:
        return f"{one} of seed {found.second.seed} by each of two mixes"
    return f"{one} of A and {other} of B, of seed {found.second.seed}"


def _word(found: Comparison) -> str:
    one, other = _wholes(found)
    return one if one == other else f"{one} (A) or a {other} (B)"


def _words(found: Comparison) -> str:
    one, other = _wholes(found)
    return plural(one) if one == other else f"{plural(one)} (A) or {plural(other)} (B)"


def _unlike(found: Comparison) -> Iterator[str]:
    one, other = _wholes(found)
    if one != other:
        yield ""
        yield f"Numbers of A are per {one}, and numbers of B per {other}, so they differ in any case."


def _endings(found: Comparison) -> Iterator[str]:
    """Return the meanings of the words for endings."""
    words = {word: played for played in (found.second, found.first) for word in played.ended}
    told = {row.key[1]: ending(words[row.key[1]], row.key[1]) for row in found.rows if row.key[0] == "ended"}
    told = {ending_word(word): meaning for word, meaning in told.items()}
    width = max(map(len, told), default=0)
    for word, meaning in told.items():
        yield f"{word:<{width}}  {meaning}"


LETTERS = ("A", "B")
HEADINGS = {
    "mattered": "How often each rule mattered in a {} ({})",
    "fired": "How often each rule fired in a {}",
    "fired in": "In how many of the {} it fired",
}
Line = tuple[str, str, str, str, str]  # what it is of, whose, A, B and the difference


def _table(found: Comparison) -> Iterator[str]:
    told = _lines(found)
    wide = max(len(whose) + (0 if what in HEADINGS else LABEL + 2) for what, whose, *_ in told)
    first, second = (max(len(line[at]) for line in told) for at in (2, 3))
    yield f"  {'':<{wide}}  {'A':<{first}}   {'B':<{second}}   B − A"
    for what, rows in groupby(told, lambda line: line[0]):
        if what in HEADINGS:
            yield ""
            yield HEADINGS[what].format(_words(found) if what == "fired in" else _word(found), _sampled(found))
        for number, (_, whose, a, b, difference) in enumerate(rows):
            label = whose if what in HEADINGS else f"{'' if number else what:<{LABEL}}  {whose}"
            yield f"  {label:<{wide}}  {a:<{first}}   {b:<{second}}   {difference}".rstrip()
        if what == "fired":
            yield from _footnotes(found, told)
    for rule, why in _unknown((found.first, found.second)).items():
        yield f"  ({UNKNOWN} {rule}: {why})"


def _sampled(found: Comparison) -> str:
    """Return the sample of decisions, in words."""
    told = [sampled(played, played.influence) for played in (found.first, found.second) if played.influence]
    return told[0] if len(set(told)) == 1 else "; ".join(f"{x}: {y}" for x, y in zip(LETTERS, told, strict=False))


def _footnotes(found: Comparison, told: list[Line]) -> Iterator[str]:
    """Return notes on the rows of rules without a number."""
    cells = {cell for what, _, a, b, _ in told for cell in (a, b) if what == "fired"}
    if SILENT_SIGN in cells:
        yield f"  ({SILENT_SIGN} never fires: {SILENT})"
    if NEVER_WORD in cells:
        yield f"  ({NEVER_WORD}: {NEVER.format(_words(found))})"


NEVER_WORD = "never"
SILENT_SIGN = "–"
UNKNOWN = "?"


def _lines(found: Comparison) -> list[Line]:
    """A line for each number, and one for each rule that can't fire, which has none."""
    beyond = {row.key for row in found.beyond}
    both = found.first, found.second
    told: list[Line] = []
    for row in found.rows:
        a, b = (
            _estimate(row, estimate) if estimate is not None else _absent(row.key, played, letter)
            for estimate, played, letter in zip((row.first, row.second), both, LETTERS, strict=True)
        )
        what, whose = row.key
        whose = ending_word(whose) if what == "ended" else whose
        told.append((what, whose, a, b, _difference(row) + (BEYOND if row.key in beyond else "")))
    shown = {whose for what, whose, *_ in told if what == "fired"}
    if any(played.influence for played in both):
        named = {whose for what, whose, *_ in told if what == "mattered"}
        return [*told, *(_lacking(both, "mattered", rule) for rule in _unknown(both) if rule not in named)]
    silent = [rule for rule in dict.fromkeys((*both[0].silent, *both[1].silent)) if rule not in shown]
    at = next((at for at, line in enumerate(told) if line[0] == "fired in"), len(told))
    return [*told[:at], *(_lacking(both, "fired", rule) for rule in silent), *told[at:]]


def _unknown(both: tuple[Playouts, Playouts]) -> dict[str, str]:
    """The rules that can't be measured in one of the mixes, and the reasons."""
    return {rule: why for played in both if played.influence for rule, why in played.influence.unknown.items()}


def _lacking(both: tuple[Playouts, Playouts], what: str, rule: str) -> Line:
    """Return the line of a rule without a number in either mix."""
    a, b = (_absent((what, rule), played, letter) for played, letter in zip(both, LETTERS, strict=True))
    return what, rule, a, b, ""


def _absent(key: Key, played: Playouts, letter: str) -> str:
    """Return why a mix lacks a number: the rule can't fire, can't be measured or isn't in the mix, or no game reached
    the rule."""
    what, whose = key
    if what == "mattered" and played.influence is not None and whose in played.influence.unknown:
        return UNKNOWN
    there = whose in played.rules if what in HEADINGS else what in played.values
    return SILENT_SIGN if there else f"(not in {letter})"


def _estimate(row: ComparedNumber, found: Estimate) -> str:
    if row.key[0] in ("fired", "mattered") and found.value == 0:
        return NEVER_WORD
    return estimated(found, _places(row))


def _difference(row: ComparedNumber) -> str:
    if math.isnan(row.difference):
        return ""
    places, scale = (1, 100) if row.kind == "share" else (_places(row), 1)
    value = with_minus(f"{scale * row.difference:+,.{places}f}")
    if float(f"{scale * row.difference:.{places}f}") == 0:
        value = f"{0:.{places}f}"
    return f"{value}{off(scale * row.margin, places) if row.margin else ALWAYS}"


def _places(row: ComparedNumber) -> int:
    return 1 if row.key[0] in ("decisions", "mattered") else 3 if row.key[0] == "fired" else 2


def _legend(found: Comparison) -> Iterator[str]:
    yield MARGINS
    yield "Differences come from the numbers before rounding."
    if found.games < FEW:
        yield f"With fewer than {FEW} games, differences have no ±."
    if found.games < ENOUGH:
        yield f"With fewer than {ENOUGH} games, no difference has a star."
        return
    yield f"* marks a difference of more than chance. With {found.compared} comparisons this needs more than ±:"
    yield "  of 100 tables like this that compare identical mixes, 95 have no star."


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
