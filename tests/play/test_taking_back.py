"""Forced moves, and undo."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import parlour
from play.games import ALONE, tables
from scaffold.terminal import Printed, run

pytestmark = pytest.mark.usefixtures("home")


def bowing(*more: str, typed: Iterable[str] = ()) -> Printed:
    return run(*ALONE, "--with", "bow", *more, typed=typed)


def test_the_only_possible_move_is_made_and_said() -> None:
    assert re.search(r"^  you: lay (\S+); bow \(forced\)\n  seat 2: ", bowing(typed=["1"]).out, re.M)
    asked = bowing("--ask-forced", typed=["1"]).out
    assert "it's your move (Bow)\n  1  bow\n1 or Enter; h for help > " in asked
    assert "nothing else" not in asked


def test_where_something_can_be_tried_one_is_asked() -> None:
    """Seat 1 has a card that isn't allowed; at a strict table the player can try it."""
    game = parlour.load("climb", options={"cards": 1})
    seeds = (n for n in range(1000) if game.start(players=2, seed=n).question.legal[0].text == "draw")
    one_card = ("play", "climb", "--level", "0", "--set", "cards=1", "--seed", str(next(seeds)))
    assert "  you: draw (forced)\n" in run(*one_card).out
    strict = run(*one_card, "--with", "strict").out
    assert "  1  draw\n  not allowed, but you can try" in strict
    assert "you: draw" not in strict


def test_undo_goes_back_to_the_last_real_choice() -> None:
    printed = bowing(typed=["1", "u", "1", "u"])
    shown = tables(printed)
    assert shown[0] == shown[2] == shown[4]
    assert shown[1] == shown[3] != shown[0]


def test_undo_after_coming_back_skips_what_was_forced(home: Path) -> None:
    bowing("--save", "game.json", typed=["1"])
    assert "bow" in json.loads(Path("game.json").read_text())["moves"]
    Path("same.json").write_bytes(Path("game.json").read_bytes())
    again = run("play", "--resume", "game.json", typed=["u"])
    assert again.out.count("bow (forced)") == 1
    assert tables(again)[1] == tables(bowing())[0]
    asked = run("play", "--resume", "same.json", "--ask-forced", typed=["u"])
    assert "Back to your last decision." in asked.out
    assert asked.out.count("it's your move (Bow)\n  1  bow\n") == 1


def test_a_game_is_the_same_whoever_has_made_the_forced_moves(home: Path) -> None:
    bowing("--save", "by-hand.json", "--ask-forced", typed=["1", "bow", "1", ""])
    bowing("--save", "by-itself.json", typed=["1", "1"])
    bowing("--save", "typed-as-well.json", typed=["1; bow", "1"])
    by_hand, by_itself, typed = (
        json.loads(Path(f"{name}.json").read_text())["moves"] for name in ("by-hand", "by-itself", "typed-as-well")
    )
    assert by_itself == typed
    assert by_itself[: len(by_hand)] == by_hand
    assert by_hand.count("bow") > 1
    assert run("replay", "by-itself.json").code == 0


def test_only_the_one_who_had_no_choice_is_told_so() -> None:
    people = ("play", "climb", "--seed", "1", "--seats", "human,you")
    printed = run(*people, "--with", "bow", typed=["", "1", "", ""]).out
    second = printed.rpartition("Seat 2, it's your turn.")[2]
    assert re.search(r"^  seat 1: lay \S+; bow$", second, re.MULTILINE)


def test_undo_goes_back_to_the_last_decision() -> None:
    printed = run(*ALONE, typed=["draw", "draw", "u", "u", "u"])
    shown = tables(printed)
    assert shown[3] == shown[1]
    assert shown[4] == shown[0]
    assert len(shown) == 5
    assert "There is nothing to undo." in printed.out


def test_after_undo_the_game_is_the_one_that_was_played_from_there(home: Path) -> None:
    run(*ALONE, "--save", "with.json", typed=["draw", "1", "u", "u", "1"])
    run(*ALONE, "--save", "without.json", typed=["1"])
    assert json.loads(Path("with.json").read_text()) == json.loads(Path("without.json").read_text())


def test_undo_after_coming_back(home: Path) -> None:
    first = run(*ALONE, "--save", "game.json", typed=["draw", "draw"])
    again = run("play", "--resume", "game.json", typed=["u", "u"])
    assert tables(again)[1:] == [tables(first)[1], tables(first)[0]]


def test_nobody_undoes_the_decision_of_another() -> None:
    seats = ("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced")
    printed = run(*seats, typed=["", "draw", "", "", "u"])
    assert "There is nothing to undo." in printed.out
    assert "Back to" not in printed.out


def test_between_people_a_move_that_another_has_seen_stays() -> None:
    """Seat 2 could only draw, and seat 1 isn't told that there was no choice."""
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=["", "draw", "u"])
    assert "You can't undo this: since then, seat 2 has decided." in printed.out
    assert "Back to" not in printed.out
