"""What people say at a table that isn't a move as you type it: a card on a card, another verb, the name of a rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour.disputes.courtesies import without_courtesies
from parlour.examples.position import read_position
from parlour.game import load
from parlour.play.explaining import Explainer
from scaffold.files import write
from scaffold.terminal import run

HIGH = "Play one card, or several of one rank. They must be at least as high as the card on top."
MATCH = "Play one card face up on the discard pile. It must match the top card"


def sentence(*command: str) -> str:
    return str(json.loads(run("why", *command, "--json").out)["sentence"])


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("command", "told"),
    [
        # power cards have to be played on a Jack, and the 10 isn't one in Cut Throat
        (("ct", "a 10 on a jack"), "No. 10 can't go on J (“Power on a Jack”)."),
        (("ct", "put a 7 on an 8"), "Yes. “Lower on an 8” allows it."),
        (("ct", "lay a Queen on a 5"), f"Yes. “Your turn” says: {HIGH}"),
        # a 3 counts as the card beneath it
        (
            ("ct", "play a 9 on a 3 on an 8"),
            "No. 3♣ counts as 8 (“3s are transparent”), so 9 can't go on 8 (“Lower on an 8”).",
        ),
        (
            ("ct", "7 on an 8 with a 3 between"),
            "Yes. 3♣ counts as 8 (“3s are transparent”), and “Lower on an 8” allows it.",
        ),
        (("whist", "lead 2♠"), "Yes. Nothing forbids it."),
        (("whist", "trump with 2♠"), "Yes. Nothing forbids it."),
        (("four-colours-game", "red 7 on a blue 7"), f"Yes. “Your turn” says: {MATCH} in colour, number or symbol."),
        (("big-two", "play 3♣ 4♦ 5♣ 6♣ 8♣"), "No. The cards have different ranks."),
        (("french-tarot", "play the fool"), "Yes. “Playing the fool” allows it."),
    ],
)
def test_a_play_can_be_said_in_other_words(command: tuple[str, ...], told: str) -> None:
    assert sentence(*command) == told


def test_an_action_takes_cards_from_the_hand_of_another_player_or_from_the_table() -> None:
    """In Durak a card is beaten by a higher one of its suit, or by a trump, and an attack can be several cards of one
    rank, but no more than the defender holds; in Scopa 3 and 4 make 7."""
    assert sentence("durak", "beat 7♦ with 6♠", "--given", "trump: ♣") == (
        "No. 6♠ is neither a higher ♦ than 7♦ nor a trump (♣)."
    )
    assert sentence("durak", "beat 7♦ with 9♦").startswith("Yes. “Your turn” says: The defender, on the left, beats")
    told = "Yes. “Your turn” says: The attacker plays a card, or several of one rank."
    assert sentence("durak", "attack with 7♦ 7♥") == told
    assert sentence("scopa", "take 3 and 4 with 7").startswith("Yes.")
    assert sentence("scopa", "take 7 with 6").startswith("No. That isn't possible now: seat 1 can `put coins-6 on")


def test_trumps_that_are_the_same_in_every_game_are_known() -> None:
    """In Tarot a player who can't follow suit must play a trump; in Whist each hand has its own."""
    told = sentence("french-tarot", "play 3♠", "--top", "K♥", "--hand", "3♠ 2T")
    assert told == "No. You can't follow suit, so you must play a trump (“Trump and overtrump”)."
    assert sentence("whist", "play 3♠", "--top", "K♥", "--hand", "3♠ 2♣") == "Yes. Nothing forbids it."


def test_a_number_in_a_bid_is_no_card() -> None:
    told = run("why", "auction-pitch", "bid 4").out
    assert told.startswith("Yes. Nothing forbids it.\n\nSeat 2 must answer: how many points do you bid?\n")


def test_an_action_that_is_not_available_says_what_is() -> None:
    """Nobody has bet yet, so there is nothing to raise; the least bet is 2."""
    assert sentence("five-card-draw", "raise 5") == "No. That isn't possible now: seat 2 can `check` or `bet 2`."


def test_the_first_words_of_the_only_move_mean_it() -> None:
    assert "`take the cards` is allowed" in run("why", "durak", "take").out
    assert "`order up ♠` is allowed" in run("why", "euchre", "order up").out


