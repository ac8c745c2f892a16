"""Names of files that can't be, and standard input and output in the place of files."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import pytest

from scaffold.home import RULESETS
from scaffold.terminal import run

CLIMB = (RULESETS / "climb.yaml").read_text(encoding="utf-8")
RULE = "rule: mine\ntitle: Mine\nfor: ladder\ntext: Nothing.\nwhen:\n  after lay(p, c): nothing\n"
LONG = "x" * 300


pytestmark = pytest.mark.usefixtures("home")


# ---------------------------------------------------------------- odd names

ODD = {
    "too long": LONG, "too long, as a file": f"./{LONG}.yaml", "in a folder that is too long": f"{LONG}/x.yaml",
    "NUL": "a\0b", "NUL, as a file": "./a\0b.yaml", "a folder": "folder", "as a folder": "folder/",
    "in a file": "plain.txt/x.yaml", "a link to nowhere": "./dangling.yaml", "links in a circle": "./circle.yaml",
    "not UTF-8": "./\udcff.yaml", "nothing": "", "a blank": " ", "nobody's home": "~nobody-at-all/x.yaml",
    "a device": "/dev/null", "two lines": "x\ny", "decomposed": "e\u0301",
}  # fmt: skip

READING = (
    "check {}", "test {}", "show {}", "play {} --auto", "measure {}", "why {}", "mix {}", "new rule abc --for {}",
    "replay {}", "play --resume {}", "why climb --save {}", "why climb --position {}", "measure --save {}",
    "check climb --with {}", "check climb --without {}", "check climb --set {}=1", "measure climb --position {}",
)  # fmt: skip
WRITING = (
    "mix climb --id mine -o {}", "new rule abc --for ladder -o {}", "play climb --auto --save {}",
    "new rule {} --for ladder",
)  # fmt: skip


def odd_files() -> None:
    Path("folder").mkdir()
    Path("plain.txt").write_text("x", encoding="utf-8")
    Path("dangling.yaml").symlink_to("gone")
    Path("circle.yaml").symlink_to("circle.yaml")


def called(command: str, name: str) -> list[str]:
    return [word.replace("{}", name) for word in command.split()]


@pytest.mark.parametrize("name", ODD.values(), ids=ODD.keys())
def test_what_can_not_be_read_gets_a_sentence(name: str) -> None:
    odd_files()
    for command in READING if name.strip() else READING[:8]:  # an option without a word is as if it was left out
        printed = run(*called(command, name))
        assert printed.code in (1, 2), (command, printed)
        assert "bug in Parlour" not in printed.err, (command, printed)
        assert printed.err + printed.out != ""


@pytest.mark.parametrize("name", [n for what, n in ODD.items() if "long" in what or "NUL" in what or "folder" in what])
def test_what_can_not_be_written_gets_a_sentence(name: str, home: Path) -> None:
    odd_files()
    before = sorted(os.listdir(home))
    for command in WRITING:
        if (command, name) == ("new rule {} --for ladder", "folder"):
            continue  # a good id
        printed = run(*called(command, name))
        assert "bug in Parlour" not in printed.err, (command, printed)
        told = printed.err + printed.out
        reasons = ("can't write", "is a folder", "there is no folder", "is not a valid id")
        assert any(words in told for words in reasons), (command, printed)
    assert [f for f in sorted(os.listdir(home)) if f not in ("folder", "state", *before)] == []


def test_a_name_that_just_fits_is_written(home: Path) -> None:
    name = "y" * 250 + ".yaml"
    assert run("mix", "climb", "--id", "mine", "-o", name).code == 0
    assert (home / name).exists()


def test_a_game_with_a_long_id_is_kept() -> None:
    Path("long.yaml").write_text(CLIMB.replace("game: climb", f"game: {LONG}"), encoding="utf-8")
    printed = run("play", "./long.yaml", "--seed", "1", typed=["1"])
    assert "Saved." in printed.out
    assert printed.err == ""


# ---------------------------------------------------------------- standard input and output


def given(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


@pytest.mark.parametrize(("command", "out"), [
    ("check -", "checked 1 game: all is well\n"), ("test -", "1 example: all passed\n"),
    ("show -", "Climb (mine), for 2 or 3 players\n"), ("why - draw", "Yes. Nothing forbids it.\n"),
    ("measure - --games 3", ""), ("play - --auto --seed 1", "Climb:"),
])  # fmt: skip
def test_a_game_is_read_from_standard_input(command: str, out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given(CLIMB.replace("game: climb", "game: mine"), monkeypatch)
    printed = run(*command.split())
    assert printed.code == 0, printed
    assert printed.out.startswith(out)


def test_a_rule_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    given(RULE, monkeypatch)
    assert run("check", "-").out == "checked 1 rule: all is well\n"
    given(RULE, monkeypatch)
    assert "rule added by --with" in run("show", "climb", "--with", "-").out


def test_what_is_wrong_in_standard_input_has_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    given(RULE.replace("nothing", "nothin(p)"), monkeypatch)
    printed = run("check", "-")
    assert printed.code == 1
    assert printed.out.startswith("<stdin>:6:20: error: ")
    given("game: [", monkeypatch)
    assert run("check", "-").out.startswith("<stdin>:1:")
    given("", monkeypatch)
    assert run("check", "-").code in (1, 2)


def test_rules_from_standard_input_are_neither_kept_nor_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in ("play -", "play climb --with -", "play - --auto --save x.json"):
        given(CLIMB, monkeypatch)
        printed = run(*command.split())
        assert (printed.code, "add --auto, without --save" in printed.err) == (2, True)
    assert "can't read the game from standard input" in run("mix", "-").err


def test_what_is_written_goes_to_standard_output(home: Path) -> None:
    shown = run("mix", "climb", "--with", "sevens-wish", "-o", "-")
    assert shown == run("mix", "climb", "--with", "sevens-wish")
    assert shown.out.startswith("game: my-climb\n")
    started = run("new", "rule", "mine", "--for", "ladder", "-o", "-")
    assert started.out.startswith("rule: mine\n")
    assert not [path for path in home.iterdir() if path.suffix == ".yaml" or path.name == "-"]
    assert run("new", "rule", "mine", "--for", "ladder").code == 0
    assert started.out == (home / "mine.yaml").read_text(encoding="utf-8")


def test_a_replay_for_programs() -> None:
    assert run("play", "climb", "--auto", "--seed", "1", "--save", "game.json", "--set", "cards=2").code == 0
    data = json.loads(run("replay", "game.json", "--json").out)
    assert (data["game"], data["set"], data["players"], data["seed"]) == ("climb", {"cards": "2"}, 2, 1)
    lines = [f"  seat {move['seat']}: {move['move']}" for move in data["moves"]]
    assert "\n".join(lines) in run("replay", "game.json", "--moves").out
    assert (data["over"], data["asked"]) == (True, None)
    assert set(data["outcome"]["winners"]) <= {1, 2}
    assert data["outcome"]["ending"] in ("out-first", "worn-out")
    assert run("replay", "game.json", "--json", "--moves").code == 2


DOCS = Path(__file__).parent.parent / "docs" / "cli.md"


def documented() -> dict[str, list[str]]:
    """The keys that the docs name for each command, in their order."""
    rows = re.findall(r"^\| `(\w+)` \| (.*`\w+`.*) \|$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    return {command: re.findall(r"`(\w+)`", keys) for command, keys in rows}


@pytest.mark.parametrize(("command", "arguments"), [
    ("list", ""), ("check", "odd.yaml"), ("test", "climb"), ("show", "climb"), ("show", "sevens-wish"),
    ("why", "climb draw"),
    ("replay", "game.json"),
])  # fmt: skip
def test_what_programs_get_has_the_documented_keys(command: str, arguments: str) -> None:
    Path("odd.yaml").write_text(RULE.replace("nothing", "nothin(p)"), encoding="utf-8")
    if command == "replay":
        run("play", "climb", "--auto", "--seed", "1", "--save", "game.json")
    data = json.loads(run(command, *arguments.split(), "--json").out)
    assert list(data[0] if isinstance(data, list) else data) == documented()[command]


def test_json_is_one_flag_everywhere() -> None:
    assert run("test", "climb", "--json") == run("test", "climb", "--format", "json")
    assert run("check", "climb", "--json").out == run("check", "climb", "--format", "json").out == "[]\n"
