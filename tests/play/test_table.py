"""Playing at the terminal: whole games by script, and everything that people type besides moves."""

import re

import pytest

import parlour
from play.games import ALONE, always
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_a_whole_game_by_numbers() -> None:
    printed = run(*ALONE, typed=always("1"))
    assert printed.code == 0
    assert not printed.err
    assert printed.out.startswith("Climb: seat 1 you, seat 2 bot; seed 1.\n")
    assert "The match is over: somebody is at the top." in printed.out
    assert re.search(r"^(You win|Seat 2 wins)\.$", printed.out, re.MULTILINE)
    assert "Play the same cards again:\n  parlour play climb --players 2 --level 0 --seed 1" in printed.out
    assert "See the whole game:\n  parlour replay" in printed.out


def test_the_command_for_another_game_quotes_names() -> None:
    named = run("play", "Climb", "--with", "Sevens wish", "--auto", "--seed", "1")
    assert "  parlour play Climb --players 2 --auto --with 'Sevens wish' --seed 1\n" in named.out


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    assert run(*ALONE, typed=always("1")).out == run(*ALONE, typed=always("1")).out
    assert run(*ALONE, typed=always("1")).out != run(*ALONE[:-1], "2", typed=always("1")).out


def test_the_table_shows_only_what_the_seat_may_know() -> None:
    printed = run(*ALONE)
    own = re.search(r"^  your hand +(.*)", printed.out, re.MULTILINE)
    assert own is not None
    assert len(own[1].split()) == 3
    assert re.search(r"seat 2 +hand 3 cards\n", printed.out)
    assert re.search(r"stock +17 cards\n", printed.out)
    assert "stock → hand 2: 3 cards" in printed.out
    assert "wished" not in printed.out
    assert "tired" not in printed.out  # no lines about absent things


def test_the_own_hand_is_sorted() -> None:
    printed = run("play", "climb", "--level", "0", "--seed", "1", "--set", "cards=8")
    own = re.search(r"^  your hand +(.*)", printed.out, re.MULTILINE)
    assert own is not None
    cards = [(("♣♦♥♠".index(card[-1])), card[0]) for card in own[1].split()]
    assert len(cards) == 8
    assert cards == sorted(cards)


def test_moves_are_typed_in_many_ways() -> None:
    state = parlour.load("climb").start(players=2, seed=1)
    card = state.question.legal[0].text.split()[1]
    letters = card.translate(str.maketrans("♣♦♥♠", "CDHS"))
    told = f"you: lay {card}"
    for text in (f"lay {card}", f"LAY  {letters}", letters.lower(), card, "1", "#1"):
        assert told in run(*ALONE, typed=[text]).out, text


def test_several_moves_at_once_are_made_or_none_of_them() -> None:
    printed = run("play", "climb", "--seed", "1", "--seats", "human,human", typed=["", "draw; draw"])
    assert "you can't take back `draw`" in printed.out  # it showed a card
    assert "after `draw` it isn't your turn any more" in printed.out
    first = parlour.load("climb").start(players=2, seed=1).question.legal[0].text
    printed = run("play", "climb", "--seed", "1", "--seats", "human,human", typed=["", f"{first}; lay it"])
    assert "Parlour made none of these moves:" in printed.out
    assert f"you: {first}" not in printed.out


def test_two_questions_to_one_seat_on_one_line() -> None:
    game = parlour.load("climb", with_=["sevens-wish"])
    seed = next(n for n in range(100) if any("7" in m.text for m in game.start(players=2, seed=n).question.legal))
    seven = next(m.text for m in game.start(players=2, seed=seed).question.legal if "7" in m.text)
    printed = run(*ALONE[:-1], str(seed), "--with", "sevens-wish", typed=[f"{seven}; wish ♥"])
    assert f"  you: {seven}; wish ♥\n" in printed.out
    assert "stock → hand 2: a card" in printed.out


def test_bad_input_gets_an_answer_and_the_question_again() -> None:
    printed = run(*ALONE, typed=["", "0", "99", "hello", "lay", "lay 2♣ 3♣", "?", "u", "u 3", "x" * 5000, "\x00", "1"])
    assert printed.code == 0
    assert "Type a move or its number, or h for help." in printed.out
    assert "choose 1 to 3" in printed.out
    assert "There is nothing to undo." in printed.out
    assert re.search(r"^  you: ", printed.out, re.MULTILINE)


def test_why_is_answered_from_the_clauses() -> None:
    typed = ["? 5♥", "?lay 5♥", "? draw", "? 7♣"]
    plain = run(*ALONE, typed=typed).out
    assert plain.count("`lay 5♥` is not allowed\n  5♥ is lower than 6♦\n") == 2
    assert not re.search(r"\[.*:\d+:\d+\]", plain)
    printed = run(*ALONE, "--places", typed=typed)
    told = r"`lay 5♥` is not allowed\n  order: 5♥ is lower than 6♦\s+\[The ladder, [^\n]+:\d+:\d+\]\n"
    assert len(re.findall(told, printed.out)) == 2
    assert "`draw` is allowed" in printed.out
    assert "\nyou don't have 7♣\n" in printed.out


def test_a_refused_move_is_explained() -> None:
    assert re.search(r"order: 5♥ is lower than 6♦\s+\[The ladder, ", run(*ALONE, "--places", typed=["5♥"]).out)


def test_at_a_strict_table_a_forbidden_move_can_be_tried() -> None:
    printed = run(*ALONE, "--with", "strict", typed=["5♥"])
    assert "not allowed, but you can try it" in printed.out
    assert "you: lay 5♥ (not allowed)" in printed.out


def test_help_rules_and_the_table_again() -> None:
    printed = run(*ALONE, "--with", "sevens-wish", "--set", "gift=2", typed=["h", "r", "v"])
    assert "explain why you can do that or not" in printed.out
    assert "Sevens wish\n" in printed.out
    assert "2 cards come with it" in printed.out
    assert printed.out.count("\n  your hand ") == 2


def test_help_speaks_of_undo_only_where_there_is_one() -> None:
    assert "undo your last decision" in run(*ALONE, typed=["h"]).out
    between_people = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=["", "h"]).out
    assert "show what happened and the table" in between_people
    assert "undo:" not in between_people


def test_a_single_move_is_made_with_enter() -> None:
    game = parlour.load("climb", options={"cards": 1})
    seeds = (n for n in range(1000) if game.start(players=2, seed=n).question.legal[0].text == "draw")
    printed = run(*ALONE[:-1], str(next(seeds)), "--set", "cards=1", "--ask-forced", typed=["h", ""])
    assert "1 or Enter; h for help > \n  you: draw\n" in printed.out
    assert "make the move if there is only one" in printed.out


def test_piped_input_is_on_the_screen() -> None:
    """A terminal echoes what people type. A transcript of piped input should show it too."""
    out = run(*ALONE, typed=["?", "1", "q", "n"]).out
    assert " > ?\n" in out
    assert " > 1\n" in out
    assert " > n\n" in out
