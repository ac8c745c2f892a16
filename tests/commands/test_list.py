"""`parlour list`: lines, data and meanings. `scenes/home-list.yaml` has the searches."""

import json

import pytest

from parlour.rulebook.meanings import one_line
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


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
