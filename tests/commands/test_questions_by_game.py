"""Questions that come up in one game after the other, as players ask them, and the sentence that answers each."""

from __future__ import annotations

import json

import pytest

from scaffold.terminal import run

QUOTED = {
    "durak": [
        ("can I beat a heart with a spade?", "The defender, on the left, beats each card with a higher card of its"),
        ("do I have to beat if I can?", "A defender who can't or won't beat a card takes them all"),
        ("how many cards can we attack with?", "There can be at most 6 attacking cards"),
    ],
    "egyptian-ratscrew": [
        ("how many cards to answer an ace?", "A: Cards to answer it: 4."),
        ("can I slap when I have no cards?", "A player without cards can slap to get back into the game."),
        ("what happens if I slap wrong?", "A player who slaps the pile at the wrong time puts 1 of their cards under"),
    ],
    "cheat": [
        ("can I play five cards?", "No. “Your turn” says: Play 1 to 4 cards face down and say which rank they are."),
        ("what happens if I call cheat and I'm wrong?", "if not, the player who doubted takes it."),
        ("do I have to tell the truth?", "You may lie about your cards."),
        ("can I win with a lie?", "You win if nobody doubts your last cards, or if your claim is true."),
    ],
    "klondike": [
        ("can I move a whole stack at once?", "Put a face-up card on another pile, together with all cards"),
        ("can I put a king in an empty column?", "Only a king can go to an empty place."),
    ],
    "gin-rummy": [
        ("what if we both have the same deadwood?", "or the same, that is an undercut."),
        ("can the knocker lay off?", "The knocker doesn't lay off."),
    ],
    "cribbage": [("can I call go if I have a playable card?", "If you can play nothing, say \"go\".")],
    "hearts": [("can I see the cards before I pass?", "and only then looks at the cards they get.")],
    "crazy-eights": [("can I draw when I have a card that fits?", "You may also draw with a playable card in hand")],
    "ct": [("is a 10 a power card?", "No. Power cards: 2 3 8.")],
    "five-card-draw": [
        ("can I raise four times?", "a round has 3 raises at most."),
        ("does three of a kind beat two pairs?", "Yes. “Scoring” says: From the highest: straight flush"),
        ("does a straight beat a flush?", "No. “Scoring” says: From the highest: straight flush"),
    ],
    "animalball-cutthroat": [
        ("can I guess and play in the same turn?", "Instead of a play, you may guess who another player is."),
        ("can I take two markers from one card?", "In a play you take two markers off life cards, from one card or"),
        ("am I dead when my last marker is taken?", "When you take a character's last marker, that character is"),
    ],
    "chaos-ct": [
        ("how many cards are missing?", "Four cards leave the pack before the deal, and nobody knows which"),
        ("can I look at the missing cards?", "Four cards leave the pack before the deal, and nobody knows"),
    ],
    "ctsr": [("how many links can I make in one turn?", "A turn may have 2 such links.")],
    "trevor-cut-throat": [
        ("do I have to go again with my last card?", "After playing a go-again card (2, J, Q, K), you must go again"),
        ("do I lose my turn when I draw two?", "When you play a two, the next player draws two cards at once. That "
         "doesn't count as a turn."),
    ],
    "euchre": [("does the jack of clubs count as a spade?", "The other jack of the same colour, the left bower, is")],
    "four-colours-game": [
        ("draw four if I have another card", "A card without a colour goes on any card, but you may play a wild "
         "draw four only if you hold no card of the colour"),
    ],
    "big-two": [
        ("can I start with any card?", "the player with the three of diamonds starts, with cards that"),
        ("does a flush beat a straight?", "Yes. “Your turn” says: From the lowest, hands of five are a straight"),
    ],
}  # fmt: skip


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", QUOTED)
def test_a_question_is_answered_by_the_sentence_about_it(game: str) -> None:
    """The sentences come from the sheets; a passage with all important words comes before one with a rarer word."""
    for question, told in QUOTED[game]:
        first = json.loads(run("why", game, question, "--json").out)["sentence"]
        assert told in first, question


