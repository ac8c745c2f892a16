"""Questions about rights: whom and what a right or a prohibition in the rules is about.

The sentences come from the rule sheets.
"""

from __future__ import annotations

import json

import pytest

from parlour.disputes.quotes import decide
from scaffold.terminal import run

ALL_BUT = "Everybody but the defender can throw in more cards."
LEAD = "You can't lead a heart until somebody has discarded one, unless you have only hearts."


@pytest.mark.parametrize(
    ("question", "rule", "told"),
    [
        ("can the defender throw in", ALL_BUT, "No."),
        ("can the dealer throw in", ALL_BUT, "Yes, on a condition."),
        ("can throw in", ALL_BUT, "Yes, on a condition."),
        ("can the dealer pass", "All players except the dealer may pass.", "No."),
        ("can the dealer pass", "Nobody but the dealer can pass.", "Yes."),
        ("can the declarer pass", "Nobody but the dealer can pass.", "Not always."),
        ("can play", "Players who pass can still play when their turn comes again.", "Yes, on a condition."),
        ("can play", "If you can't play, draw cards until you can.", None),
        ("can the player beat", "Players who can't beat take the cards.", None),
        ("can lead", LEAD, None),
        ("can the dealer lead", LEAD, None),
        ("can lead a heart", LEAD, "Not always."),
        ("can look at the tricks", "You may look at the last trick of the tricks.", "Not always."),
        ("can look at the last trick", "You may look at the last trick.", "Yes."),
        ("can pass", "You can't pass.", "No."),
        ("can play two counter cards", "Play a counter card (5♠, Q♠) alone.", "No."),
        ("can play two cards now", "The maker may play alone.", None),
        ("can others look at my cards", "Only you may look at your two cards.", "No."),
        ("can others look at my card", "You may look at your card.", None),
    ],
)
def test_a_right_is_for_some_people_and_things(question: str, rule: str, told: str | None) -> None:
    found = decide(question, rule)
    assert (found.told if found is not None else None) == told


ANSWERS = {
    "durak": [
        ("can the defender throw in?", "No. “Your turn” says: Everybody but the defender can throw in"),
        ("who may throw in?", "“Your turn” says: Everybody but the defender can throw in"),
        ("can I throw in a seventh card?", "“Your turn” says: There can be at most 6 attacking cards"),
        ("can six players play?", "Yes. “The players” says: 2 to 6 players."),
        ("can seven people play?", "No. “The players” says: 2 to 6 players."),
    ],
    "crazy-eights": [
        ("can I play after I draw?", "“Draw until you can play” says: If you can't play, draw cards until you can"),
        ("can I play a spade after an 8 called hearts?", "“Eights are wild” says: You may play a wild card (8)"),
    ],
    "hearts": [
        ("can the dealer lead?", "“The two of clubs leads” says: The player with the two of clubs leads it"),
        ("can the player on the dealer's left lead?", "“The two of clubs leads” says: The player with the two of"),
        ("can the winner lead a heart?", "Not always. “Hearts must be broken” says: You can't lead a heart until"),
        ("can I look at the tricks I took?", "Not always. “Your turn” says: You may look at the last trick."),
        ("can three play?", "Yes. “The players” says: 3 to 6 players."),
    ],
    "last-one": [
        ("what does a 2 do in a melee?", "“Fours start a melee” says: Cards played in a melee have no other effect."),
        ("does a jack in a melee skip?", "“Fours start a melee” says: Cards played in a melee have no other effect."),
        ("who can join a melee?", "“Fours start a melee” says: The others may then play the next higher card"),
    ],
    "two-handed-hearts": [("who deals the second game?", "“Who deals the next game” says: In a match of several")],
    "euchre": [
        ("can the dealer discard the card he picked up?", "“Ordering up” says: In turn, each player may order"),
        ("does the dealer have to make trump?", "“Ordering up” says: If everybody passes again, nobody makes trump"),
    ],
    "president": [
        ("can I beat a pair with three cards?", "“Your turn” says: The leader plays any combination. In turn, the"),
        ("can I play a run?", "“Your turn” says: A combination is a single card, or several cards of one rank;"),
        ("who leads the second hand?", "“The deal” says: Later the president leads. From the second hand on, "),
        ("is the 2 the highest?", "“Your turn” says: Ranks go from 3, the lowest, up to ace and 2."),
        ("do passed players stay out?", "“Your turn” says: Players who pass can still play when their turn comes"),
    ],
    "ct": [("can I play a 3 on a 6 and then what must the next player play?", "“Faces on a 6” says: After a 6 the")],
    "cribbage": [
        ("who owns the crib?", "“The deal” says: The crib belongs to the dealer."),
        ("whose crib is it?", "“The deal” says: The crib belongs to the dealer."),
        ("whose deal is it?", "“The deal” says: Chance decides who deals first."),
    ],
    "animalball-cutthroat": [
        ("can others look at my cards?", "No. “The deal” says: Only you may look at your two"),
        ("can I take three markers in a normal play?", "“Plays with life markers” says: In a play you take two"),
    ],
    "cts": [("can I play two cancel cards at once?", "No. “Cancel cards” says: When the card on top limits")],
}  # fmt: skip


@pytest.mark.one_in(4)
@pytest.mark.parametrize("game", ANSWERS)
def test_a_passage_answers_for_the_people_and_the_part_of_play_of_a_question(game: str) -> None:
    for question, told in ANSWERS[game]:
        assert json.loads(run("why", game, question, "--json").out)["sentence"].startswith(told), question
