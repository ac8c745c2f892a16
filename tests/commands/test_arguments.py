"""Arguments at a table, settled by `parlour why` with the position in plain words.

The answers come from the source documents of the games, whose words are quoted.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.base.resources import shipped
from scaffold.rulesets import write_rule
from scaffold.terminal import run

RULESETS = shipped("rulesets")


@dataclass(frozen=True)
class Argument:
    command: tuple[str, ...]
    answer: str
    words: str  # a part of the sentence: the reason
    source: str


def a(*command: str, answer: str, words: str, source: str) -> Argument:
    return Argument(command, answer, words, source)


ARGUMENTS = [
    a("ct", "play 7", "--top", "3♣", "--under", "8♥", "--hand", "7♠ K♥", answer="yes", words="3♣ counts as 8",
      source="3 as match: the 3 counts as the 8, and a 7 is less than 8"),
    a("ct", "play 9", "--top", "3", "--under", "8", answer="no", words="9 can't go on 8",
      source="3 as match, and a 9 isn't less than 8"),
    a("sh", "play 10", "--top", "8", answer="yes", words="“Lower on an 8” allows it",
      source="in Cut Throat you can no longer play 10's on 8's: in Shithead you can"),
    a("ct", "play 10", "--top", "8", answer="no", words="10 can't go on 8",
      source="you can no longer play 10's on 8's"),
    a("ct", "play 8", "--top", "king", answer="yes", words="“Lower on an 8”",
      source="you can play an 8 on a King"),
    a("ct", "play 8", "--top", "6", answer="no", words="8 can't go on 6 (“Faces on a 6”)",
      source="power cards are blocked by 6's"),
    a("ct", "play J", "--top", "Q", answer="no", words="J is lower than Q",
      source="rule cards have to be played in turn"),
    a("ct", "play four 9s", "--top", "4", "--hand", "9 9 9 9 5", answer="yes", words="nothing forbids it",
      source="there is no difference between playing one, two, three or four like cards on your turn"),
    a("cts", "play Jk", "--top", "J", answer="yes", words="“Power on a Jack” allows it",
      source="a Jk is considered a power card and not a face card, so it can be played on the Jacks"),
    a("cts", "play Jk", "--top", "6", answer="no", words="Jk can't go on 6",
      source="6's are the only card a Jk can't be played on"),
    a("cts", "cancel 9♠", "--top", "K", "--after", "play 10", answer="yes", words="“Cancel cards”",
      source="cancel cards are used to stop 6, 8, 10 and J"),
    a("cts", "cancel 5♠", "--top", "K", "--after", "play 10", answer="no", words="“Cancel cards”",
      source="cancel cards are the 4, 7, 9 and K of spades"),
    a("ctsr", "play A♠ as 10", "--top", "K", "--hand", "A♠ 7 9 J", answer="no",
      words="“Wild Ace” doesn't allow that now", source="an Ace of Spades as Wild Card rule cannot be called as 10"),
    a("cts", "cancel 9♠", "--top", "7", "--after", "play Jk", answer="no", words="9♠ has nothing to cancel",
      source="cancel cards can not cancel the Joker"),
    a("cts", "counter the queen of spades", "--top", "7", "--after", "play Jk", answer="yes", words="“Counter Jokers”",
      source="the next player can lay either a 5 or Q of Spades to pass the buck"),
    a("sh", "play 4", "--top", "8", "--after", "play 2", answer="yes", words="“2 and go again”",
      source="2 as freeplay for self"),
    a("sh", "play joker", "--top", "A", answer="no", words="“Joker pickup” adds it (--with joker-forced-pickup)",
      source="the Joker is an extra of Cut Throat Spades"),
    a("sh", "cancel 4♠", "--top", "6", answer="no", words="“Cancel cards” adds it (--with cancel-cards)",
      source="cancel cards come with Cut Throat Spades"),
    a("sh", "pick and play", "--top", "4", "--hand", "2 8", answer="yes", words="thanks to “Pick and play”",
      source="when there's only one kind of like card on the deck, you can pick it up and play it as your turn"),
    a("crazy-eights", "play J", "--top", "Q", answer="depends", words="J♦ doesn't match Q♣ in suit or rank",
      source="each card played must match the card showing, either in suit or in denomination"),
    a("crazy-eights", "play 5♠", "--top", "9", "--after", "play 8; call hearts", answer="no", words="♥ was called",
      source="the next player must play either a card of the specified suit or an eight"),
    a("crazy-eights", "draw", "--top", "9♣", "--hand", "9♦ 3♣", answer="yes", words="“Draw until you can play”",
      source="a player may draw even though there may be a playable card in the player's hand"),
    a("crazy-eights", "pass", "--top", "5", "--hand", "9 8", answer="no", words="seat 1 can `play 8♣`",
      source="if unable to play when the stock is exhausted, the player must pass"),
    a("trevor-cut-throat", "play 4♦", "--top", "9♦", "--hand", "4♦ 3♣", "--after", "draw", answer="no",
      words="It's seat 2's turn", source="if that drawn card is playable, you don't get to play it"),
    a("last-one", "play K♠", "--top", "5♥", "--after", "play 3♥", answer="yes",
      words="thanks to “Stacking on threes”. Otherwise: K♠ doesn't match 3♥",
      source="if you play a three you may in the same turn play any card on top of it"),
    a("gin-rummy", "knock", "--hand", "A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 5♦ 5♣ K♦ K♥ A♥", answer="no", words="21 points of deadwood",
      source="a player can knock with 10 points of deadwood or less; 5 + 5 + 10 + 1, and a king is discarded"),
    a("gin-rummy", "knock", "--hand", "A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 5♦ 5♥ 5♠ 9♦ K♦", answer="yes",
      words="knock and discard 9♦` or `knock and discard K♦",
      source="a player can knock with 10 points of deadwood or less; either the 9 or the K is left"),
    a("durak", "beat 7♦ with 6♠", "--given", "trump: ♠", answer="yes", words="of its suit or with a trump",
      source="a trump beats any card of another suit"),
    a("durak", "beat 7♦ with 6♣", "--given", "trump: ♠", answer="no",
      words="6♣ is neither a higher ♦ than 7♦ nor a trump",
      source="a card is beaten by a higher one of its suit or by a trump"),
    a("durak", "throw in K♦", "--hand", "K♣ K♦", answer="depends", words="after `attack K♣`",
      source="players can throw in more cards of the ranks on the table, here after an attack with the other king"),
    a("durak", "throw in 9♦", answer="depends", words="with 9♣`, yes: “Your turn” says: Everybody but the",
      source="players can throw in more cards of the ranks on the table, if another 9 is there"),
    a("durak", "throw in 9♦", "--hand", "9♦ K♣", answer="depends", words="no card on the table has the rank of 9♦",
      source="players can throw in only cards of the ranks on the table, and the attack isn't said"),
    a("egyptian-ratscrew", "slap", "--given", "pile: 5♣ 5♦", answer="yes", words="“Doubles”",
      source="a pair may be slapped"),
    a("egyptian-ratscrew", "slap", "--given", "pile: 5♣ 6♦", answer="no", words="but you can try it",
      source="the pile shows no pattern, and a wrong slap costs a card"),
    a("egyptian-ratscrew", "slap", "--given", "pile: 5♣ 5♦", "--given", "stack 1: 9♣", "--given", "stack 2: K♣",
      answer="yes", words="“Doubles”", source="a pair may be slapped, before anybody turns over another card"),
    a("spades", "can I bid three?", answer="yes", words="how many tricks they", source="each player bids a number"),
    a("two-handed-hearts", "play 5♥", "--hand", "5♥ 6♣", answer="yes", words="nothing forbids it",
      source="there is no restriction on leading hearts: this suit may be led on the first trick"),
    a("euchre", "play 9♥", "--top", "9♠", "--hand", "J♣ 9♥", "--given", "trump: ♠", answer="no",
      words="because of “Bowers”",
      source="the other jack of the same colour becomes part of the trump suit"),
    a("euchre", "play J♣", "--top", "9♣", "--hand", "J♣ 9♥ K♣", "--given", "trump: ♠", answer="no",
      words="because of “Bowers”", source="the other jack of the same colour becomes part of the trump suit"),
    a("euchre", "play 9♥", "--top", "9♠", "--hand", "10♠ 9♥", "--given", "trump: ♠", answer="no",
      words="♠ was led, and you hold 10♠.", source="players must follow suit if they can"),
    a("two-handed-hearts", "play Q♠", "--top", "5♣", "--hand", "Q♠ 3♣", answer="no", words="you must follow suit",
      source="suit must be followed whenever possible"),
]  # fmt: skip


@pytest.mark.one_in(12)
@pytest.mark.parametrize("argument", ARGUMENTS, ids=lambda argument: " ".join(argument.command[:4]))
def test_the_argument_is_settled_as_the_source_says(argument: Argument) -> None:
    printed = run("why", *argument.command, "--json")
    data = json.loads(printed.out)
    assert (printed.code, data["answer"]) == (0, argument.answer), data["sentence"]
    assert argument.words.casefold() in data["sentence"].casefold(), argument.source


def test_the_answer_comes_first_then_rules_position_and_clauses() -> None:
    printed = run("why", "ct", "play 7", "--top", "3♣", "--under", "8♥", "--hand", "7♠ K♥")
    told, _, reasons = printed.out.partition("\n\n")
    answer, rule, *_ = told.splitlines()
    assert answer == "Yes. 3♣ counts as 8 (“3s are transparent”), and “Lower on an 8” allows it."
    assert rule.startswith("  Lower on an 8: ")
    assert "\n  3s are transparent: " in told
    assert reasons.splitlines() == [
        "The position: seat 1 to move, discard pile 8♥ 3♣, hand 1 7♠ K♥; the draw pile is empty, so nobody",
        "  can draw.",
        "Seat 1 must answer: what do you play? (rank on top: 8)",
        "`play 7♠` is allowed",
        "  eights-want-less.answer allows it [Lower on an 8, shithead/rules/eights-want-less.yaml:15:15]",
        "What happens then:",
        "  seat 2 is next: what do you play? (rank on top: 7)",
    ]
    assert printed.err == ""


def test_an_answer_that_depends_on_the_suits_shows_both() -> None:
    assert run("why", "crazy-eights", "play J", "--top", "Q", "--hand", "3 J").out.splitlines() == [
        "It depends on the suits. If the Q is Q♣ and the J is J♣, yes: “Your turn” says: Play one card face",
        "  up on the discard pile. It must match the top card in suit or in rank. If the Q is Q♣ and the J is",
        "  J♦, no: J♦ doesn't match Q♣ in suit or rank.",
        "",
        "The position: seat 1 to move, discard pile Q♣, hand 1 3♣ J♣.",
        "Seat 1 must answer: what do you do?",
        "`play J♣` is allowed",
        "`play J♦` is not allowed",
        "  match: J♦ doesn't match Q♣ in suit or rank [The eights family, eights/frame.yaml:184:5]",
        "What happens then:",
        "  seat 2 is next: what do you do?",
    ]


BACK = "powers:\n  7:\n    then: |\n      let seven = pile.top\n      if seven is some:\n" + "\n".join(
    f"        move seven to {zone}" for zone in ("hand(p)", "stock at bottom")
)


def test_a_card_that_moves_several_times_is_shown_where_it_ends(tmp_path: Path) -> None:
    rule = write_rule(tmp_path, "back", BACK)
    out = run("why", "crazy-eights", "play 7♠", "--top", "3♠", "--hand", "7♠ K♦", "--with", str(rule)).out
    effects = out.partition("What happens then:\n")[2].splitlines()
    assert effects[0] == "  discard pile → draw pile: 7♠ – “Rule back”"
    assert not any("→ hand" in line for line in effects)


def test_what_happens_after_the_move_is_said_with_the_rule_behind_it() -> None:
    """A 10 clears the discard pile, and its player plays again: so says the line with the power of the 10."""
    out = run("why", "sh", "play 10", "--top", "8♣", "--hand", "10♣ 4♣").out
    assert out.startswith("Yes. “Lower on an 8” allows it. Then “10s clear” applies.\n")
    assert "\n  10s clear: A 10 goes on almost anything." in out
    *effects, place = out.partition("What happens then:\n")[2].splitlines()
    assert effects == [
        "  discard pile → out of the game: 8♣ 10♣ – “10s clear”",
        "  seat 1 plays again: what do you play? (rank on top: none) – “10s clear”",
    ]
    told = re.fullmatch(r"  “10s clear”: shithead/rules/tens-clear.yaml:(\d+):\d+", place)
    assert told is not None
    power = (RULESETS / "shithead/rules/tens-clear.yaml").read_text(encoding="utf-8").splitlines()[int(told[1]) - 1]
    assert power.startswith("  10: {lies as: ")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("command", "effect", "rule"),
    [
        (["crazy-eights + jack-skips", "play J♣", "--top", "9♣"], "seat 1 plays again", "jack-skips"),
        # without these rules the move is not allowed, or there is no such move
        (["sh", "play 2", "--top", "K"], "seat 1 plays again", "twos-for-yourself"),
        (["ctg", "gambit four 9s", "--top", "4"], "discard pile → out of the game: 9♠", "gambits"),
        # without this rule Jokers aren't in the pack, so the option of the game that adds them stays
        (["cts", "play Jk", "--top", "9"], "brings a pickup", "joker-forced-pickup"),
    ],
)
def test_the_rule_behind_a_consequence_is_named(command: list[str], effect: str, rule: str) -> None:
    data = json.loads(run("why", *command, "--json").out)
    found = [(cause["effect"], cause["at"]["rule"]) for cause in data["causes"]]
    assert any(effect in told and rule == by for told, by in found), found
    assert rule in [told["id"] for told in data["rules"]]


def test_what_no_house_rule_brings_has_no_rule_behind_it() -> None:
    data = json.loads(run("why", "sh", "play 9", "--top", "7", "--json").out)
    assert data["then"] == ["seat 2 is next: what do you play? (rank on top: 9)"]
    assert data["causes"] == []


def test_a_move_alone_is_explained_at_a_table_that_is_said() -> None:
    printed = run("why", "sh", "play 10")
    assert printed.out.startswith("Yes. Nothing forbids it. Then “10s clear” applies.\n")
    assert "discard pile → out of the game: 4♣ 10♣ – “10s clear”" in printed.out
    assert printed.err == (
        "note: you didn't say what is on the discard pile (`deck`), so it is 4♣; to change that, add `--top`\n"
    )


@pytest.mark.parametrize(
    ("command", "position"),
    [
        (["crazy-eights", "play 7♥"], "discard pile 2♥, hand 1 7♥"),  # of a suit on which it can go
        (["last-one", "play 9♠"], "discard pile 5♠, hand 1 9♠"),  # the deal, which the dealer decides, turns one up
        (["whist", "play A♠"], "seat 1 to move, hand 1 A♠"),  # a trick begins with no card
    ],
)
def test_the_pile_has_a_card_on_which_the_move_goes(command: list[str], position: str) -> None:
    data = json.loads(run("why", *command, "--json").out)
    assert data["answer"] == "yes"
    assert position in data["position"]


def test_a_question_that_comes_first_ends_its_sentence_only_once() -> None:
    out = run("why", "hearts", "play Q♠", "--deal", "1").out
    assert out.splitlines()[0] == "Not now. Seat 2 must first answer: which card do you pass to seat 3?"
    assert "`play Q♠` is not possible now\n" in out  # somebody else might hold the card then


def test_questions_before_the_one_that_is_meant_are_passed_over_and_said() -> None:
    """With a full hand, a player is asked first whether to draw."""
    out = run("why", "sh", "play 7", "--top", "5", "--hand", "4 4 7 8").out
    assert "Before that, seat 1 must answer: do you draw a card first? Assumed answer: don't draw\n" in out
    assert out.startswith("Yes. ")


def test_plain_positions_name_other_zones_and_piles() -> None:
    """Bottoms wait until the hand is empty."""
    bottoms = "upper 1: 9♥ 5♦, upper 1 up: 9♥ 5♦"
    told = run("why", "sh", "play 9", "--top", "4", "--hand", "K", "--given", bottoms, "--json").out
    data = json.loads(told)
    assert data["answer"] == "no"
    assert "You can play bottom cards only together with all the cards in your hand" in data["sentence"]
    told = run("why", "red-and-black", "play 4", "--top", "8").err
    assert (
        told == "note: `--top` is on the red discard pile (`red-deck`); for the discard pile (`deck`), use `--given`\n"
    )


@pytest.mark.parametrize(
    ("move", "top", "hand", "meant"),
    [
        ("7", "5", "6 7", "play 7♣"),
        ("play seven", "a five", "six, seven", "play 7♣"),
        ("play 5 and 5", "4", "5 and 5", "play 5♣ 5♦"),
        ("play two kings", "a 9", "two kings, 4", "play K♣ K♦"),
        ("play an ace", "the king of hearts", "A", "play A♣"),
    ],
)
def test_cards_are_named_as_people_name_them(move: str, top: str, hand: str, meant: str) -> None:
    data = json.loads(run("why", "ct", move, "--top", top, "--hand", hand, "--json").out)
    assert (data["answer"], data["move"]) == ("yes", meant)


@pytest.mark.parametrize(
    ("move", "top", "answer"),
    [
        ("play yellow 3", "blue 8", "no"),  # neither the colour nor the number
        ("play blue 3", "blue 8", "yes"),
        ("play red draw 2", "blue draw two", "yes"),  # the same symbol
        ("red skip", "skip", "yes"),
        ("play wild draw four", "blue 8", "yes"),  # with no blue card in hand
    ],
)
def test_a_colour_card_is_argued_about_in_the_position_that_is_said(move: str, top: str, answer: str) -> None:
    """A hand of Colours ends when anybody has no cards: players who aren't described hold some."""
    data = json.loads(run("why", "four-colours-game", move, "--top", top, "--json").out)
    assert (data["seat"], data["answer"]) == (1, answer)
    assert data["position"].endswith("hand 2 with 2 random cards")