def test_a_move_of_another_name_is_found_by_its_cards() -> None:
    assert "`straight 3♣ 4♦ 5♣ 6♣ 7♣` is allowed" in run("why", "big-two", "play 3♣ 4♦ 5♣ 6♣ 7♣").out


def test_the_only_pile_that_all_see_has_the_card_on_top() -> None:
    """In President the cards to beat aren't ordered; a 3 is the lowest card."""
    assert sentence("president", "play 3", "--top", "5") == "No. 3♣ can't beat 5♣."


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("hand 9: 4 Q", "`--given hand 9: 4 Q`: there is no seat 9: there are 2 at this table"),
        ("hand 1: 4 Q Z", "`--given hand 1: 4 Q Z`: `Z` is not a card"),
        ("uppers 1: 4♠", "`--given uppers 1: 4♠`: Cut Throat has no zone or variable `uppers`"),
    ],
)
def test_an_error_in_a_zone_names_the_option(given: str, told: str) -> None:
    printed = run("why", "ct", "play 10", "--given", given)
    assert (printed.code, printed.out) == (2, "")
    assert printed.err.startswith(f"parlour: {told}\n")


def test_a_misspelt_move_is_no_other_verb() -> None:
    """It is refused with the right spelling, though a card follows."""
    assert sentence("crazy-eights", "plya 5♠") == "`plya 5♠` isn't a move here: did you mean `play 5♠`?"


def test_a_house_rule_is_named_by_what_people_call_it() -> None:
    used = run("why", "ct", "burn").out
    assert used.startswith("That isn't a move, but a house rule of this game: “10s clear”.\n  10s clear: A 10 ")
    assert sentence("ct", "gambit").startswith("Not in this game. You can add the house rule “Gambits”")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("said", "move", "answer"),
    [
        # in Shithead a 2 goes on anything, and only less than an 8 goes on an 8
        ("two on ten", "play 2♣", "yes"),
        ("two on a ten", "play 2♣", "yes"),
        ("seven on an eight", "play 7♣", "yes"),
        ("nine on an eight", "play 9♣", "no"),
        ("A 2 on a 10", "play 2♣", "yes"),
        ("two aces on a king", "play A♣ A♦", "yes"),
        ("A A on a king", "play A♣ A♦", "yes"),
    ],
)
def test_a_rank_in_words_is_a_card_and_no_place(said: str, move: str, answer: str) -> None:
    """In Shithead `turn over upper 2` ends with a number too."""
    data = json.loads(run("why", "sh", said, "--json").out)
    assert (data["move"], data["answer"]) == (move, answer)


@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    "question",
    [
        "8 on a jack?",
        "play the 8 on the jack",
        "Can I play my 8 on the jack?",
        "may you then put the eight on your Jack?",
        "am I allowed to play an 8 on a jack",
        "is it legal to lay an 8 on the jack?",
        "can an 8 go on a jack?",
        "Is an eight allowed on a Jack?",
        "please play 8 on a jack",
        "An 8 on a jack",
        "The eight on the jack?",
    ],
)
def test_a_question_is_the_move_that_it_asks_about(question: str) -> None:
    """In Cut Throat an 8 is a power card, and those go on a Jack."""
    data = json.loads(run("why", "ct", question, "--json").out)
    assert (data["move"], data["answer"]) == ("play 8♣", "yes")
    assert data["position"].startswith("seat 1 to move, discard pile J♣")


def test_a_question_about_the_cards_under_a_card_names_them_all() -> None:
    """The 3 counts as the 8 under it, and a 9 isn't less."""
    told = sentence("ct", "can a 9 go on a 3 that's on an 8?")
    assert told == "No. 3♣ counts as 8 (“3s are transparent”), so 9 can't go on 8 (“Lower on an 8”)."


@pytest.mark.parametrize("words", ["is 7", "name 7", "call", "draw a card", "may day", "take the cards"])
def test_words_that_ask_nothing_stay(words: str) -> None:
    assert without_courtesies(words) == words


def test_cards_that_are_played_together_are_one_play() -> None:
    """In Shithead cards of one rank can be played together."""
    data = json.loads(run("why", "sh", "can I play two 9s together?", "--json").out)
    assert (data["move"], data["answer"]) == ("play 9♣ 9♦", "yes")


def test_a_polite_start_hides_no_slip() -> None:
    assert sentence("crazy-eights", "can I lya 5♠?") == "`lya 5♠` isn't a move here: did you mean `play 5♠`?"


