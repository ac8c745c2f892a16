"""Arguments in the words of players who don't know how Parlour writes moves, and the sentence that settles each."""

from __future__ import annotations

import json

import pytest

from scaffold.terminal import run


def sentence(*command: str) -> str:
    return str(json.loads(run("why", *command, "--json").out)["sentence"])


@pytest.mark.parametrize(
    "command",
    [
        ("9♠ on a 6", "--hand", "9♠ 4♦"),
        ("play 9♠", "--top", "6"),
        ("can I play the 9 of spades on a six?",),
    ],
)
def test_a_play_that_is_only_legal_in_another_way_gets_one_answer(command: tuple[str, ...]) -> None:
    """After a 6 players need a court card, but a cancel card such as 9♠ lifts that."""
    assert sentence("ctsr", *command).startswith("Yes, as `cancel 9♠`, thanks to “Cancel cards”.")


def test_a_play_that_no_other_move_replaces_stays_forbidden() -> None:
    assert sentence("ctsr", "play 8♠", "--top", "6") == "No. 8 can't go on 6 (“Faces on a 6”)."


def test_a_pickup_that_was_passed_on_still_belongs_to_the_joker() -> None:
    """Seat 1 played the Joker, and seat 2 only a queen."""
    hands = ("--after", "play Jk", "--hand", "Jk 4♣", "--next", "Q♠ 5♥")
    then = json.loads(run("why", "cts", "counter Q♠", *hands, "--json").out)["then"]
    assert then == ["seat 1 is next: after seat 2's play the Jk brings a pickup: do you answer it?"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("move", "hand"),
    [("gambit 4s", "4 4 4 4 K"), ("four kings as a gambit", "K K K K 9"), ("play four kings as a gambit", "K K K K 9")],
)
def test_all_cards_of_a_rank_can_be_named_at_once(move: str, hand: str) -> None:
    assert sentence("ctg", move, "--top", "2", "--hand", hand).startswith("Yes, thanks to “Gambits”.")


def test_a_gambit_needs_four_cards() -> None:
    told = sentence("ctg", "three kings as a gambit", "--top", "2", "--hand", "K K K 9")
    assert told == "No. It takes 4 cards, not 3 (“Gambits”)."


def test_a_card_that_the_pack_has_once_cannot_go_on_itself() -> None:
    assert sentence("cts", "joker on a joker") == "No. The only Jk in this pack is on the discard pile."
    told = run("why", "cts", "joker on a joker", "--hand", "Jk 4").err
    assert told == "parlour: you named 2 cards Jk, but the pack has only one\n"


def test_a_player_out_of_turn_holds_the_card_of_the_move() -> None:
    """Players jump in on the turn of another player, with a card like the one on top; the pack has two of each."""
    told = sentence("four-colours-game + jump-in", "jump in with red-4", "--top", "red-4")
    assert told.startswith("Yes, thanks to “Jump-in”.")
    told = sentence("four-colours-game", "jump in with red 4", "--top", "red 4")
    assert told == "No. This mix doesn't have that move; “Jump-in” adds it (--with jump-in)."


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("can I beat an ace with a 7 of trumps?", "Yes. “Your turn” says: The defender, on the left, beats each card"),
        ("7 of trumps on an ace", "Yes. “Your turn” says: The defender, on the left, beats each card"),
        ("7 of trumps on a 9 of trumps", "No. 9♣ is a trump, and 7♣ isn't a higher one."),
        ("can I beat a 9 of trumps with an ace?", "No. 9♣ is a trump, and A♠ isn't a higher one."),
    ],
)
def test_a_card_can_be_named_as_one_of_the_trumps(question: str, told: str) -> None:
    """A trump beats every other suit, and only a higher trump beats a trump."""
    assert sentence("durak", question).startswith(told)


def test_a_rule_about_other_ranks_is_no_answer() -> None:
    """Twos make the next player draw and miss a turn; only threes let a player put any card on top."""
    assert "Stacking on threes" not in run("why", "last-one", "can I stack a 2 on a 2?").out
    assert sentence("last-one", "can I stack a 9 on a 3?").startswith("“Stacking on threes” says: After ")


@pytest.mark.parametrize("question", ["can the other player lay off on gin?", "can I lay off after gin?"])
def test_a_prohibition_can_name_its_case_in_the_title_of_the_rule(question: str) -> None:
    """Nobody lays off cards after gin, as they may after a knock."""
    told = sentence("gin-rummy", question)
    assert told.startswith("No. “Gin” says: ")
    assert told.endswith("and nobody may lay off cards first.")


def test_a_prohibition_in_a_case_that_nobody_named_does_not_always_hold() -> None:
    """A card from the draw pile can be discarded at once, and one from the discard pile can't."""
    rule = "“Your turn” says: You can't discard the card you just took from the discard pile."
    assert sentence("gin-rummy", "can I discard the card I just took?") == f"Not always. {rule}"
    assert sentence("gin-rummy", "can I discard the card I just took from the discard pile?") == f"No. {rule}"


