"""Plays every house rule on and off in its default game, and says what each changes.

    python tests/bench/house_rules.py [--games 300] [--jobs 2] [--only GAME …] [--record FILE] [--page docs/figures.md]

The default game of a rule is the first that can have it. Each line has the change of the decisions in a game and of
the distance between the seats. A star marks a change that is more than chance among all rules. A stopped run with
`--record` continues with the rest.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

import parlour
from figures_page import table, write_section
from parlour.base.parallel import workers
from parlour.experiments.blocks import play_block
from parlour.experiments.ledger import Ledger
from parlour.experiments.running import Plan
from parlour.experiments.sequences import discoveries
from parlour.experiments.series_of_mixes import Results
from parlour.experiments.several_mixes import Rivals, compared
from parlour.game import Game
from scaffold.mixes import games_on_frames, to_add, used

SECTION = "Every house rule on and off"
TEXT = """\
{}, in {:.0f} minutes on two cores. A star marks a change that is more than chance among all of them.

```sh
.venv/bin/python tests/bench/house_rules.py --page docs/figures.md
```

"""


def pairs(only: list[str]) -> Iterator[tuple[str, str, Game, Game]]:
    """Yield each rule with its default game, without it and with it."""
    seen: set[str] = set()
    for game in only or games_on_frames():
        for rule in [*used(game), *to_add(game)]:
            if rule in seen:
                continue
            try:
                plain = parlour.load(game)
                other = plain.without(rule) if rule in used(game) else plain.with_rule(rule)
            except (parlour.RulesetError, ValueError):
                continue
            off, on = (other, plain) if rule in used(game) else (plain, other)
            if set(off.players) & set(on.players):
                seen.add(rule)
                yield rule, game, off, on


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--only", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--page", type=Path)
    asked = parser.parse_args()
    began, ledger = time.monotonic(), Ledger(asked.record)
    found: dict[str, tuple[str, Results]] = {}
    with workers(play_block, asked.jobs, fresh=True) as players:
        for rule, game, off, on in pairs(asked.only):
            rivals = Rivals.of({"off": off, "on": on})
            made = compared(rivals, Plan(rivals.players(None), 1, asked.games), players, ledger=ledger)
            found[rule] = game, made.report.results
            print(f"{rule} in {game}", flush=True)
    compares = ("decisions", "choices", "open")
    evidence = {(rule, id): results.beside[1, id].evidence()
                for rule, (_, results) in found.items() for id in compares if (1, id) in results.beside}  # fmt: skip
    sure = discoveries(evidence)
    rows = []
    for rule, (game, results) in found.items():
        cells = []
        for id in compares:
            series = results.beside.get((1, id))
            star = " \\*" if (rule, id) in sure else ""
            scale = 1 if id == "decisions" else 100
            cells.append("" if series is None or not series.count else f"{series.mean * scale:+.1f}{star}")
        rows.append([rule, game, *cells])
    words = f"{len(found)} rules, {asked.games} games each with and without the rule"
    minutes = (time.monotonic() - began) / 60
    print(f"{words}, in {minutes:.1f} minutes")
    if asked.page is not None:
        heads = ["rule", "game", "decisions", "decisions with a choice, points", "open at half time, points"]
        write_section(asked.page, SECTION, TEXT.format(words, minutes) + table(heads, rows))


if __name__ == "__main__":
    main()