def test_a_card_whose_name_has_a_number_can_be_in_hand_and_on_top() -> None:
    hand = ("--top", "blue draw two", "--hand", "wild draw four, blue 4, skip")
    data = json.loads(run("why", "four-colours-game", "play wild draw four", *hand, "--json").out)
    assert data["answer"] == "no"
    assert data["sentence"] == "No. You hold a card of the colour that must follow."
    assert data["given"]["hand 1"] == "wild-draw-four blue-4 red-skip"


def test_a_draw_is_argued_about_with_random_cards_in_hand() -> None:
    data = json.loads(run("why", "four-colours-game", "draw", "--top", "blue 8", "--json").out)
    assert (data["seat"], data["answer"]) == (1, "yes")
    assert "(drawn at random; choose another with --hand), hand 2 with 2 random cards" in data["position"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--top", "foo"], "`--top`: `foo` is not a card"),
        (["--top", "♥"], "`--top`: `♥` is only a suit; name a card of it"),
        (["--top", "Jk"], "`--top`: there is no Jk in this pack"),
        (["--top", "11♥"], "`--top`: `11♥` is not a card; did you mean `J♥`?"),
        (["--top", "8", "--deal", "3"], "`--deal` already sets the whole position"),
        (["--given", "hand 2"], "`--given hand 2`: expected zones with their cards"),
        (
            ["--hand", "7", "--given", "hand 1: 8♥"],
            "`--given` and another option both set `hand 1`",
        ),
        (["--hand", "7 7 7 7 7"], "the pack doesn't have enough cards: you need 5 cards of rank 7, but there are 4"),
        (["--top", "8", "--after", "play 9; play 9"], "can't reach the position"),
    ],
)
def test_words_that_describe_no_position_are_refused(arguments: list[str], message: str) -> None:
    printed = run("why", "sh", "play 7", *arguments)
    assert (printed.code, printed.out) == (2, "")
    assert message in printed.err