def test_cards_with_long_names_are_joined_like_others() -> None:
    """In Scopa a 7 takes a 3 and a 4 together, but no 3 and 5."""
    taken = json.loads(run("why", "scopa", "take cups-3 and cups-4 with my seven", "--json").out)
    assert (taken["answer"], taken["move"]) == ("yes", "take cups-3 cups-4 with coins-7")
    assert sentence("scopa", "take cups-3 and cups-5 with swords-7").startswith("No.")


def test_a_play_that_is_no_move_offers_no_rules_with_its_verb() -> None:
    """Rules of the family have `take` in their names, but none of them is about this."""
    told = sentence("scopa", "take cups-3 before swords-7")
    assert told.startswith("`take cups-3 before swords-7` isn't a move here: ")


def test_a_rule_about_a_play_begins_the_answer() -> None:
    """The queen of spades counts 13 points, so a rule of Hearts keeps it out of the first trick."""
    told = run("why", "hearts", "Q♠ on the first trick").out
    assert told.startswith("“No points on the first trick” says: You can't discard a card that counts points on the")
    assert told.count("You can't discard a card") == 1


@pytest.mark.parametrize(
    ("words", "move", "told"),
    [
        ("red 7 on a black 8", "move 7♦ to pile 2", "Yes. “Your turn” says: Put a face-up card on another pile"),
        ("7♦ on 8♥", "move 7♦ to pile 2", "No. The suits of 7♦ and 8♥ don't fit."),
        ("can I put a black 8 on a red 7?", "move 8♣ to pile 2", "No. 8♣ isn't one lower than 7♦."),
        ("red 7 onto black 9", "move 7♦ to pile 2", "No. 7♦ isn't one lower than 9♣."),
    ],
)
def test_a_card_goes_on_a_card_of_another_pile(words: str, move: str, told: str) -> None:
    """In Klondike a card goes on one that is one higher and of the other colour."""
    data = json.loads(run("why", "klondike", words, "--json").out)
    assert data["move"] == move
    assert data["sentence"].startswith(told)


def test_a_rank_on_a_rank_needs_colours_where_they_matter() -> None:
    printed = run("why", "klondike", "7 on 8")
    assert (printed.code, printed.out) == (2, "")
    assert "name them, or the colours: `red 7 on a black 8`" in printed.err


KNOCKING = "You may knock when your discard leaves you with 10 points of deadwood or less."


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("game", "words", "told"),
    [
        # 10 is the most in Gin Rummy, so 12 is too much
        ("gin-rummy", "knock with 12", KNOCKING),
        ("cheat", "call cheat", "Before the next player plays, anybody may doubt you and call “Cheat!”."),
        ("whist", "trump if I can follow suit", "Follow suit if you can; otherwise play any card, a trump or not."),
        ("cribbage", "his heels", "If it is a jack, the dealer pegs 2 for his heels."),
        ("egyptian-ratscrew", "slap a sandwich", "Slap two cards of one rank with one card between them."),
    ],
)
def test_the_rules_are_quoted_about_what_is_no_move_yet(game: str, words: str, told: str) -> None:
    printed = run("why", game, words)
    assert printed.code == 0
    assert told in " ".join(printed.out.split())
    assert told in [quote["text"] for quote in json.loads(run("why", game, words, "--json").out)["quotes"]]


def test_words_that_no_rule_has_are_not_quoted() -> None:
    assert "The rules say" not in run("why", "klondike", "frobnicate everything").out


# ---------------------------------------------------------------- at the table

KLONDIKE = "players: 1\ngiven: {pile 1: 7♦, pile 1 up: 7♦, pile 2: 8♥, pile 2 up: 8♥, pile 3: 9♠, pile 3 up: 9♠}\n"
DURAK = "players: 2\ngiven: {hand 1: 6♥ A♣, hand 2: 9♣ 8♣ K♥, trump: ♠, to move: 1}\n"


def explained(folder: Path, game: str, table: str, *moves: str, about: str) -> list[str]:
    path = folder / "table.yaml"
    path.write_text(table, encoding="utf-8")
    loaded = load(game)
    state = read_position(path, loaded, None, None)
    for move in moves:
        state = state.apply(move)
    return list(Explainer(loaded).move(state, about))


