"""Questions in free words: `parlour why` and `?` at the table quote the rules, and judge nothing."""

import json
from pathlib import Path

import pytest

from scaffold.terminal import run

QUOTED = {
    "durak": [
        ("can I beat a heart with a spade?", "The defender, on the left, beats each card with a higher card of its"),
        ("how many cards can we attack with?", "There can be at most 6 attacking cards"),
    ],
    "egyptian-ratscrew": [
        ("can I slap when I have no cards?", "A player without cards can slap to get back into the game."),
        ("what happens if I slap wrong?", "A player who slaps the pile at the wrong time puts 1 of their cards under"),
    ],
    "klondike": [("can I put a king in an empty column?", "Only a king can go to an empty place.")],
    "gin-rummy": [("can the knocker lay off?", "The knocker doesn't lay off.")],
    "crazy-eights": [("can I draw when I have a card that fits?", "You may also draw with a playable card in hand")],
    "trevor-cut-throat": [("do I lose my turn when I draw two?", "When you play a two, the next player draws two")],
    "sh": [("what does a 10 do?", "It clears the discard pile")],
    "ct": [("who begins?", "In the first game, the player on the dealer's left begins.")],
}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", QUOTED)
def test_the_sentence_that_decides_is_among_those_quoted(game: str) -> None:
    for question, words in QUOTED[game]:
        data = json.loads(run("why", game, question, "--json").out)
        assert any(words in quote["text"] for quote in data["quotes"]), question
        assert len(data["quotes"]) <= 3
        assert data["answer"] == "unclear"


def test_the_quotes_are_sentences_of_the_sheet_with_their_rules_and_places() -> None:
    sheet = " ".join(run("rules", "gin-rummy").out.split())
    quotes = json.loads(run("why", "gin-rummy", "can the knocker lay off?", "--json").out)["quotes"]
    assert all(quote["text"] in sheet for quote in quotes)
    assert quotes[0]["title"] == "Laying off"
    assert quotes[0]["place"].startswith("rummy/rules/lay-off.yaml:")


def test_no_verdict_is_given_on_a_question() -> None:
    """Gin Rummy has no jokers, and the rules say nothing about them."""
    lines = run("why", "gin-rummy", "can I knock with 12?").out.splitlines()
    assert lines[0].startswith("  Knocking: You may knock when your discard leaves you with 10 points of deadwood")
    assert lines[-1] == "Parlour quotes the rules and doesn't judge free questions. Type a move to get a verdict."
    assert run("why", "gin-rummy", "zebras?").out.splitlines()[0] == (
        "No sentence of the rules has these words. To read all rules: parlour rules gin-rummy"
    )


def test_a_move_without_a_position_is_a_question_about_the_rules_if_nobody_can_make_it() -> None:
    """A new game of Shithead begins with other decisions, so a 10 can't be played there."""
    assert "  10s clear: A 10 goes on almost anything." in run("why", "sh", "play 10").out
    new = run("why", "crazy-eights", "draw")
    assert new.out.startswith("Yes. “Draw until you can play” allows it.")
    assert new.err == "note: this is the deal of seed 1; to describe your table, add --given\n"


def test_in_a_position_words_that_are_no_move_say_so_before_the_quotes() -> None:
    out = run("why", "crazy-eights", "who deals next?", "--deal", "1").out
    assert out.startswith("`who deals next?` isn't a move here: ")
    assert "\n  The deal: After each hand, the deal passes to the left. [common/rounds.yaml:" in out


def test_what_players_call_a_rule_finds_it() -> None:
    """The text of the rule doesn't have the word: it is one of the names under `also-called`."""
    quotes = json.loads(run("why", "ct", "when do we burn?", "--json").out)["quotes"]
    assert quotes[0]["title"] == "10s clear"


def test_what_players_call_a_zone_finds_sentences_about_it() -> None:
    """Players of Go Fish call the draw pile the pond."""
    quotes = json.loads(run("why", "go-fish", "what is the pond?", "--json").out)["quotes"]
    assert any("draw pile" in quote["text"] for quote in quotes)


def test_the_words_of_today_are_quoted(tmp_path: Path) -> None:
    rule = tmp_path / "sevens.yaml"
    shown = []
    for cards in ("a card", "five cards"):
        rule.write_text(SEVENS.format(cards=cards), encoding="utf-8")
        shown.append(run("why", "crazy-eights", "what happens after a seven?", "--with", str(rule)).out)
    assert "Sevens draw: After a seven the next player draws a card." in shown[0]
    assert "draws five cards" in shown[1]  # although the game plays as before


SEVENS = """\
rule: sevens-draw
title: Sevens draw
for: eights
text: After a seven the next player draws {cards}.
powers: {{7: {{then: "draw(next(p), 1)"}}}}
chart: {{7: The next player draws {cards}.}}
"""


def test_a_question_at_the_table_is_answered_with_the_rules() -> None:
    out = run("play", "crazy-eights", "--seed", "3", typed=["? who deals next", "? zebras", "q", "n"]).out
    assert "  The deal: After each hand, the deal passes to the left." in out
    assert "Parlour quotes the rules and doesn't judge free questions." in out
    assert "`zebras` is not a move" in out


def test_forms_of_a_verb_are_the_same_word() -> None:
    answers = [run("why", "crazy-eights", question).out for question in ("who has drawn?", "who drew?", "who draws?")]
    assert "Draw until you can play" in answers[0]
    assert len({*answers}) == 1


KNAVES = """\
game: knaves
title: Knaves
extends: tricks
text: Take tricks, but not the knaves.
players: 3
powers:
  J♥: {worth: -4}
  J♦: {worth: -3}
  J♣: {worth: -2}
chart:
  J♥: Costs 4 points.
  J♦: Costs 3 points.
  J♣: Costs 2 points.
procedures:
  tally(): {instead: "for s in sides: gain(s) = tricks(s) + points(s)"}
sheet:
  scoring: Each knave in your tricks costs points, the J♥ 4, the J♦ 3, the J♣ 2. Each trick is a point.
"""


@pytest.mark.parametrize("card", ["J♥", "jack of hearts"])
def test_the_row_of_a_card_is_the_first_answer_about_it_and_cites_its_own_line(card: str, tmp_path: Path) -> None:
    (tmp_path / "knaves.yaml").write_text(KNAVES, encoding="utf-8")
    out = run("play", str(tmp_path / "knaves.yaml"), "--seed", "3", typed=[f"r {card}", "q", "n"]).out
    answer = "".join(out.split(f"> r {card}\n")[1].split("\n  ")[:2])
    assert answer.startswith("  J♥: Costs 4 points.")
    assert "knaves.yaml:11:3]" in answer


def test_words_for_what_the_table_shows_point_to_the_table() -> None:
    out = run("play", "crazy-eights", "--seed", "3", typed=["score", "last", "q", "n"]).out
    assert out.count("\n  type v to see the table with all scores and all cards that you remember\n") == 2