@pytest.mark.parametrize(
    ("game", "question", "rule"),
    [
        ("klondike", "can I take a card back from the foundation?", "cards-come-back"),
        ("durak", "can I pass the attack on?", "transfer"),
        ("ct", "do four 9s clear the pile?", "x4-clears"),
        ("chaos-ct", "do four 9s clear the pile?", "x4-clears"),
        ("gin-rummy", "may I look through the discard pile?", "open-discards"),
        ("whist", "do four honours score?", "honours"),
    ],
)
def test_a_question_about_a_rule_outside_the_mix_is_answered_by_that_rule(game: str, question: str, rule: str) -> None:
    data = json.loads(run("why", game, question, "--json").out)
    assert data["sentence"].startswith("Not in this game.")
    assert f"(--with {rule}) says: " in data["sentence"]
    assert data["answer"] == "no"


@pytest.mark.parametrize(
    ("game", "question"),
    [
        ("cheat", "may I look at the pile?"),
        ("klondike", "may I look at the face-down cards?"),
        ("sh", "may I swap my face-up cards?"),
    ],
)
def test_a_question_that_no_rule_is_about_gets_no_other_sentence_as_its_answer(game: str, question: str) -> None:
    """None of these sheets has the verb, or a word like it."""
    data = json.loads(run("why", game, question, "--json").out)
    assert data["sentence"] == "Parlour finds no rule about that."
    assert data["answer"] == "unclear"


@pytest.mark.parametrize(
    ("words", "verdict"), [("may I knock with 12", "No"), ("knock with 11", "No"), ("can I knock with 10?", "Yes")]
)
def test_a_rule_with_a_limit_answers_a_question_with_a_number(words: str, verdict: str) -> None:
    """The number in it is points of deadwood, not a card of the hand."""
    data = json.loads(run("why", "gin-rummy", words, "--json").out)
    assert data["sentence"] == (
        f"{verdict}. “Knocking” says: You may knock when your discard leaves you with 10 points of deadwood or less."
    )
    assert data["answer"] == verdict.casefold()
    assert data["position"] is None