def test_a_card_on_a_card_is_explained_at_the_table(tmp_path: Path) -> None:
    for words in ("7♦ on 8♥", "red 7 on a red 8", "the 7 of diamonds on the 8"):
        assert explained(tmp_path, "klondike", KLONDIKE, about=words) == [
            "`move 7♦ to pile 2` is not allowed", "  the suits of 7♦ and 8♥ don't fit",
        ]  # fmt: skip


def test_a_card_without_a_move_has_its_reasons(tmp_path: Path) -> None:
    assert explained(tmp_path, "klondike", KLONDIKE, about="7♦")[:2] == [
        "You can't:", "  put 7♦ home: 7♦ isn't the next card of its foundation",
    ]  # fmt: skip
    assert explained(tmp_path, "klondike", KLONDIKE, about="2♣") == ["`2♣` is not possible", "  you don't see 2♣"]


@pytest.mark.parametrize("about", ["8", "8♣", "eight"])
def test_a_card_or_a_rank_is_explained_in_a_move_of_two_cards(tmp_path: Path, about: str) -> None:
    """Clubs aren't trumps, so they don't beat a heart."""
    told = explained(tmp_path, "durak", DURAK, "attack 6♥", about=about)
    assert told == ["`beat 6♥ with 8♣` is not allowed", "  8♣ is neither a higher ♥ than 6♥ nor a trump (♠)"]


@pytest.mark.parametrize(
    ("game", "words"), [("hearts", "follow suit"), ("hearts", "discard a club fast"), ("whist", "x"), ("spades", "x")]
)
def test_words_that_name_no_card_are_no_move_in_the_middle_of_a_trick(game: str, words: str) -> None:
    """A trick in a game without cards in hand would never end, so the players hold some."""
    told = run("why", game, words, "--top", "2♣")
    assert (told.code, told.err) == (0, "")
    assert f"`{words}` isn't a move here: " in " ".join(told.out.split())
    assert "\nSeat 1 must answer: which card do you play?\n" in told.out


def test_words_about_a_rule_quote_it_in_the_middle_of_a_trick() -> None:
    """Players of Hearts must follow suit if they can."""
    told = run("why", "hearts", "follow suit", "--top", "2♣").out.partition("The rules say:\n")[2]
    assert "Follow suit if you can" in told


@pytest.mark.parametrize(
    ("command", "move", "answer"),
    [
        # the only hearts of the hand may be led, though hearts aren't broken
        (("hearts", "lead a heart", "--hand", "5♥ 6♥"), ("play 5♥", "play 6♥"), "yes"),
        (("crazy-eights", "may I play a heart", "--top", "7♥", "--hand", "5♥ 6♣"), ("play 5♥",), "yes"),
        # without a club, any card may be played on one
        (("whist", "may I play a heart", "--top", "2♣", "--hand", "5♥ 6♦"), ("play 5♥",), "yes"),
        (("whist", "trump with a heart", "--top", "2♣", "--given", "hand 1: 5♥ 6♣"), ("play 5♥",), "no"),
        # eights are wild, so an ordinary heart doesn't go on a club of another rank
        (("crazy-eights", "play a heart", "--top", "9♣", "--hand", "5♥ 8♥"), ("play 5♥",), "no"),
        (("crazy-eights", "play a heart", "--top", "9♣", "--hand", "K♠ 8♥"), ("play 8♥",), "yes"),
    ],
)
def test_a_suit_alone_means_a_card_of_the_hand(command: tuple[str, ...], move: tuple[str, ...], answer: str) -> None:
    data = json.loads(run("why", *command, "--json").out)
    assert data["move"] in move
    assert data["answer"] == answer


def test_a_suit_alone_means_an_ordinary_card_that_is_not_on_the_table() -> None:
    """Spades follow spades. An eight would go on anything, and the 7♠ is on the pile."""
    data = json.loads(run("why", "crazy-eights", "play a spade", "--top", "7♠", "--json").out)
    assert data["move"] not in ("play 7♠", "play 8♠")
    assert data["sentence"].endswith(" It must match the top card in suit or in rank.")


@pytest.mark.parametrize("words", ["play a joker", "play the joker", "may I play my joker?"])
def test_an_article_before_a_joker_is_no_ace(words: str) -> None:
    """A joker of Cut Throat Spades is a power card, which goes on a 4."""
    data = json.loads(run("why", "cts", words, "--top", "4", "--json").out)
    assert (data["given"]["hand 1"], data["answer"]) == ("Jk", "yes")


