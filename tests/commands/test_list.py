"""`parlour list`: lines, data and meanings. `scenes/home-list.yaml` has the searches."""

import json
import re

import pytest

from parlour.rulebook.meanings import one_line
from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_list_has_a_line_for_each_game_and_says_where_its_house_rules_are() -> None:
    plain = "game: plain\ntitle: Plain\nextends: climb\ntopics: [start here]\ntext: Up. Down.\n"
    write("rulesets/plain.yaml", plain)
    out = run("list").out
    assert out.startswith("Start here: plain\n\nThe ladder\n  climb  Climb\n  plain  Plain: Up. Down.\n")
    assert re.search(r"^  with \d house rules: parlour list ladder\n", out, re.MULTILINE)
    page = run("list", "ladder").out
    assert re.search(r"^House rules for ladder\n(  .*\n)*  sevens-wish +Sevens wish\n", page, re.MULTILINE)
    assert "sevens-wish" not in out
    assert "sevens-wish" in run("list", "--kind", "rule").out


def test_list_for_programs() -> None:
    data = json.loads(run("list", "--json", "--kind", "rule", "sevens").out)
    (rule,) = (r for r in data["rulesets"] if r["id"] == "sevens-wish")
    assert rule["for"] == ["ladder"]
    assert rule["title"] == "Sevens wish"
    assert rule["path"] == str(RULESETS / "sevens-wish.yaml")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Short.", "Short."),
        ("", ""),
        ("A sentence of thirty letters. Another.", "A sentence of thirty letters."),
        ("The first of three. And more. This one is too long.", "The first of three. And more."),
        ("Two short. And the rest of it all, which is long.", "Two short. And the rest of it all…"),
        ("One sentence, e.g. of many words, which is long.", "One sentence, e.g. of many words…"),
    ],
)
def test_a_meaning_fits_a_line(text: str, line: str) -> None:
    assert one_line(text, 36) == line
