"""Measures the processor time until a game can start, each step in a process of its own: with an empty cache folder,
and again with the cache of the first run.

    python tests/bench/starting.py    # commands: in a new checkout, first after installing, and again
    python tests/bench/starting.py '{"game": GAME, "rules": [], "options": {}}'    # one process; prints seconds
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

from parlour.states.state import fast_machine

ROOT = Path(__file__).resolve().parents[2]
PLACES = [str(ROOT / "tests" / "rulesets"), str(ROOT / "tests"), str(ROOT / "engine")]

STEPS = ("import", "ruleset", "first step", "generated", "native O0", "native O1", "native O2")


@dataclass(frozen=True)
class Mix:
    game: str
    rules: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)


@dataclass
class Starting:
    title: str
    mix: Mix
    cold: list[dict[str, float]] = field(default_factory=list)
    cached: list[dict[str, float]] = field(default_factory=list)

    def measure(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.cold.append(in_a_process(self.mix, folder))
            self.cached.append(in_a_process(self.mix, folder))

    def seconds(self) -> dict[str, tuple[float, float]]:
        there = [step for step in STEPS if self.cached and step in self.cached[0]]
        return {
            step: (median(run[step] for run in self.cold), median(run[step] for run in self.cached)) for step in there
        }

    def table(self) -> str:
        lines = [f"{self.title}: until it can be played", f"  {'':20} {'cold':>9} {'cached':>9}"]
        lines += [f"  {step:20} {cold:7.3f} s {cached:7.3f} s" for step, (cold, cached) in self.seconds().items()]
        return "\n".join(lines)

    def data(self) -> dict[str, object]:
        return {"title": self.title, "mix": asdict(self.mix), "seconds": self.seconds()}


def in_a_process(mix: Mix, folder: str) -> dict[str, float]:
    environment = {**os.environ, "XDG_CACHE_HOME": folder}
    command = [sys.executable, __file__, json.dumps(asdict(mix))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def largest_mix(frame: str) -> Mix | str:
    """Return the largest mix on this frame: the game with the most rules that fit it, as the tests choose them."""
    try:
        import test_mixes
    except ImportError:
        return "pytest is not installed"
    games = test_mixes.families()[frame]
    mixes = {game: test_mixes.big_mix(game, sorted(test_mixes.can_be_added(game))) for game in games}
    game = max(games, key=lambda game: len(mixes[game]) + len(test_mixes.used(game)))
    return playable(Mix(game, mixes[game], dict(test_mixes.settings(game))))


def playable(mix: Mix) -> Mix:
    """Return the mix, or one with a rule less if nobody can play it."""
    from parlour.game import load

    fewer = (replace(mix, rules=[other for other in mix.rules if other != rule]) for rule in mix.rules)
    return next(found for found in (mix, *fewer) if load(found.game, found.rules, options=found.options).players)


def timed(seconds: dict[str, float], step: str, make: Callable[[], Any]) -> Any:
    began = time.process_time()
    made = make()
    seconds[step] = time.process_time() - began
    return made


def main(mix: Mix) -> None:
    seconds: dict[str, float] = {}
    began = time.process_time()
    from parlour.game import load
    from parlour.states.machine import Machine

    seconds["import"] = time.process_time() - began
    game = timed(seconds, "ruleset", lambda: load(mix.game, mix.rules, options=mix.options))
    program, players = game.program, fitting(game.players)
    timed(seconds, "first step", lambda: Machine(program, players).start(1))
    timed(seconds, "generated", lambda: fast_machine(program, players))
    with suppress(ImportError):
        from parlour.native.player import NativePlayer

        NativePlayer(load(ROOT / "tests" / "peers" / "crazy_eights.yaml").program, 2, level=0)  # LLVM is loaded
        for level in (0, 1, 2):
            timed(seconds, f"native O{level}", lambda at=level: NativePlayer(program, players, level=at))
    print(json.dumps(seconds))


COMMANDS = (
    "list",
    *(f"{command} {game}" for game in ("crazy-eights", "ctg") for command in ("check", "show", "why", "play --seed 1")),
    "check",
)


def commands(rounds: int = 3) -> str:
    """Return the processor time of whole commands: in a new checkout without bytecode and cache, in the first run after
    an installation with bytecode, and in a run with the cache."""
    lines = [f"{'':24} {'checkout':>9} {'installed':>9} {'warm':>9}"]
    with tempfile.TemporaryDirectory() as bytecode:
        for command in COMMANDS:
            of_command(command.split(), bytecode, bytecode)
        for command in COMMANDS:
            times: list[tuple[float, ...]] = []
            for _ in range(rounds if " " in command else 1):
                times.append(of_new_folders(command.split(), bytecode))
            seconds = "".join(f"{median(column):10.2f}" for column in zip(*times, strict=True))
            lines.append(f"parlour {command:16}{seconds}")
    return "\n".join(lines)


def of_new_folders(command: list[str], bytecode: str) -> tuple[float, ...]:
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as empty:
        checkout = of_command(command, empty, str(Path(empty) / "bytecode"))
        return checkout, of_command(command, cache, bytecode), of_command(command, cache, bytecode)


def of_command(command: list[str], folder: str, bytecode: str) -> float:
    """Time a command in a folder without rulesets. Its bytecode goes to a folder of its own, so old bytecode in the
    checkout doesn't matter."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"XDG_CACHE_HOME": folder, "XDG_STATE_HOME": folder}
    environment |= {"PYTHONPATH": PLACES[-1], "PYTHONPYCACHEPREFIX": bytecode}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = [sys.executable, "-m", "parlour", *command]
    subprocess.run(whole, input=b"", capture_output=True, env=environment, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fitting(known: tuple[int, ...]) -> int:
    """Return four players, or the nearest possible number."""
    return min(known, key=lambda players: (abs(players - 4), players))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(commands())
    else:
        sys.path[:0] = PLACES
        main(Mix(**json.loads(sys.argv[1])))
