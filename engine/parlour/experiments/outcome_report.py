"""An experiment as lines for the terminal, as data, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import groupby

from parlour.experiments.blocks import SEAT
from parlour.experiments.factors import Effect
from parlour.experiments.measures import DERIVED, Measure, Unit
from parlour.experiments.running import Plan
from parlour.experiments.series_of_mixes import ArmNumber, Key, Results

WIDTH, CELL = 100, 16  # columns of a line, and of a number with its margin
BRIEF = ("decisions", "minutes", "seats", "choices", "matters", "open", "skill")  # columns, if mixes are lines
NOTES = (
    "± is half of an interval that holds at any time, also if you stop when it suits you.",
    "* differs from {first} by more than chance; of all stars here, at most 5 % are wrong.",
    "= is as good as the same: the difference is certainly too small to matter.",
)
NO_MARGIN = "± ? comes from fewer than 100 games, too few for a margin. One game in ten is looked at on its way."


@dataclass(frozen=True)
class ExperimentReport:
    """`pace` is the number of seconds for a decision. `refused` are mixes of a sweep that `check` doesn't accept."""

    title: str
    results: Results
    plan: Plan
    pace: float
    effects: Sequence[Effect] = ()
    refused: Sequence[str] = ()

    @property
    def rows(self) -> list[tuple[Measure, list[ArmNumber | None]]]:
        """Each measure with what is known of it in each mix; two of them follow from others."""
        numbers = self.results.numbers()
        arms = range(len(self.results.arms))
        rows = [(measure, [numbers.get((at, measure.id)) for at in arms]) for measure in self.results.measures()]
        minutes, seats = DERIVED
        after = [*rows[:1], (minutes, [self._scaled(one) for one in rows[0][1]])]
        if self.results.players > 1:
            after.append((seats, [self._apart(numbers, at) for at in arms]))
        return after + rows[1:]

    def _scaled(self, numbers: ArmNumber | None) -> ArmNumber | None:
        if numbers is None:
            return None
        by = self.pace / 60
        difference = None if numbers.difference is None else numbers.difference * by
        return ArmNumber(
            numbers.value * by, numbers.margin * by, numbers.games, difference, numbers.difference_margin * by,
            numbers.differs, numbers.is_alike,
        )  # fmt: skip

    def _apart(self, numbers: Mapping[Key, ArmNumber], at: int) -> ArmNumber:
        seats = [numbers[at, f"{SEAT}{seat + 1}"] for seat in range(self.results.players)]
        best, worst = max(seats, key=lambda seat: seat.value), min(seats, key=lambda seat: seat.value)
        return ArmNumber(best.value - worst.value, math.hypot(best.margin, worst.margin), best.games)


def lines(report: ExperimentReport, width: int = WIDTH) -> Iterator[str]:
    """Yield the lines for the terminal: mixes side by side if that fits, else a line for each."""
    results = report.results
    yield report.title
    yield ""
    rows = report.rows
    needed = 2 + max(len(measure.title) for measure, _ in rows) + CELL * len(results.arms)
    yield from _across(report, rows) if needed <= width else _down(report, rows, width)
    if report.effects:
        yield ""
        yield from _effects(report.effects)
    for refused in report.refused:
        yield f"not played, because `check` refuses it: {refused}"
    yield ""
    yield from explained(report)


def explained(report: ExperimentReport) -> Iterator[str]:
    """Yield a sentence about each sign in the numbers."""
    notes = NOTES if len(report.results.arms) > 1 else NOTES[:1]
    yield from (note.format(first=f"`{report.results.arms[0].name}`") for note in notes)
    if any(one is not None and math.isinf(one.margin) for _, numbers in report.rows for one in numbers):
        yield NO_MARGIN


def _across(report: ExperimentReport, rows: Sequence[tuple[Measure, Sequence[ArmNumber | None]]]) -> Iterator[str]:
    names = [arm.name for arm in report.results.arms]
    letters = [chr(ord("A") + at) for at in range(len(names))]
    yield from (f"  {letter}  {name}" for letter, name in zip(letters, names, strict=True))
    yield ""
    wide = max(len(measure.title) for measure, _ in rows)
    yield f"  {'':{wide}}" + "".join(f"{letter:>{CELL}}" for letter in letters).rstrip()
    counts = [f"{games:,} games" for games in report.results.games]
    yield f"  {'':{wide}}" + "".join(f"{count:>{CELL}}" for count in counts)
    for measure, numbers in rows:
        cells = "".join(f"{cell(measure.unit, one):>{CELL}}" for one in numbers)
        yield f"  {measure.title:{wide}}{cells}".rstrip()


