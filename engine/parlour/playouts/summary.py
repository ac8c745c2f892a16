"""The statistics of many games, in words for people."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.playouts import heading, margins, report
from parlour.playouts.number_format import ALWAYS, WIDTH, estimated, labelled, number, off, row, share, wrapped
from parlour.playouts.played import (
    CUT_OFF,
    KINDS,
    NOBODY,
    SILENT,
    UNDECIDED,
    Influence,
    Mattered,
    Played,
    results_of,
    won_by,
)
from parlour.playouts.playout_names import ended_last, told_last, whole
from parlour.playouts.report import quantiles
from parlour.program.design import plural

NEVER = "it changed nothing in these {}; this doesn't count the moves it forbids and the values it sets"

MATTERS = (
    "A rule matters at a decision if, without it, the player would have other moves, or the same move would lead "
    "elsewhere. Its effects: it offers or refuses moves, asks a question, moves cards, changes a result, the next "
    "player, or something else. They are shares of the decisions where the rule matters."
)
MARGINS = "± shows how far a number can be off by chance: 95 of 100 numbers are within this margin."
NO_WORD = (UNDECIDED, CUT_OFF)  # words that aren't endings of the ruleset


def lines(played: Played, begun: str = "", width: int = WIDTH) -> Iterator[str]:
    """Return the lines, wrapped. `begun` describes the starting position, if the caller knows it."""
    games, told_of = len(played), [*_numbers(played, width)]
    yield f"{played.program.title} for {played.players}: {heading.counted(played.program, games)} of seed {played.seed}"
    for word, told in heading.lines(played, begun):
        yield from wrapped(word, told, width)
    yield ""
    yield from told_of
    yield from _firing(played) if played.influence is None else _mattering(played, played.influence, width)
    notes = [*last_of_each((played.program, played.values, played.ended))]
    yield from [""] if notes else []
    yield from (line for note in notes for line in textwrap.wrap(note, width, break_on_hyphens=False))
    if games > 1:
        yield ""
        yield from textwrap.wrap(MARGINS, width, subsequent_indent="  ")
        if any(ALWAYS in line for line in told_of):
            yield f"{ALWAYS.strip()} marks numbers that were the same in all of these {plural(whole(played.program))}."
    if played.cut_off:
        yield ""
        of = plural(whole(played.program))
        yield f"Parlour stopped {played.cut_off:,} of the {of} after {played.most:,} decisions; nobody won them."


def _numbers(played: Played, width: int) -> Iterator[str]:
    yield from _winners(played, width)
    yield from _endings(played)
    yield from _lengths(played, width)
    for name, columns in groupby(results_of(played), lambda item: item[0][0]):
        yield from row(name, [(whose, estimated(column.estimate())) for (_, whose), column in columns], width)


def _winners(played: Played, width: int) -> Iterator[str]:
    games = len(played)
    winning = Counter(played.winners)
    if winning == {(1 << played.players) - 1: games}:
        yield labelled("won by", "everybody in every game: this mix doesn't say who wins")
        return
    won = [(whose, estimated(column.estimate())) for whose, column in won_by(played).items()]
    yield from row("won by", [*won, *([(NOBODY, share(winning[0], games))] if winning[0] else [])], width)
    shared = sum(count for winners, count in winning.items() if winners & winners - 1)
    if shared:
        what = f"{100 * shared / games:.1f} % of the {plural(whole(played.program))}"
        yield labelled("", f"(shared wins count for each winner: {what})")


def _endings(played: Played) -> Iterator[str]:
    width = max(len(ending_word(word)) for word in played.ended)
    for at, (word, count) in enumerate(played.ended.items()):
        told = ending(played, word)
        yield labelled("" if at else "ended", f"{ending_word(word):<{width}} {share(count, len(played))}   {told}")


def ending_word(word: str) -> str:
    """Return the word for an ending, as people read it."""
    return "unnamed" if word == UNDECIDED else word


def ending(played: Played, word: str) -> str:
    """Return the meaning of the word for an ending."""
    if word == CUT_OFF:
        return f"after {played.most:,} decisions"
    if word != UNDECIDED:
        return dict(played.program.endings[1:])[word]
    winners = [each for each, number in zip(played.winners, played.endings, strict=True) if number == 0]
    won = sum(map(bool, winners))
    who = "nobody won" if not won else "somebody won" if won == len(winners) else f"somebody won {won:,} of them"
    return f"{who}; the rules don't name this ending"


def _lengths(played: Played, width: int) -> Iterator[str]:
    games, word = len(played), whole(played.program)
    at = quantiles(played.lengths)
    yield labelled("decisions", f"mean {number(played.length, margins.of_mean(played.lengths), 1)} in a {word}")
    if games > 1:
        yield labelled("", f"the shortest {word} took {at['least']:,}, the longest {at['most']:,}")
        most = f"at most {at['5 %']:,} in 5 % of them, {at['25 %']:,} in 25 %, {at['50 %']:,} in 50 %, "
        yield from wrapped("", f"{most}{at['75 %']:,} in 75 %, {at['95 %']:,} in 95 %", width)


def _firing(played: Played) -> Iterator[str]:
    games = len(played)
    rules = [rule for rule in played.rules if rule in played.firing or rule in played.silent]
    if not rules:
        return
    word = whole(played.program)
    yield ""
    yield "How often each rule fired"
    width = max(map(len, rules))
    for rule in rules:
        fired = played.firing.get(rule)
        if fired is None:
            often = f"{'–':>9}"
        elif not fired.times:
            often = f"{'never':>9}"
        else:
            margin = margins.of_mean(played.fired_by(rule))
            often = f"{fired.times / games:>9,.3f}"
            if margin == 0:
                often += f" in each of these {plural(word)}"
            else:
                often += f"{off(margin, 3)} a {word}, in {share(fired.games, games)} of the {plural(word)}"
        yield f"  {rule:<{width}}  {often}"
    if played.silent:
        yield f"  (– never fires: {SILENT})"
    if any(not fired.times for fired in played.firing.values()):
        yield f"  (never: {NEVER.format(plural(word))})"


def _mattering(played: Played, influence: Influence, width: int) -> Iterator[str]:
    """The number of times that each rule mattered, the most frequent ways, and the rules that can't be measured."""
    word = whole(played.program)
    if not influence.rules and not influence.unknown:
        return
    yield ""
    yield f"How often each rule mattered in a {word} ({sampled(played, influence)})"
    left = max(map(len, (*influence.rules, *influence.unknown)))
    yield f"  {'':<{left}}  {'a ' + word:<16}effects"
    for rule, mattered in influence.rules.items():
        times = influence.times(rule)
        mean = sum(times) / influence.games
        often = f"{mean:>7,.1f}{off(margins.of_mean(times), 1)}" if mattered.times else f"{'never':>7}"
        line = f"  {rule:<{left}}  {often:<16}{', '.join(_ways(mattered))}".rstrip()
        yield from textwrap.wrap(line, width, subsequent_indent=" " * (left + 20), break_on_hyphens=False)
    for rule, why in influence.unknown.items():
        yield f"  {rule:<{left}}  {'?':>7}         {why}"
    yield from (f"  {line}" for line in textwrap.wrap(f"({MATTERS})", width - 2))
    for rule, mattered in influence.rules.items():
        if mattered.beside:
            rules = listing(mattered.beside, "and")
            told = f"(The comparison for `{rule}` leaves out {rules}, which {_need(mattered.beside)} it.)"
            yield from (f"  {line}" for line in textwrap.wrap(told, width - 2))


