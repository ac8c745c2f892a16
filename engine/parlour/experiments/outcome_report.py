"""An experiment as rows with their signs and notes, as data, and as a table for a spreadsheet."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TypeVar

from parlour.base.diagnostics import listing
from parlour.experiments.blocks import ENDED, RESULT, RULE, SEAT
from parlour.experiments.factors import Effect
from parlour.experiments.measures import DERIVED, RIVALRY, Measure, Unit
from parlour.experiments.running import Plan
from parlour.experiments.sequences import LEAST
from parlour.experiments.series_of_mixes import ArmNumber, Results
from parlour.playouts.played import CUT_OFF, UNDECIDED
from parlour.playouts.playout_names import GAME, ended_last, told_last, whole
from parlour.program import Program
from parlour.program.design import plural

T = TypeVar("T")
PAIR = 2  # mixes, of which the table also has the difference
DIFFERENCE = "difference"  # the heading of a column, if there are two mixes
NOTES = (
    "* differs from {first} by more than chance; of all stars here, at most 5 % are wrong, so a star needs "
    "more than its margin.",
    "= is as good as the same: the difference is certainly too small to matter.",
)
ANY_TIME = "± is half of an interval that holds at any time, also if you stop when it suits you."
ONCE = "± shows how far a number can be off by chance: 95 of 100 numbers are within this margin."
POINTS = "Differences of shares are in percentage points: from 20 % to 25 %, it is +5."
NO_MARGIN = "± ? comes from fewer than 100 games, too few for a margin."
MINUTES = "Minutes count {:g} seconds for a decision."
SHARED = "A win that several seats share counts in parts: of two, as half a win for each."
ASK = "Ask for at least 100."
SOME = "One game in ten is looked at on its way, so some numbers need 1,000 games."
UNCOUNTED = (
    "No row “came up” for {}: rules without steps of their own, such as those that set values or forbid moves, aren't "
    "counted."
)


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
    def titles(self) -> list[str]:
        """The mixes as people read them: different ones."""
        arms = self.results.arms
        titles = [arm.title for arm in arms]
        return [t if titles.count(t) == 1 else f"{t} (`{arm.name}`)" for t, arm in zip(titles, arms, strict=True)]

    @property
    def rows(self) -> list[tuple[Measure, list[ArmNumber | None]]]:
        """Each measure with what is known of it in each mix; two of them follow from others. Where all always won or
        lost together, nothing is said about rivals."""
        numbers = self.results.numbers()
        arms = range(len(self.results.arms))
        together = self.results.players > 1 and self.results.won <= {0, 1 / self.results.players}
        measures = [one for one in self.results.measures() if not together or one.id not in RIVALRY]
        rows = [(measure, [numbers.get((at, measure.id)) for at in arms]) for measure in measures]
        minutes, seats = (self.results.measure(of.id) for of in DERIVED)
        after = [*rows[:1], (minutes, [self._scaled(one) for one in rows[0][1]])]
        if self.results.players > 1:
            after.append((seats, [self._apart(at) for at in arms]))
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

    def _apart(self, at: int) -> ArmNumber:
        """The chance of the best seat less that of the worst. Two seats rarely win the same game, so the margin of the
        difference is larger than that of two independent numbers."""
        own = [self.results.own[at, f"{SEAT}{seat + 1}"] for seat in range(self.results.players)]
        best, worst = max(own, key=lambda seat: seat.mean), min(own, key=lambda seat: seat.mean)
        apart = ArmNumber(best.mean - worst.mean, self.results.margin(best.less(worst)), best.count)
        if at == 0:
            return apart
        first = self._apart(0)
        return replace(apart, difference=apart.value - first.value, difference_margin=apart.margin + first.margin)


def explained(report: ExperimentReport) -> Iterator[str]:
    """Yield a sentence about each sign in the numbers."""
    mixes = len(report.results.arms)
    yield ONCE if report.results.once else ANY_TIME
    if mixes > 1:
        yield from (note.format(first=f"“{report.titles[0]}”") for note in NOTES)
    if mixes == PAIR or report.effects:
        yield POINTS
    if any(0 < won < 1 for won in report.results.won):
        yield SHARED
    if any(one is not None and math.isinf(one.margin) for _, numbers in report.rows for one in numbers):
        few = min(report.results.games) < LEAST
        yield " ".join([NO_MARGIN, *[ASK] * few, *[SOME] * bool(report.plan.playing.watched)])
    yield MINUTES.format(report.pace)
    if any(name == f"{ENDED}{CUT_OFF}" for _, name in report.results.own):
        yield f"A game is cut off after {report.plan.playing.most:,} decisions; nobody wins it."
    yield from _of_wholes(report)
    if uncounted := [*_uncounted(report.results)]:
        yield UNCOUNTED.format(listing(uncounted, "and", quote=""))


def _uncounted(results: Results) -> Iterator[str]:
    """Yield the titles of the house rules that no table can count, where it counts others."""
    counted = {name for _, name in results.own if name.startswith(RULE)}
    titles = {
        rule.document: rule.title for arm in results.arms if counted
        for rule in arm.game.program.rules if rule.document in arm.game.program.house_rules
    }  # fmt: skip
    yield from (f"“{title}”" for document, title in titles.items() if f"{RULE}{document}" not in counted)


def _of_wholes(report: ExperimentReport) -> Iterator[str]:
    """Yield notes on mixes that play several games in one, and on numbers that describe only the last of them."""
    results = report.results
    wholes = {title: whole(arm.game.program) for title, arm in zip(report.titles, results.arms, strict=True)}
    if len(set(wholes.values())) > 1:
        several = ", ".join(f"“{title}”" for title, word in wholes.items() if word != GAME)
        yield f"Numbers are per match of {several}, but per game of the others, so they differ in any case."
    names = [{name for number, name in results.own if number == at} for at in range(len(results.arms))]
    parts: dict[tuple[str, str], dict[str, None]] = {}
    for arm, own in zip(results.arms, names, strict=True):
        for of, stage, name in _of_last(arm.game.program, bare(own, RESULT), bare(own, ENDED)):
            parts.setdefault((of, stage), {})[name] = None
    for (of, stage), described in parts.items():
        yield f"A {of} can have several {plural(stage)}. These describe only the last one: {', '.join(described)}."


def _of_last(program: Program, values: Sequence[str], ended: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield the results and endings that don't cover a whole playout, because a stage reset them, with both."""
    for result in program.results:
        if result.name in values and (stage := told_last(program, result)) is not None:
            yield whole(program), stage, f"`{result.name}`"
    for word in ended:
        if word not in (UNDECIDED, CUT_OFF) and (stage := ended_last(program, word)) is not None:
            yield whole(program), stage, f"the ending `{word}`"