def test_an_article_before_a_suit_is_no_ace() -> None:
    """In Hearts a spade may follow; it needn't be the ace."""
    data = json.loads(run("why", "hearts", "follow with a spade", "--json").out)
    assert data["move"].startswith("play ")
    assert data["move"] != "play A♠"


def test_several_cards_are_on_the_pile_that_has_room_for_them() -> None:
    """Cribbage has one starter, so three cards are the count of 25. With a 7 it would be 32, and 31 is the most."""
    assert sentence("cribbage", "7 on 10 10 5") == "No. 7♣ would take the count over 31."
    assert sentence("cribbage", "6 on 10 10 5") == "Yes. “Your turn” says: The count can't go over 31."


@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        ("sh", "does a 10 burn the pile", "“10s clear” says: A 10 goes on almost anything. It clears the discard pile: "
         "all those cards are out of the game, and the player who plays it plays again."),
        ("crazy-eights", "can I play an eight on anything", "Yes. “Eights are wild” allows it."),
        ("crazy-eights", "can an eight go on anything?", "Yes. “Eights are wild” allows it."),
        ("sh", "can I play two 7s at once", "Yes. Nothing forbids it."),
    ],
)
def test_a_question_about_a_rule_is_answered_with_that_rule(game: str, question: str, told: str) -> None:
    """A 10 clears the discard pile in Shithead, eights are wild in Crazy Eights, and two sevens go together on a 4."""
    assert sentence(game, question) == told


SHITHEAD = "given: {deck: 4♣, hand 1: 5♣ 6♦ 7♠ 9♣ 9♦ Q♣ Q♦, to move: 1}\n"


def test_a_number_that_is_a_rank_too_is_explained_as_both(tmp_path: Path) -> None:
    told = explained(tmp_path, "sh", SHITHEAD, "don't draw", about="4")
    assert told[:2] == ["you don't have a 4; move 4 is `play 9♣`:", "`play 9♣` is allowed"]
    assert explained(tmp_path, "sh", SHITHEAD, "don't draw", about="#4")[0] == "`play 9♣` is allowed"


def test_a_rank_in_words_is_no_place_at_the_table(tmp_path: Path) -> None:
    """In Shithead `turn over upper 4` ends with a number too."""
    assert explained(tmp_path, "sh", SHITHEAD, "don't draw", about="four")[0] == "you don't have a 4"


@pytest.mark.parametrize("words", ["? two kings", "? K K"])
def test_several_ranks_are_explained_at_the_table(words: str) -> None:
    """In Big Two a pair is played together."""
    out = run("play", "big-two", "--level", "0", "--seed", "1", typed=[words, "q", "n"]).out
    assert "`play K♣ K♦` is " in out
    assert "is not a move" not in out


@pytest.mark.parametrize("words", ["? the king of clubs", "? a king", "? can I play the king of clubs?"])
def test_a_card_in_words_is_explained_at_the_table(words: str) -> None:
    """As on the first page: seat 2 has played an eight and called spades, and seat 1 holds the king of clubs."""
    out = run("play", "crazy-eights", "--level", "0", "--seed", "1319", typed=[words, "q", "n"]).out
    assert "`play K♣` is not allowed" in out


BOAST = """\
rule: boast
title: Boast
for: eights
text: You may boast before you play.
state:
  boasted: {type: bool, each: turn, seen: everybody}
prompts:
  act(p): |
    boast "name a queen" if not boasted:
      boasted = true
      again = true
    claim "claim a jack: swap cards" if not boasted:
      boasted = true
      again = true
"""


@pytest.mark.parametrize("move", ["name a queen", "claim a jack: swap cards", "claim a jack", "may I name a queen?"])
def test_words_of_a_move_that_could_be_cards_are_its_words(tmp_path: Path, move: str) -> None:
    file = str(write(tmp_path / "boast.yaml", BOAST))
    for where in (("--deal", "3"), ()):
        assert run("why", "crazy-eights", move, "--with", file, *where).out.startswith("Yes")


