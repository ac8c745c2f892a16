"""Native code plays the same games as generated Python: the same outcomes and final states, to the last bit."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from scaffold.rulesets import write_game

pytest.importorskip("llvmlite", reason="native code needs llvmlite: pip install 'parlour[native]'")

import laws
from parlour import load
from parlour.library.library import Library
from parlour.native.code_cache import CompiledCode
from parlour.native.module import Module
from parlour.native.player import NativePlayer
from parlour.playouts.player import GameChunk, Player, PlayoutError, PlayoutFault, Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.storage.cache import Cache

NOWHERE = Cache(None)
GAMES = Library.standard().ids("game")


def native(program: Program, players: int, level: int = 0) -> NativePlayer:
    return NativePlayer(program, players, level, NOWHERE)


@cache
def of_game(game: str, players: int) -> tuple[NativePlayer, PythonPlayer]:
    """Return both executions of a game, made once; the task decides how they play."""
    program = laws.program(game)
    return native(program, players), PythonPlayer(program, players)


def task(seed: int = 1, policy: bool = False, most: int = 100_000, begin: tuple[int, ...] | None = None) -> Task:
    return Task(seed=seed, begin=begin, policy=policy, most=most, states=True)


def same(one: Player, other: Player, task: Task, games: int) -> GameChunk:
    a, b = one.play(task, 0, games), other.play(task, 0, games)
    assert a.states == b.states
    assert a == b
    return a


@pytest.mark.one_in(30)
@pytest.mark.parametrize("policy", [False, True], ids=["random", "policy"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_the_same(game: str, policy: bool) -> None:
    players = laws.sizes(game)[0]
    both = of_game(game, players)
    assert any(sum(same(*both, task(policy=policy), games).lengths) > 20 for games in (3, 10))  # some games are short


@pytest.mark.parametrize("level", [1, 2])
def test_levels_differ_in_nothing_but_speed(level: int) -> None:
    plain, _ = of_game("crazy-eights", 3)
    same(plain, native(laws.program("crazy-eights"), 3, level), task(), 200)


def test_a_position_in_the_middle_of_a_game() -> None:
    game = load("sh")
    state = game.start(players=3, seed=5)
    for _ in range(60):
        state = state.apply(state.question.legal[0])
    program = game.program
    given = task(seed=4, begin=tuple(state.cells))
    played = same(native(program, 3), PythonPlayer(program, 3), given, 5)
    assert len({tuple(s) for s in played.states}) > 1  # from one position, games of their own


def test_a_game_that_is_cut_off_stands_where_python_leaves_it() -> None:
    played = same(*of_game("crazy-eights", 2), task(most=7), 20)
    assert set(played.lengths) == {7}


def test_threads_give_what_one_gives() -> None:
    game = load("crazy-eights")
    one, three = (game.playouts(2000, players=3, seed=8, threads=n, native=True, states=True) for n in (1, 3))
    assert one.cells == three.cells
    assert one.lengths == three.lengths


FAULTY = Path(__file__).with_name("faulty.yaml").read_text(encoding="utf-8")


def faulty(folder: Path, fault: str) -> Program:
    """Return a game that sometimes fails."""
    return load(write_game(folder, FAULTY.replace("FAULT", fault.replace("; ", "\n        ")))).program


FAULTS = {
    "tally = 1 // (tally - 302)": "division by zero",
    "if box has cards: move box.first to stock at 900": "has no place 900",
    "shuffle box into stock; deal 900000000 from stock to stock": "more than 200000 steps",
    "shuffle box into stock; deal 900000000 from stock to each hand": "more than 200000 steps",
    "shuffle box into stock; deal 1 from stock to each hand; tally = halves(first(), 0)": "division by zero",
}


@pytest.mark.parametrize(("fault", "words"), FAULTS.items())
def test_a_fault_has_its_words(tmp_path: Path, fault: str, words: str) -> None:
    """Native code can't describe an error; it leaves that game to Python, which can."""
    program, said = faulty(tmp_path, fault), []
    for player in (native(program, 2), PythonPlayer(program, 2)):
        with pytest.raises(PlayoutFault, match=words) as found:
            player.play(task(), 0, 200)
        said.append((str(found.value), found.value.number))
    assert said[0] == said[1]


