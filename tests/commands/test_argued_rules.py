"""Questions of players who argue about a rule, with the circumstances in which they ask."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.library.spellings import spoken_words, stem
from scaffold.terminal import run


def sentence(*command: str) -> str:
    return str(json.loads(run("why", *command, "--json").out)["sentence"])


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        # players of Whist must follow suit if they can, and needn't trump otherwise
        ("whist", "can I trump if I have the suit?", "Follow suit if you can; otherwise play any card, a trump"),
        # a rule of Crazy Eights lets players draw even with a card that fits
        ("crazy-eights", "do I have to play if I can?", "You may also draw with a playable card in hand, but in the "),
        ("scopa", "do I have to take if I can?", "A card that can take must take; otherwise it stays on the table."),
        # all 40 cards are dealt to four players
        ("scopone", "how many cards do we get?", "Deal 10 cards to each player"),
        ("five-card-draw", "how many cards can I swap?", "Players who are left exchange up to 3 cards each"),
    ],
)
def test_a_question_without_a_card_is_answered_by_the_sheet(game: str, question: str, told: str) -> None:
    assert sentence(game, question).partition(" says: ")[2].startswith(told)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("command", "told"),
    [
        # a foundation begins with its ace
        (("klondike", "put A♠ home"), "Yes. “Your turn” says: Put the top card of the waste or of a pile on its "),
        (("klondike", "put 5♠ home"), "No. 5♠ isn't the next card of its foundation."),
        # an ace of spades can't be called as 10
        (("ctsr", "can I play the ace of spades as a 10?"), "No. “Wild Ace” doesn't allow that now: seat 1 can "),
        (("ct", "can I put a 10 on a 7?", "--top", "7♦"), "Yes. “Your turn” says: Play one card, or several of "),
        # a play has as many cards as the one before it, and is higher
        (("president", "can I play two threes on one 5?"), "No. Play as many cards as the others: 1; 3♣ 3♦ "),
        (("bartok", "can I play two cards at once?"), "No. `play` takes one card."),
        (("sh", "can I play two cards at once?"), "Yes. Nothing forbids it."),
    ],
)
def test_a_play_is_judged_on_a_table_that_fits_it(command: tuple[str, ...], told: str) -> None:
    assert sentence(*command).startswith(told)


def test_another_card_on_top_contradicts_the_question() -> None:
    printed = run("why", "ct", "can I put a 10 on a 7?", "--top", "9")
    assert (printed.code, printed.out) == (2, "")
    assert "`--top 9`: you also say that the card on top is 7" in printed.err


def test_circumstances_that_no_rule_is_about_are_named() -> None:
    """In Two-handed Hearts hearts may be led at any time, so its rules don't speak of breaking them."""
    printed = run("why", "two-handed-hearts", "can I lead hearts before they are broken?")
    assert printed.out.startswith("Leaving aside “before they are broken”, yes: nothing forbids it.")
    assert "note: the answer doesn't consider “before they are broken”" in printed.err


def test_a_rule_about_a_play_is_the_whole_answer() -> None:
    """The queen of spades counts points, so it can't be discarded on the first trick."""
    printed = run("why", "hearts", "Q♠ on the first trick")
    assert "is not a move" not in printed.out
    assert "unless you have nothing else to play" in printed.out


def test_a_contraction_with_not_is_not() -> None:
    assert spoken_words("I can't, don't or cannot play the king's") == {"i", "not", "or", "play", "the", "king"}


def test_forms_of_a_verb_have_one_stem() -> None:
    assert {stem(form) for form in ("draw", "drew", "drawn", "draws", "drawing")} == {"draw"}


@pytest.mark.parametrize(
    ("mix", "question", "told"),
    [
        # the dealer names the trump suit instead of passing a second time
        ("euchre + stick-the-dealer", "everybody passed twice, can the dealer pass too?", "Stick the dealer"),
        ("egyptian-ratscrew + marriage", "can I slap when a queen comes down on a king?", "Marriage"),
        ("crazy-eights + jack-skips", "there are only two of us and I play a jack, do I get another go?", "Jacks skip"),
    ],
)
def test_a_rule_that_the_asker_adds_is_what_the_argument_is_about(mix: str, question: str, told: str) -> None:
    assert sentence(mix, question).startswith(f"“{told}” says: ")


def test_the_words_of_today_are_quoted(tmp_path: Path) -> None:
    rule = tmp_path / "sevens.yaml"
    told = []
    for cards in ("a card", "five cards"):
        rule.write_text(SEVENS.format(cards=cards), encoding="utf-8")
        told.append(sentence("crazy-eights", "what happens after a seven?", "--with", str(rule)))
    assert "draws a card" in told[0]
    assert "draws five cards" in told[1]  # although the game plays as before


SEVENS = """\
rule: sevens-draw
title: Sevens draw
for: eights
text: After a seven the next player draws {cards}.
powers: {{7: {{then: "draw(next(p), 1)"}}}}
chart: {{7: The next player draws {cards}.}}
"""