def test_play_makes_the_only_move_that_begins_with_words_before_a_colon(tmp_path: Path) -> None:
    file = str(write(tmp_path / "boast.yaml", BOAST))
    done = run("play", "crazy-eights", "--level", "0", "--with", file, "--seed", "3", typed=["claim a jack", "q", "n"])
    assert "you: claim a jack: swap cards" in done.out


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("command", "told"),
    [
        # `go` is what the sentence in the rules defines; the other one only says that the count can't go over 31
        (("cribbage", "what is a go?"), '“Your turn” says: If you can play nothing, say "go".'),
        # aces have no power in Gin Rummy, but a place in the order
        (("gin-rummy", "is ace high or low?"), "“Scoring” says: Aces are low."),
        (("gin-rummy", "is there a meld?"), "“Aim” says: Collect melds: sets of three or four cards of one rank, and "
         "runs of three or more consecutive cards of one suit."),
        (("cheat", "can I lie?"), "Yes. “Your turn” says: You may lie about your cards."),
        (("five-card-draw", "does a flush beat a straight?"), "Yes. “Scoring” says: From the highest: straight "
         "flush, four of a kind, full house, flush, straight, three of a kind, two pairs, one pair, high card."),
        (("crazy-eights", "what does a 7 do?"), "Parlour finds no rule about `7`."),
        # in Spades no trick at all is bid as nil
        (("spades", "bid zero"),
         "No. “Bid the number of your tricks” doesn't allow that now: seat 2 can `bid 1` or `bid nil`."),
    ],
)  # fmt: skip
def test_a_question_gets_the_sentence_that_answers_it(command: tuple[str, ...], told: str) -> None:
    assert sentence(*command) == told


def test_a_move_before_the_first_trick_is_answered_where_players_make_it() -> None:
    """Nobody else holds cards in this position, so the first trick can't come after it."""
    printed = run("why", "hearts", "can I pass the queen of spades?")
    assert (printed.code, printed.err) == (0, "")
    assert printed.out.startswith("Yes. “Passing three cards” says: Before the first trick everybody passes 3 cards ")


def test_a_rule_about_other_cards_does_not_answer_for_a_card() -> None:
    """`last` is in the name of a rule about the 1 of trumps, and the fool has a rule of its own."""
    out = run("why", "french-tarot", "can I play the fool last?").out
    assert "The 1 of trumps" not in out
    assert out.startswith("“Playing the fool” says: The fool goes to the winner only in the last trick")


def test_a_condition_asks_about_a_rule() -> None:
    """In Durak all others can throw in more cards of the ranks on the table. No position needs a search for that."""
    told = sentence("durak", "can I throw in a king if there's a king on the table?")
    first = "“Your turn” says: Everybody but the defender can throw in more cards of the ranks on the table"
    assert told.startswith(f"The rules say, nearest first: {first}")


@pytest.mark.one_in(10)
@pytest.mark.parametrize(
    ("game", "question", "told"),
    [
        # the cards have no row in the chart of the sheet, but sentences are about them
        ("spades", "what does the 2♠ do?", "In every hand ♠ is trump."),
        ("president", "what does a 2 do?", "Ranks go from 3, the lowest, up to ace and 2."),
        ("crazy-eights", "how much is an ace worth?", "A wild card counts 50, tens and court cards 10, an ace 1, "),
        ("cribbage", "how many points for four of a kind?", "In the count, peg 2 for making 15, 2 for a pair with "),
        ("whist", "who wins the trick A♦ 2♠ K♦ 3♦?", "The highest card of the suit led wins the trick, or the "),
        ("cribbage", "how much is a flush in the crib?", "In the crib, only all five of one suit count."),
        ("sh", "who deals?", "In later games the Shit Head deals, and the Cut Throat begins."),
        ("french-tarot", "what does the fool do?", "You may play the fool to any trick, whatever you hold."),
        ("cheat", "who picks up when the challenge is wrong?", "If you lied, you take the whole pile; if not, the "),
        ("klondike", "how many times can I go through the stock?", "You go through the stock once if you turn up one "),
    ],
)
def test_a_question_gets_the_sentence_with_most_of_its_words(game: str, question: str, told: str) -> None:
    assert sentence(game, question).partition(" says: ")[2].startswith(told)


def test_a_rule_that_could_be_added_is_explained() -> None:
    told = sentence("cribbage", "what is muggins?")
    assert told.startswith("Not in this game. You can add the house rule “Muggins” (--with muggins). It ")
    assert " It says: In the show, say how many points your cards count. If you overlook some, " in told
