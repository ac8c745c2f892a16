"""Compares all executions: code as it is written, generated Python and, if llvmlite is installed, native code.

    python tests/bench/agree.py [--games 500] [--only GAME ...] [--players N ...] [--walked 300000] [--every]
                                [--mixes 200] [--mix-games 3] [--first 0] [--seed 1]

First it plays random mixes: rules of a family that fit together, with random options (`--mixes`, counted from
`--first`). Then it plays every shipped game, at the smallest and the largest possible table. `--mixes 0` or `--games 0`
leaves a part out.

The games are those of `Game.playouts` with this seed, with random players and with the policy of the ruleset, if it has
one. It compares code as it is written and generated Python at every question (legal moves, tries, the state after each
move) in the games that begin within `--walked` decisions. With `--every` it also compares all other games of random
players, but their legal moves only at every fifth question. It compares generated Python and native code by their
results: last state, length, ending, results, fired rules. In compared games all three must agree.

Prints a line for each table, and stops at the first disagreement: the table, the game, the question, the cells.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec

from checkout import options

from agreement import DisagreementError, Pair, compare, played, told
from parlour.game import Game, load
from parlour.library.library import Library
from parlour.playouts.player import GameChunk, Player, Task
from parlour.playouts.policy import has_policy
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.storage.cache import Cache
from random_mixes import random_mix

AT_ONCE = 25  # games to compare between two checks for Ctrl-C
BEST = 2  # level of native code; mixes use 0, which compiles at once
MOST = 1_000_000  # decisions in a game
MIX_MOST = 800  # in a game of a mix, which might never end
MIX_SECONDS = 10  # of the processor; after them, no other game of a mix begins
SELDOM = 5  # compares legal moves at one question in so many, with `--every`
LARGE_SHARE = 5  # at the largest table one game in so many


@dataclass
class Tally:
    """The comparisons at one table."""

    name: str
    games: int = 0
    decisions: int = 0
    walked: int = 0
    walked_decisions: int = 0
    natively: int = 0
    notes: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.perf_counter)

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.games} games ({self.decisions} decisions), {self.natively} by native code too, "
            f"{self.walked} state by state ({self.walked_decisions}), {time.perf_counter() - self.began:.0f} s"
            + "".join(f"\n    {note}" for note in self.notes)
        )


class Executions:
    """All executions at one table; native code at a level, if it is available."""

    def __init__(self, tally: Tally, program: Program, players: int, level: int) -> None:
        self.tally = tally
        self.python = PythonPlayer(program, players)
        self.native = native_player(tally, program, players, level)
        self.pair = Pair(program, players)

    def compare(self, task: Task, start: int, games: int, walked: int, every: bool = False) -> None:
        """Play games of one task from `start` on. Compare the games within `walked` decisions state by state, or
        `every` game."""
        for first in range(start, start + games, AT_ONCE):
            count = min(AT_ONCE, start + games - first)
            chunk = (
                compare(self.python, self.native, task, first, count)
                if self.native
                else played(self.python, task, first, count)
            )
            for row in range(count):
                if walked > 0 or every:
                    walked -= self._walk(task, first + row, chunk, row, 1 if walked > 0 else SELDOM)
            if isinstance(chunk, str):
                note(self.tally, chunk)
                return
            self.tally.games += count
            self.tally.natively += count if self.native else 0
            self.tally.decisions += sum(chunk.lengths)

    def _walk(self, task: Task, number: int, chunk: GameChunk | str, row: int, looks: int) -> int:
        """Compare a game in all executions, and return its number of decisions."""
        found = self.pair.walk(task, number, looks)
        if isinstance(chunk, GameChunk):
            if found.fault:
                raise DisagreementError(f"game {number} fails only in code as it is written: {found.fault}")
            theirs = told(chunk, row)
            ours = {"length": [found.length], "values": found.values or [0] * len(theirs["values"]), "state": found.end}
            for name, of in ours.items():
                if list(theirs[name]) != of:
                    raise DisagreementError(f"game {number}: {name} of playouts is {theirs[name]}, not {of}")
        elif found.fault:
            note(self.tally, found.fault)
        self.tally.walked += 1
        self.tally.walked_decisions += found.length
        return found.length


def native_player(tally: Tally, program: Program, players: int, level: int) -> Player | None:
    if find_spec("llvmlite") is None:
        return None
    from parlour.native.player import NativePlayer
    from parlour.native.translation import UntranslatableError

    try:
        return NativePlayer(program, players, level, Cache(None))
    except UntranslatableError as error:
        note(tally, f"no native code: {error}")
        return None


def note(tally: Tally, text: str) -> None:
    if text not in tally.notes:
        tally.notes.append(text)


def tasks(program: Program, seed: int, most: int) -> list[Task]:
    """Return tasks with random play, and with the policy if it makes a difference."""
    policies = (False, True) if has_policy(program) else (False,)
    return [Task(seed, None, policy, most, states=True) for policy in policies]


# ---------------------------------------------------------------- the two parts


def mixes(args: argparse.Namespace) -> Iterator[Tally]:
    """Yield the tallies of random mixes, one in four at its largest table."""
    for at in range(args.first, args.first + args.mixes):
        mix = random_mix(args.seed, at)
        sizes = [n for n in mix.players if n in args.players] if args.players else mix.players
        if not sizes or (args.only and mix.game not in args.only):
            continue
        players = sizes[0] if at % 4 < 3 else sizes[-1]
        tally = Tally(f"mix {at} of seed {args.seed}, {players} players: {mix}")
        yield tally
        began = time.process_time()
        all_ = Executions(tally, mix.program, players, level=0)
        for task in tasks(mix.program, args.seed, MIX_MOST):
            for number in range(args.mix_games):
                if time.process_time() - began < MIX_SECONDS:
                    all_.compare(task, number, 1, args.walked)


def shipped(args: argparse.Namespace) -> Iterator[Tally]:
    for game in sorted(args.only or Library.standard().ids("game")):
        loaded: Game = load(game)
        sizes = loaded.players
        for players in args.players or sorted({sizes[0], sizes[-1]}):
            games = args.games if players == sizes[0] else max(1, args.games // LARGE_SHARE)
            tally = Tally(f"{game}, {players} players, seed {args.seed}")
            yield tally
            all_ = Executions(tally, loaded.program, players, BEST)
            for task in tasks(loaded.program, args.seed, MOST):
                all_.compare(task, 0, games, args.walked, args.every and not task.policy)


def main() -> int:
    args = options(
        __doc__, games=500, only=[str], players=[int], walked=300_000, every=False, mixes=200, mix_games=3, first=0,
        seed=1,
    )  # fmt: skip
    if find_spec("llvmlite") is None:
        print("llvmlite is not installed, so this leaves out native code", flush=True)
    tally: Tally | None = None
    try:
        for part in (*([mixes] if args.mixes else []), *([shipped] if args.games else [])):
            for following in part(args):
                if tally:
                    print(tally, flush=True)
                tally = following
            if tally:
                print(tally, flush=True)
            tally = None
    except KeyboardInterrupt:
        print(f"stopped at {tally}; everything up to here was the same" if tally else "stopped")
        return 130
    except DisagreementError as error:
        print(f"{tally}\nDIFFERENT: {error}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
