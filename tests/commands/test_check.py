"""`parlour check`: what it reads, finds, and counts. `scenes` has its findings about mixes and examples."""

import json
import re
from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.home import RULESETS
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")


def test_check_is_content() -> None:
    printed = run("check", "climb", "ladder", "sevens-wish")
    assert printed == run("check", str(RULESETS / "climb.yaml"), "ladder", str(RULESETS / "sevens-wish.yaml"))
    assert printed.code == 0
    assert printed.out == "checked 1 game, 1 frame, 1 rule: all is well\n"
    assert run("check", str(RULESETS)).out == "checked 1 game, 3 frames, 4 rules: all is well\n"


def test_check_a_rule_in_the_smallest_mix() -> None:
    write("wrong.yaml", 'rule: wrong\ntitle: Wrong\nfor: ladder\ntext: x\npowers:\n  7: {then: "drow(p)"}\n')
    printed = run("check", "wrong.yaml")
    assert printed.code == 1
    assert re.search(r"^wrong\.yaml:6:\d+: error: .*`drow`", printed.out)
    assert "did you mean `draw`?" in printed.out
    assert printed.out.endswith("checked 1 rule: 1 error\n")
    (finding,) = json.loads(run("check", "wrong.yaml", "--format", "json").out)
    assert finding["at"]["line"] == 6
    assert finding["severity"] == "error"


def test_check_what_can_not_be_read() -> None:
    write("torn.yaml", "rule: [\n")
    write("bytes.yaml", "").write_bytes(b"rule: \xff\n")
    assert run("check", "torn.yaml").code == 1
    assert run("check", "bytes.yaml").code == 1
    assert run("check", "nothing.yaml").code == 2


def test_check_everything_that_is_found() -> None:
    write("rulesets/wrong.yaml", "game: wrong\ntitle: W\nextends: ladder\nuses: [nothing-like-it]\n")
    printed = run("check", "--format", "json")
    assert printed.code == 1
    assert any(f["at"] and f["at"]["file"] == "rulesets/wrong.yaml" for f in json.loads(printed.out))


def test_nothing_to_check_or_to_run_is_not_well(home: Path) -> None:
    (home / "empty").mkdir()
    for folder in ("empty", "./empty", str(home / "empty")):
        printed = run("test", folder)
        assert printed.code == 2
        assert f"no ruleset in the folder {folder}" in printed.err
        printed = run("check", folder)
        assert printed.code == 2
        assert f"no ruleset in the folder {folder}" in printed.out
    write("mine/climb.yaml", (RULESETS / "climb.yaml").read_text(encoding="utf-8"))
    assert run("test", "mine").out.endswith("1 example: all passed\n")
