"""Commands in a checkout of Parlour print what the pages show."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scaffold.terminal import run

ROOT = Path(__file__).resolve().parents[1]
COMMAND = "check crazy-eights --with queen-draws-four --set eight-is-wild.ranks=Q"


def shown() -> str:
    """The output in the README."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    return page.partition(f"$ parlour {COMMAND}\n")[2].partition("```")[0]


def test_in_the_checkout_that_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(*COMMAND.split()).out == shown()


def test_in_a_checkout_while_an_installed_parlour_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rulesets are copies of the installed ones, until somebody changes them."""
    shutil.copytree(ROOT / "rulesets", tmp_path / "rulesets")
    monkeypatch.chdir(tmp_path)
    assert run(*COMMAND.split()).out == shown()
    rule = Path("rulesets/eights/rules/queen-draws-four.yaml")
    rule.write_text(rule.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    printed = run(*COMMAND.split()).out
    assert "\nrulesets/eights/rules/queen-draws-four.yaml:7:13: error: " in printed
    assert "in `queen-draws-four`, write it as `after effect: " in printed


def test_a_typed_path_is_printed_as_it_was_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    rule, *options = COMMAND.split()[3:]
    printed = run("check", f"rulesets/eights/rules/{rule}.yaml", *options).out
    assert printed.startswith(f"rulesets/eights/rules/{rule}.yaml:7:13: error: ")
