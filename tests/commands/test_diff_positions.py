"""The positions of `parlour diff`: each shows its rule as a player would. The expected results come from the texts of
the rules."""

from __future__ import annotations

import pytest

from scaffold.compared import differences, example
from scaffold.terminal import run


def test_a_position_has_all_the_cards_that_its_example_names() -> None:
    """Big gin takes eleven cards, and shooting the moon all thirteen hearts and the queen of spades."""
    found = differences("gin-rummy", "gin-rummy + big-gin")["big-gin"]["example"]
    assert isinstance(found, dict)
    hand = found["position"].removeprefix("seat 1's hand ").partition(",")[0]
    assert (found["play"], len(hand.split())) == ("big gin", 11)
    out = run("diff", "hearts", "--without", "shooting-the-moon").out
    assert "3♥\n      4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ Q♠ K♥ A♥" in out
    assert "the changed mix: Score: seat 1 has 0, seat 2 has 26 (+26), seat 3 has 0, seat 4 has 0.\n" in out


@pytest.mark.parametrize(
    ("game", "rule", "play"),
    [
        ("cribbage", "muggins", "muggins"), ("spades", "blind-nil", "bid blind nil"), ("cts", "twos-link", "link 2♥"),
        ("gin-rummy", "big-gin", "big gin"), ("chaos-ct", "toss-fives", "toss 5♣ 5♥"),
        ("four-colours-game", "jump-in-race", "jump in with blue-4"),
    ],
)  # fmt: skip
def test_a_rule_is_shown_by_the_play_of_its_name(game: str, rule: str, play: str) -> None:
    shown, answers = example(rule, game, "--with", rule)
    assert (shown, [allowed for allowed, _ in answers]) == (play, [False, True])


def test_hands_that_everybody_passes_are_shown_as_the_player_sees_them() -> None:
    """They see their own hand leave and the other one arrive, and no card of the players between."""
    _, (_, (_, told)) = example("zero-rotates", "four-colours-game", "--with", "zero-rotates")
    assert "hand 1 → passed hand 1: blue-1 blue-2 " in told
    assert "passed hand 3 → hand 1: yellow-1 " in told
    assert "green" not in told


def test_a_target_is_shown_by_who_wins() -> None:
    """The score is reset before the next game of the rubber, so its fall says nothing."""
    out = run("diff", "whist", "--set", "to-a-target.target=7").out
    assert "      whist:           Games won: seat 1+seat 3 have 1 (+1), seat 2+seat 4 have 0; the game" in out
    assert "(-" not in out


def test_a_position_for_a_lower_target_has_a_lower_score() -> None:
    """Nobody has 87 points in a game to 50: the knock brings four."""
    out = run("diff", "gin-rummy", "--set", "to-a-target.target=50").out
    assert "seat 1's score: 46" in " ".join(out.split())
    assert "      the changed mix: The match is over: somebody has reached the target; seat 1 wins.\n" in out


def test_a_right_slap_takes_the_pile() -> None:
    play, ((_, without), (_, with_it)) = example("marriage", "egyptian-ratscrew", "--with", "marriage")
    assert play == "slap"
    assert "stack 1 → pile" in without
    assert "pile → stack 1: 9♦ K♦ Q♠" in with_it


def test_a_play_of_another_seat_is_said_to_be_theirs() -> None:
    """Seat 2 only waits, which isn't worth a word."""
    out = run("diff", "four-colours-game", "--with", "jump-in-race").out
    assert "seat 1 to move, after `play blue-4`; seat 3: `jump in with blue-4`?" in " ".join(out.split())


def test_the_player_opposite_the_defender_cannot_throw_in() -> None:
    """Seat 4, after the attack of seat 1 on seat 2: with the rule the bout ends when seat 3 has thrown in."""
    play, ((_, without), (_, with_it)) = example("neighbours-throw-in", "durak", "--with", "neighbours-throw-in")
    assert play == "throw in nothing"
    assert "seat 4 is next: do you throw in" in without
    assert "seat 4 is next: what do you attack with" in with_it


def test_play_to_the_right_is_shown_by_who_begins() -> None:
    out = run("diff", "crazy-eights", "--with", "play-to-the-right").out
    assert [line.partition(": ")[0].strip() for line in out.splitlines()[-4::2]] == ["crazy-eights", "the changed mix"]
    assert "seat 2 must answer" in " ".join(out.split()).partition("the changed mix")[0]
    assert "seat 3 must answer" in " ".join(out.split()).partition("the changed mix")[2]


def test_a_rule_that_asks_before_the_deal_is_shown_there() -> None:
    """Among nineteen changes, this needs no mix of its own."""
    found = differences("last-one", "trevor-cut-throat")["dealer-chooses-hand-size"]["example"]
    assert isinstance(found, dict)
    assert "how many cards each?" in found["answers"][0]["sentence"]


def test_a_rule_for_three_is_shown_in_the_game_that_three_can_play() -> None:
    """Two players play Trevor's game, and reversing changes nothing for them."""
    found = differences("last-one", "trevor-cut-throat")["ace-reverses"]["example"]
    assert isinstance(found, dict)
    assert [answer["in"] for answer in found["answers"]] == ["last-one", "last-one without it"]
    assert [answer["then"][-1][:6] for answer in found["answers"]] == ["seat 3", "seat 2"]


def test_a_rule_about_jokers_is_shown_by_a_joker() -> None:
    """Not by the two cards more in the draw pile."""
    out = run("diff", "gin-rummy", "--with", "jokers-are-wild").out
    assert "For example, a joker completes a set" in out
    assert "Draw pile" not in out


def test_a_rule_about_the_number_of_players_needs_no_position() -> None:
    out = run("diff", "crazy-eights", "--with", "up-to-ten").out
    assert "none of them shows this" not in out
    assert "  Number of players: 2 to 7 → 2 to 10\n" in out


def test_only_the_next_player_is_asked_to_doubt() -> None:
    play, ((_, without), (_, with_it)) = example("next-player-doubts", "cheat", "--with", "next-player-doubts")
    assert play == "believe"
    assert "seat 3 is next: do you doubt" in without
    assert "seat 2 is next: which cards do you play" in with_it


def test_a_replaced_way_of_scoring_is_shown_by_the_last_card() -> None:
    """Many examples of these rules have no play at all, or are for four players, and Trevor's game is for two."""
    found = differences("crazy-eights", "trevor-cut-throat")["first-out-wins"]["example"]
    assert isinstance(found, dict)
    assert found["play"].startswith("play ")
    assert ["score: seat 1 has 1 (+1)" in " ".join(answer["then"]) for answer in found["answers"]] == [False, True]
