"""The table on the screen: piles, a line for each other seat, and the player's own cards. Also the deal."""

import re

import pytest

from parlour.base.resources import shipped
from scaffold.home import search_in
from scaffold.terminal import run

PEOPLE = ("play", "cellar", "--seats", "human,human,human", "--seed", "3")


pytestmark = pytest.mark.usefixtures("home")


def boards(*typed: str) -> list[list[str]]:
    """Return the lines of the table shown before each question."""
    printed = run(*PEOPLE, typed=typed).out
    return [text.rpartition("\n\n")[2].splitlines() for text in re.split(r"^Seat \d, what", printed, flags=re.M)[:-1]]


def turn(*moves: str) -> list[str]:
    """Return the input of one turn: sit down, type this, get up."""
    return ["", *moves, ""]


def test_each_other_seat_has_one_line() -> None:
    (board,) = boards("")
    assert board[:3] == [
        "  stock          37 cards",
        "  seat 2         hand 3 cards, cellar 2",
        "  seat 3         hand 3 cards, cellar 2",
    ]
    assert re.fullmatch(r"  your hand      \S+ \S+ \S+", board[3])
    assert board[4:] == ["  your cellar    2 cards"]


def test_the_next_player_comes_first_and_known_cards_are_named() -> None:
    board = boards(*turn("give 8♦"), *turn("raise 2♥"), *turn("give K♠"), "")[3]
    assert board[1:3] == [
        "  seat 2         hand 3 cards (among them 8♦), cellar 2, loft 2♥ -",
        "  seat 3         hand 2 cards, cellar 2, loft empty",
    ]
    board = boards(*turn("give 8♦"), *turn("give 2♥"), "")[2]
    assert [line[:8] for line in board[1:3]] == ["  seat 1", "  seat 2"]


def test_what_only_some_have_is_said_of_all() -> None:
    board = boards(*turn("raise 8♦"), *turn("raise 2♥"), "")[2]
    assert board[1:] == [
        "  seat 1         hand 2 cards, cellar 2, loft 8♦ -", "  seat 2         hand 2 cards, cellar 2, loft 2♥ -",
        board[3], "  your cellar    2 cards", "  your loft      empty",
    ]  # fmt: skip


def test_of_places_that_are_fixed_the_empty_ones_are_shown() -> None:
    board = boards(*turn("stow 8♦"), *turn("stow 2♥"), *turn("give K♠"), "")[3]
    assert board[1:3] == [
        "  seat 2         hand 2 cards, cellar 2, loft 1",
        "  seat 3         hand 2 cards, cellar 2, loft empty",
    ]
    assert board[-1] == "  your loft      ? - (8♦ in place 1)"


def test_who_is_out_has_nothing_left() -> None:
    board = boards(*turn("yield"), "")[1]
    assert re.fullmatch(r"  yard          ( \S+){5}", board[1])
    assert [board[0], *board[2:4]] == [
        "  stock          37 cards",
        "  seat 3         hand 3 cards, cellar 2",
        "  seat 1         out",
    ]
    assert not any(line.startswith("  out:") for line in board)


def test_everything_can_be_viewed() -> None:
    printed = run("play", "cellar", "--level", "0", "--seed", "3", typed=["v"])
    shown, again = printed.out.split("1 to ")[:2]
    assert "den" not in shown
    assert "  seat 2         hand 3 cards, cellar 2, loft empty, den empty\n" in again
    assert "  your den       empty\n" in again


def test_remembered_cards_in_a_pile_are_listed_from_the_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ace was turned up; then somebody played Q♣, and somebody 9♣."""
    search_in(monkeypatch, shipped("rulesets"))
    printed = run("play", "crazy-eights", "--level", "0", "--seed", "2", typed=["1", "v"])
    pile = re.findall(r"^  discard pile +(.+)$", printed.out, flags=re.M)[-1]
    assert pile == "9♣  (3 cards; below, from the bottom: A♣, Q♣)"


def test_what_everybody_is_dealt_is_told_in_few_words() -> None:
    printed = run("play", "cellar", "--level", "0", "--players", "4", "--seed", "3").out
    assert "  stock → hand 2, 3 and 4: 3 cards each\n  stock → everybody's cellar: 2 cards each\n" in printed


def test_a_zone_that_was_used_only_before_the_deal_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players cut for the deal. The table doesn't show the empty spread afterwards, but an empty draw pile."""
    search_in(monkeypatch, shipped("rulesets"))
    printed = run("play", "two-handed-hearts", "--level", "0", "--seed", "1", typed=["1"] * 40)
    assert "cards to cut → " in printed.out
    assert re.search(r"^  draw pile +25 cards$", printed.out, flags=re.M)
    assert re.search(r"^  draw pile +empty$", printed.out, flags=re.M)
    assert not re.search(r"^  cards to cut +empty$", printed.out, flags=re.M)


def test_neighbouring_empty_zones_are_one_entry() -> None:
    """With four shelves for each of three players, twelve entries would say nothing."""
    people = ("play", "shelves", "--seats", "human,human,human", "--seed", "3")
    printed = run(*people, typed=["", "take tower 2", "", "", "take tower 3", "", "", "take tower 5", "", "", "v", "q"])
    board = printed.out.rpartition("\nSeat 1, what")[0].rpartition("\n\n")[2].splitlines()
    assert [" ".join(line.split()) for line in board if "empty" in line] == [
        "tower 2 and 3 empty", "tower 5 empty", "heap filling and clearing empty",
        "seat 2 hand 3 cards, shelf 1: 2♦, shelf 2 to 4: empty",
        "seat 3 hand 3 cards, shelf 1: 10♥, shelf 2 to 4: empty", "your shelf 2 to 4 empty",
    ]  # fmt: skip
