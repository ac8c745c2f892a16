"""Arguments about several moves in a row, last cards, and plays on a card that lies in one of several places.

The expected words follow the texts of the rules.
"""

from __future__ import annotations

import json

import pytest

from scaffold.terminal import run


def _told(*arguments: str) -> dict[str, object]:
    found = json.loads(run("why", *arguments, "--json").out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("president", "can I finish on a 2?"),  # the others play on, and nobody asks the first player again
        ("big-two", "can I go out with a 2?"),  # a last card can't be one of the first cards
    ],
)
def test_a_player_without_cards_is_out(game: str, question: str) -> None:
    assert _told(game, question)["sentence"] == "Yes. Nothing forbids it. Seat 1 is then out."


def test_a_hand_that_a_position_would_end_is_not_dealt_again() -> None:
    """Without cards in the other hands the hand is over. A new one, with the three of diamonds, isn't the question."""
    assert _told("big-two", "play 2♣", "--hand", "2♣")["answer"] == "yes"


@pytest.mark.parametrize(
    ("game", "moves", "then"),
    [
        ("sh", "play 2; play 10", "seat 1 plays again"),  # the player of a 2 goes again; a 10 clears
        ("cribbage", "play 7; play 8", "seat 2 pegs 2 for 15"),
        ("cribbage", "play 7; play 8; play 9", "seat 1 pegs 3 for a run"),  # 7 and 9 come from the same hand
        ("crazy-eights", "play 8; play 9", "seat 1 is next"),  # the first player calls a suit before
        ("durak", "attack 6♦; beat 6♦ with 9♦; throw in 6♠", "seat 2 is next"),  # the attacker throws in first
    ],
)
def test_moves_in_a_row_are_made_by_the_players_who_have_a_turn(game: str, moves: str, then: str) -> None:
    told = _told(game, moves, *(["--players", "3"] if game == "durak" else []))
    assert told["answer"] in ("yes", "depends")
    assert any(line.startswith(then) for line in told["then"])  # type: ignore[attr-defined] # a list of lines


def test_a_player_who_has_no_turn_can_not_make_the_next_move() -> None:
    assert _told("sh", "play 9; play 5")["sentence"] == "No. 5 is lower than 9."


def test_what_a_move_makes_true_is_an_effect_of_its_rule() -> None:
    found = run("why", "president", "--with", "revolution", "play four 6s", "--hand", "6 6 6 6 K 9").out
    assert "\n  low cards beat high ones – “Revolution”\n" in found
    found = run("why", "hearts", "4♥", "--given", "trick: 4♠", "--hand", "4♥").out
    assert "\n  hearts are broken – “Hearts must be broken”\n" in found


@pytest.mark.parametrize("play", ["play 5 on a 10", "5 on 10"])
def test_a_card_goes_on_the_pile_that_gets_it(play: str) -> None:
    """The starter lies open too, but nobody plays on it: ten and five make fifteen."""
    assert "seat 1 pegs 2 for 15" in _told("cribbage", play)["then"]  # type: ignore[operator] # a list of lines


def test_a_card_under_another_one_is_of_its_suit() -> None:
    told = _told("hearts", "can I play the queen of spades under the king?")
    assert (told["answer"], told["move"]) == ("yes", "play Q♠")
    assert "trick K♠" in str(told["position"])


def test_cards_without_a_verb_are_a_play() -> None:
    assert _told("sh", "four 9s", "--top", "K")["sentence"] == "No. 9 is lower than K."


def test_a_position_takes_what_people_read_at_the_table() -> None:
    position = ("--given", "low cards beat high ones: yes, cards to beat: 9", "--hand", "5")
    assert _told("president + revolution", "play 5", *position)["answer"] == "yes"
    assert "draw pile: none" in str(_told("crazy-eights", "play 5", "--top", "5", "--given", "draw pile: no cards"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (("ctsr", "play A♠ as 9", "--top", "8"), "No. 9 can't go on 8 (“Lower on an 8”)."),  # `as` is no plural
        (("president", "one 6 on two 5s"), "No. Play as many cards as the others: 2."),
        (("president", "can I play two 5s on one 5?"), "No. Play as many cards as the others: 1"),
    ],
)
def test_small_words_are_no_cards(question: tuple[str, ...], answer: str) -> None:
    assert str(_told(*question)["sentence"]).startswith(answer)


def test_the_end_of_the_name_of_a_move_is_enough_with_its_cards() -> None:
    told = _told("ctg", "gambit Q♣ Q♦ Q♥ Q♠", "--top", "9")
    assert (told["answer"], told["move"]) == ("yes", "queens gambit Q♣ Q♦ Q♥ Q♠")


def test_a_card_that_another_number_of_players_has_leads_to_that_number() -> None:
    """Three players leave out the two of diamonds."""
    told = run("why", "hearts", "K♥", "--top", "5♣", "--hand", "K♥ 2♦").err
    assert told == "parlour: `--hand`: there is no 2♦ in this pack\n  with 4 players it is there: `--players 4`\n"


def test_a_card_with_which_a_player_knocks_is_the_one_to_knock() -> None:
    """Two runs and a set leave the seven and the two."""
    hand = "A♠ 2♠ 3♠ 4♥ 4♦ 4♣ 9♣ 9♥ 9♠ 7♠ 2♦"
    assert _told("gin-rummy", "can I knock with 7♠?", "--hand", hand)["answer"] == "yes"


def test_a_number_in_words_with_which_a_player_knocks_is_no_card() -> None:
    assert str(_told("gin-rummy", "can I knock with ten?")["sentence"]).startswith("Yes. “Knocking” says")


@pytest.mark.parametrize(("players", "seat"), [("2", 1), ("4", 3)])
def test_the_next_player_can_not_play_after_a_two(players: str, seat: int) -> None:
    """They draw two cards and miss a turn."""
    told = _told("last-one", "can the next player play after a 2?", "--players", players)
    assert (told["answer"], told["sentence"]) == ("no", f"No. It's seat {seat}'s turn.")
