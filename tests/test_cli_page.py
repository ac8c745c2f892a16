"""docs/cli.md names every command and every option, and no others."""

import re
from argparse import SUPPRESS
from io import StringIO
from pathlib import Path

import pytest

from parlour.commands import SUMMARIES, command
from parlour.commands.arguments import Parser
from parlour.terminal.console import Console

PAGE = (Path(__file__).parent.parent / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## parlour ")[1:]}
COMMON = PAGE.partition("\n## ")[0]
OPTION = re.compile(r"(?<![\w-])-{1,2}[a-z][\w-]*")


def options(name: str) -> set[str]:
    parser = Parser(command(name), Console(StringIO(), StringIO(), StringIO()))
    return {o for a in parser._actions if a.help is not SUPPRESS for o in a.option_strings} - {"-h", "--help"}


def named(text: str) -> set[str]:
    """The options in the code of a text, fences left out."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return {option for code in re.findall(r"`([^`]+)`", prose) for option in OPTION.findall(code)}


def test_every_command_has_a_section() -> None:
    assert set(SECTIONS) == set(SUMMARIES)


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_option_of_a_command_is_there(name: str) -> None:
    section = SECTIONS[name].partition("\n## ")[0]
    common = {"--with", "--without", "--set"} & named(COMMON)
    assert options(name) - common == named(section) - common
    assert f"$ parlour {name} " in section


def test_the_options_of_the_mix_are_those_of_the_commands_named() -> None:
    (line,) = [line for line in COMMON.splitlines() if line.startswith("These options are the same in")]
    commands = set(re.findall(r"`(\w+)`", line))
    assert commands == {name for name in SUMMARIES if {"--with", "--set"} <= set(options(name))}
