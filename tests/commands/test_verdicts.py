"""Arguments about a move in a position, settled by `parlour why`.

The answers come from the source documents of the games, whose words are quoted.
"""

import json
import re
from pathlib import Path

import pytest

from parlour.base.resources import shipped
from scaffold.rulesets import write_rule
from scaffold.terminal import run
from scaffold.yaml_files import data_of

RULESETS = shipped("rulesets")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("argument", data_of(Path(__file__).with_name("arguments.yaml"))["arguments"], ids=str)
def test_the_argument_is_settled_as_the_source_says(argument: list[str]) -> None:
    game, given, move, answer, words, source, *after = argument
    printed = run("why", game, move, "--given", f"{given}, to move: 1", "--after", *(after or [""]), "--json")
    assert printed.code == 0, printed.err
    data = json.loads(printed.out)
    assert data["answer"] == answer, data["sentence"]
    assert words.casefold() in data["sentence"].casefold(), source


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
    assert out.startswith("No. This action isn't available now: seat 2 can `check` or `bet 2`.\n")


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
        "Yes. “Four of a kind is a bomb” allows it. Otherwise: play as many cards as the others: 2; "
        "4♣ 4♦ 4♥ 4♠ can't beat K♣ K♦."
    )


def test_a_position_can_use_the_names_on_the_screen() -> None:
    """The variable is `called`, and players read "suit called"."""
    given = "discard pile: 8♦, hand 1: Q♥ 2♣, hand 2: 4♣, suit called: ♠, to move: 1"
    data = json.loads(run("why", "crazy-eights", "play Q♥", "--given", given, "--json").out)
    assert data["sentence"] == "No. Q♥ can't follow 8♦: ♠ was called (“Eights are wild”)."