def test_what_nobody_asks_for_is_no_fault(tmp_path: Path) -> None:
    """A nested loop would divide by zero, but it runs over an empty hand."""
    program = faulty(tmp_path, "tally = 1000 + halves(first(), 0)")
    played = same(native(program, 2), PythonPlayer(program, 2), task(), 200)
    tallies = set(played.values[1::2])  # beside who has won
    straight = {ones + 100 * (10 - ones) for ones in range(11)}
    by_the_loop = {1000 + ones + 100 * (5 - ones) for ones in range(6)}  # after three hundreds and two ones
    assert tallies <= straight | by_the_loop
    assert tallies & by_the_loop


def test_code_is_kept_and_found_again(tmp_path: Path) -> None:
    program, cache = laws.program("whist"), Cache(tmp_path)
    made = NativePlayer(program, 4, 0, cache)
    kept = NativePlayer(program, 4, 0, cache)
    assert kept._text is None  # nothing was written anew
    assert same(made, kept, task(), 20).lengths


def test_damaged_code_is_not_run(tmp_path: Path) -> None:
    program, cache = laws.program("whist"), Cache(tmp_path)
    NativePlayer(program, 4, 0, cache)
    for path in tmp_path.iterdir():
        if path.name != "key":
            path.write_bytes(path.read_bytes()[:-8] + b"\x90" * 8)
    anew = NativePlayer(program, 4, 0, cache)
    assert anew._text is not None
    same(anew, PythonPlayer(program, 4), task(), 5)


def test_better_code_is_made_while_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can stop LLVM, so a player who waited for it couldn't stop either."""
    program, wanted, ready = laws.program("crazy-eights"), list[int](), threading.Event()
    player = NativePlayer(program, 2, cache=NOWHERE)
    made = player._cache.made

    def slowly(level: int, module: Callable[[], Module]) -> CompiledCode:
        wanted.append(level)
        ready.wait(60)
        return made(level, module)

    monkeypatch.setattr(player._cache, "made", slowly)
    monkeypatch.setattr("parlour.native.levels.PATIENCE", {0: 0.0, 1: 1e9})
    first = [player.play(task(), 0, 5) for _ in range(3)]
    assert (player.level, wanted) == (0, [1])  # begun once, and not waited for
    improving = player._improving
    assert improving is not None
    ready.set()
    improving.join()
    assert player.level == 1
    assert [player.play(task(), 0, 5)] * 3 == first
    assert wanted == [1]


def test_python_plays_a_pack_that_is_too_large_unless_native_code_is_required(tmp_path: Path) -> None:
    frame = FAULTY.replace("pack: 52", "pack: 52, copies: 5").replace("FAULT", "tally = 0")
    game = load(write_game(tmp_path, frame))
    assert len(game.playouts(1, seed=1)) == 1
    with pytest.raises(PlayoutError, match=r"native code doesn't support a pack of 2[67][0-9] cards"):
        game.playouts(1, seed=1, native=True)


WITHOUT = {
    "is missing": 'sys.modules["llvmlite"] = None',
    "can't be loaded": "sys.meta_path.insert(0, Broken())",
    "is too old": 'import llvmlite; llvmlite.binding = sys.modules["llvmlite.binding"] = type(sys)("llvmlite.binding")',
}


@pytest.mark.parametrize("mishap", WITHOUT)
def test_without_llvmlite_python_plays(mishap: str) -> None:
    """Parlour works without llvmlite: the same games, and a clear message if somebody asks for native code."""
    script = f"""
import sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == "llvmlite":
            raise OSError("Could not find/load shared object file 'libllvmlite.so'")
{WITHOUT[mishap]}
from parlour import load
game = load("crazy-eights")
print(game.playouts(5, seed=1).lengths.tolist())
for do in (lambda: game.playouts(5, seed=1, native=True), lambda: game.table(2, native=True)):
    try:
        do()
    except ValueError as refused:
        print(refused)
"""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env)
    lengths, *refused = done.stdout.splitlines()
    assert lengths == str(load("crazy-eights").playouts(5, seed=1, native=True).lengths.tolist())
    assert ["pip install" in line for line in refused] == [True, True]