def _down(
    report: ExperimentReport, rows: Sequence[tuple[Measure, Sequence[ArmNumber | None]]], width: int
) -> Iterator[str]:
    shown = [(measure, numbers) for measure, numbers in rows if measure.id in BRIEF and None not in numbers]
    wide = max(len(arm.name) for arm in report.results.arms)
    shown = shown[: max(1, (width - wide - 8) // CELL)]
    yield f"{'':{wide}}  {'games':>6}" + "".join(f"{measure.id:>{CELL}}" for measure, _ in shown)
    for at, arm in enumerate(report.results.arms):
        cells = "".join(f"{cell(measure.unit, numbers[at]):>{CELL}}" for measure, numbers in shown)
        yield f"{arm.name:{wide}}  {report.results.games[at]:>6,}{cells}".rstrip()
    yield ""
    yield from (f"  {measure.id}: {measure.title}, {measure.meaning}" for measure, _ in shown)


def _effects(effects: Sequence[Effect]) -> Iterator[str]:
    yield "What each rule or option changes by itself, and what two change beyond that:"
    wide = max(len(effect.name) for effect in effects)
    for of, group in groupby(effects, key=lambda effect: effect.measure):
        yield f"  {of.title}"
        for effect in group:
            change = f"{number(of.unit, effect.value, signed=True)} ± {number(of.unit, effect.margin)}"
            yield f"    {effect.name:{wide}}  {change}{' *' if effect.differs else ''}"


def cell(unit: Unit, numbers: ArmNumber | None) -> str:
    """Write a number with its margin and its sign."""
    if numbers is None or math.isnan(numbers.value):
        return ""
    sign = "*" if numbers.differs else "=" if numbers.is_alike else ""
    value, margin = number(unit, numbers.value), number(unit, numbers.margin)
    return f"{value.removesuffix(' %')} ± {margin.removesuffix(' %')}{' %' * (unit == 'share')}{sign}"


def number(unit: Unit, value: float, signed: bool = False) -> str:
    if math.isinf(value):
        return "?"
    sign = "+" if signed else ""
    text = f"{value * 100:{sign}.1f} %" if unit == "share" else f"{value:{sign},.{0 if abs(value) >= 100 else 1}f}"
    return text.replace("-", "−")


def data(report: ExperimentReport) -> dict[str, object]:
    """Return the report as data for JSON: the same for the same experiment, whoever played it."""
    plan, results = report.plan, report.results
    return {
        "experiment": report.title,
        "players": plan.players,
        "seed": plan.seed,
        "games": plan.games,
        "policy": plan.policy,
        "level": plan.level,
        "pace": report.pace,
        "stopped": results.stopped,
        "mixes": [
            {"name": arm.name, "factors": dict(arm.levels), "digest": arm.game.program.digest, "games": games}
            for arm, games in zip(results.arms, results.games, strict=True)
        ],
        "results": [dict(zip(COLUMNS, row, strict=True)) for row in table(report)],
        "effects": [
            {"name": e.name, "measure": e.measure.id, "value": e.value, "margin": e.margin, "differs": e.differs}
            for e in report.effects
        ],
        "refused": list(report.refused),
    }


COLUMNS = ("mix", "measure", "value", "margin", "games", "difference", "difference_margin", "differs", "alike")


Row = tuple[str, str, float, float | None, int, float | None, float | None, bool, bool]


def table(report: ExperimentReport) -> list[Row]:
    """Return the rows of the results, a measure of a mix each."""
    rows = []
    for measure, numbers in report.rows:
        for arm, one in zip(report.results.arms, numbers, strict=True):
            if one is not None and not math.isnan(one.value):
                rows.append((
                    arm.name, measure.id, one.value, _finite(one.margin), one.games, one.difference,
                    _finite(one.difference_margin), one.differs, one.is_alike,
                ))  # fmt: skip
    return rows


def _finite(value: float) -> float | None:
    return None if math.isinf(value) or math.isnan(value) else value


def as_csv(report: ExperimentReport) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(["" if part is None else part for part in row] for row in table(report))
    return text.getvalue()
