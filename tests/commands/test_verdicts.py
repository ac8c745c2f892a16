"""Arguments about a move in a position, settled by `parlour why`.

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
    game: str
    given: str
    move: str
    answer: str
    words: str  # a part of the sentence: the reason
    source: str
    after: str = ""

    @property
    def command(self) -> tuple[str, ...]:
        return ("why", self.game, self.move, "--given", f"{self.given}, to move: 1", "--after", self.after)


def a(game: str, given: str, move: str, answer: str, words: str, source: str, after: str = "") -> Argument:
    return Argument(game, given, move, answer, words, source, after)


ARGUMENTS = [
    a("ct", "deck: 8♥ 3♣, hand 1: 7♠ K♥, hand 2: 5♦", "play 7♠", "yes", "“Lower on an 8” allows it",
      "3 as match: the 3 counts as the 8, and a 7 is less than 8"),
    a("ct", "deck: 8♥ 3♣, hand 1: 9♠ K♥, hand 2: 5♦", "play 9♠", "no", "9 can't go on 8",
      "3 as match, and a 9 isn't less than 8"),
    a("sh", "deck: 8♥, hand 1: 10♠ K♥, hand 2: 5♦", "play 10♠", "yes", "“Lower on an 8” allows it",
      "in Cut Throat you can no longer play 10's on 8's: in Shithead you can"),
    a("ct", "deck: 8♥, hand 1: 10♠ K♥, hand 2: 5♦", "play 10♠", "no", "10 can't go on 8",
      "you can no longer play 10's on 8's"),
    a("ct", "deck: 6♥, hand 1: 8♠ K♥, hand 2: 5♦", "play 8♠", "no", "8 can't go on 6 (“Faces on a 6”)",
      "power cards are blocked by 6's"),
    a("ct", "deck: Q♥, hand 1: J♠ K♥, hand 2: 5♦", "play J♠", "no", "J is lower than Q",
      "rule cards have to be played in turn"),
    a("ct", "deck: 4♥, hand 1: 9♠ 9♥ 9♦ 9♣ 5♠, hand 2: 5♦", "play 9♠ 9♥ 9♦ 9♣", "yes", "nothing forbids it",
      "there is no difference between playing one, two, three or four like cards on your turn"),
    a("cts", "deck: J♥, hand 1: Jk K♥, hand 2: 5♦", "play Jk", "yes", "“Power on a Jack” allows it",
      "a Jk is considered a power card and not a face card, so it can be played on the Jacks"),
    a("cts", "deck: K♥, hand 1: 10♥ A♥, hand 2: 9♠ 2♣", "cancel 9♠", "yes", "thanks to “Cancel cards”",
      "cancel cards are used to stop 6, 8, 10 and J", "play 10♥"),
    a("cts", "deck: 7♥, hand 1: Jk A♥, hand 2: 9♠ 2♣", "cancel 9♠", "no", "9♠ has nothing to cancel",
      "cancel cards can not cancel the Joker", "play Jk"),
    a("cts", "deck: 7♥, hand 1: Jk A♥, hand 2: Q♠ 2♣", "counter Q♠", "yes", "“Counter Jokers”",
      "the next player can lay either a 5 or Q of Spades to pass the buck", "play Jk"),
    a("crazy-eights", "pile: Q♣, hand 1: J♦ 3♠, hand 2: 4♥", "play J♦", "no", "J♦ doesn't match Q♣ in suit or rank",
      "each card played must match the card showing, either in suit or in denomination"),
    a("crazy-eights", "pile: 9♣, hand 1: 8♦ 3♠, hand 2: 5♠ 4♥", "play 5♠", "no", "♥ was called (“Eights are wild”)",
      "the next player must play either a card of the specified suit or an eight", "play 8♦; call ♥"),
    a("crazy-eights", "pile: 9♣, hand 1: 9♦ 3♣, hand 2: 4♥", "draw", "yes", "“Draw until you can play”",
      "a player may draw even though there may be a playable card in the player's hand"),
    a("last-one", "pile: 5♥, hand 1: 3♥ K♠ 6♦, hand 2: 4♥", "play K♠", "yes",
      "thanks to “Stacking on threes”. Otherwise: K♠ doesn't match 3♥",
      "if you play a three you may in the same turn play any card on top of it", "play 3♥"),
    a("durak", "hand 1: 7♦ 9♣, hand 2: 6♣ K♣, trump: ♠", "beat 7♦ with 6♣", "no",
      "6♣ is neither a higher ♦ than 7♦ nor a trump", "a higher card of its suit or a trump beats a card",
      "attack 7♦"),
    a("durak", "hand 1: 7♦ 9♣, hand 2: 6♠ K♣, trump: ♠", "beat 7♦ with 6♠", "yes", "nothing forbids it",
      "a trump beats any card of another suit", "attack 7♦"),
    a("egyptian-ratscrew", "pile: 5♣, stack 1: 9♣ 5♦, stack 2: K♣", "slap", "yes", "“Doubles”",
      "a pair may be slapped", "turn over"),
    a("egyptian-ratscrew", "pile: 5♣, stack 1: 9♣ 6♦, stack 2: K♣", "slap", "no", "but you can try it",
      "the pile shows no pattern, and a wrong slap costs a card", "turn over"),
    a("two-handed-hearts", "trick: 5♣, hand 1: Q♠ 3♣, hand 2: 4♦", "play Q♠", "no", "you must follow suit",
      "suit must be followed whenever possible"),
    a("president", "table: 5♣, hand 1: 3♣ 9♦, hand 2: 4♦, hand 3: 6♦", "play 3♣", "no", "3♣ can't beat 5♣",
      "a play is higher than the one before"),
]  # fmt: skip


@pytest.mark.one_in(6)
@pytest.mark.parametrize("argument", ARGUMENTS, ids=lambda argument: f"{argument.game} {argument.move}")
def test_the_argument_is_settled_as_the_source_says(argument: Argument) -> None:
    printed = run(*argument.command, "--json")
    assert printed.code == 0, printed.err
    data = json.loads(printed.out)
    assert data["answer"] == argument.answer, data["sentence"]
    assert argument.words.casefold() in data["sentence"].casefold(), argument.source


EIGHT = "deck: 8♥ 3♣, hand 1: 7♠ K♥, hand 2: 5♦, pile: none, to move: 1"


def test_the_answer_comes_first_then_rules_and_clauses() -> None:
    printed = run("why", "ct", "play 7♠", "--given", EIGHT)
    answer, _, reasons = printed.out.partition("\n\n")
    assert answer.splitlines()[:2] == [
        "Yes. “Lower on an 8” allows it.",
        "  Lower on an 8: An 8 is a power card: it goes on almost anything. The next card must be lower than",
    ]
    assert reasons.splitlines() == [
        "Seat 1 must answer: what do you play? (rank on top: 8)",
        "`play 7♠` is allowed",
        "  eights-want-less.answer allows it [Lower on an 8, shithead/rules/eights-want-less.yaml:15:15]",
        "What happens then:",
        "  seat 2 is next: what do you play? (rank on top: 7)",
    ]


BACK = "powers:\n  7:\n    then: |\n      let seven = pile.top\n      if seven is some:\n" + "\n".join(
    f"        move seven to {zone}" for zone in ("hand(p)", "stock at bottom")
)


def test_a_card_that_moves_several_times_is_shown_where_it_ends(tmp_path: Path) -> None:
    rule = write_rule(tmp_path, "back", BACK)
    given = "pile: 3♠, hand 1: 7♠ K♦, hand 2: 5♦, to move: 1"
    out = run("why", "crazy-eights", "play 7♠", "--given", given, "--with", str(rule)).out
    effects = out.partition("What happens then:\n")[2].splitlines()
    assert effects[0] == "  discard pile → draw pile: 7♠ – “Rule back”"
    assert not any("→ hand" in line for line in effects)


def test_what_happens_after_the_move_is_said_with_the_rule_behind_it() -> None:
    """A 10 clears the discard pile, and its player plays again: so says the line with the power of the 10."""
    given = "deck: 8♣, hand 1: 10♣ 4♣, hand 2: 5♦, pile: none, to move: 1"
    out = run("why", "sh", "play 10♣", "--given", given).out
    assert out.startswith("Yes. “Lower on an 8” allows it. Then “10s clear” applies.\n")
    assert "\n  10s clear: A 10 goes on almost anything." in out
    *effects, place = out.partition("What happens then:\n")[2].splitlines()
    assert effects == [
        "  discard pile → out of the game: 8♣ 10♣ – “10s clear”",
        "  seat 1 plays again: what do you play? (rank on top: none) – “10s clear”",
    ]
    shown = re.fullmatch(r"  “10s clear”: shithead/rules/tens-clear.yaml:(\d+):\d+", place)
    assert shown is not None
    power = (RULESETS / "shithead/rules/tens-clear.yaml").read_text(encoding="utf-8").splitlines()[int(shown[1]) - 1]
    assert power.startswith("  10: {lies as: ")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("game", "given", "move", "effect", "rule"),
    [
        ("crazy-eights + jack-skips", "pile: 9♣, hand 1: J♣ 4♦, hand 2: 5♦", "play J♣", "seat 1 plays again",
         "jack-skips"),
        # without these rules the move is not allowed, or there is no such move
        ("sh", "deck: K♣, hand 1: 2♣ 4♦, hand 2: 5♦", "play 2♣", "seat 1 plays again", "twos-for-yourself"),
        # without this rule Jokers aren't in the pack, so the option of the game that adds them stays
        ("cts", "deck: 9♣, hand 1: Jk 4♦, hand 2: 5♦", "play Jk", "brings a pickup", "joker-forced-pickup"),
    ],
)  # fmt: skip
def test_the_rule_behind_a_consequence_is_named(game: str, given: str, move: str, effect: str, rule: str) -> None:
    data = json.loads(run("why", game, move, "--given", f"{given}, to move: 1", "--json").out)
    causes = [(cause["effect"], cause["at"]["rule"]) for cause in data["causes"]]
    assert any(effect in line and rule == by for line, by in causes), causes
    assert rule in [each["id"] for each in data["rules"]]


def test_what_no_house_rule_brings_has_no_rule_behind_it() -> None:
    given = "deck: 7♣, hand 1: 9♣ 4♦, hand 2: 5♦, pile: none, to move: 1"
    data = json.loads(run("why", "sh", "play 9♣", "--given", given, "--json").out)
    assert data["then"] == ["seat 2 is next: what do you play? (rank on top: 9)"]
    assert data["causes"] == []


def test_a_question_that_comes_first_ends_its_sentence_only_once() -> None:
    out = run("why", "hearts", "play Q♠", "--deal", "1").out
    assert out.splitlines()[0] == "Not now. Seat 2 must first answer: which card do you pass to seat 3?"
    assert "`play Q♠` is not possible now\n" in out  # somebody else might hold the card then


def test_several_moves_that_begin_with_the_words_are_named() -> None:
    """A player can knock with 10 points of deadwood or less; either the 9 or the K is left."""
    given = "hand 1: A♣ 2♣ 3♣ 4♦ 4♥ 4♠ 5♦ 5♥ 5♠ 9♦, hand 2: 6♦, stock top: K♦, to move: 1"
    out = run("why", "gin-rummy", "knock", "--given", given, "--after", "draw").out
    assert out.startswith("Yes. Seat 1 can `knock and discard 9♦` or `knock and discard K♦`.\n"), out


def test_a_wrong_number_of_cards_is_the_reason() -> None:
    """In Shithead each player chooses three face-up cards; seat 1 of this deal holds a 9."""
    out = run("why", "sh", "lay out 9♦", "--deal", "1").out
    assert out.startswith("No. It takes 3 cards (“Bottom cards”).\n")


def test_an_action_that_is_not_available_says_what_is() -> None:
    """Nobody has bet yet, so there is nothing to raise; the least bet is 2."""
    out = run("why", "five-card-draw", "raise 5", "--deal", "1").out
    assert out.startswith("No. That isn't possible now: seat 2 can `check` or `bet 2`.\n")


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
    given = "table: K♣ K♦, hand 1: 4♣ 4♦ 4♥ 4♠ 5♠, hand 2: 6♦, hand 3: 7♦, to move: 1"
    printed = run("why", "president", "play 4♣ 4♦ 4♥ 4♠", "--with", str(tmp_path / "bomb.yaml"), "--given", given)
    answer = " ".join(printed.out.partition("\n\n")[0].split())
    assert answer.startswith(
        "Yes, thanks to “Four of a kind is a bomb”. Otherwise: play as many cards as the others: 2; "
        "4♣ 4♦ 4♥ 4♠ can't beat K♣ K♦."
    )


def test_a_position_can_use_the_names_on_the_screen() -> None:
    """The variable is `called`, and players read "suit called"."""
    given = "discard pile: 8♦, hand 1: Q♥ 2♣, hand 2: 4♣, suit called: ♠, to move: 1"
    data = json.loads(run("why", "crazy-eights", "play Q♥", "--given", given, "--json").out)
    assert data["sentence"] == "No. Q♥ can't follow 8♦: ♠ was called (“Eights are wild”)."