def test_moves_can_be_listed_in_a_plain_position() -> None:
    out = run("why", "ct", "--top", "J", "--hand", "8 K").out
    assert out.splitlines()[-2:] == ["  play 8♣", "  pick and play"]


def test_a_hand_that_nobody_gives_is_drawn_and_said() -> None:
    out = run("why", "ct", "pick up the deck", "--top", "9").out
    assert " (drawn at random; choose another with --hand)." in " ".join(out.split())


def test_a_wrong_number_of_cards_is_the_reason() -> None:
    """In Shithead each player chooses three face-up cards; seat 1 of this deal holds a 9."""
    out = run("why", "sh", "lay out 9", "--deal", "1").out
    assert out.startswith("No. It takes 3 cards (“Bottom cards”).\n")


BOMB = """
rule: bomb
title: Four of a kind is a bomb
for: climbing
text: Four of a kind beats anything.
may:
  play(p, cs):
    bomb: {allow: cs.size == 4, despite: [beat]}
"""


def test_a_move_that_a_rule_allows_names_the_rule_once_then_the_reasons_that_it_lifts(tmp_path: Path) -> None:
    (tmp_path / "bomb.yaml").write_text(BOMB, encoding="utf-8")
    table = ("--given", "table: K♣ K♦", "--hand", "4♣ 4♦ 4♥ 4♠ 5♠")
    printed = run("why", "president", "play 4♣ 4♦ 4♥ 4♠", "--with", str(tmp_path / "bomb.yaml"), *table)
    answer = " ".join(printed.out.partition("\n\n")[0].split())
    assert answer.startswith(
        "Yes, thanks to “Four of a kind is a bomb”. Otherwise: play as many cards as the others: 2; "
        "4♣ 4♦ 4♥ 4♠ can't beat K♣ K♦."
    )


