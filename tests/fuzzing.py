"""Plays a mutant in all executions and reports its errors.

A finding's `kind` is the same for all mutants that fail in one way, so that they can be counted.
"""

from __future__ import annotations

import re
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

from agreement import DisagreementError, Pair, compare
from mutants import Mutant, mutant
from parlour.game import dealable
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.playouts.player import Player, Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.storage.cache import Cache
from parlour.table.faults import RulesetFault
from random_mixes import mixed
from scaffold.mixes import LIBRARY, families


@dataclass(frozen=True)
class Finding:
    """An error that no ruleset accepted by `check` should cause."""

    kind: str  # "fault", "disagreement", "internal error" or "hang", and its message without names and numbers
    place: str
    text: str


@dataclass(frozen=True)
class Plan:
    games: int
    most: int  # decisions in a game
    seconds: int  # of the processor for one mutant
    seed: int = 1
    policy: bool = False
    tables: int | None = None  # only so many numbers of players


class OverdueError(Exception):
    """The time for this mutant is over."""


def made(seed: int, number: int) -> Mutant | None:
    """Return the mutant with this number, or None if no mutation was possible."""
    chance = Random(f"mutant {seed} {number}")
    games, mix = chance.choice(list(families().values())), None
    while mix is None:
        mix = mixed(chance, chance.choice(games))
    composition = compile_ruleset(mix.game, mix.rules, mix.without, mix.options, library=LIBRARY).composition
    assert composition is not None, "a mix has been composed"
    for _ in range(5):
        found = mutant(chance, mix, composition)
        if found is not None:
            return found
    return None


def checked(path: Path) -> Compiled:
    return compile_ruleset(path, library=LIBRARY)


def is_clean(compiled: Compiled) -> bool:
    return compiled.program is not None and all(f.severity == "note" for f in compiled.findings)


def play(program: Program, plan: Plan, report: dict[str, int]) -> Iterator[Finding]:
    """Games of every number of players in all executions. `report` counts tables, games, decisions and cut games."""
    for players in dealable(program)[: plan.tables]:
        report["tables"] = report.get("tables", 0) + 1
        finding = _at_a_table(program, players, plan, report)
        if finding is not None:
            yield finding


def _at_a_table(program: Program, players: int, plan: Plan, report: dict[str, int]) -> Finding | None:
    where = f"{players} players"
    try:
        python, native = PythonPlayer(program, players), _native(program, players)
        pair = Pair(program, players)
        task = Task(plan.seed, None, plan.policy, plan.most, states=True)
        for number in range(plan.games):
            where = f"{players} players, game {number} of seed {plan.seed}"
            if native:
                compare(python, native, task, number, 1)
            walked = pair.walk(task, number, looks=5)
            report["games"] = report.get("games", 0) + 1
            report["decisions"] = report.get("decisions", 0) + walked.length
            if walked.fault:
                place, _, message = walked.fault.partition(": ")
                return Finding(f"fault: {general(message)}", place, f"{where}: {walked.fault}")
            if not walked.values and walked.length >= plan.most:
                report["cut"] = report.get("cut", 0) + 1
    except DisagreementError as error:
        return Finding(f"disagreement: {general(str(error))[:80]}", "", f"{where}: {error}")
    except OverdueError:
        return Finding("hang", "", f"{where}: more than {plan.seconds} s")
    except RulesetFault as error:
        return Finding(f"fault outside of play: {general(error.message)}", "", f"{where}: {error}")
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        return Finding(
            f"internal error: {type(error).__name__}: {general(str(error))[:80]}", raised(error), f"{where}: {error!r}"
        )
    return None


def _native(program: Program, players: int) -> Player | None:
    if find_spec("llvmlite") is None:
        return None
    from parlour.native.player import NativePlayer
    from parlour.native.translation import UntranslatableError

    try:
        return NativePlayer(program, players, 0, Cache(None))
    except UntranslatableError:
        return None


def general(message: str) -> str:
    """Return a message without its names, numbers and places."""
    message = re.sub(r"\S+\.yaml:\d+:\d+", "…", message)
    message = re.sub(r"`[^`]*`", "`…`", message)
    return re.sub(r"-?\d+", "n", message)


def raised(error: BaseException) -> str:
    """Return the file and line of the engine that raised an error."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    return f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else ""


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise OverdueError after this much processor time."""

    def overdue(*_: object) -> None:
        raise OverdueError

    used = resource.getrusage(resource.RUSAGE_SELF)
    began = int(used.ru_utime + used.ru_stime)
    before, hard = signal.signal(signal.SIGXCPU, overdue), resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (began + seconds, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
        signal.signal(signal.SIGXCPU, before)
