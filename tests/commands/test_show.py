"""`parlour show`: where everything in a mix comes from, the text of its parts, and the code that plays it."""

from __future__ import annotations

import json
import re

import pytest

import parlour
from scaffold.files import write
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_show_tells_where_everything_comes_from() -> None:
    write("slow.yaml", "rule: slow\ntitle: Slow\nfor: ladder\ntext: x\nprocedures:\n  draw(p):\n    instead: nothing\n")
    out = run("show", "climb", "--with", "sevens-wish,./slow.yaml", "--set", "gift=2", "--members").out
    assert out.startswith("Climb (climb), for 2 or 3 players\n")
    assert re.search(r"sevens-wish +Sevens wish +rule added by --with", out)
    assert re.search(r"sevens-wish\.gift = 2 +cards that .*set by command line", " ".join(out.split()))
    assert re.search(r"cards = 3 +cards dealt to each \(a whole number from 1 to 8\)\n", out)
    assert re.search(r"turn\(p\) +.*ladder\.yaml:\d+\n", out)
    assert re.search(r"draw\(p\) +slow\.yaml:6  replaces ladder \(.*ladder\.yaml:\d+\)\n", out)


def test_show_a_part_of_a_game_in_a_file() -> None:
    write("own.yaml", "game: own\ntitle: Own\nextends: ladder\nprocedures:\n  draw(p):\n    instead: nothing\n")
    printed = run("show", "./own.yaml", "draw")
    assert (printed.code, printed.err) == (0, "")
    assert "# own, own.yaml:5" in printed.out
    assert printed.out == run("show", "own.yaml", "draw").out


def test_show_for_how_many_players_it_can_be_dealt() -> None:
    write("large.yaml", "game: large\ntitle: L\nextends: ladder\nset: {cards: 8}\n")
    out = run("show", "./large.yaml").out
    assert out.startswith("L (large), for 2 players\n  not for 3: 8 cards for each of 3 players are too many\n")
    data = json.loads(run("show", "./large.yaml", "--json").out)
    assert data["players"] == "2"
    assert data["players_refused"] == [{"players": 3, "why": "8 cards for each of 3 players are too many"}]
    write("three.yaml", "rule: three\ntitle: T\nfor: ladder\ntext: x\npossible:\n"
          "  - {require: players.size == 3, says: \"{players.size} are not three\"}\n")  # fmt: skip
    game = parlour.load("climb", with_="./three.yaml")
    assert game.players == (3,)
    assert game.start(seed=1).players == 3
    assert game.refusals(2) == ("2 are not three",)
    assert "seat 3" in run("play", "climb", "--with", "./three.yaml", "--auto", "--seed", "1").out
    printed = run("play", "./large.yaml", "--with", "./three.yaml")
    assert printed.code == 1
    assert "nobody can play this mix: 2 are not three" in printed.err


def test_show_what_a_rule_of_the_mix_brings() -> None:
    out = run("show", "climb", "--with", "sevens-wish", "sevens-wish").out
    headings = re.findall(r"^# (.*), ", out, re.MULTILINE)
    assert set(headings) == {"sevens-wish"}
    assert len(headings) == len(json.loads(run("show", "sevens-wish", "--json").out)["members"])


def test_show_the_text_of_a_part() -> None:
    out = run("show", "climb", "lay", "prompts").out
    assert "lay(p, c): |\n  move c to pile\n  laid(p) += 1\n" in out
    assert "turn(p): |\n  lay for c in hand(p)\n" in out


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


def test_show_code_of_what_cannot_be_played() -> None:
    printed = run("show", "climb", "--code", "--players", "9")
    assert (printed.code, printed.out) == (2, "")
    assert "is for 2 or 3 players, not for 9" in printed.err
    assert run("show", "climb", "--players", "3").code == 2
    assert run("show", "climb", "lay", "--code").code == 2


