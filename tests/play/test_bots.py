"""Games in which only bots play. The scenes of `home-play.yaml` have what the terminal says about bots."""

import json
import re
import sys
from pathlib import Path

import pytest

from play.games import always, tables
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


def test_bots_do_not_disturb_the_cards() -> None:
    """Bots have their own random generator: the deal depends only on the seed."""
    alone = run("play", "climb", "--auto", "--seed", "5").out
    with_me = run("play", "climb", "--level", "0", "--seed", "5").out
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


def test_without_native_code_the_game_says_once_how_bots_see_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "parlour.native.player", None)
    printed = run("play", "climb", "--seed", "1", "--think", "20ms", typed=["1", "1", "1", "q", "n"])
    assert printed.err.count('pip install "parlour[native]"') == 1
    assert "native" not in run(*("play", "climb", "--seed", "1", "--level", "0"), typed=["1", "1", "q", "n"]).err


def test_a_game_that_was_kept_goes_on_with_the_bots_that_it_has(home: Path) -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    for who in ("bot", "random"):
        drawing = ("play", "climb", "--seed", "1", "--with", "./drawers.yaml", "--seats", f"human,{who}")
        whole = run(*drawing, typed=always("1")).out
        run(*drawing, "--save", "game.json", typed=["1", "1"])
        rest = run("play", "--resume", "game.json", typed=always("1")).out
        assert tables(Printed(0, whole, ""))[2:] == tables(Printed(0, rest, ""))
        Path("game.json").unlink()
