"""How often each rule of a mix mattered, as lines for the terminal and as data."""

from __future__ import annotations

import math
from collections.abc import Iterator

from parlour.base.diagnostics import listing
from parlour.experiments.outcome_report import cell
from parlour.experiments.report_lines import broken
from parlour.experiments.series_of_mixes import ArmNumber
from parlour.game import Game
from parlour.influence.effects import KINDS, Influence, Mattered
from parlour.playouts import margins
from parlour.playouts.playout_names import counted, whole

NUMBER = 14  # columns for a number with its margin
MATTERS = (
    "A rule matters at a decision if, without it, the player would have other moves, or the same move would lead "
    "elsewhere. The shares are those of the decisions where it matters."
)


def lines(influence: Influence, game: Game, width: int) -> Iterator[str]:
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


def data(influence: Influence) -> dict[str, object]:
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
