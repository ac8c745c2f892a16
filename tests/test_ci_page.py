"""The files on docs/ci.md and the hooks for pre-commit: valid YAML, and commands that Parlour has and that pass."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from doc_pages import fences
from scaffold.files import write
from scaffold.terminal import run

ROOT = Path(__file__).parent.parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
RIGHT = """rule: house
title: House
for: ladder
text: x
powers:
  7: {then: "draw(p)"}
examples:
  - name: the seven draws
    given: {pile: 5♠, hand 1: 7♠ 3♦, hand 2: 2♥, stock top: 4♣, to move: 1}
    moves: ["1: lay 7♠"]
    then: {hand 1: 3♦ 4♣}
"""
WRONG = RIGHT.replace("draw", "drwa")


def on_the_page(start: str) -> Any:
    (text,) = [fence.text for fence in fences(PAGE) if fence.kind == "yaml" and fence.text.startswith(start)]
    return yaml.safe_load(text)


def test_hooks_have_what_pre_commit_asks_for() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert len({hook["id"] for hook in HOOKS}) == len(HOOKS)
    for hook in HOOKS:
        assert set(hook) == {"id", "name", "description", "entry", "args", "pass_filenames", "language", "files"}
        assert hook["language"] == "python"
        assert shlex.split(hook["entry"])[0] in scripts
        assert re.search(hook["files"], "rulesets/kings.yaml")
        assert re.search(hook["files"], "games/rulesets/rules/kings.yml")
        assert not re.search(hook["files"], ".github/workflows/rulesets.yml")


def test_the_page_names_hooks_that_exist() -> None:
    (repository,) = on_the_page("repos:")["repos"]
    ids = {hook["id"] for hook in HOOKS}
    assert {hook["id"] for hook in repository["hooks"]} <= ids
    assert set(re.findall(r"`(parlour-\w+)`", PAGE)) <= ids


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_passes_right_files_and_stops_wrong_ones(hook: dict[str, Any]) -> None:
    """A hook that changes a file stops the commit, too."""
    assert hook["pass_filenames"] is False
    command = [*shlex.split(hook["entry"])[1:], *hook["args"]]
    write("rulesets/right.yaml", RIGHT)
    assert run(*command).code == 0
    wrong = write("rulesets/wrong.yaml", WRONG)
    assert run(*command).code != 0 or wrong.read_text(encoding="utf-8") != WRONG


def test_the_workflow_runs_commands_that_exist(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    workflow = on_the_page("name: Rulesets")
    steps = [*workflow["jobs"]["check"]["steps"], *on_the_page("- name: Check")]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    write("rulesets/house.yaml", RIGHT)
    commands = [step["run"].partition(" > ")[0] for step in steps if "run" in step]
    parlour = [shlex.split(command)[1:] for command in commands if command.startswith("parlour ")]
    assert len(parlour) == 3
    for command in parlour:
        if command[0] == "check":
            assert run(*command).code == 0
    write("rulesets/house.yaml", WRONG)
    annotated = run(*parlour[0])
    assert annotated.code == 1
    assert annotated.out.startswith("::error file=rulesets/house.yaml,line=6,")
