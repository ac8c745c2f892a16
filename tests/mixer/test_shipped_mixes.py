"""Mixes of the shipped rulesets on the command line, as people at a table make them."""

import json
import re

from scaffold.terminal import Printed, run

WILD_QUEENS = "crazy-eights + queen-draws-four, eight-is-wild.ranks=Q"


def mixes(printed: Printed) -> list[str]:
    """What the dialogue says that the mix is, each time."""
    return re.findall(r"^Now: (.*)$", printed.out.replace("\n  ", " "), re.MULTILINE)


def test_jokers_without_a_rule_are_said_to_be_plain_with_the_rule_for_them() -> None:
    for command in (["mix", "sh", "-o", "-"], ["rules", "sh"], ["play", "sh", "--auto"], ["diff", "sh"]):
        printed = run(*command, "--set", "jokers=2")
        assert printed.code == 0
        assert "warning: no rule of this mix says what jokers do: they are cards without a suit" in printed.err
        assert "\n  add a rule for them: “Joker pickup” (`joker-forced-pickup`); or leave the jokers out" in printed.err
    assert "what jokers do" not in run("mix", "sh + joker-forced-pickup, jokers=2", "-o", "-").err


def test_the_rule_sheet_says_what_a_joker_without_a_rule_does() -> None:
    """It is lower and higher than no card: `why` allows a Joker on a K, and a 4 on a Joker."""
    words = "A Joker goes on any card that doesn't limit what may follow, and any card goes on a Joker."
    assert words in " ".join(run("rules", "sh", "--set", "jokers=1").out.split())
    assert words not in " ".join(run("rules", "sh + joker-forced-pickup, jokers=1").out.split())
    for move, top in (("play Jk", "K♠"), ("play 4♥", "Jk")):
        given = f"deck: {top}, hand 1: {move.split()[1]} 9♦, hand 2: 5♦, to move: 1"
        assert json.loads(run("why", "sh, jokers=1", move, "--given", given, "--json").out)["answer"] == "yes"


def test_a_value_in_words_is_written_as_the_file_needs_it() -> None:
    printed = run("mix", "sh, pickup=when stuck", "-o", "-")
    assert "set: {pickup: when-stuck}\n" in printed.out
    assert "parlour play 'sh, pickup=when-stuck'" in printed.err
    sheet = " ".join(run("rules", "sh", "--set", "pickup=no other move", "--all-options").out.split())
    assert "When you may pick up the discard pile: only if you have no other move." in sheet


def test_a_rule_for_other_numbers_of_players_is_refused_as_soon_as_somebody_picks_it() -> None:
    printed = run("mix", "trevor-cut-throat", "--ask", typed=["partners"])
    told = " ".join(printed.out.split())
    assert 'fits: "Partners" is for 4 players, and "Cut Throat (Trevor\'s)" is for 2 players Nothing changed.' in told
    assert told.count("Now: ") == 1


def test_nil_in_hearts_takes_one_question() -> None:
    printed = run("mix", "hearts", "--ask", typed=["nil", "y"])
    told = " ".join(printed.out.split())
    question = (
        'Add "Sides make their bids", "Bid the number of your tricks" and "Bidding", '
        'and remove "Hearts and the queen of spades" and "Shooting the moon"?'
    )
    assert question in told
    assert told.count("y or Enter, n > ") == 1
    assert "− Hearts and the queen of spades − Shooting the moon. For 3 to 6 players." in told


def test_a_rule_about_drawing_leaves_with_the_last_rule_that_lets_players_draw() -> None:
    printed = run("mix", "crazy-eights", "--ask", typed=["stacking", "draw until you can", "2"])
    assert '"Stacking on threes" needs "Draw one card instead of playing" or "Draw until you can play".' in " ".join(
        printed.out.split()
    )
    assert "Now: Crazy Eights − Draw until you can play. For 2 to 7 players." in printed.out


def test_an_option_that_makes_two_rules_clash_can_be_taken_back() -> None:
    typed = ["queens draw four", "", "wild ranks", "Q", "1", "wild ranks", "8 Q", "3"]
    printed = run("mix", "crazy-eights", "--ask", typed=typed)
    assert '"Eights are wild" and "Queens draw four" both say what queens do' in printed.out
    assert '    1  set "wild ranks" back to 8\n    2  remove "Eights are wild"\n' in printed.out
    assert re.findall("Nothing changed", printed.out) == ["Nothing changed"]
    assert mixes(printed)[-1] == "Crazy Eights. Eights are wild, wild ranks: 8 Q. For 2 to 7 players."


def test_the_dialogue_begins_with_a_mix_that_works() -> None:
    assert mixes(run("mix", WILD_QUEENS, "--ask", typed=["3"]))[0].startswith("Crazy Eights. Eights are wild, wild")
    without = run("mix", "gin-rummy - knock", "--ask", typed=["y", "", ""])
    assert 'Remove "Gin", "Laying off" and "Undercut"?' in " ".join(without.out.split())
    assert mixes(without)[0] == "Gin Rummy − Knocking − Gin − Laying off − Undercut. For 2 players."
    assert mixes(run("mix", "gin-rummy - knock", "--ask", typed=["n"]))[0].startswith("Gin Rummy, with only its own")


def test_players_read_about_a_clash_without_files() -> None:
    printed = run("mix", WILD_QUEENS)
    assert printed.code == 1
    assert printed.err == (
        "error: `eight-is-wild` and `queen-draws-four` both say what queens do, and their order matters [hook-order]\n"
        "  help: leave one of these two rules out, or choose other cards with `eight-is-wild.ranks`\n"
    )


def test_a_mix_that_all_players_always_win_names_the_rules_that_decide() -> None:
    """Only `winner-collects` gives points in Crazy Eights, and only `knock` lets somebody end a hand of Gin Rummy."""
    printed = run("mix", "crazy-eights - winner-collects")
    assert "warning: all players always win together, because nothing changes `score`\n" in printed.err
    assert "to decide it, keep “The winner collects” (`winner-collects`) or add “First out wins”" in printed.err
    printed = run("mix", "gin-rummy - knock - gin - lay-off - undercut")
    assert printed.err.count("to decide it, keep “Knocking” (`knock`)\n") == 1
    asked = " ".join(
        run("mix", "crazy-eights", "--ask", typed=["the winner collects", "play goes to the right"]).out.split()
    )
    assert asked.count("Note: all players always win together, because nothing changes `score`; to decide it") == 1


def test_games_in_which_everybody_plays_alone_advise_against_partners() -> None:
    for game in ("five-card-draw", "durak", "egyptian-ratscrew"):
        assert "note: this game is better without `partners`: " in run("mix", f"{game} + partners").err
    refused = "error: no number of players fits: `partners` is for 4 players, and `klondike` is for 1 player"
    assert run("mix", "klondike + partners").err == f"{refused} [players]\n"