def test_a_heart_is_not_the_ace_of_hearts() -> None:
    """Seat 3 of this deal must pass cards, and doesn't hold the ace."""
    assert run("why", "hearts", "a heart", "--deal", "3").out.startswith("The house rules “Hearts must be broken” and")
    assert run("why", "hearts", "A heart", "--deal", "3").out.startswith("No. Seat 3 doesn't have A♥")


def test_leading_a_card_isnt_passing_it() -> None:
    assert run("why", "hearts", "lead a heart", "--deal", "3").out.startswith(
        "Not now. Seat 3 must first answer: which card do you pass to seat 1?\n"
    )


def test_the_answer_to_a_move_of_a_later_question_is_not_now() -> None:
    data = json.loads(run("why", "hearts", "lead a heart", "--deal", "3", "--json").out)
    assert (data["answer"], data["sentence"].partition(".")[0]) == ("not now", "Not now")


def test_a_quoted_rule_is_the_one_whose_title_has_the_words() -> None:
    assert run("why", "gin-rummy", "lay off 5♦").out.startswith("“Laying off” says: After a knock the")


QUESTIONS = [
    ("ct", "what does a 10 do?", "10: Goes on almost anything. It clears the discard pile"),
    ("crazy-eights", "what does a 10 do?", "Parlour finds no rule about `10`."),
    ("two-handed-hearts", "what does the jack of diamonds do?", "J♦: Takes 10 off the score"),
    ("crazy-eights", "how many cards do you deal?", "“The deal” says: Deal 5 cards to each player"),
    ("gin-rummy", "when can I knock?", "“Knocking” says: You may knock when your discard leaves you with 10"),
    ("whist", "must I follow suit?", "Yes, on a condition. “Your turn” says: Follow suit if you can; "),
    ("whist", "do I have to follow suit?", "Yes, on a condition. “Your turn” says: Follow suit if you can; "),
    ("sh", "what happens when I can't play?", "“Your turn” says: If you can't play, pick up the discard pile"),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("game", "question", "answer"), QUESTIONS, ids=[question for _, question, _ in QUESTIONS])
def test_a_question_about_the_rules_gets_their_words(game: str, question: str, answer: str) -> None:
    printed = run("why", game, question)
    assert " ".join(printed.out.split()).startswith(answer)
    assert "is not a move" not in printed.out
