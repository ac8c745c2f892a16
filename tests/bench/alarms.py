"""Looks for false alarms: `python tests/bench/alarms.py [--mixes 200] [--seed 1] [--rules] [--game crazy-eights]`.

The shipped rulesets have no findings. So a mix of them, whatever its options, should have none either, and this prints
each that it gets. With `--rules`, rules are added and left out too; then a rule can rightly lose its effect.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[2] / "engine"), str(Path(__file__).parents[1])]

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.documents.composition import Document
from parlour.game import dealable
from parlour.lints.linter import lint
from parlour.mixing.compiler import Options
from random_mixes import mixed, some_options
from scaffold.mixes import LIBRARY, composed
from scaffold.mixes import mixed as compile_mix
from scaffold.mixes import rules as all_rules

ADVICE = ("compose-advises", "compose-used-already", "compose-group-replaced")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mixes", type=int, default=200, help="how many mixes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", action="store_true", help="add rules and leave some out")
    parser.add_argument("--game", action="append", help="only mixes of this game")
    asked = parser.parse_args()
    chance = Random(f"alarms {asked.seed}")
    games = asked.game or LIBRARY.ids("game")
    counts: Counter[str] = Counter()
    told: set[Diagnostic] = set()
    started = time.process_time()
    for number in range(asked.mixes):
        game = games[number % len(games)]
        found = list(alarms(game, chance, asked.rules))
        counts.update(d.code for d in found)
        new = [d for d in found if d not in told]
        told.update(new)
        if new:
            print(f"{game}:\n{render_text(new)}", flush=True)
    summary = ", ".join(f"{n} {code}" for code, n in counts.most_common()) or "no alarm"
    print(f"{asked.mixes} mixes in {time.process_time() - started:.0f} s: {summary}")
    return 1 if counts else 0


def alarms(game: str, chance: Random, with_rules: bool) -> Iterator[Diagnostic]:
    """Yield the findings about a game with random options, unless they are impossible together, and about its texts."""
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    options: Options = some_options(chance, composed(game))
    if with_rules:
        mix = mixed(chance, game)
        if mix is None:
            return
        with_, without, options = mix.rules, mix.without, mix.options
    compiled = compile_mix(game, *with_, without=without, options=options)
    composition, program = compiled.composition, compiled.program
    if composition is None or program is None or not dealable(program):
        return
    inside = {document.id for document in composition.documents}

    def others() -> Iterator[Document]:
        yield from (rule for id, rule in all_rules().items() if id not in inside)

    found = (*compiled.findings, *lint(composition, program, composition.subject, others, compiled.findings))
    yield from (d for d in found if d.code not in ADVICE)


if __name__ == "__main__":
    sys.exit(main())
