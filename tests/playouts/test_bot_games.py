"""Many games of bots that think: who wins them, that they are the same again, and `parlour measure --level`."""

import json
import re
from pathlib import Path

import pytest

from parlour.playouts.player import PlayoutError, PlayoutFault
from scaffold.terminal import run
from test_thinkers import GAME, STICKS, small

MANY = 60  # games; a share of 1/3 is below 1/2 in nearly all series of so many


def test_a_bot_that_thinks_takes_every_win_and_the_policy_a_third() -> None:
    """Of three sticks, the first player wins with all three, and loses against a thinking bot with fewer."""
    game = small(STICKS, sticks=3)
    assert game.playouts(MANY, seed=1, levels=(1, 0)).wins == (1, 0)
    first, second = game.playouts(MANY, seed=1, levels=[0, 1]).wins
    assert first + second == 1
    assert 0.15 < first < 0.5


def test_levels_of_0_play_the_games_of_the_policy() -> None:
    game = small(STICKS)
    assert game.playouts(MANY, seed=1, levels=0) == game.playouts(MANY, seed=1)
    assert game.playouts(MANY, 3, seed=1, levels=(0, 0, 0)) == game.playouts(MANY, 3, seed=1)


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes() -> None:
    game = small(STICKS)
    one, two = (game.playouts(9, seed=4, levels=(2, 0), threads=threads, states=True) for threads in (1, 2))
    assert one == two
    assert one.levels == (2, 0)
    *_, (_, last) = game.playout(8, seed=4, levels=(2, 0))
    assert one.states is not None
    assert last == one.states[8]


def test_games_of_bots_go_on_from_a_position() -> None:
    game = small(STICKS)
    state = game.start(2, seed=1).apply("take 2")  # three are left, and seat 2 takes them
    assert game.playouts(20, seed=1, from_state=state, levels=(0, 1)).wins == (0, 1)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (6, "a level must be from 1 to 5, or 0, found 6"),
        ((1, True), "found True"),
        ((1, 0, 0), "one for each of 2 seats, found 3"),
    ],
)
def test_wrong_levels_are_refused(levels: object, message: str) -> None:
    with pytest.raises(PlayoutError, match=message):
        small(STICKS).playouts(1, seed=1, levels=levels)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`levels` must be a level, or one for each seat, found '3'"):
        small(STICKS).playouts(1, seed=1, levels="3")  # type: ignore[arg-type]


def test_a_fault_of_a_ruleset_names_the_game_of_bots() -> None:
    game = small(STICKS.replace("left -= n\n", "left -= n // (left - n)\n"))
    with pytest.raises(PlayoutFault, match="in game 0 of seed 1: division by zero"):
        game.playouts(3, seed=1, levels=1)


def test_only_random_games_show_how_often_rules_matter() -> None:
    game = small(STICKS)
    with pytest.raises(PlayoutError, match="only random games"):
        game.influence(game.playouts(2, seed=1, levels=1))


@pytest.fixture
def sticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("frame.yaml").write_text(STICKS, encoding="utf-8")
    Path("sticks.yaml").write_text(GAME.replace("stick-games", "./frame.yaml"), encoding="utf-8")
    return "./sticks.yaml"


def test_measure_says_who_thinks(sticks: str) -> None:
    asked = ["measure", sticks, "--set", "sticks=3", "--games", "20", "--seed", "1"]
    assert " for 2: bots of level 1, deals of seed 1\n" in run(*asked, "--level", "1").out
    assert " for 2: seat 1: bot of level 1; seat 2: bot of level 2, deals" in run(*asked, "--levels", "1,2").out
    printed = run(*asked, "--levels", "1, 0, 0").out  # which says that there are three players
    assert " for 3: seat 1: bot of level 1; others: players who follow the policy, deals of" in printed
    assert re.search(r"^  seat 1 wins +100\.0 ± ", printed, re.MULTILINE)
    data = json.loads(run(*asked, "--levels", "0,1", "--json").out)
    assert (data["levels"], data["policy"], data["mattered"]) == ([0, 1], "ruleset", None)


def test_measure_plays_fewer_games_of_bots_that_think(sticks: str) -> None:
    assert json.loads(run("measure", sticks, "--level", "1", "--json").out)["games"] == 100
    assert json.loads(run("measure", sticks, "--levels", "0,0", "--json").out)["games"] == 1000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--level", "6"], "`--level 6`: expected a whole number from 1 to 5"),
        (["--levels", "4,x"], "`--levels 4,x`: expected a level from 0 to 5 for each seat, such as 3,0"),
        (["--levels", "6,0,0", "--players", "3"], "for each seat, such as 3,0,0"),
        (["--levels", "2,0", "--players", "3"], "`--levels 2,0` is for 2 players, not for 3"),
        (["--level", "1", "--levels", "1,1"], "`--level` and `--levels` can't be combined"),
        (["--level", "1", "--sample", "5"], "`--sample` needs random games, not bots that think"),
        (["--levels", "1,0,0,0"], "is for 2 or 3 players, not for 4"),
    ],
)
def test_measure_refuses_what_makes_no_sense(words: list[str], said: str, sticks: str) -> None:
    printed = run("measure", sticks, *words)
    assert (printed.code, printed.out) == (2, "")
    assert said in printed.err


def test_measure_compares_bots_in_two_mixes(sticks: str) -> None:
    asked = ["--set", "sticks=3", "--against-set", "sticks=2", "--levels", "1,0", "--games", "12", "--seed", "1"]
    data = json.loads(run("measure", sticks, *asked, "--json").out)
    assert [row["value"] for row in data["results"] if row["measure"] == "seat 1"] == [1, 1]
    assert data["levels"] == [1, 0]
