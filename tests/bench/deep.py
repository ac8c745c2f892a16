"""Searches all shipped games by playing them, as `parlour check --deep` does, and reports every finding.

    python tests/bench/deep.py [--seconds 20] [--seed 1] [--only GAME ...] [--with-rules] [--into FOLDER]

`--with-rules` adds a mix for each house rule: the smallest one that has it. Prints one line for each mix, then the
totals. It fails if there is any finding, because the shipped rulesets must have none. Ctrl-C ends it, with the totals.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from checkout import options

from parlour.base.diagnostics import render_text
from parlour.game import Game, load
from parlour.mixing.recipes import Recipe
from parlour.mixing.smallest import mixes_for
from parlour.trials.findings import search
from parlour.trials.plan import SearchPlan, playable
from scaffold.mixes import LIBRARY, rules


def wanted(args: argparse.Namespace) -> Iterator[tuple[str, Game]]:
    for game in args.only or LIBRARY.ids("game"):
        yield game, load(game, library=LIBRARY)
    for id, rule in rules().items() if args.with_rules else ():
        made = (
            playable(Recipe.of(small.subject, small.with_, (), {}, LIBRARY))
            for small in mixes_for(rule, LIBRARY, id)
        )
        smallest = next((mix for mix in made if mix is not None), None)
        if smallest is not None:
            yield id, smallest


def main() -> int:
    args = options(__doc__, seconds=20.0, seed=1, only=[str], with_rules=False, into=Path)
    games = decisions = findings = done = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        for name, mix in wanted(args):
            found = search(mix, SearchPlan(seed=args.seed, seconds=args.seconds), args.into or Path(scratch))
            print(f"{name:30} {found.searched.words}", flush=True)
            if found.findings:
                print(render_text(found.findings), flush=True)
            games += found.searched.games
            decisions += found.searched.decisions
            findings += len(found.findings)
            done += 1
            if found.searched.stopped:
                break
    minutes = (time.perf_counter() - began) / 60
    print(f"{done} mixes, {games:,} games, {decisions:,} decisions, {findings} findings, {minutes:.0f} minutes")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
