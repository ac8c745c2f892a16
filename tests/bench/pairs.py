"""Plays pairs of house rules in all games that they fit: `python tests/bench/pairs.py [--game crazy-eights] [--all]`.
With `--size 1` it plays single rules, with `--size 3` triples.

It reports sets that depend on their order, that nobody can play, that fail in play, or whose games all end at a limit.
It compiles each set once, and plays it a few times at its smallest table and at another one.
Without `--all` it takes a sample of the sets of each game, spread evenly over all, and prints how many.
"""

import argparse
import itertools
import sys
import time
from collections import Counter
from dataclasses import replace

from checkout import options

from parlour.base.diagnostics import RulesetError
from parlour.game import load
from parlour.mixing.recipes import Recipe
from parlour.playouts.played import CUT_OFF
from parlour.playouts.player import PlayoutFault
from parlour.states.table_sizes import dealable
from scaffold.mixes import LIBRARY, games_on_frames, to_add

SAMPLE = 12  # sets of each game without `--all`


def main() -> int:
    asked = options(
        __doc__, game=[str], rule=[str], size=2, all=False, sample=SAMPLE, from_=0, games=3, most=300_000, native=False,
        no_play=False,
    )  # fmt: skip
    counts: Counter[str] = Counter()
    for game in asked.game or games_on_frames():
        sets = list(itertools.combinations(to_add(game), asked.size))
        if asked.rule:
            sets = [rules for rules in sets if set(asked.rule) & set(rules)]
        step = 1 if asked.all else max(1, len(sets) // asked.sample)
        taken = sets[asked.from_ % step :: step]
        print(f"{game}: {len(taken)} of {len(sets)} sets of rules", flush=True)
        for rules in taken:
            started = time.process_time()
            verdict = judged(game, rules, asked)
            counts[verdict.partition(":")[0]] += 1
            if verdict not in ("well", "refused"):
                print(f"{game} + {' + '.join(rules)}: {verdict} ({time.process_time() - started:.1f} s)", flush=True)
    print(", ".join(f"{n} {word}" for word, n in counts.most_common()))
    return 0 if set(counts) <= {"well", "refused", "nobody can play"} else 1


def judged(game: str, rules: tuple[str, ...], asked: argparse.Namespace) -> str:
    """Return the verdict about some rules together, in a few words."""
    mix = Recipe(game, rules, library=LIBRARY)
    composition, _ = mix.composed()
    other, _ = replace(mix, with_=rules[::-1]).composed()
    if (composition and composition.digest) != (other and other.digest):
        return "depends on the order"
    if composition is None:
        return "refused"
    table = mix.table()
    if table is None:
        return "refused"
    if not dealable(table):
        return "nobody can play"
    if asked.no_play:
        return "well"
    try:
        made = load(game, rules, library=LIBRARY)
    except RulesetError:
        return "refused"
    endings: Counter[str] = Counter()
    for players in sorted({made.players[0], made.players[len(made.players) // 2]}):
        try:
            played = made.playouts(asked.games, players, seed=1, most=asked.most, native=asked.native, threads=1)
        except PlayoutFault as fault:
            return f"fails: {fault}"
        endings.update(played.ended)
    if all(ending.endswith("limit") or ending == CUT_OFF for ending in endings):
        return f"never ends: {dict(endings)}"
    return "well"


if __name__ == "__main__":
    sys.exit(main())
