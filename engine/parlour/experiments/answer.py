"""What an experiment has found out, in sentences for people. They claim no more than the signs in its table do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised
from parlour.experiments.blocks import SEAT
from parlour.experiments.measures import Measure
from parlour.experiments.outcome_report import ExperimentReport, cell, change
from parlour.experiments.sequences import LEAST, advised
from parlour.experiments.series_of_mixes import ArmNumber
from parlour.playouts.playout_names import whole
from parlour.program.design import plural

FEW = 3  # mixes or effects that a sentence names
MANY = 20  # games of which nine in ten are something
TELLING = ("choices", "matters", "deal", "open", "blowout", "comeback", "late", "starter", "skill")
"""The measures beside the length and the seats that a sentence is about, where they differ."""
STARRED = "What differs by more than chance has a star below."
Numbers = Sequence[ArmNumber | None]


def answer(report: ExperimentReport) -> Iterator[str]:
    """Yield sentences: what differs, what is alike, and what nobody can say yet."""
    if any(len(effect.factors) > 1 for effect in report.effects):
        yield from _of_effects(report)
    elif len(report.titles) > 1:
        starred = any(_differing(numbers) for _, numbers in report.rows)
        yield from [*_certain(report)] or [STARRED if starred else "No difference is certain."]
        yield from _open(report)
    else:
        yield from _of_one(report)


def _of_one(report: ExperimentReport) -> Iterator[str]:
    """Yield how long the games of the only mix are, and whether it says who wins."""
    results = report.results
    lengths = sorted(value for columns in results.blocks[0] for value in columns["decisions"] if value is not None)
    if len(lengths) >= MANY:
        low, high = (lengths[-(-len(lengths) * part // 100) - 1] for part in (5, 95))
        pace, words = report.pace / 60, plural(whole(results.arms[0].game.program))
        ends = dict.fromkeys(f"{end:.0f}" if end >= 10 else f"{end:.1f}" for end in (low * pace, high * pace))
        minutes = f"about {' to '.join(ends)} minutes"
        if lengths[0] == lengths[-1]:
            yield f"All {words} took {low:,.0f} decisions, {minutes}."
        else:
            yield (
                f"Nine in ten {words} take {low:,.0f} to {high:,.0f} decisions, {minutes}; the shortest took "
                f"{lengths[0]:,.0f}, the longest {lengths[-1]:,.0f}."
            )
    if results.players > 1 and results.won == {1 / results.players}:
        yield "Everybody wins every time: this mix doesn't say who wins."


def _of_effects(report: ExperimentReport) -> Iterator[str]:
    for of in dict.fromkeys(effect.measure for effect in report.effects):
        sure = [one for one in report.effects if one.measure == of and one.differs]
        sure.sort(key=lambda one: -abs(one.value))
        points = " percentage points" * (of.unit == "share")
        for count, about in ((1, ""), (2, ", beyond what two change by themselves")):
            shown = [(one.title, change(of.unit, one.value, one.margin)) for one in sure if len(one.factors) == count]
            if words := [f"{title} {changed}{points}" for title, changed in shown]:
                yield f"{capitalised(of.title)}{about}: {_few(words)}."
    if not any(effect.differs for effect in report.effects):
        yield "None of the effects below is more than chance."


def _certain(report: ExperimentReport) -> Iterator[str]:
    rows, first, *others = _rows(report), *_quoted(report)
    of, minutes = rows["minutes"]
    if differing := [(others[at], _value(of, minutes[at + 1])) for at in _differing(minutes)]:
        (mix, value), *more = differing
        words = [f"Games of {mix} take {value} minutes", *(f"those of {mix} {value}" for mix, value in more)]
        yield _beside(words, f"those of {first} take {_value(of, minutes[0])}")
    if alike := [others[at] for at in _alike([minutes])]:
        yield f"Games of {_few(alike)} take as long as those of {first}."
    seats = [id for id in rows if id.startswith(SEAT)]
    for of, numbers in (rows[id] for id in (*seats, *TELLING) if id in rows):
        if words := [f"{_value(of, numbers[at + 1])} in {others[at]}" for at in _differing(numbers)]:
            words[0] = f"{capitalised(of.title)}: {words[0]}"
            yield _beside(words, f"it is {_value(of, numbers[0])} in {first}")
    if seats and (alike := [others[at] for at in _alike([rows[id][1] for id in seats])]):
        yield f"The seats of {_few(alike)} win as often as those of {first}."


def _open(report: ExperimentReport) -> Iterator[str]:
    """Yield what isn't certain about the length and the seats, and how many games would decide it."""
    rows, first, *others = _rows(report), *_quoted(report)
    seats = [id for id in rows if id.startswith(SEAT)]
    length = ["decisions"], "games of {} are longer or shorter than"
    for ids, words in (length, (seats, "the seats of {} are as even as")):
        numbers = [rows[id][1] for id in ids]
        certain = {*_alike(numbers), *(at for each in numbers for at in _differing(each))}
        open_ = [at for at in range(len(others)) if at not in certain and ids]
        if open_:
            text = f"Nobody can say yet whether {words.format(_few(others[at] for at in open_))} those of {first}"
            yield f"{text}{_advice(report, [(at + 1, id) for at in open_ for id in ids])}."


def _advice(report: ExperimentReport, keys: Sequence[tuple[int, str]]) -> str:
    """Return after about how many games all of this is certain, or nothing if nobody knows."""
    results, played = report.results, min(report.results.games)
    if played < LEAST or any(results.decided(at) for at, _ in keys):
        return ""
    needed = max(results.games_to_decide(at, name) for at, name in keys)
    games = advised(needed, report.plan.playing.block, played)
    if games is None:
        return "; more games hardly help: the difference is small or none"
    return f"; about {games:,} games of each would decide it, if the numbers stay"


def _rows(report: ExperimentReport) -> dict[str, tuple[Measure, Numbers]]:
    return {of.id: (of, numbers) for of, numbers in report.rows}


def _quoted(report: ExperimentReport) -> list[str]:
    return [f"“{title}”" for title in report.titles]


def _differing(numbers: Numbers) -> list[int]:
    return [at for at, one in enumerate(numbers[1:]) if one is not None and one.differs]


def _alike(numbers: Sequence[Numbers]) -> list[int]:
    """Return the mixes that are alike in all of this."""
    mixes = zip(*(each[1:] for each in numbers), strict=True)
    return [at for at, each in enumerate(mixes) if all(one is not None and one.is_alike for one in each)]


def _value(of: Measure, one: ArmNumber | None) -> str:
    return cell(of.unit, one).partition(" ± ")[0] + " %" * (of.unit == "share")


def _beside(words: Sequence[str], first: str) -> str:
    """Return a sentence about mixes that differ from the first one."""
    shown, more = _shortened(words)
    too = f"; {more} more mixes differ too" if more else ""
    return f"{listing(shown, 'and', quote='')} where {first}{too}."


def _few(words: Iterable[str]) -> str:
    shown, more = _shortened([*words])
    return listing([*shown, f"{more} more"] if more else shown, "and", quote="")


def _shortened(words: Sequence[str]) -> tuple[Sequence[str], int]:
    """Return a few of these words, and how many others there are: never a single one."""
    return (words[:FEW], len(words) - FEW) if len(words) > FEW + 1 else (words, 0)
