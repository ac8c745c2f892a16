"""`parlour` alone at a terminal: keys choose a game, its rules, the players and the level, and the game begins."""

from pathlib import Path

import pytest

from scaffold.terminal import run

pseudo_terminal = pytest.importorskip("scaffold.pseudo_terminal", reason="there are no pseudo terminals")
DOWN = "\x1b[B"


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)}


def crazy_eights_for_three(names: str, folders: dict[str, str]) -> pseudo_terminal.Terminal:
    """Choose a game, its players and the bots that make the first move that comes to mind."""
    terminal = pseudo_terminal.Terminal(**folders)
    assert "start here" in terminal.until("type to search")
    terminal.types("crazy\r")
    terminal.until("House rules")
    terminal.until("type to search")
    terminal.types("\r")
    terminal.until("How many players?")
    terminal.until("type to search")
    terminal.types(f"{DOWN}\r")
    terminal.until("(Enter: none) > ")
    terminal.types(f"{names}\n")
    terminal.until("How strong are the bots?")
    terminal.until("type to search")
    terminal.types("think\r")
    return terminal


def test_a_game_begins_after_a_few_keys(folders: dict[str, str]) -> None:
    terminal = crazy_eights_for_three("Anna", folders)
    told = " ".join(terminal.until("h for help > ").split())
    assert "This is: parlour play crazy-eights --players 3 --names 'Anna,Bot 2,Bot 3' --level 0" in told
    assert "Anna, what do you do?" in told
    terminal.types("q\nn\n")
    terminal.rest()


def test_enter_ticks_a_rule_that_words_find_and_then_continues(folders: dict[str, str]) -> None:
    terminal = pseudo_terminal.Terminal("play", **folders)
    terminal.until("type to search")
    terminal.types("crazy eights\r")
    terminal.until("House rules")
    terminal.until("type to search")
    terminal.types("jacks skip")
    terminal.until("Enter ticks")
    terminal.types("\r")
    assert "[x] Jacks skip" in terminal.until("[x] Jacks skip")
    terminal.until("type to search")
    terminal.types("\r")
    terminal.until("How many players?")
    terminal.until("type to search")
    terminal.types("\r")
    terminal.until("(Enter: none) > ")
    terminal.types("\n")
    terminal.until("How strong are the bots?")
    terminal.until("type to search")
    terminal.types("think\r")
    assert "parlour play 'crazy-eights + jack-skips' --level 0" in terminal.until("h for help > ")
    terminal.types("q\nn\n")
    terminal.rest()


def test_the_game_that_is_marked_says_how_many_it_is_for(folders: dict[str, str]) -> None:
    terminal = pseudo_terminal.Terminal(columns=120, lines=40, **folders)
    terminal.until("type to search")
    terminal.types("klondike")
    assert "1 player · " in terminal.until("cards · about")
    terminal.types("\x1b")
    terminal.types("\x1b")
    terminal.rest()


def test_a_list_is_never_wider_or_higher_than_the_screen(folders: dict[str, str]) -> None:
    terminal = pseudo_terminal.Terminal(columns=44, lines=16, **folders)
    shown = terminal.until("Esc goes").splitlines()
    assert max(map(len, shown)) < 44
    assert len(shown) < 16
    terminal.types("\x1b")
    terminal.rest()


def test_without_a_terminal_there_is_help() -> None:
    assert "parlour COMMAND --help" in run().out
    assert run("play").err.startswith("parlour: missing game\n")


def test_mix_chooses_options_from_a_list_too(folders: dict[str, str]) -> None:
    terminal = pseudo_terminal.Terminal("mix", "crazy-eights", **folders)
    terminal.until("House rules")
    terminal.until("type to search")
    terminal.types("\r")
    assert "> continue with these" in terminal.until("type to search")
    terminal.types("hand-size\r")
    terminal.until("cards dealt to each player (1 to 20; normally 5) > ")
    terminal.types("7\n")
    assert "Cards dealt to each player: 7." in terminal.until("For 2 to 7 players.")
    terminal.until("type to search")
    terminal.types("\r")
    terminal.until("Title of the game?")
    terminal.types("q\n")
    assert "parlour play 'crazy-eights, hand-size=7'" in terminal.rest()


def test_few_games_are_to_start_with() -> None:
    """People who know no game choose from a handful, of different kinds."""
    first = run("list").out.partition("\n\n")[0].removeprefix("Start here: ").split(", ")
    assert 3 <= len(first) <= 5
    assert {"crazy-eights", "hearts", "klondike"} <= {*first}


def test_several_names_are_people_at_one_keyboard(folders: dict[str, str]) -> None:
    terminal = crazy_eights_for_three("Anna,Ben", folders)
    printed = " ".join(terminal.until("Press Enter when nobody else is looking. ").split())
    assert "--players 3 --names 'Anna,Ben,Bot 3' --seats you,you,0" in printed
    terminal.types("q\nn\n")
    terminal.rest()


def test_tab_completes_a_move(folders: dict[str, str]) -> None:
    terminal = pseudo_terminal.Terminal("play", "crazy-eights", "--level", "0", "--seed", "3", **folders)
    terminal.until("h for help > ")
    terminal.types("dr\t\n")
    assert terminal.until("\n").strip() == "draw"
    terminal.close()
