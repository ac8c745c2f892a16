"""Cards in the colours of their suits at a terminal."""

import io

import pytest

import parlour
from parlour.play.painting import painter
from parlour.terminal.console import Console
from scaffold.terminal import Screen, run

RED, BLUE, END = "\x1b[31m", "\x1b[34m", "\x1b[39m"


def test_red_suits_are_red_and_black_ones_plain() -> None:
    paint = painter(parlour.load("crazy-eights").program.deck.design)
    assert paint("play 10♥; call ♦") == f"play {RED}10♥{END}; call {RED}♦{END}"
    assert paint("2♣ Q♠ [K♦], Jk") == f"2♣ Q♠ [{RED}K♦{END}], Jk"


def test_suits_without_a_colour_are_plain() -> None:
    paint = painter(parlour.load("scopa").program.deck.design)
    assert paint("play cups-7; take coins-K") == "play cups-7; take coins-K"


def test_a_deck_has_its_own_colours() -> None:
    paint = painter(parlour.load("four-colours-game").program.deck.design)
    assert paint("blue-8 red-draw-two wild") == f"{BLUE}blue-8{END} {RED}red-draw-two{END} wild"
    assert paint("blue-80 reduced") == "blue-80 reduced"


@pytest.mark.parametrize(
    ("terminal", "environ", "coloured"),
    [
        (True, {"TERM": "xterm"}, True),
        (True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {"TERM": "xterm"}, False),
    ],
)
def test_only_a_terminal_that_can_shows_colours(terminal: bool, environ: dict[str, str], coloured: bool) -> None:
    out = Screen(terminal)
    console = Console(io.StringIO(), out, Screen(terminal), environ)
    console.paint = painter(parlour.load("crazy-eights").program.deck.design)
    console.say("K♥ K♣")
    assert out.getvalue() == (f"{RED}K♥{END} K♣\n" if coloured else "K♥ K♣\n")


def test_colours_stay_when_letters_replace_the_suits() -> None:
    out = Screen(True, "ascii")
    console = Console(io.StringIO(), out, Screen(True), {})
    console.paint = painter(parlour.load("crazy-eights").program.deck.design)
    console.say("K♥")
    assert out.getvalue() == f"{RED}KH{END}\n"


POSITION = "pile: 4♣, hand 1: 8♥ 9♠, hand 2: 5♦, to move: 1"


def test_play_why_and_replay_show_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    game = ("play", "crazy-eights", "--auto", "--seed", "7")
    assert f"{RED}2♥{END}" in run(*game, terminal=True).out
    assert "\x1b[" not in run(*game).out
    assert f"{RED}8♥{END}" in run("why", "crazy-eights", "play 8♥", "--given", POSITION, terminal=True).out
