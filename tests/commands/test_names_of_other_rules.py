"""`parlour check` says to which other rule a name belongs, and asks the author to name that rule under `needs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from scaffold.files import write
from scaffold.terminal import run

HEAD = "title: R\nfor: eights\ntext: Aces are wild and you name a suit.\n"
ACES = f"rule: aces\n{HEAD}powers:\n  A: {{then: called = ♥}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def check(*arguments: str) -> str:
    return run("check", *arguments, "--ignore", "rules-clash").out


def test_a_variable_of_another_rule() -> None:
    write("aces.yaml", ACES)
    out = check("eights", "--with", "./aces.yaml")
    assert "aces.yaml:6:13: error: unknown variable `called` [unknown-name]\n" in out
    assert "  help: `called` belongs to `eight-is-wild`; add `needs: [eight-is-wild]`\n" in out
    assert "let called" not in out


def test_a_rule_that_works_only_in_mixes_with_another_one() -> None:
    """Crazy Eights has `eight-is-wild`, so the rule works there; nothing else says that it needs it."""
    out = check(str(write("aces.yaml", ACES)))
    assert "warning: `called` belongs to `eight-is-wild`, and not every mix has that rule [unknown-name]\n" in out
    assert "  help: add `needs: [eight-is-wild]`\n" in out
    write("aces.yaml", ACES.replace("for: eights\n", "for: eights\nneeds: [eight-is-wild]\n"))
    assert "warning" not in check("./aces.yaml")


def test_a_procedure_of_a_rule_beside_it() -> None:
    write("cheers.yaml", f"rule: cheers\n{HEAD}procedures:\n  cheer(p): draw(p, 1)\nwhen:\n  after pass(p): cheer(p)\n")
    out = check(str(write("aces.yaml", f"rule: aces\n{HEAD}powers:\n  A: {{then: cheer(p)}}\n")))
    assert "help: `cheer` belongs to `cheers`; add `needs: [cheers]`\n" in out


def test_a_game_that_leaves_a_rule_out() -> None:
    head = "game: ours\ntitle: Ours\nextends: eights\ntext: x\nplayers: 2..4\n"
    out = check(str(write("ours.yaml", f"{head}when:\n  after pass(p): called = ♥\n")))
    assert "help: `called` belongs to `eight-is-wild`; add `eight-is-wild` to `uses`\n" in out


def test_names_of_other_families_and_misspelt_names_are_no_matter_of_needs() -> None:
    out = check(str(write("aces.yaml", ACES.replace("called", "skipps"))))
    assert "did you mean `skips`?" in out
    assert "needs" not in out
