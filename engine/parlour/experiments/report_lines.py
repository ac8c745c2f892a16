"""An experiment as lines for the terminal, and how often each rule of a mix mattered, as lines and as data."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from parlour.base.diagnostics import listing
from parlour.experiments.answer import answer
from parlour.experiments.factors import Effect
from parlour.experiments.measures import Measure
from parlour.experiments.outcome_report import ExperimentReport, cell, cells, change, explained, heads, of_change
from parlour.experiments.series_of_mixes import ArmNumber
from parlour.game import Game
from parlour.influence.effects import KINDS, Influence, Mattered
from parlour.playouts import margins
from parlour.playouts.playout_names import counted, whole

WIDTH, CELL = 100, 16  # columns of a line, and of a number with its margin
GAMES, TITLE = 6, 30  # columns of a number of games, and at least of the title of a mix or a measure
NO_BREAK = "\N{NO-BREAK SPACE}"
BRIEF = ("decisions", "minutes", "seats", "choices", "matters", "open", "skill")  # columns, if mixes are lines


def lines(report: ExperimentReport, width: int = WIDTH, more: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines for the terminal: mixes side by side if that fits, else a line for each. `more` comes before the
    notes."""
    results, rows = report.results, report.rows
    yield from broken(report.title, width)
    yield ""
    if sentences := [*answer(report)]:
        yield from wrapped(sentences, width)
        yield ""
    needed = 2 + TITLE + CELL * len(heads(results.arms))
    yield from _across(report, width) if needed <= width else _down(report, rows, width)
    if report.effects:
        yield ""
        yield from _effects(report.effects, width)
    for refused in report.refused:
        yield f"not played, because `check` refuses it: {refused}"
    yield ""
    if more:
        yield from (*more, "")
    yield from wrapped(explained(report), width)


def wrapped(notes: Iterable[str], width: int) -> Iterator[str]:
    """Yield the lines of notes."""
    for note in notes:
        yield from broken(note, width, indent="  ")


def broken(text: str, width: int, first: str = "", indent: str = "", break_words: bool = True) -> list[str]:
    """Return the lines of a text, which begin with an indent; the first one has its own. A number stays with the word
    before it and with its %."""
    joined = re.sub(r" (?=[%±])|(?<=±) |(?<=[^\W\d]) (?=\d)", NO_BREAK, text)
    lines = textwrap.wrap(
        joined, width, initial_indent=first, subsequent_indent=indent, break_long_words=break_words,
        break_on_hyphens=False,
    )  # fmt: skip
    return [line.replace(NO_BREAK, " ") for line in lines]


def _across(report: ExperimentReport, width: int) -> Iterator[str]:
    letters = [chr(ord("A") + at) for at in range(len(report.titles))]
    columns = heads(letters)
    rows = [("games", [f"{games:,}" for games in report.results.games])]
    rows += [(of.title, line) for of, line in cells(report)]
    if len(letters) > 1:  # otherwise the title names the mix
        rows.insert(0, ("", columns))
        for letter, title in zip(letters, report.titles, strict=True):
            yield from broken(title, width, f"  {letter}  ", "     ")
        yield ""
    most = width - 2 - CELL * len(columns)
    wide = min(most, max(len(title) for title, _ in rows))
    for title, line in rows:
        yield from row("  ", title, wide, "".join(f"{part:>{CELL}}" for part in line))


def row(indent: str, title: str, wide: int, numbers: str) -> Iterator[str]:
    """Yield a row of a table, whose title has several lines if it is long."""
    *before, last = broken(title, wide, indent="  ") or [""]
    yield from (f"{indent}{part}" for part in before)
    yield f"{indent}{last:{wide}}{numbers}".rstrip()