def test_show_a_rule_and_a_frame() -> None:
    out = run("show", "sevens-wish").out
    assert out.startswith("Sevens wish (sevens-wish), a rule for ladder\n")
    assert "1 cards come with it" in out
    assert "wishing(p)" not in out
    assert ".yaml" not in out
    members = run("show", "sevens-wish", "--members").out
    assert "wishing(p)" in members
    assert "draw(p)" not in members
    assert re.search(r"then +.*\(What happens when it is laid\)", run("show", "ladder", "--members").out)
    assert ".yaml" not in run("show", "climb").out
    assert re.search(r"ladder +frame +.*ladder\.yaml\n", run("show", "climb", "--members").out)


def test_show_which_rules_play_switches() -> None:
    write("rulesets/voting.yaml", "rule: voting\ntitle: Voting\nfor: ladder\ntext: x\n"
          "switchable: [sevens-wish, fives-pay]\nwhen: {after turn(p): switch on rules}\n")  # fmt: skip
    out = run("show", "climb", "--with", "voting", "--with", "fives-pay").out
    assert re.search(r"sevens-wish +Sevens wish +rule that voting switches, off at the start\n", out)
    assert re.search(r"fives-pay +.*  rule added by --with, on at the start\n", out)
    assert re.search(r"voting +Voting +rule added by --with\n", out)
    data = json.loads(run("show", "climb", "--with", "voting", "--with", "fives-pay", "--json").out)["documents"]
    assert {d["id"]: (d["asked_for_by"], d["at_start"]) for d in data if d["kind"] == "rule"} == {
        "sevens-wish": ("voting", "off"),
        "fives-pay": ("command line", "on"),
        "voting": ("command line", None),
    }
    assert (
        "\nSwitches on and off in play\n  Fives pay (fives-pay)\n  Sevens wish (sevens-wish)\n"
        in run("show", "voting").out
    )
    assert "\nCan be switched on and off in play by\n  Voting (voting)\n" in run("show", "sevens-wish").out


def test_an_option_says_its_usual_value() -> None:
    out = run("show", "climb", "--set", "cards=2").out
    assert re.search(r"cards = 2 +cards dealt to each \(a whole number from 1 to 8; normally 3; set by c", out)


def test_show_for_programs() -> None:
    data = json.loads(run("show", "climb", "--with", "strict", "--json").out)
    assert [d["id"] for d in data["documents"]] == ["table", "ladder", "climb", "strict"]
    assert data["documents"][3]["asked_for_by"] == "command line"
    (misplay,) = (m for m in data["members"] if m["section"] == "misplay")
    assert misplay["document"] == "strict"
    assert misplay["at"]["line"] == 6


def test_show_facts_of_all_types() -> None:
    write("toys.yaml", "deck: toys\ntitle: Toys\ntext: x\nsuits: {sun: {letter: S}}\nranks: [1..3]\n"
          "facts: {worth: int or none, kind: [calm, wild], shy: bool, age: int}\ncards:\n"
          "  - {suits: sun, ranks: 1..2, worth: none, shy: true, age: 3}\n"
          "  - {suits: sun, ranks: 3, worth: 4, kind: wild, age: 3}\n")  # fmt: skip
    out = run("show", "./toys.yaml").out
    assert out.endswith(
        "fact   worth: 4 or none\n  4     sun-3\n  none  all other cards\n"
        "fact   kind: calm or wild\n  wild  sun-3\n  calm  all other cards\n"
        "fact   shy: true or false\n  false  sun-3\n  true   all other cards\n"
        "fact   age: 3\n  3  all cards\n"
    )
    (first, _, third) = json.loads(run("show", "./toys.yaml", "--json").out)["faces"]
    assert first == {"name": "sun-1", "copies": 1, "worth": None, "kind": "calm", "shy": True, "age": 3}
    assert (third["worth"], third["kind"], third["shy"]) == (4, "wild", False)
