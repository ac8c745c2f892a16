"""`parlour clashes … --with`: a rule that the family doesn't have, beside rules that are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clashes import made_up
from scaffold.terminal import run


def test_an_added_rule_is_compared_with_the_named_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_up.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = (tmp_path / "rules" / "queens-bury.yaml").read_text(encoding="utf-8").replace("queens-bury", "our-queens")
    (tmp_path / "ours.yaml").write_text(text, encoding="utf-8")
    printed = run("clashes", "lay", "queens-swap", "twos-anywhere", "--with", "./ours.yaml", "--jobs", "1", "--json")
    pairs = json.loads(printed.out)["pairs"]
    assert sorted(pair["rules"] for pair in pairs) == [["our-queens", "queens-swap"], ["our-queens", "twos-anywhere"]]
