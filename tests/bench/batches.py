"""Measures a step of batches (`Game.batch`) beside the hand-written C program that plays crazy_eights, in turns.

    python tests/bench/batches.py [--games 256] [--seconds 0.5] [--rounds 5] [--native no] [GAME ...]

A step makes a move in each game, begins new games, and writes masks, observations and rewards. The time to choose
actions at random is left out. Needs numpy, and a C compiler for the comparison.
"""

import time
from collections.abc import Iterator
from statistics import median

from checkout import ROOT, options

import numpy as np

import peers
from parlour.game import Game, load
from timing import sampled, shown

AIMS = {"crazy_eights": 5e6, "hearts": 3e6, "gin_rummy": 5e5, "ctg": 2e6}
PLAYERS = {"crazy_eights": 2, "hearts": 4, "gin_rummy": 2, "ctg": 3}


def loaded(name: str) -> Game:
    """Return a game with the rules of OpenSpiel, or a shipped one."""
    path = ROOT / "tests" / "peers" / f"{name}.yaml"
    return load(path if path.exists() else name)


class Measured:
    def __init__(self, name: str, games: int, native: bool | None) -> None:
        game = loaded(name)
        self.name = name
        self.batch = game.batch(games, PLAYERS.get(name, game.players[0]), seed=1, native=native)
        if self.batch.native is not None:
            self.batch.native.improve()
        self.chance = np.random.default_rng(1)
        self.rates: list[float] = []
        self.ratios: list[float] = []

    def rate(self, seconds: float) -> float:
        """Step for some seconds; return the steps of single games a second."""
        batch, chance, spent, steps = self.batch, self.chance, 0.0, 0
        while spent < seconds:
            possible = np.flatnonzero(batch.mask)  # game by game
            counts = np.count_nonzero(batch.mask, axis=1)
            chosen = possible[np.cumsum(counts) - 1 - (chance.random(len(batch)) * counts).astype(np.int64)]
            actions = chosen % batch.actions.size
            began = time.process_time()
            batch.step(actions)
            spent += time.process_time() - began
            steps += len(batch)
        return steps / spent

    def row(self) -> str:
        rate = median(self.rates)
        ratio = f"{median(self.ratios):.3f}" if self.ratios else ""
        aim = f"aim {shown(AIMS[self.name])}" if self.name in AIMS else ""
        actions, features = self.batch.mask.shape[1], len(self.batch.features)
        return f"{self.name:24} {actions:5} {features:5} {1e6 / rate:8.2f} us {shown(rate):>8} {ratio:>8}  {aim}"


def rows(names: list[str], games: int, native: bool | None, rounds: int, seconds: float) -> Iterator[str]:
    in_c = peers.in_c(2)
    measured = [Measured(name, games, native) for name in names]
    for one in measured:
        one.rate(seconds / 5)
    for _ in range(rounds):
        for one in measured:
            one.rates.append(one.rate(seconds))
            if not isinstance(in_c, str):
                one.ratios.append(one.rates[-1] / sampled(in_c, seconds / 2).rate)
    yield f"{'game':24} {'mask':>5} {'sees':>5} {'a step':>11} {'steps/s':>8} {'of C':>8}"
    yield from (one.row() for one in measured)


def main() -> None:
    args = options(__doc__, "names", games=256, seconds=0.5, rounds=5, native=("yes", "no"))
    for row in rows(args.names or [*PLAYERS], args.games, args.native == "yes", args.rounds, args.seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
