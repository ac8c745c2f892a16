"""The streams of commands: terminals, encodings without suits, and pipes that nobody reads."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.terminal.console import Console
from scaffold.terminal import Screen, Typing, run

ENGINE = Path(parlour.__file__).resolve().parents[1]
pytestmark = pytest.mark.usefixtures("home")


def test_colour_is_for_terminals_and_can_be_declined(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[1mThe ladder\x1b[0m" in run("list", terminal=True).out
    assert "\x1b" not in run("list").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("list", terminal=True).out
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in run("list", terminal=True).out


def test_progress_is_shown_to_a_terminal_only() -> None:
    assert "checking climb" in run("check", "climb", terminal=True).err
    assert not run("check", "climb").err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_where_suits_can_not_be_printed_there_are_letters(encoding: str) -> None:
    printed = run("play", "climb", "--auto", "--seed", "1", encoding=encoding)
    assert printed.code == 0
    assert re.search(r"^ *stock -> hand 1:( [2-9JQKA0]{1,2}[CDHS])+$", printed.out, re.MULTILINE)
    assert json.loads(run("why", "climb", "--json", "--seed", "1", encoding=encoding).out)["legal"][0] == "lay 7♥"


def test_output_that_nobody_reads_any_more() -> None:
    command = [sys.executable, "-m", "parlour", "show", "climb", "--json"]
    environ = dict(os.environ) | {"PYTHONPATH": str(ENGINE)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_a_console_reads_lines() -> None:
    console = Console(Typing(["one", ""]), Screen(), Screen())
    assert [console.ask("? ") for _ in range(3)] == ["one", "", None]


@pytest.mark.parametrize(
    ("option", "help"),
    [
        ("--watch", "did you mean `--auto`?"),  # the only option whose help has this word
        ("--player", "did you mean `--players`?"),
        ("--wiht", "did you mean `--with`?"),
        ("--html", "see `parlour play --help`"),
    ],
)
def test_an_unknown_option_gets_the_one_that_was_meant(option: str, help: str) -> None:
    printed = run("play", "climb", option)
    assert printed.code == 2
    assert printed.err.splitlines() == [f"parlour: `parlour play` has no option `{option}`", f"  {help}"]