# ---------------------------------------------------------------- questions that a sentence of the rules decides


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        ("hearts", "can I lead hearts before they are broken?", "No, unless you have only hearts. “Hearts must be br"),
        ("egyptian-ratscrew", "can I slap a sandwich?", "Yes. “Sandwich” says: Slap two cards of one rank with one"),
        ("cribbage", "can I say go if I can still play?", "No. “Your turn” says: If you can play nothing, say"),
        ("cribbage", "can I say go if I can't play?", "Yes. “Your turn” says: If you can play nothing, say"),
        ("ctg", "can I use an ace to switch a 10?", "No. “Ace switch” says: You can't switch 10s and Jokers."),
    ],
)
def test_a_right_in_a_rule_is_the_answer(game: str, question: str, told: str) -> None:
    assert sentence(game, question).startswith(told)


def test_a_right_with_a_further_circumstance_is_no_verdict_for_programs() -> None:
    told = json.loads(run("why", "gin-rummy", "can I discard the card I just took?", "--json").out)
    assert told["answer"] == "depends"


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("hearts", "can I lead hearts before they are broken?"),
        ("crazy-eights", "can I draw even if I can play?"),
        ("french-tarot", "do I have to overtrump?"),
    ],
)
def test_no_sentence_of_the_rules_is_printed_twice(game: str, question: str) -> None:
    told = " ".join(run("why", game, question).out.split())
    sentences = [each for each in told.split(". ") if len(each) > 20]
    assert len(sentences) == len({each.rpartition(": ")[2] for each in sentences}), told


# ---------------------------------------------------------------- exceptions of the game itself


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("chaos-ct", "6 on a 6"), "Yes. 6 can go on another 6."),
        (("sh", "play 7♦", "--top", "7♣", "--under", "7♥ 7♠"), "Yes. 7 can go on another 7. Then “Burn on four” "),
        (("four-colours-game", "play a wild", "--top", "red-5"), "Yes. Wild goes on any card."),
    ],
)
def test_an_exception_is_told_as_players_would(command: tuple[str, ...], told: str) -> None:
    assert sentence(*command).startswith(told)


@pytest.mark.parametrize("top", ["wild draw four", "wild"])
def test_a_card_on_a_wild_card_depends_on_the_colour_named(top: str) -> None:
    told = sentence("four-colours-game", "red 5", "--top", top)
    assert told.startswith("It depends on the colour named. If it is red, yes: red-5 can follow wild")
    assert " If it is yellow, no: " in told


# ---------------------------------------------------------------- moves in players' words


def test_a_move_can_be_said() -> None:
    """A player says "go" only if they can't play."""
    told = sentence("cribbage", "say go", "--hand", "4♣ 5♦")
    assert told == "No. You may do this only if you can do nothing else: seat 1 can `play 4♣` or `play 5♦`."


@pytest.mark.one_in(2)
@pytest.mark.parametrize("move", ["switch A for K", "switch an ace for a king"])
def test_a_card_can_be_exchanged_for_the_one_on_top(move: str) -> None:
    data = json.loads(run("why", "ctg", move, "--json").out)
    assert data["sentence"].startswith("Yes, thanks to “Ace switch”.")
    assert "discard pile K" in data["position"]


def test_one_card_that_takes_several_can_be_named_first() -> None:
    data = json.loads(run("why", "scopa", "take 7 with 4 3", "--json").out)
    assert (data["answer"], data["move"]) == ("yes", "take coins-4 coins-3 with coins-7")


def test_the_last_of_several_moves_is_the_disputed_one() -> None:
    """Kings are go-again cards, and 5♥ matches K♥ in suit."""
    told = run("why", "trevor-cut-throat", "play K♠; play K♥; play 5♥", "--top", "9♠", "--hand", "K♠ K♥ 5♥ 3♣").out
    assert told.startswith("Yes.")
    assert "After `play K♠` (seat 1) and `play K♥` (seat 1), seat 1 must answer: what do you do?" in told


def test_a_rule_about_what_follows_an_action_does_not_give_the_right_to_it() -> None:
    """`If everybody passes, turn it down` isn't why a player may pass."""
    assert sentence("euchre", "pass", "--hand", "J♥ Q♠ K♠") == "Yes. Nothing forbids it."


def test_a_reason_is_printed_once() -> None:
    assert run("why", "scopa", "7♦").out.count("write a card as") == 1


def test_a_refusal_quotes_the_rule_with_the_opposite_condition() -> None:
    told = run("why", "sh", "pick up", "--top", "8", "--hand", "7 9").out
    assert told.startswith("No. You can play a card.\n  Your turn: If you can't play, pick up the discard")


def test_circumstances_that_a_quoted_rule_lacks_are_named() -> None:
    told = sentence("animalball-cutthroat", "can I guess when my enemy is dead?")
    assert told.startswith("Leaving aside “when my enemy is dead”, “Guessing” says: Instead of a play, you may guess")