def _ways(mattered: Mattered) -> Iterator[str]:
    """Yield each way in which a rule mattered, with its share."""
    for kind, name in KINDS.items():
        part = sum(mattered.kinds[kind]) / max(mattered.times, 1)
        if part:
            yield f"{name} <1 %" if part < 0.005 else f"{name} {100 * part:.0f} %"


def sampled(played: Played, influence: Influence) -> str:
    """Return the extent of the sample in words."""
    count = heading.counted(played.program, influence.games)
    if influence.of_each == 1:
        return f"in every decision of {count}"
    return f"in {influence.looked_at:,} decisions of {count}"


def _need(rules: Collection[str]) -> str:
    return "needs" if len(rules) == 1 else "need"


def last_of_each(*mixes: tuple[p.Program, Collection[str], Collection[str]]) -> Iterator[str]:
    """Return notes on results and endings that don't cover the whole playout, because a stage reset them."""
    parts: dict[tuple[str, str], dict[str, None]] = {}
    for program, values, ended in mixes:
        of = whole(program)
        for result in program.results:
            stage = told_last(program, result) if result.name in values else None
            if stage is not None:
                parts.setdefault((of, stage), {})[f"`{result.name}`"] = None
        for word in ended:
            stage = ended_last(program, word) if word not in NO_WORD else None
            if stage is not None:
                parts.setdefault((of, stage), {})[f"the ending `{word}`"] = None
    for (of, stage), told in parts.items():
        yield f"A {of} can have several {plural(stage)}. These describe only the last one: {', '.join(told)}."


@dataclass(frozen=True, eq=False, repr=False)
class Playouts(Played):
    __doc__ = Played.__doc__

    def data(self) -> dict[str, object]:
        """The summary, for programs."""
        return report.data(self)

    def __str__(self) -> str:
        return "\n".join(lines(self))

    def __repr__(self) -> str:
        return f"<Playouts of {self.program.id}: {len(self)} games of seed {self.seed}>"