def _down(
    report: ExperimentReport, rows: Sequence[tuple[Measure, Sequence[ArmNumber | None]]], width: int
) -> Iterator[str]:
    shown = [(measure, numbers) for measure, numbers in rows if measure.id in BRIEF and None not in numbers]
    shown = shown[: max(1, (width - TITLE - GAMES) // CELL)]
    yield f"{'games':>{GAMES}}" + "".join(f"{measure.id:>{CELL}}" for measure, _ in shown) + "  mix"
    for at, title in enumerate(report.titles):
        cells = "".join(f"{cell(measure.unit, numbers[at]):>{CELL}}" for measure, numbers in shown)
        before = f"{report.results.games[at]:>{GAMES},}{cells}  "
        yield from broken(title, max(width, len(before) + TITLE), before, " " * len(before), break_words=False)
    yield ""
    yield from (f"  {measure.id}: {measure.title}, {measure.meaning}" for measure, _ in shown)


def _effects(effects: Sequence[Effect], width: int) -> Iterator[str]:
    yield "What each rule or option changes, whatever the others are, and what two change beyond that:"
    wide = min(max(len(effect.title) for effect in effects), width - 8 - CELL)
    for of, group in groupby(effects, key=lambda effect: effect.measure):
        yield f"  {of.title}{of_change(of.unit)}"
        for effect in group:
            changed = f"  {change(of.unit, effect.value, effect.margin)}{' *' * effect.differs}"
            yield from row("    ", effect.title, wide, changed)


NUMBER = 14  # columns for a number with its margin
MATTERS = (
    "A rule matters at a decision if, without it, the player would have other moves, or the same move would lead "
    "elsewhere. The shares are those of the decisions where it matters."
)


def mattering_lines(influence: Influence, game: Game, width: int) -> Iterator[str]:
    """Yield the rules with the number of times that each mattered in a game, and how."""
    rules = (*influence.rules, *influence.unknown)
    if not rules:
        return
    titles = {rule.document: f"“{rule.title}”" for rule in game.program.rules if rule.document in rules}
    word, left = whole(game.program), min(max(map(len, titles.values())), width // 2 - NUMBER)
    decisions = "every decision" if influence.of_each == 1 else f"{influence.looked_at:,} decisions"
    yield f"How often each rule mattered in a {word} (in {decisions} of {counted(game.program, influence.games)})"
    for rule, title in ((rule, titles[rule]) for rule in rules):
        if rule in influence.unknown:
            often, ways = "?", influence.unknown[rule]
        else:
            mattered = influence.rules[rule]
            times = influence.times(rule)
            mean = ArmNumber(sum(times) / influence.games, margins.of_mean(times), influence.games)
            often = cell("number", mean) if mattered.times else "never"
            ways = ", ".join(_ways(mattered))
        *above, last = broken(title, left, indent=" ")
        yield from (f"  {part}" for part in above)
        first = f"  {last:<{left}}{often:>{NUMBER}}  "
        yield from broken(ways, width, first, " " * len(first)) or [first.rstrip()]
    notes = [MATTERS]
    for rule, mattered in influence.rules.items():
        if mattered.beside:
            rest = listing([titles[other] for other in mattered.beside], "and", quote="")
            need = "needs" if len(mattered.beside) == 1 else "need"
            notes.append(f"The comparison for {titles[rule]} leaves out {rest}, which {need} it.")
    for note in notes:
        yield from broken(note, width, "  ", "  ")


def _ways(mattered: Mattered) -> Iterator[str]:
    """Yield each way in which a rule mattered, with its share."""
    for kind, words in KINDS.items():
        part = sum(mattered.kinds[kind]) / max(mattered.times, 1)
        if part:
            yield f"{words} {'<1' if part < 0.005 else f'{100 * part:.0f}'} %"


def mattering_data(influence: Influence) -> dict[str, object]:
    """Return the same as data for JSON."""
    return {
        "games": influence.games,
        "decisions": influence.looked_at,
        "one_decision_in": influence.of_each,
        "rules": {
            rule: {
                "times_a_game": sum(influence.times(rule)) / influence.games,
                "margin": None if math.isnan(margin := margins.of_mean(influence.times(rule))) else margin,
                "ways": {kind: sum(influence.times(rule, kind)) / influence.games for kind in mattered.kinds},
                "compared_without": list(mattered.beside),
            }
            for rule, mattered in influence.rules.items()
        },
        "unknown": dict(influence.unknown),
    }
