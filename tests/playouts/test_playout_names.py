"""Names of playouts: a match of several games, and the game in it that a result describes."""

import re
from pathlib import Path

from parlour.game import load
from parlour.playouts.playout_names import repeated, told_last, whole
from parlour.program.design import plural
from scaffold.terminal import run
from scaffold.tiny_game import ONE_OR_TWO, tiny


def test_a_result_of_a_stage_that_comes_again_is_of_the_last_one() -> None:
    """Best of three: score and hands belong to each game, wins to the match."""
    program = load("trevor-cut-throat", with_="best-of").program
    assert {r.name: told_last(program, r) for r in program.results} == {
        "winners": None, "score": "game", "hands": "game", "wins": None,
    }  # fmt: skip
    assert whole(program) == "match"
    assert {program.stages[at].name for at in repeated(program)} == {"game", "hand", "turn"}


def test_a_match_of_one_game_is_called_a_game() -> None:
    program = load("gin-rummy").program
    assert whole(program) == "game"
    assert {told_last(program, result) for result in program.results} == {None}


def test_that_is_reported() -> None:
    printed = run("measure", "trevor-cut-throat", "--with", "best-of", "--games", "30", "--seed", "1").out
    assert "A match can have several games. These describe only the last one: `score`, `hands`.\n" in printed
    assert re.search(r"^How often each rule mattered in a match \(in [\d,]+ decisions of \d+ matches\)$", printed, re.M)
    assert "Nine in ten matches take " in printed


def test_a_stage_of_ones_own_that_is_played_twice_in_a_row(tmp_path: Path) -> None:
    """The stage isn't in a loop: two places play it."""
    stages = (
        "stages:\n  match:\n    instead: |\n      begin()\n      play game\n      play game\n      settle_match()\n"
    )
    game = tiny(tmp_path, "champions = [first()]\nask act(first())\nend game as done", ONE_OR_TWO, twice=stages)
    assert whole(game.program) == "match"
    printed = run("measure", str(tmp_path / "game.yaml"), "--with", str(tmp_path / "twice.yaml"), "--games", "2").out
    assert "several games. These describe only the last one: `tally`" in printed


def test_plurals() -> None:
    assert [plural(word) for word in ("game", "match", "rubber", "toss")] == ["games", "matches", "rubbers", "tosses"]
    assert [plural(word) for word in ("firefly", "day", "six")] == ["fireflies", "days", "sixes"]