def bare(names: Iterable[str], kind: str) -> list[str]:
    """Return the names of results or endings among those of measures."""
    return [name.removeprefix(kind).partition(",")[0] for name in names if name.startswith(kind)]


def cells(report: ExperimentReport) -> Iterator[tuple[Measure, list[str]]]:
    """Yield the rows of a table: for each measure its number in each mix, and of two mixes also the difference."""
    for of, numbers in report.rows:
        if len(numbers) != PAIR:
            yield of, [cell(of.unit, one) for one in numbers]
            continue
        _, other = numbers
        difference = ""
        if other is not None and other.difference is not None:
            difference = f"{change(of.unit, other.difference, other.difference_margin)}{_sign(other)}"
        yield of, [*(cell(of.unit, one, signed=False) for one in numbers), difference]


def heads(mixes: Sequence[T]) -> list[T | str]:
    """Return the headings above these cells."""
    return [*mixes, DIFFERENCE] if len(mixes) == PAIR else [*mixes]


def cell(unit: Unit, one: ArmNumber | None, signed: bool = True) -> str:
    """Write a number with its margin, and with the sign for its difference from the first mix."""
    if one is None or math.isnan(one.value):
        return ""
    return f"{_off(unit, one.value, one.margin)}{' %' * (unit == 'share')}{_sign(one) if signed else ''}"


def _sign(one: ArmNumber) -> str:
    return "*" if one.differs else "=" if one.is_alike else ""


def change(unit: Unit, value: float, margin: float) -> str:
    """Write a difference with its margin: that of shares is in percentage points."""
    return _off(unit, value, margin, "+")


def of_change(unit: Unit) -> str:
    """Say what a difference counts."""
    return ", in percentage points" if unit == "share" else ""


def _off(unit: Unit, value: float, margin: float, sign: str = "") -> str:
    scale = 100 if unit == "share" else 1
    value, margin = value * scale, margin * scale
    size = abs(value) if math.isinf(margin) else max(abs(value), margin)
    if unit == "share":
        places = next((n for n in (1, 2) if margin * 10**n >= 0.5), 3)
    else:
        places = next((n for n in (0, 1) if size * 10**n >= 100 and margin * 10**n >= 1), 2)
    off = "?" if math.isinf(margin) else f"{margin:,.{places}f}"
    return f"{round(value, places) + 0.0:{sign},.{places}f} ± {off}".replace("-", "−")  # never −0.0


def data(report: ExperimentReport) -> dict[str, object]:
    """Return the report as data for JSON: the same for the same experiment, whoever played it."""
    plan, results = report.plan, report.results
    playing = plan.playing
    return {
        "experiment": report.title,
        "players": playing.players,
        "seed": playing.seed,
        "games": plan.games,
        "policy": playing.policy,
        "levels": list(playing.levels),
        "pace": report.pace,
        "stopped": results.stopped,
        "mixes": [
            {"name": a.name, "title": t, "factors": dict(a.levels), "digest": a.game.program.digest, "games": games}
            for a, t, games in zip(results.arms, report.titles, results.games, strict=True)
        ],
        "results": [dict(zip(COLUMNS, row, strict=True)) for row in table(report)],
        "effects": [
            {"name": e.name, "measure": e.measure.id, "value": e.value, "margin": e.margin, "differs": e.differs}
            for e in report.effects
        ],
        "refused": list(report.refused),
    }


COLUMNS = ("mix", "measure", "unit", "value", "margin", "games", "difference", "difference_margin", "differs", "alike")
Row = tuple[str, str, Unit, float, float | None, int, float | None, float | None, bool, bool]


def table(report: ExperimentReport) -> list[Row]:
    """Return the rows of the results, a measure of a mix each."""
    rows = []
    for measure, numbers in report.rows:
        for arm, one in zip(report.results.arms, numbers, strict=True):
            if one is not None and not math.isnan(one.value):
                rows.append((
                    arm.name, measure.id, measure.unit, one.value, finite(one.margin), one.games, one.difference,
                    finite(one.difference_margin), one.differs, one.is_alike,
                ))  # fmt: skip
    return rows


def finite(value: float) -> float | None:
    """Return a number for JSON, which has neither infinity nor NaN."""
    return None if math.isinf(value) or math.isnan(value) else value


def as_csv(report: ExperimentReport) -> str:
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(["" if part is None else part for part in row] for row in table(report))
    return text.getvalue()
