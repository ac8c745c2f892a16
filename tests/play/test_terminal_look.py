"""What people see at a terminal: whole turns on a screen of 24 lines, and what happened on lines that turns share.

`python tests/play/test_terminal_look.py` writes the transcripts in tests/play/transcripts; look at the difference.
"""

import os
import re
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest

import parlour
from scaffold.shelf import SHIPPED
from scaffold.terminal import run

TRANSCRIPTS = Path(__file__).parent / "transcripts"
GAMES = {
    "crazy-eights": ("--players", "3"), "hearts": (), "gin-rummy": (), "scopa": (), "sh": ("--players", "3"),
}  # fmt: skip
SIZES = ((80, 24), (120, 40))
PROMPT = re.compile(r"^.*; h for help > .*$", re.MULTILINE)
CASES = [(game, size) for game in GAMES for size in SIZES]


def played(game: str, size: tuple[int, int], moves: int, folder: str) -> str:
    """Return a game in which somebody makes the first move again and again, and then leaves."""
    home = {"XDG_STATE_HOME": folder, "HOME": folder, "NO_COLOR": "1", "COLUMNS": str(size[0]), "LINES": str(size[1])}
    with patch.dict(os.environ, home):
        typed = [*["#1"] * moves, "q", "n"]
        command = ("play", game, *GAMES.get(game, ()), "--level", "0", "--seed", "1")
        return run(*command, typed=typed, terminal=True).out


