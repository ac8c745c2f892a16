"""`parlour new`: all that it proposes in comments is correct."""

import re
from pathlib import Path

import pytest

from scaffold.terminal import run


@pytest.mark.usefixtures("home")
def test_what_a_new_rule_proposes_can_be_checked() -> None:
    run("new", "rule", "no-sixes", "--for", "ladder")
    text = Path("no-sixes.yaml").read_text(encoding="utf-8")
    awake = text.replace("# powers:\n#   7", "powers:\n  7").replace("# when:\n#   ", "when:\n  ")
    awake = re.sub(r"^# may:\n#   (.*)\n#     ", r"may:\n  \1\n    ", awake, flags=re.MULTILINE)
    assert "\nmay:\n" in awake
    Path("no-sixes.yaml").write_text(awake, encoding="utf-8")
    assert run("check", "no-sixes.yaml").code == 0
