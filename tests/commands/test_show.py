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


def test_show_the_code_that_plays() -> None:
    out = run("show", "climb", "--with", "sevens-wish", "--code", "--players", "3").out
    compile(out, "code", "exec")  # all of it is Python, and comments
    assert out.startswith("# Climb for 3 players, as Python plays it.\n")
    assert re.search(r"^#   s\[\d+:\d+\] +laid for each player: ", out, re.MULTILINE)
    assert re.search(r"^#   s\[\d+\] +zone \d+, hand of player 3: a set$", out, re.MULTILINE)
    assert re.search(r"^# question \d+, turn: the steps after an answer — .*ladder\.yaml:\d+\ndef step", out, re.M)
    assert re.search(r"# lay — .*ladder\.yaml:\d+$", out, re.MULTILINE)
    assert re.search(r"Sevens wish — .*sevens-wish\.yaml:\d+$", out, re.MULTILINE)
    assert re.search(r"^#   s\[\d+\] +the place to continue from after `game`$", out, re.MULTILINE)
    assert "\n#   enter_n    the beginning of a stage\n" in out
    assert re.search(r"^#   Cards: 0=2♣, 1=2♦, .*$", out, re.MULTILINE)
    assert re.search(r"^#   Question \d+, turn: 0=lay, ", out, re.MULTILINE)
    assert re.search(r"^#   RANK +the rank of a card$", out, re.MULTILINE)
    assert "\n#   melded" not in out  # only what is used here
    legal = re.search(r"^def legal_\d+\(s\):\n(?:    .*\n)+", out, re.MULTILINE)
    assert legal is not None
    assert re.search(
        r"^    # lay — .*ladder\.yaml:\d+\n    #   perhaps forbidden by .* — .*:\d+$", legal[0], re.MULTILINE
    )
    assert not re.search(r":  — ", out)  # each place has a title
    assert "hand of player 3" not in run("show", "climb", "--code").out  # else for as few as can play


def test_show_for_programs() -> None:
    data = json.loads(run("show", "climb", "--with", "strict", "--json").out)
    (misplay,) = (m for m in data["members"] if m["section"] == "misplay")
    assert misplay["document"] == "strict"
    assert misplay["at"]["line"] == 6
