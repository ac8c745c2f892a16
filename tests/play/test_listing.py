"""Lists at the terminal: moves in the order of the hand, no empty counts, and each reason once."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.base.resources import shipped
from parlour.examples.position_files import read_position
from parlour.play.hand_sorting import HandSorting
from parlour.play.menu import menu
from parlour.play.typed import Refused, read_move
from scaffold.home import search_in
from scaffold.terminal import run


@pytest.fixture(autouse=True)
def rulesets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))


def test_moves_are_numbered_by_suit_as_the_hand_is_sorted(home: Path) -> None:
    path = home / "table.yaml"
    path.write_text("players: 2\ngiven: {pile: 9♦, hand 1: 10♦ 3♦ 9♠ 8♥ K♦ 2♦, hand 2: 4♣, to move: 1}\n")
    state = read_position(path, parlour.load("crazy-eights"), None, None)
    assert [move.text for move in menu(state)][:6] == [
        "play 2♦", "play 3♦", "play 10♦", "play K♦", "play 8♥", "play 9♠",
    ]  # fmt: skip
    assert str(read_move(state, "5")) == "play 8♥"  # by its number


ORDERS = {  # the rule for choosing cards, and the order of a hand
    "follow suit": ("whist", "suit"),
    "runs of a suit": ("gin-rummy", "suit"),
    "a suit or a rank to match": ("crazy-eights", "suit"),
    "several of a rank": ("sh", "rank"),
    "suits that only say who is dealt what": ("animalball-cutthroat", "rank"),
}


@pytest.mark.parametrize(("game", "order"), ORDERS.values(), ids=ORDERS)
def test_a_hand_is_sorted_by_what_decides_which_cards_can_be_played(home: Path, game: str, order: str) -> None:
    layout = parlour.load(game).table(None).machine.layout
    sorted_names = HandSorting(layout).names(["K♣", "3♦", "3♣"])
    assert sorted_names == {"suit": ["3♣", "K♣", "3♦"], "rank": ["3♣", "3♦", "K♣"]}[order]


NUMBERS = {  # input if 2♦ is the first move, 3♦ the second and 8♥ the fifth, and the moves that it can mean
    "1": ["play 2♦"],
    "4": ["play K♦"],
    "8": ["play 8♥"],
    "10": ["play 10♦"],
    "#2": ["play 3♦"],
    "2": ["play 2♦", "play 3♦"],
    "3": ["play 3♦", "play 10♦"],
    "play 2": ["play 2♦"],
    "K": ["play K♦"],
    "11": [],
    "7": ["draw"],
    "#9": [],
}


@pytest.fixture(scope="module")
def numbers() -> parlour.State:
    given = {"pile": "9♦", "hand 1": "10♦ 3♦ 9♠ 8♥ K♦ 2♦", "hand 2": "4♣", "to move": 1}
    return parlour.load("crazy-eights").position(given)


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_that_is_also_a_rank_is_asked_about(numbers: parlour.State, text: str) -> None:
    state, meant = numbers, NUMBERS[text]
    found = read_move(state, text)
    if len(meant) == 1:
        assert [str(found)] == meant
        return
    assert isinstance(found, Refused)
    listed = [line.split(maxsplit=1)[1] for line in found.lines if re.match(r" +\d+  ", line)]
    assert listed == meant
    assert found.number == bool(meant)


def test_a_number_that_is_typed_again_is_the_number(home: Path) -> None:
    path = home / "ask.yaml"
    path.write_text(ASK)
    told = run("play", str(path), "--level", "0", "--seed", "1", typed=("4", "4", "q", "n")).out
    assert "`4` could mean\n  3  ask for 4\n  4  ask for 5\n  type 4 again, or #4, for" in told
    assert "you: ask for 5" in told


ASK = """frame: ask
title: Ask for a rank
extends: table
players: 2
deck: {pack: 52, ace: high, each: game}
zones:
  hand(player): {seen: owner}
stages:
  game: |
    for p in players: ask which(p)
    champions = players
prompts:
  which(p): |
    wish "ask for {r}" for r in ranks: nothing
"""


def test_the_moves_of_hearts_follow_the_hand_on_the_screen() -> None:
    lines = run("play", "hearts", "--level", "0", "--seed", "1", typed=("q", "y")).out.splitlines()
    hand = next(line.split("your hand")[1].split() for line in lines if line.strip().startswith("your hand"))
    numbered = {int(number): card for line in lines for number, card in re.findall(r"(\d+)  pass (\S+)", line)}
    assert len(hand) == 17
    assert [numbered[n] for n in sorted(numbered)] == hand


# The first seat may take the 10♥ first, and is then far from a knock.
GIN = ("play", "gin-rummy", "--level", "0", "--seed", "1")


def test_what_is_counted_at_the_end_of_a_hand_is_no_zero_before() -> None:
    told = run(*GIN, typed=("1", "v", "q", "y")).out
    assert "hands played: 0" in told
    assert "  deadwood: " not in told


def test_one_of_many_reasons_that_differ_in_numbers_speaks_for_the_others() -> None:
    """Discarding a ten or a king leaves a different number of points from discarding a three or the ace."""
    told = run(*GIN, typed=("1", "? knock", "q", "y")).out
    assert " ".join(told.split()).count("points of deadwood, and") == 1
    assert "; similarly for" in told


def test_why_not_tells_what_is_asked() -> None:
    told = run(*GIN, typed=("2", "why knock", "q", "y")).out
    assert "`knock` is not possible now\n  you must first choose " in told


def test_answers_in_secret_are_told_once_in_a_replay(home: Path) -> None:
    run("play", "sh, turns=100", "--players", "3", "--seed", "3", "--auto", "--save", "game.json")
    told = run("replay", "game.json").out
    assert "in secret" not in told
    assert [seat for seat in (1, 2, 3) if told.count(f"  seat {seat}: lay out ") != 1] == []


def test_undo_says_that_cards_have_been_seen_since(home: Path) -> None:
    told = run("play", "crazy-eights", "--level", "0", "--seed", "4", typed=("draw", "u", "q", "n")).out
    assert "Back to your last decision. You have seen cards since then." in told


def test_a_screen_lists_few_of_thousands_of_moves(home: Path) -> None:
    """The first player of this deal has 18 cards and can claim any 1 to 4 of them: 18 + 153 + 816 + 3060 ways."""
    told = run("play", "cheat", "--level", "0", "--seed", "4", typed=("claim A with Q♥ Q♠ J♣", "q", "y")).out
    shown, _, after = told.partition("These are 30 of 4,047 moves. You can type the others too.")
    assert "  1  claim A with A♠ " in shown
    assert " 31  claim" not in shown
    assert "you: claim A with J♣ Q♥ Q♠" in after
