"""Measures the time that Python's alternatives to routines save.

    python tests/bench/routines.py [--only GAME ...] [--seconds 0.5]

Plays random games of every shipped game with the fewest players, and records calls of each alternative with the state
before them. Then it times the alternative and the routine on these calls, in turn. For each alternative, the table
shows how much slower a decision would be with the routine, in the games where that matters most.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]


from parlour.game import dealable, load
from parlour.library.library import Library
from parlour.playouts.policy import best, preferences
from parlour.python.execution import Execution
from parlour.python.runtime.alternatives import ALTERNATIVES
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from scaffold.routines import as_python
from timing import progress

KEPT = 150  # calls to time for each alternative
RECORDED = 3  # most seconds of play to record calls
TURNS = 5
EXTRA = 8  # cells behind the state that a routine may use
MELDS = 3  # arguments of `builtin_lay_off`


@dataclass(frozen=True)
class Cost:
    """The cost of one routine in one game; times in microseconds."""

    game: str
    calls: float  # for each decision
    routine: float
    alternative: float
    decision: float

    @property
    def share(self) -> float:
        return self.calls * (self.routine - self.alternative) / self.decision


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="GAME", default=sorted(Library.standard().ids("game")))
    parser.add_argument("--seconds", type=float, default=0.5, help="of play by which a decision is timed")
    given = parser.parse_args()
    costs: dict[str, list[Cost]] = defaultdict(list)
    for game in given.only:
        progress(game)
        for name, cost in measured(game, given.seconds).items():
            costs[name].append(cost)
    progress("")
    print(
        "| routine | slower by | in | calls a decision | routine | alternative |\n| --- | --- | --- | --- | --- | --- |"
    )
    for name, of in sorted(costs.items(), key=lambda item: -max(cost.share for cost in item[1])):
        most = max(of, key=lambda cost: cost.share)
        times = f"{most.routine:.2f} µs | {most.alternative:.2f} µs"
        print(f"| `{name}` | {most.share:.1%} | {most.game} | {most.calls:.3f} | {times} |")
    missing = sorted(ALTERNATIVES.keys() - costs.keys())
    if missing:
        print(f"never called: {', '.join(missing)}")


def measured(game: str, seconds: float) -> dict[str, Cost]:
    program = load(game).program
    m = fast_machine(program, dealable(program)[0])
    play = player(m)
    play()
    decisions, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        decisions += play()
    decision = (time.process_time() - began) / decisions
    calls, samples, decisions = recorded(m, play)
    written, own = as_python(m.layout), m.functions
    return {
        name: Cost(
            game, number / decisions, *timed((written[name], own[name]), samples[name], name), 1e6 * decision
        )
        for name, number in calls.items()
    }  # fmt: skip


def player(m: Machine) -> Callable[[], int]:
    """Play a random game, and return its number of decisions."""
    chance, seeds = Random(1).random, count()
    classes = [preferences(question) for question in m.program.questions]

    def play() -> int:
        s, decisions = m.start(next(seeds)), 0
        while (question := s[0]) >= 0:
            legal = m.legal(s)
            preferred = classes[question]
            if preferred is not None:
                legal = best(legal, preferred)
            m.step(s, legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return play


def recorded(
    execution: Execution, play: Callable[[], int]
) -> tuple[Counter[str], dict[str, list[tuple[Any, ...]]], int]:
    """Return the number of calls of each alternative, some calls with their arguments, and the number of decisions."""
    calls, samples, chance = Counter[str](), defaultdict[str, list[tuple[Any, ...]]](list), Random(1)
    names = execution.functions.names
    before = {name: execution.functions.made(name) for name in ALTERNATIVES if name in names}  # not their substitutes

    def recording(name: str, of: Callable[..., Any]) -> Callable[..., Any]:
        def record(*args: Any) -> Any:
            calls[name] += 1
            if len(samples[name]) < KEPT:
                samples[name].append(copied(args))
            elif chance.random() < KEPT / calls[name]:
                samples[name][chance.randrange(KEPT)] = copied(args)
            return of(*args)

        return record

    names.update({name: recording(name, of) for name, of in before.items()})
    decisions, began = play(), time.process_time()
    while time.process_time() - began < RECORDED:
        decisions += play()
    names.update(before)
    return calls, samples, decisions


def copied(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(arg[:] if isinstance(arg, list) else arg for arg in args)


def timed(candidates: tuple[Callable[..., Any], ...], samples: list[tuple[Any, ...]], name: str) -> tuple[float, float]:
    """Return the microseconds of a call of each function: the shortest of several turns."""
    found = [float("inf")] * 2
    for _ in range(TURNS):
        for k, of in enumerate(candidates):
            calls = [extended(args, name) if k == 0 else copied(args) for args in samples]
            gc.disable()
            began = time.perf_counter()
            for args in calls:
                of(*args)
            spent = time.perf_counter() - began
            gc.enable()
            found[k] = min(found[k], 1e6 * spent / len(calls))
    return found[0], found[1]


def extended(args: tuple[Any, ...], name: str) -> tuple[Any, ...]:
    """Return arguments for a routine: a state with the extra cells that it needs, and all melds."""
    args = tuple([*arg, *[200_000] * EXTRA] if isinstance(arg, list) else arg for arg in args)
    return (*args, *[0] * (MELDS + 2 - len(args))) if name == "builtin_lay_off" else args


if __name__ == "__main__":
    main()
