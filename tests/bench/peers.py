"""Other implementations: OpenSpiel's crazy_eights rules written by hand in Python and C, OpenSpiel and RLCard. Each is
a runner of random games, or the reason why there is none."""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import Any

from hand_written import HandWritten
from timing import Runner, in_batches, until

Found = Runner | str
Choose = Callable[[list[int], Callable[[], float]], int]

FOR_LENGTHS = 1000  # games
ROLL_OUTS = 20


@dataclass(frozen=True)
class Mean:
    """A mean and its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, games: int, total: float, squares: float) -> Mean:
        value = total / games
        return cls(value, math.sqrt(max(squares / games - value * value, 0) / games))

    def agrees(self, other: Mean) -> bool:
        return abs(self.value - other.value) <= 4 * math.hypot(self.error, other.error)

    def __str__(self) -> str:
        return f"{self.value:.2f} ± {self.error:.2f}"


# ---------------------------------------------------------------- by hand


def by_hand(players: int) -> Runner:
    chance = Random(1).random

    def play() -> int:
        game, decisions = HandWritten(players, chance), 0
        while not game.over:
            legal = game.legal()
            game.step(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return lambda seconds: until(seconds, play)


@cache
def compiled(players: int, copy: int = 0) -> ctypes.CDLL | str:
    """Compile the C program. Each copy has its own random generator, so each thread can have one."""
    compiler = shutil.which("cc")
    if compiler is None:
        return "there is no C compiler (cc)"
    source = Path(__file__).with_name("hand_written.c")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"hand_written_{copy}.so"
        command = [compiler, "-O3", "-march=native", "-shared", "-fPIC", f"-DPLAYERS={players}"]
        done = subprocess.run([*command, str(source), "-o", str(made)], capture_output=True, text=True, check=False)
        if done.returncode:
            return f"cc failed: {done.stderr.strip().splitlines()[0]}"
        return ctypes.CDLL(str(made))


def sums_in_c(players: int, games: int, seed: int, copy: int = 0) -> list[int]:
    """Return the sums of decisions, of their squares, of lost points, and of their squares."""
    library = compiled(players, copy)
    assert not isinstance(library, str), library
    sums = (ctypes.c_int64 * 4)()
    library.play(ctypes.c_int64(games), ctypes.c_uint64(seed), sums)
    return list(sums)


def in_c(players: int) -> Found:
    library = compiled(players)
    if isinstance(library, str):
        return library
    seeds = count()
    return lambda seconds: until(seconds, lambda: sums_in_c(players, 2000, next(seeds))[0])


def in_c_by_threads(players: int, threads: int) -> Found:
    """Play the same games in several threads, each with its own copy. This is the control for the cores."""
    libraries = [compiled(players, copy) for copy in range(threads)]
    missing = [found for found in libraries if isinstance(found, str)]
    if missing:
        return missing[0]
    seeds = count()

    def play(games: int) -> int:
        shares = [(players, -(-games // threads), next(seeds), copy) for copy in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            return sum(pool.map(lambda share: sums_in_c(*share)[0], shares))

    return in_batches(play, threads)


# ---------------------------------------------------------------- OpenSpiel


def any_of(legal: list[int], chance: Callable[[], float]) -> int:
    return legal[int(chance() * len(legal))]


def knocking(legal: list[int], chance: Callable[[], float]) -> int:
    """Choose by the policy of tests/peers/gin_rummy.yaml: knock, meld and lay off when possible."""
    if 55 in legal:
        return 55
    if legal[-1] > 55:
        legal = [action for action in legal if action > 55]
    elif legal[-1] == 54 and legal[0] < 52:
        legal = legal[:-1]
    return legal[int(chance() * len(legal))]


def open_spiel_game(name: str, players: int) -> Any:
    try:
        pyspiel = import_module("pyspiel")
    except ImportError:
        return "OpenSpiel is not installed (pip install open-spiel)"
    return pyspiel.load_game(name, {"players": players} if name == "crazy_eights" else {})


def mean_length(starts: list[Any], choose: Choose, games: int) -> float:
    """Return the mean number of decisions in a game, which the measured loops don't count."""
    chance, decisions = Random(2).random, 0
    for game in range(games):
        state = starts[game % len(starts)].clone()
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(choose(state.legal_actions(), chance))
    return decisions / games


def open_spiel(name: str, players: int, choose: Choose = any_of, games: int = FOR_LENGTHS) -> Found:
    """The shortest loop: all outcomes of chance are equally likely, so it treats them like players' choices."""
    game = open_spiel_game(name, players)
    if isinstance(game, str):
        return game
    chance, length = Random(1).random, mean_length([game.new_initial_state()], choose, games)

    def play() -> float:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions(), chance))
        return length

    return lambda seconds: until(seconds, play)


def open_spiel_inside(name: str, players: int, games: int = FOR_LENGTHS) -> Found:
    """Roll-outs in C++, as OpenSpiel's search makes them to evaluate a position. They choose among all legal actions,
    and begin after the deal."""
    game = open_spiel_game(name, players)
    if isinstance(game, str):
        return game
    pyspiel, chance = import_module("pyspiel"), Random(3).random
    starts = [dealt(game, chance) for _ in range(20)]
    length, turns = mean_length(starts, any_of, games), cycle(starts)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLL_OUTS, 1)
    searcher = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)

    def play() -> float:
        searcher.mcts_search(next(turns))
        return ROLL_OUTS * length

    return lambda seconds: until(seconds, play)


def dealt(game: Any, chance: Callable[[], float]) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(any_of(state.legal_actions(), chance))
    return state


# ---------------------------------------------------------------- RLCard


def rlcard(whole: bool) -> Found:
    """RLCard's gin rummy with a policy that knocks: the environment with its observations, or only the game inside."""
    try:
        module = import_module("rlcard")
    except ImportError:
        return "RLCard is not installed (pip install rlcard)"
    environment, chance = module.make("gin-rummy", {"seed": 1}), Random(1).random
    game = environment.game

    def choose(legal: list[int]) -> int:
        legal = [action for action in legal if action > 57 or action == 5] or legal
        return legal[int(chance() * len(legal))]

    def play() -> int:
        state, _ = environment.reset()
        while not environment.is_over():
            state, _ = environment.step(choose(list(state["legal_actions"])))
        return len(game.actions)

    def play_inside() -> int:
        game.init_game()
        while not game.is_over():
            legal = {action.action_id: action for action in game.judge.get_legal_actions()}
            game.step(legal[choose(list(legal))])
        return len(game.actions)

    return lambda seconds: until(seconds, play if whole else play_inside)
