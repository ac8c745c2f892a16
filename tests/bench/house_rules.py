"""Plays every house rule on and off in its default game, and says what each changes.

    python tests/bench/house_rules.py [--games 1000] [--jobs 2] [--cluster ADDRESS] [--only GAME …] [--record FILE]
                                      [--page docs/figures.md]

The default game of a rule is the first that can have it. Both mixes play the same deals, until it is certain what the
rule changes, or that it changes too little to matter. A star marks a change that is more than chance among all rules.
A stopped run with `--record` continues with the rest.
"""

import sys
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from pathlib import Path

from checkout import Record, options

import parlour
from figures_page import table, write_section
from parlour.base.parallel import Workers, workers
from parlour.experiments.blocks import Playing, play_block
from parlour.experiments.running import Ledger, Plan
from parlour.experiments.sequences import discoveries
from parlour.experiments.several_mixes import Rivals, compared
from parlour.table.faults import RulesetFault
from scaffold.mixes import games_on_frames, to_add, used

SECTION = "Every house rule on and off"
TEXT = """\
{}, in {:.0f} minutes on two cores.
Players follow the policy. Each number is what the rule adds, with its margin: to the decisions of a
game, in percent of those without the rule, and to the share of games that seat 1 wins, in
percentage points. A star marks a change that is more than chance among all of them.

```sh
.venv/bin/python tests/bench/house_rules.py --page docs/figures.md
```

"""
TOGETHER = 6  # rules of a game that one process tries; they share the games without any of them
SHOWN = {"decisions": "decisions, %", "seat 1": "seat 1 wins, % points"}


@dataclass(frozen=True)
class Change:
    """What a rule adds to a measure in a game. `off` is the measure without the rule, and `evidence` that of a series.
    """

    rule: str
    game: str
    games: int
    measure: str
    off: float
    value: float
    margin: float
    evidence: float


Task = dict[str, list[str]]
"""Some rules, each with the games that fit it. They begin with the same game."""


def tasks(only: list[str], done: set[str]) -> list[Task]:
    games: Task = defaultdict(list)
    for game in only or games_on_frames():
        for rule in [*used(game), *to_add(game)]:
            if rule not in done:
                games[rule].append(game)
    by_first: dict[str, list[str]] = defaultdict(list)
    for rule, fitting in games.items():
        by_first[fitting[0]].append(rule)
    chunks = [rules[at : at + TOGETHER] for rules in by_first.values() for at in range(0, len(rules), TOGETHER)]
    return [{rule: games[rule] for rule in chunk} for chunk in chunks]


def mixes(rule: str, game: str) -> dict[str, parlour.Game]:
    """Return the game without a rule and with it."""
    plain = parlour.load(game)
    other = plain.without(rule) if rule in used(game) else plain.with_rule(rule)
    off, on = (other, plain) if rule in used(game) else (plain, other)
    return {"off": off, "on": on}


def default(rule: str, games: list[str]) -> tuple[str, Rivals] | None:
    """Return the first game that can be played without a rule and with it."""
    for game in games:
        with suppress(parlour.RulesetError, ValueError):
            rivals = Rivals.of(mixes(rule, game))
            rivals.players(None)
            return game, rivals
    return None


def changes(games: int, task: Task) -> list[Change]:
    """Try some rules."""
    blocks = Ledger()
    found = []
    for rule, fitting in task.items():
        if (first := default(rule, fitting)) is None:
            continue
        game, rivals = first
        plan = Plan(Playing(rivals.players(None), 1, watched=0), games)
        try:
            results = compared(rivals, plan, Workers(play_block), ledger=blocks).report.results
        except RulesetFault as fault:
            print(f"{rule} in {game}: {fault}", file=sys.stderr, flush=True)
            continue
        for name in SHOWN:
            if (1, name) in results.beside:
                of, off = results.beside[1, name], results.own[0, name].mean
                found.append(Change(rule, game, of.count, name, off, of.mean, of.radius(), of.evidence()))
    return found


def rows(found: list[Change]) -> list[list[object]]:
    sure = discoveries({(one.rule, one.measure): one.evidence for one in found})
    by_rule: dict[str, list[Change]] = defaultdict(list)
    for one in found:
        by_rule[one.rule].append(one)
    lines: list[list[object]] = []
    for rule, of in sorted(by_rule.items(), key=lambda item: (item[1][0].game, item[0])):
        cells = dict.fromkeys(SHOWN, "")
        for one in of:
            scale = 100 / one.off if one.measure == "decisions" else 100
            star = " \\*" if (rule, one.measure) in sure else ""
            cells[one.measure] = f"{one.value * scale:+.1f} ± {one.margin * scale:.1f}{star}".replace("-", "−")
        lines.append([rule, of[0].game, of[0].games, *cells.values()])
    return lines


def main() -> None:
    asked = options(__doc__, games=1000, only=[str], jobs=2, cluster=str, record=Path, page=Path)
    began = time.monotonic()
    record = Record(asked.record)
    found = [Change(**line) for line in record.lines]
    chunks = tasks(asked.only, {one.rule for one in found})
    with workers(partial(changes, asked.games), asked.jobs, asked.cluster, fresh=True) as those:
        for task, more in those.results(chunks, inf):
            found += more
            print(", ".join(task), flush=True)
            record.add(*map(asdict, more))
    minutes = (time.monotonic() - began) / 60
    tried = rows(found)
    words = f"{len(tried)} rules, at most {asked.games:,} games without the rule and with it"
    print(f"{words}, in {minutes:.1f} minutes")
    if asked.page is not None:
        text = TEXT.format(words, minutes) + table(["rule", "game", "games", *SHOWN.values()], tried)
        write_section(asked.page, SECTION, text)


if __name__ == "__main__":
    main()
