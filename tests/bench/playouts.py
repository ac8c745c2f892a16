"""How fast random games are played, in one run and interleaved, so that only ratios matter:

1. the machine and generated source on OpenSpiel's crazy_eights rules, beside the same rules written by hand
   (`hand_written.py`), and on other games beside each other;
2. how the time of a decision grows with the number of players and with the number of house rules in the mix;
3. the cost of copying a state, against that of a move.

    python tests/bench/playouts.py [--rounds 9] [--seconds 0.5]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "engine")]

import laws
from hand_written import HandWritten
from parlour.machine.machine import Machine

PEER = str(ROOT / "tests" / "peers" / "crazy_eights.yaml")
MIXES = {
    "crazy-eights": (),
    "+ queens draw four": ("queen-draws-four",),
    "+ jacks skip, aces reverse": ("queen-draws-four", "jack-skips", "ace-reverses"),
    "+ twos, go again, reshuffle": (
        "queen-draws-four", "jack-skips", "ace-reverses", "two-draws-two", "reshuffle", "go-again",
    ),
}  # fmt: skip

Runner = Callable[[float], tuple[int, float]]


def by_hand(players: int) -> Runner:
    chance = Random(1).random

    def run(seconds: float) -> tuple[int, float]:
        decisions = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            game = HandWritten(players, chance)
            while not game.over:
                legal = game.legal()
                game.step(legal[int(chance() * len(legal))])
                decisions += 1
        return decisions, time.perf_counter() - began

    return run


def by_machine(m: Machine) -> Runner:
    chance = Random(1).random
    seeds = iter(range(1_000_000_000))

    def run(seconds: float) -> tuple[int, float]:
        decisions = 0
        legal_of, step = m.legal, m.step
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            s = m.start(next(seeds))
            while s[0] >= 0:
                legal = legal_of(s)
                step(s, legal[int(chance() * len(legal))])
                decisions += 1
        return decisions, time.perf_counter() - began

    return run


def rates(runners: dict[str, Runner], rounds: int, seconds: float) -> dict[str, float]:
    """Median decisions a second, the runners taking turns."""
    seen: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(rounds):
        for name, run in runners.items():
            decisions, took = run(seconds)
            seen[name].append(decisions / took)
    return {name: median(values) for name, values in seen.items()}


def table(title: str, found: dict[str, float], base: str) -> None:
    print(f"\n{title}")
    for name, rate in found.items():
        print(f"  {name:32} {rate:12,.0f} decisions/s   {rate / found[base]:6.3f} of {base}")


def copying(rounds: int) -> None:
    m = laws.machine("crazy-eights", 4)
    s = m.start(1)
    chance = Random(1)
    ratios, copies, moves = [], [], []
    for _ in range(rounds):
        began = time.perf_counter()
        for _ in range(20_000):
            s[:]
        copy = (time.perf_counter() - began) / 20_000
        state = m.start(1)
        done = 0
        began = time.perf_counter()
        while done < 20_000:
            if m.over(state):
                state = m.start(done)
            legal = m.legal(state)
            m.step(state, legal[int(chance.random() * len(legal))])
            done += 1
        move = (time.perf_counter() - began) / done
        copies.append(copy)
        moves.append(move)
        ratios.append(copy / move)
    print("\nCopying a state (crazy-eights, 4 players)")
    print(f"  {len(s)} ints: copy {median(copies) * 1e6:.2f} µs, move {median(moves) * 1e6:.2f} µs: ", end="")
    print(f"{median(ratios):.3f} of a move")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()

    for players in (2, 5):
        runners = {
            "hand-written class": by_hand(players),
            "machine": by_machine(laws.machine(PEER, players)),
            "generated source": by_machine(laws.generated(PEER, players)),
        }
        table(f"OpenSpiel's rules, {players} players", rates(runners, args.rounds, args.seconds), "hand-written class")

    for game, players in (("crazy-eights", 4), ("sh", 3), ("ctg", 2), ("ruse", 4)):
        runners = {
            "machine": by_machine(laws.machine(game, players)),
            "generated source": by_machine(laws.generated(game, players)),
        }
        table(f"{game}, {players} players", rates(runners, args.rounds, args.seconds), "machine")

    sizes = {f"{n} players": by_machine(laws.machine("crazy-eights", n)) for n in (2, 3, 5, 7)}
    table("Crazy Eights by number of players", rates(sizes, args.rounds, args.seconds), "2 players")

    mixes = {name: by_machine(laws.machine("crazy-eights", 4, *rules)) for name, rules in MIXES.items()}
    table("Crazy Eights, 4 players, by house rules", rates(mixes, args.rounds, args.seconds), "crazy-eights")
    copying(args.rounds)


if __name__ == "__main__":
    main()
