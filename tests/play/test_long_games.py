"""A game in which cards of one rank go together, one move asks several questions, and people are out early."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.examples.position_files import read_position
from parlour.play.explaining import Explainer
from parlour.play.history_lines import Teller
from parlour.play.menu import menu
from parlour.play.typed import Refused, read_move, read_moves
from parlour.states.state import State
from parlour.views.seen_events import PlayerAnswered
from scaffold.home import RULESETS, search_in
from scaffold.terminal import run

SHEDS = Path(__file__).parent / "sheds"
HAND = "4♣ J♣ J♦ J♥ K♠"
NO_PAIRS = """\
rule: single-jacks
title: Jacks alone
for: shed
text: Two jacks never go together.
may:
  lay(p, cs):
    lonely: {forbid: cs.size == 2 and cs.first.rank == J, says: "{cs} would quarrel"}
"""


@pytest.fixture(autouse=True)
def rulesets(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, RULESETS, SHEDS)


def holding(home: Path, hand: str = HAND, *rules: str) -> State:
    path = home / "table.yaml"
    path.write_text(f"players: 2\ngiven: {{hand 1: {hand}, hand 2: 3♠ 5♦, to move: 1}}\n")
    return read_position(path, parlour.load("toolshed", with_=rules), None, None)


def playing(*typed: str, more: tuple[str, ...] = ()) -> str:
    return run("play", "toolshed", "--level", "0", "--players", "4", "--seed", "3", *more, typed=typed).out


# ---------------------------------------------------------------- the moves


def test_fewer_cards_of_a_rank_come_first(home: Path) -> None:
    state = holding(home)
    assert [move.text for move in menu(state)][:10] == [
        "lay 4♣", "lay J♣", "lay J♦", "lay J♥", "lay J♣ J♦", "lay J♣ J♥", "lay J♦ J♥", "lay J♣ J♦ J♥", "lay K♠",
        "peek at card 1",
    ]  # fmt: skip
    assert str(read_move(state, "5")) == "lay J♣ J♦"


def test_the_numbers_on_the_screen_are_those_that_count(home: Path) -> None:
    out = playing("? 5", "5", more=("--set", "cards=10"))
    fifth = re.search(r" 5  (\S.*?)(?: {2}|$)", out, re.MULTILINE)
    assert fifth is not None
    assert f"`{fifth[1]}` is allowed" in out
    assert f"  you: {fifth[1]}" in out


def test_a_list_of_moves_is_not_cut_for_a_single_one(home: Path) -> None:
    four = "9♣ 9♦ 9♥ 9♠"  # of which 15 sets can be laid, one more than are listed otherwise
    refused = read_move(holding(home, four), "lay")
    assert isinstance(refused, Refused)
    assert refused.lines[-1] == f" 15  lay {four}"
    refused = read_move(holding(home, f"{four} 2♣"), "lay")
    assert isinstance(refused, Refused)
    assert refused.lines[-1] == "     and 2 more"


def test_what_nobody_is_asked_need_not_be_typed_between_two_moves(home: Path) -> None:
    state = holding(home)
    assert [str(move) for move in read_moves(state, "J♣ J♦; 4♣").moves] == ["lay J♣ J♦", "bow", "lay 4♣"]
    assert [str(move) for move in read_moves(state, "J♣ J♦; bow; 4♣").moves] == ["lay J♣ J♦", "bow", "lay 4♣"]
    alone = read_moves(state, "4♣; K♠")
    assert alone.moves == ()
    assert alone.refused is not None
    assert alone.refused.lines == ("Parlour made none of these moves:", "after `bow` it isn't your turn any more")


# ---------------------------------------------------------------- why


def test_a_reason_has_the_name_of_its_rule(home: Path) -> None:
    path = home / "single-jacks.yaml"
    path.write_text(NO_PAIRS)
    state = holding(home, "J♣ J♦", str(path))
    told = list(Explainer(parlour.load("toolshed", with_=[str(path)])).question(state))
    assert "    lay J♣ J♦: J♣ J♦ would quarrel (Jacks alone)" in told


def test_the_sentences_of_the_rules_about_something() -> None:
    told = playing("r best", "r rainbow", "r sheds", "r", more=("--set", "cards=3"))
    assert "  Your turn: The first one out is the best." in told
    assert "No rule of this game mentions `rainbow`." in told
    assert "  Your turn: Cards of one rank are laid in the shed;" in told
    assert "  Set for this game\n    cards for everybody: 3.\n" in told


@pytest.mark.parametrize(("about", "rules"), [("sevens", 1), ("7", 1), ("seven", 1), ("whoever", 1), ("q", 0)])
def test_ranks_are_found_in_words_and_signs(about: str, rules: int) -> None:
    out = run("play", "climb", "--level", "0", "--with", "sevens-wish", "--seed", "1", typed=[f"r {about}"]).out
    assert out.count("Whoever lays a seven wishes a suit") == rules


# ---------------------------------------------------------------- what has happened


def test_several_forced_moves_share_one_remark() -> None:
    def told(forced: set[int], *texts: str) -> list[str]:
        events = [PlayerAnswered(1, "turn", text.split()[0], text, False) for text in texts]
        return Teller(parlour.load("toolshed").table(3).machine.layout, 1).lines(events, 0, forced)

    assert told({1}, "lay 4♣", "bow") == ["  you: lay 4♣; bow (forced)"]
    assert told({0, 1}, "lay 4♣", "bow") == ["  you: lay 4♣; bow (both forced)"]
    assert told({0, 1, 2}, "lay 4♣", "bow", "wait") == ["  you: lay 4♣; bow; wait (all 3 forced)"]
    assert told({0, 1}, "wait", "wait") == ["  you: wait ×2 (forced)"]


def test_after_one_is_out_only_the_last_that_happens_is_shown() -> None:
    out = playing("go", more=("--set", "cards=10"))
    before, after = out.split("  you are out\n")
    assert "  you: go out at once\n" in before
    left_out = re.match(r"  … the others play on; (\d+) lines omitted …\n", after)
    assert left_out is not None
    assert int(left_out[1]) > 18  # more than 30, of which 12 are told
    told = after[left_out.end() :].partition("\n\nThe match is over")[0]
    assert len(told.splitlines()) == 12
    assert re.search(r"^  seat \d is out$", told, re.MULTILINE)
