"""Games in which only bots play."""

import json
import re
import sys
from pathlib import Path

import pytest

from parlour.terminal import files as places
from play.games import always, tables
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


def test_auto_shows_the_game_as_seat_1_sees_it() -> None:
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


def test_the_command_for_the_same_cards_names_the_same_bots() -> None:
    three = ("play", "climb", "--seed", "4", "--auto")
    for seats, told in {
        "bot,bot,bot": "climb --players 3 --auto --seed 4",
        "random,random,random": "climb --players 3 --auto --random --seed 4",
        "random,bot,random": "climb --players 3 --seats random,bot,random --seed 4",
    }.items():
        assert f"  parlour play {told}\n" in run(*three, "--seats", seats).out
    alone = ("play", "climb", "--seed", "1", "--seats")
    for bot, told in {"random": " --random", "bot": " --level 0", "0": " --level 0", "20ms": " --think 20ms"}.items():
        printed = run(*alone, f"human,{bot}", typed=always("1"))
        assert f"  parlour play climb --players 2{told} --seed 1\n" in printed.out


def test_people_play_against_bots_that_think_unless_they_say_otherwise() -> None:
    for options, told in {
        (): "you, seat 2 bot of level 3",
        ("--level", "1"): "you, seat 2 bot of level 1",
        ("--level", "0"): "you, seat 2 bot",
        ("--think", "200MS"): "you, seat 2 bot that thinks for 200ms",
        ("--seats", "you,2,9s"): "you, seat 2 bot of level 2, seat 3 bot that thinks for 9s",
        ("--seats", "you,0"): "you, seat 2 bot",
        ("--auto",): "bot, seat 2 bot",
    }.items():
        printed = run("play", "climb", "--set", "cards=1", "--seed", "1", *options, typed=["q", "n"])
        assert " ".join(printed.out.split()).startswith(f"Climb: seat 1 {told}; seed 1."), printed.err
    for options, told in {
        ("--think", "soon"): "`--think soon`: expected a time such as 200ms or 2s, at most 600s",
        ("--think", "0ms"): "`--think 0ms`: expected a time",
        ("--think", "1s", "--level", "2"): "--think and --level exclude each other",
        ("--seats", "you,6"): "unknown player `6`",
    }.items():
        assert told in run("play", "climb", *options).err


def test_without_native_code_the_game_says_once_how_bots_see_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "parlour.native.player", None)
    printed = run("play", "climb", "--seed", "1", "--think", "20ms", typed=["1", "1", "1", "q", "n"])
    assert printed.err.count('pip install "parlour[native]"') == 1
    assert "native" not in run(*("play", "climb", "--seed", "1", "--level", "0"), typed=["1", "1", "q", "n"]).err


def test_a_saved_game_continues_with_a_bot_that_has_a_time() -> None:
    run("play", "climb", "--seed", "1", "--think", "20ms", "--save", "game.json", typed=["1"])
    assert "seat 2 bot that thinks for 20ms" in run("play", "--resume", "game.json", typed=["q"]).out


def test_a_game_that_was_kept_goes_on_with_the_bots_that_it_has(home: Path) -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    for who in ("bot", "random"):
        drawing = ("play", "climb", "--seed", "1", "--with", "./drawers.yaml", "--seats", f"human,{who}")
        whole = run(*drawing, typed=always("1")).out
        run(*drawing, "--save", "game.json", typed=["1", "1"])
        rest = run("play", "--resume", "game.json", typed=always("1")).out
        assert tables(Printed(0, whole, ""))[2:] == tables(Printed(0, rest, ""))
        Path("game.json").unlink()