ANSWERED = {
    # a bid is for more tricks, or for as many in a higher suit: ♣ ♦ ♥ ♠
    "chicago-bridge": [
        ("bid 1♣ over 1♥", "No. Your bid must be higher than the last one (“Contract auction”)."),
        ("can I bid one spade over one heart?", "Yes. “Contract auction” says: Each bid must be for more tricks than "),
        ("double my partner", "No. You can double only a bid of the other side (“Contract auction”)."),
    ],
    "five-card-draw": [
        ("check after a bet", "No. That isn't possible now: seat 1 can `call`, `raise 2` or `fold`."),
        ("can I raise after a bet?", "Yes. “Your turn” says: Once somebody has bet, call, raise by the same amount"),
        ("can I bet 5 chips?", "No. That isn't possible now: seat 2 can `check` or `bet 2`."),
        ("raise after a check", "No. That isn't possible now: seat 1 can `check` or `bet 2`."),
    ],
    # the last card named is on top
    "egyptian-ratscrew": [
        ("slap 7 5 7", "Yes, thanks to “Sandwich”. Otherwise: the pile shows no pattern."),
        ("can I slap a 7 on a 7?", "Yes, thanks to “Doubles”. Otherwise: the pile shows no pattern."),
        ("can I slap a 7 on a 5?", "No, but you can try it. The pile shows no pattern."),
    ],
    # a higher card of the suit beats a card
    "durak": [
        ("can I attack with two sixes?", "Yes. “Your turn” says: The attacker plays a card, or several of one rank."),
        ("9♦ on 6♦", "Yes. “Your turn” says: The defender, on the left, beats each card with a higher card of its "),
        ("7♠ on 8♠", "No. 7♠ is neither a higher ♠ than 8♠ nor a trump (♣)."),
    ],
    # a single card of its value must be taken instead of several cards
    "scopa": [
        ("can I take 3 and 4 with a 7 if there is a 7?", "No. Coins-7 must take a single card of its own value."),
    ],
    # spades are trumps, which can't be led before somebody has played one
    "spades": [
        ("can I lead a spade first?", "It depends on the moves before. If trumps are broken, yes"),
    ],
    "president": [
        ("two 5s on a single 4", "No. Play as many cards as the others: 1."),
        ("can a pair beat a single?", "No. Play as many cards as the others: 1."),
        ("can a pair beat a pair?", "Yes. “Your turn” says: In turn, the others beat it with as many cards"),
    ],
    "gin-rummy": [("how many cards are dealt?", "“The deal” says: Deal 10 cards to each player")],
    "ct": [("who starts?", "“First player” says: In the first game, the player on the dealer's left begins.")],
    "whist": [("which suit is trump?", "“The last card makes trump” says: Show everybody the last card dealt. Its ")],
    # a card of the other colour, one lower
    "klondike": [
        ("red 6 on red 7", "No. The suits of 6♦ and 7♦ don't fit."),
        ("queen to an empty space", "“Your turn” says: Only a king can go to an empty place."),
    ],
    # a joker stands for a card that could be played; the hand ends when a player has no cards left
    "last-one": [
        ("can I go out with a joker?", "Yes. “Your turn” says: Play one card face up on the discard pile. It must "),
        ("can I go out with a 2?", "Yes. “Your turn” says: Play one card face up on the discard pile. It must match "),
    ],
    # after a queen players must go again, even if it was their last card, so they draw
    "trevor-cut-throat": [
        ("can I win with a queen?", "No. Seat 1 can `play Q♣`, but isn't out then: seat 1 plays again: what do you "
         "do?"),
        ("can I win with an 8?", "Yes. “Eights are wild” allows it. Seat 1 is then out."),
    ],
    # only the spades counter a joker, alone; only the spades cancel a 10
    "ctsr": [
        ("counter a joker with the queen of spades", "Yes, thanks to “Counter Jokers”."),
        ("queen of spades on a joker", "Yes, thanks to “Counter Jokers”."),
        ("can I play two queens on a joker?", "No. You can only play a card that answers the pickup, because of "
         "“Joker pickup”."),
        ("can I cancel a 10 with the 4 of spades?", "Yes, thanks to “Cancel cards”. "),
    ],
    # black plays on the black pile, but what it plays must fit on the red one; the king of hearts is a cancel card
    "red-and-black": [
        ("can the king of diamonds go on a jack?", "No. K can't go on J (“Power on a Jack”)."),
        ("can the king of hearts go on a jack?", "Yes, as `cancel K♥`, thanks to “Cancel cards”. "),
    ],
    # the Queen of spades counters a Joker; with a Jack under it, a 3 wants a power card; the draw is a choice
    "cts": [
        ("can a queen of spades answer a joker?", "Yes, thanks to “Counter Jokers”."),
        ("king of spades on a jack", "Yes, as `cancel K♠`, thanks to “Cancel cards”."),
        ("can I play a queen on a 3 with a jack under it?", "No. 3♣ counts as J (“3s are transparent”), so Q can't go"),
        ("may I pick up if I can play?", "No. “Your turn” says: If you can't play, pick up the discard pile and st"),
    ],
    "crazy-eights": [
        ("who goes first?", "“The deal” says: The player on the dealer's left begins."),
        ("can I draw even if I can play?", "Yes. “Draw until you can play” says: You may also draw with a playable "),
    ],
    # points are kept out of the first trick
    "hearts": [
        ("can I throw the queen of spades on the first trick?", "“No points on the first trick” says: You can't disc"),
        ("can I dump a heart on the first trick?", "“No points on the first trick” says: You can't discard a card "),
    ],
    "cribbage": [
        ("must I play if I can?", "“Your turn” says: If you can play nothing, say \"go\"."),
    ],
    "big-two": [
        ("can I beat a straight with a flush?", "Yes. “Your turn” says: From the lowest, hands of five are a straight"),
        ("can I play again after I pass?", "Yes, on a condition. “Your turn” says: Players who pass can still play when"
         " their turn comes again."),
    ],
    "cheat": [("may I lie?", "Yes. “Your turn” says: You may lie about your cards.")],
    # only a player without a card of the colour may play it
    "four-colours-game": [
        ("can I play a wild draw four if I have the colour?", "“Your turn” says: A card without a colour goes on any "),
    ],
    "ruse": [("gambit four 6s", "No. 6♣ isn't of rank 4, 5, 7, 9, Q, K or A (“Gambits”).")],
}  # fmt: skip


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", ANSWERED)
def test_a_question_is_answered_at_the_table_that_it_is_about(game: str) -> None:
    for question, told in ANSWERED[game]:
        assert json.loads(run("why", game, question, "--json").out)["sentence"].startswith(told), question
