"""Fired rules in games counted by hand: generated Python and native code count the same.

The definition is in docs/playouts.md.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

from parlour.game import Game, load
from parlour.playouts.player import Task
from parlour.playouts.python import PythonPlayer
from parlour.program import Program
from parlour.storage.cache import Cache
from random_mixes import random_mix
from scaffold.rulesets import write_game

FRAME = Path(__file__).with_name("tiny.yaml").read_text(encoding="utf-8")
AFTER_ACT = {
    # variables
    "tally += 0": 0,
    "noise = 0": 0,
    "noise = max(tally, 5)": 6,  # 0 becomes 5 at once, then 6 to 10
    "noise = 1": 1,
    "noise += max(tally, 8) - 8": 2,
    "met += p": 1,
    "met -= p": 0,
    "seen-last = none": 0,
    "seen-last = stock.top": 1,
    "awake = tally > 4": 1,
    "let n = min(tally, 7); noise = n": 7,
    "let n = tally; noise += n - tally": 0,
    # cards
    "move (those c in hand(p) where c.rank == A) to box": 0,
    "move (those c in reserve where c.rank == K) to hand(p)": 1,
    "move reserve to box": 1,
    "if reserve has cards: move reserve.top to hand(p)": 3,
    "for c in hand(p): move c to hand(p)": 0,
    "move hand(p).cards to hand(p)": 0,
    "deal 2 from reserve to hand(p)": 2,
    "shuffle reserve": 10,
    "shuffle hand(p) into reserve": 10,
    "show hand(p) to everybody": 0,
    "deal 1 from reserve to row(p); turn up row(p)": 3,
    # other steps
    "nothing": 0,
    "reverse direction": 10,
    "give(p, 1)": 3,
    "give(p, 2)": 2,
    "give(p, 0)": 0,
    "bell()": 0,
    "repeat tally - 8 times: noise += 1": 2,
    "for q in players - players: noise += 1": 0,
    "for q in players where q != p: noise = tally mod 2": 10,
    "for q in players where tally > 7: noise += 1": 3,
    "for q in players:;   if tally == 3: noise += 1": 1,
    "for q in players:;   if tally == 3: stop;   noise += 1": 9,
    "if tally == 2: noise += 1; if tally > 8: noise += 1": 3,
    "if tally == 2: noise += 1; if tally >= 2: noise += 1": 9,
    "let n = tally; if n == 1: n = 5; if n == 5: noise += 1": 2,
    "while noise < 3 limit 5: noise += 1": 1,
    "if tally > 8: give(p, 1)": 2,
    "noise = random 1..1": 10,  # the result of chance is unknown before play
    "if tally == 10: end game as done": 1,
}


def counted(program: Program, players: int, games: int, most: int, policy: bool) -> list[int]:
    """Return how often each rule fires in some games. All executions must agree."""
    task = Task(7, None, policy, most, states=False)
    rules = len(program.rules)
    chunks = [PythonPlayer(program, players).play(task, 0, games)]
    if find_spec("llvmlite") is not None:
        from parlour.native.player import NativePlayer

        chunks.append(NativePlayer(program, players, 0, Cache(None)).play(task, 0, games))
    totals = [[sum(chunk.fired[rule::rules]) for rule in range(rules)] for chunk in chunks]
    assert all(total == totals[0] for total in totals), totals
    return totals[0]


def times(game: Game, rule: str = "rule") -> int:
    """Return how often a rule fires in a game of ten acts."""
    found = counted(game.program, 2, 1, 100, policy=False)
    return found[[origin.document for origin in game.program.rules].index(rule)]


def ten_acts(folder: Path, rule: str) -> Game:
    return load(write_game(folder, FRAME, {"rule": rule}))


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("steps", "expected"), AFTER_ACT.items(), ids=list(AFTER_ACT))
def test_a_hook_fires_when_it_changes_something(tmp_path: Path, steps: str, expected: int) -> None:
    """`tally` is 1 to 10 after the acts, three cards are in the reserve, and the hand is empty at first."""
    lines = "".join(f"    {line}\n" for line in steps.split("; "))
    game = ten_acts(tmp_path, f"when:\n  after act(p): |\n{lines}")
    assert times(game) == expected
    assert "rule" in game.playouts(1, 2, seed=7, native=False).firing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "when:\n  instead of bonus(): {if: tally mod 2 == 0, do: nothing}\n",
            5,
        ),  # that prevents steps
        ("when:\n  instead of bonus(): proceed\n", 0),
        ("when:\n  instead of bonus(): 'if tally > 7: proceed'\n", 7),
        ("when:\n  instead of bell(): nothing\n", 0),  # that prevents nothing
        ("procedures:\n  bonus(): {instead: nothing}\n", 10),
        ("procedures:\n  bell(): {instead: nothing}\n", 0),
        ("procedures:\n  bell(): {instead: 'give(first(), 1)'}\n", 3),
        ("when:\n  after act(p): own(p)\nprocedures:\n  own(p): give(p, 2)\n", 2),
    ],
)
def test_a_rule_in_the_place_of_another_fires(tmp_path: Path, text: str, expected: int) -> None:
    assert times(ten_acts(tmp_path, text)) == expected


def test_jokers_are_counted_when_they_do_something() -> None:
    """A Joker closes the deck when it is played, and is thrown out later: a few times in a game, not at every turn."""
    played = load("ct", with_=["joker-forced-pickup"], options={"jokers": 2}).playouts(5, 3, seed=1, native=False)
    assert 0 < played.firing["joker-forced-pickup"].times / 5 < 10


def test_mixes_are_counted_alike() -> None:
    fired = 0
    for number in range(2):
        mix = random_mix(11, number)
        for policy in (False, True):
            fired += sum(counted(mix.program, mix.players[0], 2, 80, policy))
    assert fired > 0
