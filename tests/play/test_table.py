"""Playing at the terminal: whole games by script, and everything that people do besides."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import parlour
from parlour.play import places
from scaffold.terminal import CTRL_C, Printed, run

ENGINE = Path(parlour.__file__).resolve().parents[1]
ALONE = ("play", "climb", "--seed", "1")


pytestmark = pytest.mark.usefixtures("home")


def kept(home: Path) -> list[Path]:
    """The games that wait for their players."""
    return sorted(p for p in (home / "state" / "parlour").glob("*.json") if p != places.last_game())


def tables(printed: Printed) -> list[str]:
    """What was shown before each question."""
    return [text.rpartition("\n\n")[2] for text in printed.out.split("you are asked to")[:-1]]


def always(text: str) -> Iterator[str]:
    """The same answer, more often than it can be wanted."""
    for _ in range(500):
        yield text


# ---------------------------------------------------------------- a game


def test_a_whole_game_by_numbers() -> None:
    printed = run(*ALONE, typed=always("1"))
    assert printed.code == 0
    assert not printed.err
    assert printed.out.startswith("Climb: seat 1 you, seat 2 bot; seed 1.\n")
    assert "The match is over: somebody is at the top." in printed.out
    assert re.search(r"^(You win|Seat 2 wins)\.$", printed.out, re.MULTILINE)
    assert "The same cards again:\n  parlour play climb --players 2 --seed 1" in printed.out
    assert "The whole game again:\n  parlour replay" in printed.out


def test_the_same_seed_and_answers_are_the_same_game() -> None:
    assert run(*ALONE, typed=always("1")).out == run(*ALONE, typed=always("1")).out
    assert run(*ALONE, typed=always("1")).out != run("play", "climb", "--seed", "2", typed=always("1")).out


def test_the_table_shows_only_what_the_seat_may_know() -> None:
    printed = run(*ALONE)
    own = re.search(r"^  your hand +(.*)", printed.out, re.MULTILINE)
    assert own is not None
    assert len(own[1].split()) == 3
    assert re.search(r"seat 2 +hand 3 cards\n", printed.out)
    assert re.search(r"stock +17 cards\n", printed.out)
    assert "stock → hand 2: 3 cards" in printed.out
    assert "wished" not in printed.out
    assert "tired" not in printed.out  # what is not the case is not said


def test_the_own_hand_is_sorted() -> None:
    printed = run("play", "climb", "--seed", "1", "--set", "cards=8")
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
    assert "`draw` stays done" in printed.out  # it showed a card
    assert "after `draw` it is no longer your turn" in printed.out
    first = parlour.load("climb").start(players=2, seed=1).question.legal[0].text
    printed = run("play", "climb", "--seed", "1", "--seats", "human,human", typed=["", f"{first}; lay it"])
    assert "nothing was done:" in printed.out
    assert f"you: {first}" not in printed.out


def test_two_questions_to_one_seat_on_one_line() -> None:
    game = parlour.load("climb", with_=["sevens-wish"])
    seed = next(n for n in range(100) if any("7" in m.text for m in game.start(players=2, seed=n).question.legal))
    seven = next(m.text for m in game.start(players=2, seed=seed).question.legal if "7" in m.text)
    printed = run("play", "climb", "--with", "sevens-wish", "--seed", str(seed), typed=[f"{seven}; wish ♥"])
    assert f"  you: {seven}; wish ♥\n" in printed.out
    assert "stock → hand 2: a card" in printed.out


def test_bad_input_gets_an_answer_and_the_question_again() -> None:
    printed = run(*ALONE, typed=["", "0", "99", "hello", "lay", "lay 2♣ 3♣", "?", "u", "u 3", "x" * 5000, "\x00", "1"])
    assert printed.code == 0
    assert "Choose a number, or type h for help." in printed.out
    assert "there are 3 moves" in printed.out
    assert "There is nothing to take back." in printed.out
    assert re.search(r"^  you: ", printed.out, re.MULTILINE)


def test_why_is_answered_from_the_clauses() -> None:
    printed = run(*ALONE, typed=["? 5♥", "?lay 5♥", "? draw", "? 7♣"])
    told = r"`lay 5♥` is not allowed\n  order: 5♥ is lower than 6♦\s+\[The ladder, [^\n]+:\d+:\d+\]\n"
    assert len(re.findall(told, printed.out)) == 2
    assert "`draw` is allowed" in printed.out
    assert "`lay 7♣` is not possible" in printed.out


def test_a_refused_move_is_explained() -> None:
    assert re.search(r"order: 5♥ is lower than 6♦\s+\[The ladder, ", run(*ALONE, typed=["5♥"]).out)


def test_at_a_strict_table_a_forbidden_move_can_be_tried() -> None:
    printed = run(*ALONE, "--with", "strict", typed=["5♥"])
    assert "not allowed, but you may try it" in printed.out
    assert "you: lay 5♥ (which is not allowed)" in printed.out


def test_help_rules_and_the_table_again() -> None:
    printed = run(*ALONE, "--with", "sevens-wish", "--set", "gift=2", typed=["h", "r", "v"])
    assert "why can I do that, or why not?" in printed.out
    assert "Sevens wish\n" in printed.out
    assert "2 cards come with it" in printed.out
    assert printed.out.count("\n  your hand ") == 2


def test_help_speaks_of_undo_only_where_there_is_one() -> None:
    assert "undo: back to your last decision" in run(*ALONE, typed=["h"]).out
    between_people = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=["", "h"]).out
    assert "view the table again" in between_people
    assert "undo:" not in between_people


def test_a_single_move_is_made_with_enter() -> None:
    game = parlour.load("climb", options={"cards": 1})
    seeds = (n for n in range(1000) if game.start(players=2, seed=n).question.legal[0].text == "draw")
    printed = run("play", "climb", "--set", "cards=1", "--seed", str(next(seeds)), "--ask-forced", typed=["h", ""])
    assert "1, or Enter; h helps > \n  you: draw\n" in printed.out
    assert "make the move, when there is only one" in printed.out


# ---------------------------------------------------------------- what is forced


def bowing(*more: str, typed: Iterable[str] = ()) -> Printed:
    return run(*ALONE, "--with", "bow", *more, typed=typed)


def test_the_only_possible_move_is_made_and_said() -> None:
    assert re.search(r"^  you: lay (\S+); bow \(nothing else is possible\)\n  seat 2: ", bowing(typed=["1"]).out, re.M)
    asked = bowing("--ask-forced", typed=["1"]).out
    assert "it is your move (Bow)\n  1  bow\n1, or Enter; h helps > " in asked
    assert "nothing else" not in asked


def test_where_something_can_be_tried_one_is_asked() -> None:
    """Seat 1 has a card that it may not lay: at a strict table it could try."""
    game = parlour.load("climb", options={"cards": 1})
    seeds = (n for n in range(1000) if game.start(players=2, seed=n).question.legal[0].text == "draw")
    one_card = ("play", "climb", "--set", "cards=1", "--seed", str(next(seeds)))
    assert "  you: draw (nothing else is possible)\n" in run(*one_card).out
    strict = run(*one_card, "--with", "strict").out
    assert "  1  draw\n  not allowed, but you may try" in strict
    assert "you: draw" not in strict


def test_undo_goes_back_to_the_last_real_choice() -> None:
    printed = bowing(typed=["1", "u", "1", "u"])
    shown = tables(printed)
    assert shown[0] == shown[2] == shown[4]
    assert shown[1] == shown[3] != shown[0]


def test_undo_after_coming_back_skips_what_was_forced(home: Path) -> None:
    bowing("--save", "game.json", typed=["1"])
    assert "bow" in json.loads(Path("game.json").read_text())["moves"]
    Path("same.json").write_bytes(Path("game.json").read_bytes())
    again = run("play", "--resume", "game.json", typed=["u"])
    assert again.out.count("bow (nothing else is possible)") == 1
    assert tables(again)[1] == tables(bowing())[0]
    asked = run("play", "--resume", "same.json", "--ask-forced", typed=["u"])
    assert "Back to your last decision." in asked.out
    assert asked.out.count("it is your move (Bow)\n  1  bow\n") == 1


def test_a_game_is_the_same_whoever_has_made_the_forced_moves(home: Path) -> None:
    bowing("--save", "by-hand.json", "--ask-forced", typed=["1", "bow", "1", ""])
    bowing("--save", "by-itself.json", typed=["1", "1"])
    bowing("--save", "typed-as-well.json", typed=["1; bow", "1"])
    by_hand, by_itself, typed = (
        json.loads(Path(f"{name}.json").read_text())["moves"] for name in ("by-hand", "by-itself", "typed-as-well")
    )
    assert by_itself == typed
    assert by_itself[: len(by_hand)] == by_hand
    assert by_hand.count("bow") > 1
    assert run("replay", "by-itself.json").code == 0


def test_only_the_one_who_had_no_choice_is_told_so() -> None:
    printed = run(*ALONE, "--with", "bow", "--seats", "human,human", typed=["", "1", "", ""]).out
    second = printed.rpartition("Seat 2, it is up to you.")[2]
    assert re.search(r"^  seat 1: lay \S+; bow$", second, re.MULTILINE)


# ---------------------------------------------------------------- taking back


def test_undo_goes_back_to_the_last_decision() -> None:
    printed = run(*ALONE, typed=["draw", "draw", "u", "u", "u"])
    shown = tables(printed)
    assert shown[3] == shown[1]
    assert shown[4] == shown[0]
    assert len(shown) == 5
    assert "There is nothing to take back." in printed.out


def test_after_undo_the_game_is_the_one_that_was_played_from_there(home: Path) -> None:
    run(*ALONE, "--save", "with.json", typed=["draw", "1", "u", "u", "1"])
    run(*ALONE, "--save", "without.json", typed=["1"])
    assert json.loads(Path("with.json").read_text()) == json.loads(Path("without.json").read_text())


def test_undo_after_coming_back(home: Path) -> None:
    first = run(*ALONE, "--save", "game.json", typed=["draw", "draw"])
    again = run("play", "--resume", "game.json", typed=["u", "u"])
    assert tables(again)[1:] == [tables(first)[1], tables(first)[0]]


def test_there_is_no_undo_between_people() -> None:
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=["", "draw", "", "", "u"])
    assert "Several people play here" in printed.out


# ---------------------------------------------------------------- saving, leaving and coming back


def test_what_was_saved_goes_on_as_if_nothing_had_happened(home: Path) -> None:
    whole = run(*ALONE, typed=always("1"))
    parts = run(*ALONE, "--save", "game.json", typed=["1", "1"])
    assert "parlour play --resume game.json" in parts.out
    rest = run("play", "--resume", "game.json", typed=always("1"))
    assert tables(rest)[0] == tables(whole)[2]
    assert tables(rest)[1:] == tables(whole)[3:]
    assert rest.out.split("The match is over")[1].split("The whole game")[0] in whole.out


def test_coming_back_tells_what_happened_since_the_last_decision(home: Path) -> None:
    run(*ALONE, "--save", "game.json", typed=["draw"])
    printed = run("play", "--resume", "game.json")
    assert "you: draw\n    stock → your hand: " in printed.out.partition("\n\n")[0]


def test_save_under_a_name(home: Path) -> None:
    printed = run(*ALONE, typed=["1", "s mine.json", "q", "n"])
    assert "parlour play --resume mine.json" in printed.out
    assert not kept(home)
    assert run("play", "--resume", "mine.json").code == 0


def test_saving_asks_before_it_writes_over_a_file(home: Path) -> None:
    Path("letter.txt").write_text("dear")
    printed = run(*ALONE, typed=["s letter.txt", "n"])
    assert "Not saved." in printed.out
    assert Path("letter.txt").read_text() == "dear"
    assert run(*ALONE, "--save", "letter.txt").code == 2


def test_saving_where_nothing_can_be_written(home: Path) -> None:
    Path("file").write_text("")
    printed = run(*ALONE, typed=["s file/game.json", "s ."])
    assert "file is no folder" in printed.err
    assert "is a folder" in printed.err
    assert len(kept(home)) == 1


def test_a_folder_that_is_not_there_is_made_only_if_one_agrees(home: Path) -> None:
    printed = run(*ALONE, typed=["s nowhere/game.json", "n", "q", "nowhere/game.json", "", "s games/game.json", "y"])
    assert printed.out.count("There is no folder nowhere. Make it? (y or n)") == 2
    assert printed.out.count("Not saved.") == 2
    assert not Path("nowhere").exists()
    assert Path("games/game.json").exists()
    refused = run(*ALONE, "--save", "nowhere/game.json")
    assert refused.code == 2
    assert "there is no folder nowhere for --save\n  make it first: mkdir -p nowhere\n" in refused.err
    assert run("play", "--resume", "games/game.json", "--save", "nowhere/game.json").code == 2


def test_quitting_can_be_called_off() -> None:
    assert re.search(r"^  you: lay ", run(*ALONE, typed=["q", "b", "1"]).out, re.MULTILINE)


def test_quitting_keeps_the_game_or_not(home: Path) -> None:
    printed = run(*ALONE, typed=["1", "q", "n"])
    assert printed.code == 0
    assert not kept(home)
    printed = run(*ALONE, typed=["1", "q", ""])
    (path,) = kept(home)
    assert f"parlour play --resume {path}" in printed.out
    assert run(*ALONE, typed=["1", "q", "evening.json"]).code == 0
    assert Path("evening.json").exists()


def test_the_end_of_input_keeps_the_game(home: Path) -> None:
    printed = run(*ALONE, typed=["1"])
    assert printed.code == 0
    (path,) = kept(home)
    assert f"The game is kept. Go on with it:\n  parlour play --resume {path}" in printed.out
    assert run("play", "--resume", str(path), typed=always("1")).code == 0


def test_ctrl_c_keeps_the_game(home: Path) -> None:
    printed = run(*ALONE, typed=["1", CTRL_C])
    assert printed.code == 130
    (path,) = kept(home)
    assert f"parlour play --resume {path}" in printed.out
    assert "Traceback" not in printed.err


def test_a_finished_game_leaves_only_the_last_one_behind(home: Path) -> None:
    run(*ALONE, typed=always("1"))
    assert not kept(home)
    assert places.last_game().exists()
    assert run("replay").code == 0


def test_without_a_place_of_its_own_a_game_goes_to_the_temporary_files(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "wall").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "wall"))
    monkeypatch.setattr("tempfile.tempdir", str(home))
    printed = run(*ALONE, typed=["1"])
    assert "The game is kept." in printed.out
    assert list(home.glob("climb-*.json"))


def test_saves_that_do_not_fit_are_refused_in_words(home: Path) -> None:
    run(*ALONE, "--save", "game.json", typed=["1"])
    text = Path("game.json").read_text()
    data = json.loads(text)
    broken = {
        "is no saved game": "{}",
        "is damaged: something is missing": json.dumps(data | {"seed": None}),
        "format 99": json.dumps(data | {"parlour game": 99}),
        "don't lead to where it stands": json.dumps(data | {"seed": 2, "moves": ["draw"]}),
        "is not possible there": json.dumps(data | {"moves": ["dance"]}),
        "other options": json.dumps(data | {"set": {"cards": "4"}}),
        "have changed since": text.replace(data["position"]["digest"], "0" * 64),
        "there is no game or frame `clamb`": json.dumps(data | {"game": "clamb"}),
        "not clear how many play": json.dumps(data | {"seats": ["human"] * 3}),
    }
    for words, content in broken.items():
        Path("broken.json").write_text(content)
        printed = run("play", "--resume", "broken.json")
        assert printed.code == 2, words
        assert words in printed.err


def test_a_saved_game_stays_as_it_is(home: Path) -> None:
    run(*ALONE, "--save", "game.json", typed=["1"])
    for more in (["--seed", "3"], ["--players", "3"], ["--with", "strict"], ["--seats", "human,human"]):
        assert run("play", "--resume", "game.json", *more).code == 2
    run("play", "--resume", "game.json", typed=always("1"))
    assert "is over" in run("play", "--resume", "game.json").err


def test_rules_from_files_are_found_again_from_elsewhere(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.yaml").write_text("rule: mine\ntitle: Mine\nfor: ladder\ntext: Nothing.\n")
    run(*ALONE, "--with", "./mine.yaml", "--save", "game.json", typed=["1"])
    (home / "elsewhere").mkdir()
    monkeypatch.chdir(home / "elsewhere")
    assert run("play", "--resume", "../game.json", typed=always("1")).code == 0


# ---------------------------------------------------------------- several people


def hands(printed: str) -> list[tuple[int, str]]:
    """Every stretch of output between two clearings: whose it is, and what stands there."""
    parts = printed.split("\x1b[2J\x1b[3J\x1b[H")[1:]
    found = []
    for part in parts:
        seat = re.match(r"Seat (\d), it is up to you", part)
        assert seat is not None
        found.append((int(seat[1]), part))
    return found


def test_the_keyboard_changes_hands_and_nobody_sees_the_cards_of_another() -> None:
    typed = ["", "draw", "", "", "draw", "", "", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,human,human", "--seed", "1", typed=typed, terminal=True)
    stretches = hands(printed.out)
    assert [seat for seat, _ in stretches] == [1, 2, 3, 1]
    dealt = {seat: re.search(r"stock → your hand: (.*)", part) for seat, part in stretches[:3]}
    cards = {seat: found[1].split() for seat, found in dealt.items() if found}
    assert [len(hand) for hand in cards.values()] == [3, 3, 3]
    for seat, part in stretches:
        assert f"Seat {seat}, you are asked to turn" in part
        for other, hand in cards.items():
            assert seat == other or not any(card in part for card in hand)


def test_one_is_told_what_one_drew_before_the_keyboard_goes_on() -> None:
    printed = run(
        "play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=["", "draw"], terminal=True
    )
    drew = printed.out.rpartition("you: draw")[2]
    assert re.search(r"stock → your hand: \S+\n", drew)
    assert "Press Enter, then let seat 2 sit here." in drew
    assert "it is up to you" not in drew


def test_what_happened_since_the_own_last_decision_is_told() -> None:
    typed = ["", "draw", "", "", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,random,human", "--seed", "1", typed=typed, terminal=True)
    again = hands(printed.out)[2][1]
    assert re.search(r"you: draw\n    stock → your hand: \S+\n  seat 2: .*\n(    .*\n)?  seat 3: draw\n", again)
    assert "all cards are gathered" not in again


def test_without_colours_the_screen_is_still_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    typed = ["", "draw", "", ""]
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=typed, terminal=True)
    assert len(hands(printed.out)) == 2
    assert "\x1b[1m" not in printed.out


def test_without_a_terminal_the_last_hand_scrolls_away() -> None:
    printed = run("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced", typed=["", "draw", "", ""])
    assert "\x1b" not in printed.out
    assert printed.out.count("\n" * 40) == 2


def test_leaving_while_the_keyboard_changes_hands(home: Path) -> None:
    for typed in ([], ["", "draw"], ["", "draw", ""], ["", "draw", CTRL_C]):
        printed = run("play", "climb", "--seats", "human,human", "--seed", "1", typed=typed)
        assert "The game is kept." in printed.out
        (path,) = kept(home)
        path.unlink()


def test_what_is_typed_while_the_keyboard_changes_hands_is_not_lost(home: Path) -> None:
    people = ("play", "climb", "--seats", "human,human", "--seed", "1", "--ask-forced")
    printed = run(*people, typed=["draw", "h", "s evening.json", "", "draw", "2", "q", "b", "q", ""])
    assert printed.out.count("Nothing is done with that here. Only Enter goes on; s saves, q quits.") == 2
    assert "  Enter                      go on\n  s, or s FILE " in printed.out
    assert "parlour play --resume evening.json" in printed.out
    assert printed.out.count("Press Enter, then let seat 2 sit here.") == 3
    assert "The game is kept." in printed.out
    assert json.loads(Path("evening.json").read_text())["moves"] == ["draw"]


def test_a_whole_game_between_people() -> None:
    answers = iter(["", *["1", "", ""] * 200])
    printed = run("play", "climb", "--seats", "human,human", "--seed", "3", typed=answers)
    assert printed.code == 0
    assert "The match is over" in printed.out
    assert "You win" not in printed.out.partition("The match is over")[2]


# ---------------------------------------------------------------- bots only


def test_auto_tells_the_game_as_seat_1_sees_it() -> None:
    printed = run("play", "climb", "--auto", "--players", "3", "--seed", "4")
    assert printed.code == 0
    assert "As seat 1 sees it." in printed.out
    assert re.search(r"stock → hand 1: \S+ \S+ \S+\n", printed.out)
    assert "stock → hand 2 and 3: 3 cards each" in printed.out
    assert "  parlour play climb --players 3 --auto --seed 4" in printed.out
    assert not places.last_game().exists()


def test_bots_do_not_disturb_the_cards() -> None:
    """They have dice of their own: what is dealt depends on the seed alone."""
    alone = run("play", "climb", "--auto", "--seed", "5").out
    with_me = run("play", "climb", "--seed", "5").out
    dealt = [re.findall(r"stock → (?:hand 1|your hand|pile): (.*)", seen)[:2] for seen in (alone, with_me)]
    assert len(dealt[0]) == 2
    assert dealt[0] == dealt[1]


DRAWERS = "rule: drawers\ntitle: Drawers\nfor: ladder\ntext: Cards are better drawn.\npolicy: {first: [draw]}\n"
STOCK = 17  # cards are left when seven of twenty-four have been dealt


def moves_of_bots(*more: str) -> list[str]:
    """Of a game of two bots."""
    printed = run("play", "climb", "--auto", "--seed", "5", "--save", "bots.json", *more)
    assert printed.code == 0
    moves: list[str] = json.loads(Path("bots.json").read_text())["moves"]
    Path("bots.json").unlink()
    return moves


def test_bots_do_what_the_ruleset_prefers() -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    preferring = moves_of_bots("--with", "./drawers.yaml")
    assert set(preferring[:STOCK]) == {"draw"}
    assert "draw" not in preferring[STOCK:]


def test_bots_make_any_move_where_that_is_wanted_or_nothing_is_preferred() -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    anything = moves_of_bots()
    assert any(move != "draw" for move in anything[:STOCK])
    assert moves_of_bots("--random") == anything
    assert moves_of_bots("--random", "--with", "./drawers.yaml") == anything
    assert moves_of_bots("--seats", "random,random", "--with", "./drawers.yaml") == anything


def test_the_command_for_the_same_cards_names_the_same_bots() -> None:
    three = ("play", "climb", "--seed", "4", "--auto")
    for seats, told in {
        "bot,bot,bot": "climb --players 3 --auto --seed 4",
        "random,random,random": "climb --players 3 --auto --random --seed 4",
        "random,bot,random": "climb --players 3 --seats random,bot,random --seed 4",
    }.items():
        assert f"  parlour play {told}\n" in run(*three, "--seats", seats).out
    assert "  parlour play climb --players 2 --random --seed 1\n" in run(*ALONE, "--random", typed=always("1")).out


def test_a_game_that_was_kept_goes_on_with_the_bots_that_it_has(home: Path) -> None:
    Path("drawers.yaml").write_text(DRAWERS)
    for who in ((), ("--random",)):
        whole = run(*ALONE, "--with", "./drawers.yaml", *who, typed=always("1")).out
        run(*ALONE, "--with", "./drawers.yaml", *who, "--save", "game.json", typed=["1", "1"])
        rest = run("play", "--resume", "game.json", typed=always("1")).out
        assert tables(Printed(0, whole, ""))[2:] == tables(Printed(0, rest, ""))
        Path("game.json").unlink()


# ---------------------------------------------------------------- replay


def test_a_game_is_seen_again_through_the_eyes_of_a_seat(home: Path) -> None:
    played = run("play", "climb", "--auto", "--players", "3", "--seed", "4", "--save", "game.json")
    log = played.out.partition("sees it.\n")[2].partition("\n\n")[0]
    assert log in run("replay", "game.json").out
    second = run("replay", "game.json", "--seat", "2", "--tables").out
    assert "stock → hand 1 and 3: 3 cards each" in second
    assert "your hand" in second
    moves = run("replay", "game.json", "--moves").out
    assert json.loads(Path("game.json").read_text())["moves"] == re.findall(r"^  seat \d: (.*)$", moves, re.MULTILINE)
    assert run("replay", "game.json", "--seat", "4").code == 2


def test_a_game_that_is_not_over_is_seen_as_far_as_it_got(home: Path) -> None:
    run(*ALONE, "--save", "game.json", typed=["1"])
    assert "Go on with it:\n  parlour play --resume game.json" in run("replay", "game.json").out
    assert "no game has been finished here yet" in run("replay").err


# ---------------------------------------------------------------- as a process


def process(*arguments: str, **more: object) -> subprocess.Popen[bytes]:
    environ = dict(os.environ) | {"PYTHONPATH": str(ENGINE)} | {k: str(v) for k, v in more.items()}
    command = [sys.executable, "-m", "parlour", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ, preexec_fn=_hears_interrupts)


def _hears_interrupts() -> None:
    """What runs in the background is started deaf to them, and so would be what it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_process_says_how_to_go_on(home: Path) -> None:
    game = process(*ALONE, PYTHONUNBUFFERED=1)
    assert game.stdin is not None
    assert game.stdout is not None
    game.stdin.write(b"1\n")
    game.stdin.flush()
    seen = b""
    while seen.count(b"h helps") < 2:
        seen += os.read(game.stdout.fileno(), 65536)
    game.send_signal(signal.SIGINT)
    assert game.wait(timeout=20) == 130  # while its input is still open: the end of that is another way to leave
    out, err = game.communicate(timeout=20)
    assert b"parlour play --resume " in out
    assert b"Traceback" not in err
    assert len(kept(home)) == 1


def test_a_process_without_suits_plays_in_letters() -> None:
    out, err = process(*ALONE, PYTHONIOENCODING="ascii").communicate(b"lay 7H\n\xff\n", timeout=20)
    assert b"you: lay 7H" in out
    assert b"Traceback" not in err
