"""`parlour test`: running the examples of rulesets."""

import json

import pytest

from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_test_runs_examples() -> None:
    printed = run("test", "climb", "-v")
    assert printed.code == 0
    assert "climb: a lower card of another suit stays in the hand" in printed.out
    assert printed.out.endswith("1 example: all passed\n")
    (result,) = json.loads(run("test", "climb", "--format", "json").out)
    assert result["passed"]
    printed = run("test", "climb", "-k", "moon")
    assert printed.code == 2
    assert "none of the 1 examples has `moon` in its name in climb" in printed.err


def test_test_shows_both_sides() -> None:
    text = (RULESETS / "climb.yaml").read_text(encoding="utf-8")
    write("mine.yaml", text.replace("game: climb", "game: mine").replace("{lay 2♠: order}", "{lay 5♠: order}"))
    printed = run("test", "./mine.yaml")
    assert printed.code == 1
    assert "    expected  not `lay 5♠`\n    actual    lay 5♠, draw\n" in printed.out
