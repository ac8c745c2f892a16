"""Games in which only bots play."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.play import folders as places
from play.games import ALONE, always, tables
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


def test_auto_tells_the_game_as_seat_1_sees_it() -> None:
    printed = run("play", "climb", "--auto", "--players", "3", "--seed", "4")
    assert printed.code == 0
    assert "This is what seat 1 sees." in printed.out
    assert re.search(r"stock → hand 1: \S+ \S+ \S+\n", printed.out)
    assert "stock → hand 2 and 3: 3 cards each" in printed.out
    assert "  parlour play climb --players 3 --auto --seed 4" in printed.out
    assert not places.last_game().exists()


def test_bots_do_not_disturb_the_cards() -> None:
    """Bots have their own random generator: the deal depends only on the seed."""
    alone = run("play", "climb", "--auto", "--seed", "5").out
    with_me = run("play", "climb", "--seed", "5").out
    dealt = [re.findall(r"stock → (?:hand 1|your hand|pile): (.*)", seen)[:2] for seen in (alone, with_me)]
    assert len(dealt[0]) == 2
    assert dealt[0] == dealt[1]


DRAWERS = "rule: drawers\ntitle: Drawers\nfor: ladder\ntext: Cards are better drawn.\npolicy: {first: [draw]}\n"
STOCK = 17  # cards are left when seven of twenty-four have been dealt


def moves_of_bots(*more: str) -> list[str]:
    """Of a game of two bots."""
    printed = run("play", "climb", "--auto", "--seed", "5", "--save", "bots.json", *more)
    assert printed.code == 0
    moves: list[str] = json.loads(Path("bots.json").read_text())["moves"]
    Path("bots.json").unlink()
    return moves


def test_bots_do_what_the_ruleset_prefers() -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    preferring = moves_of_bots("--with", "./drawers.yaml")
    assert set(preferring[:STOCK]) == {"draw"}
    assert "draw" not in preferring[STOCK:]


def test_bots_make_any_move_where_that_is_wanted_or_nothing_is_preferred() -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    anything = moves_of_bots()
    assert any(move != "draw" for move in anything[:STOCK])
    assert moves_of_bots("--random") == anything
    assert moves_of_bots("--random", "--with", "./drawers.yaml") == anything
    assert moves_of_bots("--seats", "random,random", "--with", "./drawers.yaml") == anything


def test_the_command_for_the_same_cards_names_the_same_bots() -> None:
    three = ("play", "climb", "--seed", "4", "--auto")
    for seats, told in {
        "bot,bot,bot": "climb --players 3 --auto --seed 4",
        "random,random,random": "climb --players 3 --auto --random --seed 4",
        "random,bot,random": "climb --players 3 --seats random,bot,random --seed 4",
    }.items():
        assert f"  parlour play {told}\n" in run(*three, "--seats", seats).out
    assert "  parlour play climb --players 2 --random --seed 1\n" in run(*ALONE, "--random", typed=always("1")).out


def test_a_game_that_was_kept_goes_on_with_the_bots_that_it_has(home: Path) -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    for who in ((), ("--random",)):
        whole = run(*ALONE, "--with", "./drawers.yaml", *who, typed=always("1")).out
        run(*ALONE, "--with", "./drawers.yaml", *who, "--save", "game.json", typed=["1", "1"])
        rest = run("play", "--resume", "game.json", typed=always("1")).out
        assert tables(Printed(0, whole, ""))[2:] == tables(Printed(0, rest, ""))
        Path("game.json").unlink()
