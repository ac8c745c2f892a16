"""Long everyday arguments: their circumstances come first, and several passages of the rules might answer them."""

from __future__ import annotations

import json

import pytest

from parlour.disputes.question_order import question_first
from scaffold.terminal import run


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I drew a card and it fits, can I put it down?", "can I put it down if I drew a card and it fits"),
        ("after four of a kind, does a 3 beat a king?", "does a 3 beat a king after four of a kind"),
        ("Nobody has trumps. So who goes first?", "who goes first if Nobody has trumps"),
        ("everybody passed, what now?", "what now if everybody passed"),
        # the question is first already, or there is none
        ("who begins, the loser or the winner?", None),
        ("play 5, 6, 7", None),
    ],
)
def test_a_question_comes_before_its_circumstances(said: str, told: str | None) -> None:
    assert question_first(said) == told


LISTED = [
    # a deal of cards to each player is no attack, but this sentence limits the attack
    ("durak", "how many cards can they pile on me if I've only got three left?", "no more than the defender held"),
    # a rule of two sentences is shown whole
    ("hearts", "which way do we pass on the third hand when there's five of us?", "you skip that pass"),
    ("euchre", "hearts are trump and somebody leads a diamond, do I have to follow with my jack of diamonds?",
     "belongs to the trump suit, not to its own"),
    ("cribbage", "the count is at 25 and all I have is a seven, may I play it?", "The count can't go over 31."),
]  # fmt: skip


@pytest.mark.parametrize(("game", "question", "told"), LISTED)
def test_a_long_question_gets_the_nearest_passages(game: str, question: str, told: str) -> None:
    data = json.loads(run("why", game, question, "--json").out)
    assert any(told in quote["text"] for quote in data["quotes"])
    assert len(data["quotes"]) <= 3
    assert data["answer"] == "unclear"
    if data["quotes"][1:]:
        assert data["sentence"].startswith("The rules say, nearest first: ")


def test_a_list_shows_each_passage_once_below_its_lead() -> None:
    lines = run("why", "durak", LISTED[0][1]).out.splitlines()
    assert lines[0] == "The rules say, nearest first:"
    assert all(line.startswith("  ") for line in lines[1:])
    starts = [line for line in lines[1:] if not line.startswith("    ")]
    assert len(starts) == len({*starts})


def test_a_long_question_is_no_reason_to_offer_a_house_rule() -> None:
    """Many words make it likely that some rule outside the game has most of them, here one about bids."""
    question = "there are four of us, in which hand don't we pass any cards?"
    told = json.loads(run("why", "hearts", question, "--json").out)
    assert "nowhere in the fourth" in told["sentence"]
    assert told["answer"] == "unclear"


def test_words_of_a_ruleset_can_be_phrases() -> None:
    """Whist calls a player void who has none of the suit led; the rule says what they may play then."""
    told = json.loads(run("why", "whist", "I have no diamonds left, must I trump?", "--json").out)["quotes"][0]["text"]
    assert told.startswith("Follow suit if you can; otherwise play any card, a trump or not.")


def test_a_phrase_of_a_ruleset_is_no_list_of_words() -> None:
    """Games of tricks know `no spades` as a phrase; a spade isn't something like `no`."""
    out = run("why", "hearts", "can I pass the queen of spades?").out
    assert out.startswith("Yes. “Passing three cards” says: Before the first trick everybody passes 3 cards face down")
