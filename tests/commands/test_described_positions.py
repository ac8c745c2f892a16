"""`parlour why` in positions that leave values open, or that use the names on the screen."""

from __future__ import annotations

import json

from scaffold.terminal import run


def sentence(*command: str) -> str:
    return str(json.loads(run("why", *command, "--json").out)["sentence"])


def test_the_answer_depends_on_a_trump_that_nobody_named() -> None:
    """A trump beats any card of another suit, and a six of another suit beats no nine."""
    told = (
        "It depends on the trump. If trump is ♣, no: 6♠ is neither a higher ♦ than 9♦ nor a trump (♣). If trump is ♠, "
        "yes: “Your turn” says: The defender, on the left, beats each card with a higher card of its suit or with a "
        "trump."
    )
    assert sentence("durak", "beat 9♦ with 6♠") == told
    assert sentence("durak", "beat 9♦ with 6♠", "--given", "trump: ♠").startswith("Yes. “Your turn” says: The defender")
    assert sentence("durak", "beat 9♦ with 10♦").startswith("Yes. “Your turn” says: The defender, on the left, beats")


def test_the_answer_depends_on_a_trump_that_an_auction_has_made() -> None:
    """With clubs as trumps J♠ is one too, so J♣ must follow it; with diamonds J♠ is a spade. Nobody plays without."""
    table = ("euchre", "play A♥", "--top", "J♠", "--hand", "A♥ J♣")
    assert sentence(*table) == (
        "It depends on the trump. If it is ♣, no: you must follow suit: trumps were led, and you hold J♣. If it is ♦, "
        "yes: nothing forbids it."
    )
    assert sentence(*table, "--given", "trump: ♥") == "Yes. Nothing forbids it."
    assert sentence("euchre", "play A♥", "--top", "9♠", "--hand", "A♥ 10♠").startswith("No. You must follow suit")


def test_the_answer_depends_on_a_suit_that_the_player_of_the_card_on_top_named() -> None:
    """An eight lets its player name the suit that must follow; a 9 doesn't, and another eight goes on any card."""
    told = (
        "It depends on the suit called. If it is ♣, no: 7♦ can't follow 8♦: ♣ was called (“Eights are wild”). If it is "
        "♦, yes: “Eights are wild” allows it."
    )
    assert sentence("crazy-eights", "7♦ on 8♦") == told
    assert sentence("crazy-eights", "7♦ on 9♦").startswith("Yes. “Your turn” says: Play one card face up on the")
    assert sentence("crazy-eights", "8♦ on 8♠").startswith("Yes, thanks to “Eights are wild”.")


def test_the_answer_depends_on_a_colour_only_on_a_card_that_lets_its_player_name_one() -> None:
    assert sentence("four-colours-game", "red 5 on a wild").startswith("It depends on the colour named. If it is red")
    assert sentence("four-colours-game", "blue 5 on red 5").startswith("Yes. “Your turn” says: Play one card face up")


def test_a_position_can_use_the_names_on_the_screen() -> None:
    """The variable is `called`, and players read "suit called"."""
    told = sentence("crazy-eights", "play Q♥", "--top", "8♦", "--hand", "Q♥ 2♣", "--given", "suit called: ♠")
    assert told == "No. Q♥ can't follow 8♦: ♠ was called (“Eights are wild”)."


def test_errors_in_a_position_say_which_card_and_how_to_write_it() -> None:
    twice = run("why", "ct", "play 5♠", "--hand", "5♠ 6♦", "--next", "5♠ 8♦")
    assert twice.err == "parlour: you named 2 cards 5♠, but the pack has only one\n"
    assert run("why", "ct", "play 5♠", "--hand", "7x").err.count("write a card as") == 1
    spaced = run("why", "red-and-black", "play 10♦", "--given", "red deck: 9♦")
    assert spaced.out.startswith("Yes."), "the zone is red-deck"
