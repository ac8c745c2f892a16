"""Measures the effect of each pass over table code on generated Python.

    python tests/bench/passes.py [--only GAME ...] [--rounds 5] [--seconds 0.4]

Generates the source of each game without one of the passes, and plays the same games with all sources in turn. The
table has the time without the pass relative to the usual time: the shortest of all rounds. The last column leaves out
all checks of stored sums, so games with too large sums differ. A pass that removes some of these checks can't save
more.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import geometric_mean
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

from parlour.analysis.premises import Premises
from parlour.game import dealable, load
from parlour.library.library import Library
from parlour.lowering import linear, statements, table_code
from parlour.playouts.policy import best, preferences
from parlour.program import Program
from parlour.python import execution
from parlour.python.code_cache import Generated
from parlour.python.module import PythonModule
from parlour.states.machine import Machine
from parlour.storage.cache import Cache
from timing import progress

# The replacement of a pass: the object, its attribute, and a function that does nothing.
PASSES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "stores": (linear, "late", lambda block, *_: block),
    "dispatching": (table_code, "dispatching", lambda *_: []),
    "reuse": (table_code, "reused", lambda function, *_: function),
    "checks of sums": (statements.Statements, "_bounded", lambda self, value, *_: value),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="GAME", default=sorted(Library.standard().ids("game")))
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.4, help="of play with each source in each round")
    given = parser.parse_args()
    rows: dict[str, list[float]] = {}
    for game in given.only:
        progress(game)
        program = load(game).program
        rows[game] = compared(program, dealable(program)[0], given.rounds, given.seconds)
    progress("")
    print(f"| without | {' | '.join(PASSES)} |\n| --- |{' --- |' * len(PASSES)}")
    for game, ratios in rows.items():
        print(f"| {game} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |")
    means = [geometric_mean(column) for column in zip(*rows.values(), strict=True)]
    print(f"| all | {' | '.join(f'{mean:.3f}' for mean in means)} |")


def compared(program: Program, players: int, rounds: int, seconds: float) -> list[float]:
    """Return the time of the same games without each pass."""
    machines = [made(program, players)]
    for name in PASSES:
        with without(name):
            machines.append(made(program, players))
    games, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        played(machines[0], 1)
        games += 1
    shortest = [float("inf")] * len(machines)
    for first in range(rounds):
        for k in range(len(machines)):
            at = (first + k) % len(machines)
            began = time.process_time()
            played(machines[at], games)
            shortest[at] = min(shortest[at], time.process_time() - began)
    return [of / shortest[0] for of in shortest[1:]]


@contextmanager
def without(name: str) -> Iterator[None]:
    of, attribute, nothing = PASSES[name]
    usual = getattr(of, attribute)
    setattr(of, attribute, nothing)
    try:
        yield
    finally:
        setattr(of, attribute, usual)


def made(program: Program, players: int) -> Machine:
    """Return a machine with newly generated source, because the cache has source made with all passes."""
    return Machine(program, players, execution.GeneratedPython)


def fresh(premises: Premises, counting: bool, cache: Cache | None = None) -> Generated:
    source = PythonModule.of(premises, counting)
    return Generated(source, compile(source.text, "<measured>", "exec"))


def played(m: Machine, games: int) -> None:
    chance = Random(1).random
    classes = [preferences(question) for question in m.program.questions]
    for seed in range(games):
        s = m.start(seed)
        while (question := s[0]) >= 0:
            legal = m.legal(s)
            preferred = classes[question]
            if preferred is not None:
                legal = best(legal, preferred)
            m.step(s, legal[int(chance() * len(legal))])


if __name__ == "__main__":
    execution.generated = fresh
    main()
