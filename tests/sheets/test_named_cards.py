"""The card chart of a deck whose suits have words."""

from pathlib import Path

import pytest

from scaffold.terminal import run

KEYS = ("'\"red-7\"'", "red-7", "blue-skip")
RULE = "rule: chosen\ntitle: Some skip more\nfor: colour-match\npowers: {%s: {then: skips += 1}}\n"


@pytest.mark.parametrize("key", KEYS)
def test_a_single_card_is_in_the_chart(tmp_path: Path, key: str) -> None:
    """A key can be the name of a card with a number, in quotes or not, or without one."""
    rule = tmp_path / "chosen.yaml"
    rule.write_text(RULE % key, encoding="utf-8")
    sheet = run("rules", "four-colours-game", "--with", str(rule)).out
    row = next(line for line in sheet.splitlines() if line.split()[:1] == [key.strip("'\"")])
    assert "Some skip more." in row
