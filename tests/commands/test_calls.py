"""Right and wrong calls of the command line: the common options of commands, and the messages for wrong calls."""

import re
import shlex
from pathlib import Path

import pytest

from parlour.base.place import shipped
from parlour.cli import main as cli
from parlour.commands import SUMMARIES, command
from scaffold.home import search_in
from scaffold.terminal import Printed, run
from scaffold.yaml_files import strings_of

pytestmark = pytest.mark.usefixtures("home")


def test_without_anything_it_lists_the_commands() -> None:
    printed = run()
    assert printed.code == 2
    assert all(f"parlour {name}" in printed.out for name in SUMMARIES)
    assert run("--help") == run("help")
    assert run("--help").code == 0
    assert re.fullmatch(r"parlour \S.*\n", run("--version").out)


@pytest.mark.parametrize("name", SUMMARIES)
def test_every_command_has_help_with_examples(name: str) -> None:
    printed = run(name, "--help")
    assert printed.code == 0
    assert printed == run("help", name) == run(name, "-h")
    assert printed.out.startswith(f"usage: parlour {name} ")
    assert "examples:\n  parlour" in printed.out
    assert command(name).name == name
    assert max(map(len, printed.out.splitlines())) <= 100


CALLS = [(place, call, words) for place, calls in strings_of(Path(__file__).with_name("wrong-calls.yaml")).items()
         for call, words in calls.items()]  # fmt: skip


@pytest.mark.parametrize(("place", "call", "words"), CALLS, ids=[call for _, call, _ in CALLS])
def test_a_wrong_call_gets_a_helping_answer(
    place: str, call: str, words: str | list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "shipped":
        search_in(monkeypatch, shipped("rulesets"))
    printed = run(*shlex.split(call))
    assert printed.code == 2
    parts = [words] if isinstance(words, str) else words
    assert [part for part in parts if part not in printed.err + printed.out] == []


def test_options_stand_before_between_and_behind_the_words() -> None:
    behind = run("why", "climb", "draw", "--seed", "7", "--with", "sevens-wish")
    assert behind.code == 0
    assert "`draw`" in behind.out
    assert run("why", "climb", "--seed", "7", "--with", "sevens-wish", "draw") == behind
    assert run("why", "--seed", "7", "climb", "--with", "sevens-wish", "draw") == behind
    assert run("why", "--seed", "7", "--with", "sevens-wish", "--", "climb", "draw") == behind
    assert "unexpected argument `fly`" in run("why", "climb", "--seed", "7", "draw", "fly").err
    shown = run("show", "climb", "--set", "cards=2", "turn")
    assert shown.code == 0
    assert shown == run("show", "climb", "turn", "--set", "cards=2")


@pytest.mark.parametrize("module", ["lark", "yaml", "jsonschema.validators"])
def test_a_package_that_is_not_installed_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    def missing(*_: object) -> object:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr("parlour.commands.list.entries_of", missing)
    printed = run("list")
    assert printed.code == 2
    package = module.partition(".")[0]
    assert printed.err.startswith(f"parlour: the Python package `{package}` isn't installed, and Parlour needs it\n")
    assert printed.err.endswith(" -m pip install .\n")


def test_a_missing_module_of_our_own_is_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> object:
        raise ModuleNotFoundError("No module named 'parlour.nowhere'", name="parlour.nowhere")

    monkeypatch.setattr("parlour.commands.list.entries_of", missing)
    assert run("list").code == 70


def test_our_own_mistakes_are_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> object:
        raise ZeroDivisionError("out of nothing")

    monkeypatch.setattr(cli, "command", stumble)
    printed = run("list")
    assert printed.code == 70
    assert "this is a bug in Parlour: ZeroDivisionError: out of nothing" in printed.err
    assert "please report it" in printed.err
    assert "Traceback" not in printed.err
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    assert "Traceback" in run("list").err


def test_interrupted_without_a_word_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "command", interrupted)
    assert run("check") == Printed(130, "", "parlour: stopped\n")
