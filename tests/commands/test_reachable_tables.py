"""The positions that `why` makes up are ones that a game can reach: the part of the game, the trick, the cards."""

from __future__ import annotations

import json

import pytest

from scaffold.terminal import run


def answer(*command: str) -> tuple[str, str]:
    """Return the sentence of an answer, and its position in words."""
    data = json.loads(run("why", *command, "--json").out)
    return str(data["sentence"]), str(data["position"])


# ---------------------------------------------------------------- the part of the game


@pytest.mark.parametrize(
    "command",
    [
        ("euchre", "pass", "--hand", "J♥ Q♠ K♠", "--given", "dealer: 4"),
        ("euchre", "order up ♠", "--hand", "J♥ Q♠ K♠"),
        ("spades", "bid 4", "--hand", "A♠ K♠ Q♠"),
        ("spades", "bid nil", "--hand", "2♣ 3♦ 4♥"),
        ("chicago-bridge", "bid 1♣", "--hand", "A♠ K♠ Q♠ 4♦"),
        ("hearts", "pass Q♠", "--hand", "Q♠ 4♦ 5♦ 6♦"),
    ],
)
def test_a_described_hand_is_held_in_the_part_of_the_game_that_asks_for_the_move(command: tuple[str, ...]) -> None:
    """In each of these, the move belongs to the bidding or the passing of cards, and is allowed there."""
    assert answer(*command)[0].startswith("Yes")


def test_the_player_on_the_left_of_a_described_dealer_bids_first() -> None:
    told, position = answer("euchre", "order up ♠", "--hand", "J♥ Q♠ K♠", "--given", "dealer: 2")
    assert told.startswith("Yes")
    assert position.startswith("seat 3 to move, hand 3 J♥ Q♠ K♠, up-card ")
    assert "♠, dealer: seat 2" in position


def test_a_play_stays_a_play_where_there_is_bidding() -> None:
    told, position = answer("euchre", "play J♥", "--hand", "J♥ Q♠ K♠")
    assert told.startswith("Yes")
    assert "up-card" not in position


# ---------------------------------------------------------------- the hand


@pytest.mark.one_in(2)
@pytest.mark.parametrize("move", ["gambit 4s", "gambit fours"])
def test_a_rank_in_the_plural_is_held_in_full_if_the_move_needs_that(move: str) -> None:
    told, position = answer("ctg", move)
    assert told == "Yes, thanks to “Gambits”."
    assert "hand 1 4♣ 4♦ 4♥ 4♠ (for the moves)" in position


def test_a_plural_that_is_also_a_card_stays_a_card_where_one_card_does() -> None:
    assert "hand 1 4♠ (for the moves)" in answer("ctg", "play 4s")[1]


# ---------------------------------------------------------------- earlier or later in the hand


@pytest.mark.parametrize(
    "command",
    [
        ("play Q♠", "--top", "A♣", "--hand", "Q♠ 4♦"),
        ("can I play the queen of spades on the ace of clubs?",),
    ],
)
def test_a_trick_can_be_the_first_one_or_a_later_one(command: tuple[str, ...]) -> None:
    """Only on the first trick, the queen of spades can't be discarded: it counts 13 points."""
    told, _ = answer("hearts", *command)
    assert told.startswith("It depends on the moves before. If nobody has any tricks yet, no: Q♠ counts points: ")
    assert told.endswith("If somebody has some tricks, yes: nothing forbids it.")


def test_a_reason_that_only_counts_on_the_first_trick_is_not_needed() -> None:
    """The player has a club, so they must follow suit on any trick."""
    told, position = answer("hearts", "play Q♠", "--top", "A♣", "--hand", "Q♠ 4♣")
    assert told == "No. You must follow suit: ♣ was led, and you hold 4♣."
    assert position.endswith("; somebody has some tricks")


def test_a_described_trick_count_settles_which_trick_it_is() -> None:
    told, _ = answer("hearts", "play Q♠", "--top", "A♣", "--hand", "Q♠ 4♦", "--given", "tricks 2: 1")
    assert told == "Yes. Nothing forbids it."


@pytest.mark.parametrize(
    ("game", "move", "broken"), [("hearts", "lead hearts", "hearts"), ("spades", "lead spades", "trumps")]
)
def test_a_suit_may_be_broken_or_not(game: str, move: str, broken: str) -> None:
    told, _ = answer(game, move)
    assert told.startswith(f"It depends on the moves before. If {broken} are broken, yes: nothing forbids it. If not, ")


# ---------------------------------------------------------------- cards by colour


def test_a_rank_on_a_pile_has_a_suit_that_the_pile_gets() -> None:
    """Red cards lie on the red discard pile, and seat 1 plays black cards on it."""
    assert "red discard pile 9♦, hand 1 7♣" in answer("red-and-black", "play 7", "--top", "9")[1]


def test_a_player_of_the_right_colour_holds_a_described_hand() -> None:
    """Seat 2 plays red."""
    assert "seat 2 to move, hand 2 3♥ 4♦" in answer("red-and-black", "play 3", "--hand", "3♥ 4♦")[1]
    assert "seat 2 to move, discard pile 9♣, hand 2 7♥" in answer("red-and-black", "7♥ on a 9")[1]


def test_a_hand_of_both_colours_is_refused() -> None:
    told = run("why", "red-and-black", "play 3", "--hand", "3♥ 4♠")
    assert (told.code, told.err) == (2, "parlour: in this game, hand 1 never has 3♥: it has only ♣, ♠\n")


def test_moves_before_begin_on_a_card_that_the_first_one_fits() -> None:
    """In a melee, only the next higher card of the suit can follow 4♣."""
    hands = ("--hand", "4♣ 3♦ 2♦", "--after", "play 4♣", "--next", "8♣ K♦")
    told, position = answer("last-one", "8♣", *hands)
    assert told.startswith("No. 8♣ isn't the next higher card after 4♣")
    assert "discard pile 5♣" in position


# ---------------------------------------------------------------- cards that others hold, or that everybody knows


@pytest.mark.parametrize("hand", [(), ("--hand", "7♣ K♦")])
def test_the_defender_and_not_the_attacker_transfers_an_attack(hand: tuple[str, ...]) -> None:
    told, position = answer("durak", "--with", "transfer", "transfer 7♣", *hand)
    assert told == "Yes, thanks to “Transfer”."
    assert position.startswith("seat 1 to move, hand 1 7♦ ")
    assert "hand 2 7♣" in position


KNOCKING = ("gin-rummy", "--with", "oklahoma", "knock and discard K♦", "--hand", "2♣ 3♣ 4♣ 5♦ 6♦ 7♦ 8♠ 9♠ 10♠ 6♣ K♦")


def test_a_card_that_everybody_knows_from_the_beginning_can_decide() -> None:
    """Six points are left; the value of the up-card is the most that a player may knock with."""
    told, _ = answer(*KNOCKING)
    assert told.startswith("It depends on the up-card. If it is A♣, no: that leaves 6 points of deadwood, and 1 is the")
    assert " yes: " in told
    assert answer(*KNOCKING, "--given", "first-up: 6♥")[0].startswith("Yes.")
    assert answer(*KNOCKING, "--given", "first-up: 5♥")[0].startswith("No.")
