"""Questions that the rules of a game answer, even if a house rule outside the mix has more of their words.

The sentences come from the rule sheets.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.disputes.quotes import decide
from scaffold.terminal import run

ANSWERS = {
    # other house rules have more words: Canadian loner, Oklahoma, 2s link, The joker is the highest trump
    "euchre": [
        ("can the dealer go alone?", "Yes, on a condition. “Going alone” says: If you make trump you may go alone."),
        ("can the dealer's partner go alone?", "Yes, on a condition. “Going alone” says: If you make trump you may go"),
    ],
    "gin-rummy": [
        ("can I knock on the first turn?", "“Knocking” says: You may knock when your discard leaves you with 10 "),
        ("what if we tie when I knock?", "“Undercut” says: If the opponent ends up with less deadwood than the knocke"),
        ("can I take the discard my opponent left?", "Yes. “Your turn” says: Take the top card of the draw pile or of"),
        ("what happens if the stock runs out?", "“Leave the last cards” says: If a turn ends with only 2 cards left"),
        ("can I use an ace high?", "Parlour finds no rule about that."),
        ("can the knocker lay off cards?", "No. “Laying off” says: The knocker doesn't lay off."),
    ],
    "sh": [
        ("can I play a 2 and then another 2?", "“2 and go again” says: A 2 is a power card: it goes on almost"),
        ("what happens if I play four 9s?", "“Burn on four” says: Four of a kind on top clear the discard pile"),
        ("do I have to pick up if I can play?", "No. “Your turn” says: If you can't play, pick up the discard pile"),
    ],
    "spades": [
        ("do I have to beat the highest card?", "“Your turn” says: Follow suit if you can; otherwise play any card"),
        ("what happens if there is a tie?", "“Play to a target” says: Play until somebody reaches 500 points. The one "
         "with the highest score then wins. If several lead, play another hand."),
        ("can I lead spades if that's all I have?", "“Trumps must be broken” says: You can't lead a trump until "),
    ],
    # players say that hands or scores tie where the rules say that several lead, or that hands are equal
    "five-card-draw": [
        ("what happens if two hands tie?", "“Scoring” says: Equal hands share the pot."),
        ("can I draw 4 cards?", "No. “Your turn” says: Players who are left exchange up to 3 cards each, and bet"),
        ("what happens if I run out of chips?", "“The end” says: Players without chips are out."),
        ("do we split the pot if we tie?", "“Scoring” says: Equal hands share the pot."),
    ],
    "crazy-eights": [
        ("what happens if we tie?", "“Target for each player” says: Play until somebody reaches the target. It is 50 "
         "points for each player at the table. The one with the highest score then wins. If several lead, play another "
         "hand."),
        ("can I play the same rank?", "Yes. “Your turn” says: Play one card face up on the discard pile."),
        ("what happens if I play a 10?", "Parlour finds no rule about `10`."),
    ],
    # what a play does
    "president + eights-clear": [("what happens if I play an 8?", "“Eights clear the table” says: An eight must beat")],
    "president + revolution": [("what happens if I play four 6s?", "“Revolution” says: Four of a kind turns the orde")],
    "president": [
        ("do I have to play if I can?", "Parlour finds no rule about that."),
        ("can I play the same rank?", "No. 9♦ can't beat 9♣."),
    ],
    # a right to something else, or of somebody else
    "durak": [("can I attack with a card of another rank?", "“Your turn” says: Everybody but the defender can throw")],
    "french-tarot": [
        ("what happens if two players tie?", "Parlour finds no rule about that."),
        ("can I discard a king to the dog?", "“Contracts and the dog” says: After a petite or a garde the declarer"),
    ],
    "chicago-bridge": [("can my partner double me?", "“Contract auction” says: You may double the last bid of the ot")],
    # the verbs and the cards of the question decide
    "scopa": [
        ("can I play a card without taking?", "No. “Your turn” says: A card that can take must take;"),
        ("can a king take 7 and 3?", "Yes. “Your turn” says: Play one card. It takes a card of the same value from"),
    ],
    # `play` is no move there, but the rules have the word
    "cheat": [
        ("can two players doubt?", "“Your turn” says: If you lied, you take the whole pile; if not, the player who "),
        ("can I play two cards?", "Yes. “Your turn” says: Play 1 to 4 cards face down and say which rank they are."),
        ("can I play cards of the wrong rank?", "“Your turn” says: You may lie about your cards."),
    ],
    "cts": [("what happens if I play the joker on an empty pile?", "The rules say, nearest first: “Joker pickup” say")],
    # to draw is something else than the draw pile
    "ct": [("do I have to draw?", "“Drawing” says: Begin your turn by drawing a card; with more than 5 cards in ha")],
    "trevor-cut-throat": [("can I play a 2 on a 2 to pass it on?", "Leaving aside “to pass it on”, yes: ")],
    "cribbage": [
        ("what happens if there is a tie?", "Parlour finds no rule about that."),
        ("what happens if nobody can play?", "“Your turn” says: When nobody can play, the last to play pegs 1 for"),
        ("what happens if I hit 31?", "“Your turn” says: When nobody can play, the last to play pegs 1 for"),
    ],
    "bartok": [("what happens when I win?", "“First out wins” says: Cards left in hand don't count. The first player")],
}  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", ANSWERS)
def test_the_rules_of_the_game_answer_before_other_house_rules(game: str) -> None:
    for question, told in ANSWERS[game]:
        assert json.loads(run("why", game, question, "--json").out)["sentence"].startswith(told), question


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        ("scopone", "does memory count?",
         "“Scopone” says: Scopa for two pairs. They hold 10 cards each, so a good memory counts."),
        ("ct", "is it shithead with teeth?",
         "“Cut Throat” says: Shithead with teeth: there are many ways to make the next player pick up."),
        # the sheet answers before the introduction
        ("durak", "who is the fool?", "“Aim” says: The last player with cards is the fool and loses."),
        # a word that the introduction has too is no answer
        ("sh", "who is the shithead?", "Parlour finds no rule about that."),
    ],
)  # fmt: skip
def test_the_introduction_answers_what_no_rule_does(game: str, question: str, told: str) -> None:
    assert json.loads(run("why", game, question, "--json").out)["sentence"] == told


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("auction-pitch", "who gets the low point?"),
        ("ruse", "what is a gambit?"),
        ("hearts", "how many cards do we pass?"),
        ("five-card-draw", "exchange 4 cards"),
    ],
)
def test_no_sentence_comes_twice(game: str, question: str) -> None:
    printed = " ".join(run("why", game, question).out.split())
    sentences = [sentence.rpartition(": ")[2] for sentence in printed.split(". ")]
    assert len(sentences) == len({*sentences})


def test_only_the_rule_that_answers_is_shown() -> None:
    assert "Bid for the points" not in run("why", "auction-pitch", "who gets the low point?").out


def test_a_question_about_a_rule_outside_the_mix_has_no_position() -> None:
    printed = run("why", "crazy-eights", "what happens after a queen?")
    assert printed.out.startswith("Not in this game. You can add the house rule “Queens draw four”")
    assert "position" not in printed.out + printed.err
    assert "is not a move" not in printed.out


def test_a_question_that_no_rule_is_about_has_no_position() -> None:
    assert run("why", "whist", "what happens if I revoke?").out == "Parlour finds no rule about that.\n"


def test_the_title_of_a_part_of_the_sheet_has_no_words_of_a_right() -> None:
    assert decide("can slap when it's not my turn", "A player without cards can slap.", "Your turn") is None


def test_a_right_on_a_condition_is_affirmed_with_its_condition() -> None:
    found = decide("can go alone", "If you make trump you may go alone.")
    assert found is not None
    assert found.told == "Yes, on a condition."


def test_the_right_of_one_player_is_not_the_right_of_another() -> None:
    assert decide("can the knocker lay off cards", "After a knock the opponent may lay off cards.") is None
    denied = decide("can the knocker lay off cards", "The knocker doesn't lay off.")
    assert denied is not None
    assert denied.word == "no"


def test_a_duty_denies_a_move_without_it() -> None:
    denied = decide("can play a card without taking", "A card that can take must take; otherwise it stays.")
    assert denied is not None
    assert denied.word == "no"


@pytest.mark.parametrize(
    ("words", "ruleset"),
    [
        ("palace", "sh"),
        ("asshole", "president"),
        ("bullshit", "cheat"),
        ("black lady", "hearts"),
        ("mau mau", "crazy-eights"),
        ("switch", "crazy-eights"),
        ("sandbags", "bags"),
        ("screw the dealer", "stick-the-dealer"),
        ("loner", "going-alone"),
    ],
)
def test_common_names_find_games_and_rules(words: str, ruleset: str) -> None:
    assert f"\n  {ruleset} " in run("list", *words.split()).out


def test_a_game_has_the_rules_that_only_its_introduction_says(tmp_path: Path) -> None:
    """“Contract auction” of this family speaks of naming trumps too."""
    path = tmp_path / "named.yaml"
    head = "game: named\ntitle: Named\nextends: tricks\nplayers: 3\nset: {hand-size: 3}\n"
    path.write_text(f"{head}text: Three players bid. The declarer names trumps.\n", encoding="utf-8")
    assert run("why", str(path), "may I name trumps?").out == "“Named” says: The declarer names trumps.\n"
    path.write_text(f"{head}text: Three players bid.\n", encoding="utf-8")
    assert run("why", str(path), "may I name trumps?").out.startswith("Not in this game.")
