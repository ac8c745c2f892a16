"""`--select` and `--ignore`: codes, their beginnings and patterns; errors stay. Comments that ignore findings are
counted; `tests/bad/comments` has their places."""

import json

import pytest

from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

RULE = """rule: house
title: House
for: ladder
text: x
options:
  spare: {type: bool, default: false, text: nobody reads it}
when:
  after draw(p): nothing
"""
WRONG = RULE + "  before draw(p): drow(p)\n"


def codes(text: str, *arguments: str) -> list[str]:
    path = write("house.yaml", text)
    return [d["code"] for d in json.loads(run("check", str(path), "--json", *arguments).out)]


def test_everything_is_reported_without_them() -> None:
    assert codes(RULE) == ["unread"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--select", "unread"], ["unread"]),
        (["--select", "hidden-name"], []),
        (["--select", "hidden-name,unread"], ["unread"]),
        (["--select", "hidden-name", "--select", "unr*"], ["unread"]),
        (["--ignore", "unread"], []),
        (["--ignore", "un*"], []),
        (["--ignore", "hook"], ["unread"]),  # all codes that begin with `hook-`
        (["--select", "un*", "--ignore", "unread"], []),
    ],
)
def test_codes_are_chosen(arguments: list[str], expected: list[str]) -> None:
    assert codes(RULE, *arguments) == expected


def test_the_exit_code_and_the_summary_follow_what_is_left() -> None:
    path = str(write("house.yaml", RULE))
    assert run("check", path).code == 1
    ignoring = run("check", path, "--ignore", "unread")
    assert (ignoring.code, ignoring.out) == (0, "checked 1 rule: all is well\n")
    assert run("check", path, "--ignore", "unread,rule-without-examples", "--strict").code == 0


def test_errors_are_always_reported() -> None:
    assert "unknown-name" in codes(WRONG, "--select", "unread")
    assert "unknown-name" in codes(WRONG, "--ignore", "un*")  # has warnings too


def test_errors_cannot_be_ignored_by_name() -> None:
    printed = run("check", "climb", "--ignore", "unknown-name")
    assert (printed.code, printed.out) == (2, "")
    assert "`--ignore unknown-name`: you can't ignore errors" in printed.err


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_misspelt_code_gets_a_suggestion(option: str) -> None:
    printed = run("check", "climb", option, "unraed")
    assert printed.code == 2
    assert "unknown code `unraed`" in printed.err
    assert "did you mean `unread`?" in printed.err


def test_check_counts_what_is_ignored() -> None:
    head = "rule: house\ntitle: House\nfor: ladder\ntext: x\noptions:\n"
    option = "  spare: {type: bool, default: false, text: x}"
    path = str(write("house.yaml", f"{head}{option}  # parlour: ignore[unread] because we know\n"))
    printed = run("check", path)
    assert (printed.code, printed.out) == (0, "checked 1 rule: all is well (1 finding ignored)\n")
    assert run("check", path).out == printed.out  # from the cache
    assert run("check", path, "--strict", "--ignore", "rule-without-examples").code == 0
    write("house.yaml", f"{head}{option}\n")
    assert run("check", path).code == 1