def transcript(game: str, size: tuple[int, int]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return played(game, size, 2, folder)


def place(game: str, size: tuple[int, int]) -> Path:
    return TRANSCRIPTS / f"{game}-{size[0]}x{size[1]}.txt"


@pytest.mark.parametrize(("game", "size"), CASES)
def test_the_transcript_is_what_is_printed(game: str, size: tuple[int, int]) -> None:
    assert transcript(game, size) == place(game, size).read_text(encoding="utf-8")


def lines_of_turns(printed: str) -> list[str]:
    """Return the turns in a game, without the numbers at the end of a hand, after which a person presses a key."""
    turns = [turn.removeprefix("\n") for turn in PROMPT.split(printed)[:-1]]  # the answer ends the line before
    return [re.split(r"^.* is over.*\n(?:    .*\n)*", turn, flags=re.MULTILINE)[-1] for turn in turns]


@pytest.mark.parametrize("game", SHIPPED.ids("game"))
def test_a_turn_fits_the_screen(game: str, tmp_path: Path) -> None:
    printed = played(game, (80, 24), 15, str(tmp_path))
    assert [line for line in printed.splitlines() if len(line) > 80] == []
    assert max(turn.count("\n") for turn in lines_of_turns(printed)) < 24


@pytest.mark.one_in(6)
@pytest.mark.parametrize("game", SHIPPED.ids("game"))
def test_a_turn_at_the_largest_table_fits_the_screen(game: str, tmp_path: Path) -> None:
    """What happened since the last turn, the table and the question fit together."""
    most = max(parlour.load(game).players)
    with patch.dict(GAMES, {game: ("--players", str(most))}):
        printed = played(game, (80, 24), 15, str(tmp_path))
    assert [line for line in printed.splitlines() if len(line) > 80] == []
    assert max(turn.count("\n") for turn in lines_of_turns(printed)) < 24


def test_what_many_players_have_is_a_line_for_each(tmp_path: Path) -> None:
    """Without that, six names would be repeated for each number."""
    with patch.dict(GAMES, {"hearts": ("--players", "6")}):
        printed = played("hearts", (80, 24), 20, str(tmp_path))
    assert max(turn.count("\n") for turn in lines_of_turns(printed)) < 24
    assert re.search(r"^    seat 4: hand \d cards? \(among them .*\), score \d+, tricks \d+$", printed, re.MULTILINE)


def test_the_words_of_a_list_are_words(tmp_path: Path) -> None:
    printed = played("skat", (80, 24), 15, str(tmp_path))
    assert "game: suit game" in printed
    assert "suit-game" not in printed


def test_the_number_of_hands_is_no_part_of_a_turn(tmp_path: Path) -> None:
    printed = played("crazy-eights", (80, 24), 60, str(tmp_path))
    assert "The hand is over" in printed
    assert not any("hands played" in turn for turn in lines_of_turns(printed))


def test_what_is_left_out_is_shown_on_demand(tmp_path: Path) -> None:
    """Typing v shows empty piles and all moves; in a pipe everything has a line of its own anyway."""
    with patch.dict(os.environ, {"XDG_STATE_HOME": str(tmp_path), "NO_COLOR": "1"}):
        printed = run("play", "hearts", "--level", "0", "--seed", "1", typed=["v", "q", "n"], terminal=True).out
        piped = run("play", "hearts", "--level", "0", "--seed", "1", typed=["q", "n"]).out
    first, everything = PROMPT.split(printed)[:2]
    assert not re.search(r"draw pile +empty", first)
    assert re.search(r"draw pile +empty", everything)
    assert re.search(r"draw pile +empty", piped)
    assert " · " not in piped


def test_cards_are_named_in_words_and_can_be_typed_so(tmp_path: Path) -> None:
    with patch.dict(os.environ, {"XDG_STATE_HOME": str(tmp_path), "NO_COLOR": "1"}):
        typed = ["king of coins", "take ace of cups, ace of batons with 2 of coins", "q", "n"]
        printed = run("play", "scopa", "--level", "0", "--seed", "1", typed=typed, terminal=True).out
    assert "your hand      2 of coins, 2 of cups, king of coins\n" in printed
    assert "you: put king of coins on the table" in printed
    assert "you: take ace of cups, ace of batons with 2 of coins" in printed
    assert not re.search(r"\b(coins|cups|swords|batons)-", printed)


def test_long_moves_that_differ_in_their_cards_share_lines(tmp_path: Path) -> None:
    with patch.dict(os.environ, {"XDG_STATE_HOME": str(tmp_path), "NO_COLOR": "1"}):
        command = ("play", "scopone", "--level", "0", "--seed", "1")
        printed = run(*command, typed=["3 of cups", "q", "n"], terminal=True).out
    assert "  2 to 10  put … on the table (type which): 3 of coins · 3 of cups" in printed
    assert "you: put 3 of cups on the table" in printed


def test_the_end_of_a_hand_has_the_numbers_of_all_players(tmp_path: Path) -> None:
    printed = played("crazy-eights", (80, 24), 60, str(tmp_path))
    over = r"  The hand is over: .*\n    score: .*\(\+\d+\).*\n"
    assert re.search(over, printed)


def test_the_page_about_play_shows_a_turn_as_it_is(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text(encoding="utf-8")
    (turn,) = re.findall(r"after your first card:\n\n```text\n(.*?)```", page, re.DOTALL)
    assert turn in played("whist", (100, 24), 1, str(tmp_path))


def test_the_next_hand_waits_for_a_key(tmp_path: Path) -> None:
    pseudo_terminal = pytest.importorskip("scaffold.pseudo_terminal", reason="there are no pseudo terminals")
    folders = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    terminal = pseudo_terminal.Terminal("play", "crazy-eights", "--level", "0", "--seed", "1", **folders)
    terminal.until("h for help > ")
    terminal.types("#1\n" * 40)
    assert re.search(r"The hand is over: .*\s+score: ", terminal.until("Press any key to continue."))
    terminal.close()


@pytest.mark.parametrize(
    ("keys", "answer"),
    {
        "\n": "h for help > ", " ": "h for help > ", "q": "Save the game?", "\x03": "Continue later", "\x04": "End of",
    }.items(),
)  # fmt: skip
def test_a_person_can_continue_or_leave_between_hands(keys: str, answer: str, tmp_path: Path) -> None:
    """Any key continues; q, Ctrl-C and Ctrl-D leave."""
    pseudo_terminal = pytest.importorskip("scaffold.pseudo_terminal", reason="there are no pseudo terminals")
    folders = {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    first_hand = played("crazy-eights", (80, 24), 60, str(tmp_path)).partition("The hand is over")[0]
    command = ("play", "crazy-eights", *GAMES["crazy-eights"], "--level", "0", "--seed", "1")
    terminal = pseudo_terminal.Terminal(*command, **folders)
    for _ in PROMPT.findall(first_hand):
        terminal.until("h for help > ")
        terminal.types("#1\n")
    terminal.until("Press any key to continue.")
    terminal.types(keys)
    assert answer in terminal.until(answer)
    terminal.close()


if __name__ == "__main__":
    TRANSCRIPTS.mkdir(exist_ok=True)
    for game, size in CASES:
        place(game, size).write_text(transcript(game, size), encoding="utf-8")
