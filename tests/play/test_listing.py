"""Lists at the terminal: moves in the order of the hand, no empty counts, and each reason once."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.base.place import shipped
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


def test_bowers_are_among_the_trumps() -> None:
    """The frame of tricks says how to sort a hand: `sorted-by`."""
    given = {"hand 1": "J♣ A♠ J♠ 9♠ Q♣", "hand 2": "9♦", "hand 3": "9♥", "hand 4": "9♣", "trump": "♠", "to move": 1}
    state = parlour.load("euchre").position(given)
    assert [move.text for move in menu(state)] == [f"play {card}" for card in ("Q♣", "9♠", "A♠", "J♣", "J♠")]


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


def test_the_moves_of_hearts_follow_the_hand_on_the_screen() -> None:
    lines = run("play", "hearts", "--level", "0", "--seed", "1", typed=("q", "y")).out.splitlines()
    hand = next(line.split("your hand")[1].split() for line in lines if line.strip().startswith("your hand"))
    numbered = {int(number): card for line in lines for number, card in re.findall(r"(\d+)  pass (\S+)", line)}
    assert len(hand) == 17
    assert [numbered[n] for n in sorted(numbered)] == hand
