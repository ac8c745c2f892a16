"""`parlour show`: where everything in a mix comes from, the text of its parts, and the code that plays it."""

import json
import re

import pytest

from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_show_what_a_rule_of_the_mix_brings() -> None:
    out = run("show", "climb", "--with", "sevens-wish", "sevens-wish").out
    headings = re.findall(r"^# (.*), ", out, re.MULTILINE)
    assert set(headings) == {"sevens-wish"}
    assert len(headings) == len(json.loads(run("show", "sevens-wish", "--json").out)["members"])


def test_show_for_programs() -> None:
    data = json.loads(run("show", "climb", "--with", "strict", "--json").out)
    (misplay,) = (m for m in data["members"] if m["section"] == "misplay")
    assert misplay["document"] == "strict"
    assert misplay["at"]["line"] == 6
