"""The wheel, installed in a fresh environment far from the checkout, plays games and uses its prepared entries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

PLAY = """
import parlour
game = parlour.load("crazy-eights", with_=["queen-draws-four"])
state = game.start(players=3, seed=7)
while not state.over:
    state = state.apply(state.question.legal[0])
print(parlour.__file__)
print("winners", state.outcome.winners)
"""

AT_ONCE = """
import sys
from parlour.cli.main import main
for command in ("play crazy-eights --seed 1", "check crazy-eights", "show crazy-eights"):
    assert main(command.split()) == 0, command
slow = {
    "lark", "yaml", "jsonschema", "parlour.schema.document_text", "parlour.lang.parser",
}
print("imported", sorted(slow & sys.modules.keys()))
"""


def run(*command: str | Path, cwd: Path, **also: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | also
    parts = [str(part) for part in command]
    done = subprocess.run(parts, cwd=cwd, env=clean, input="", capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_every_package_is_in_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    engine = ROOT / "engine"
    there = {".".join(p.parent.relative_to(engine).parts) for p in engine.rglob("*.py") if "__pycache__" not in p.parts}
    assert there <= set(listed)


@pytest.mark.first
def test_the_wheel(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Test everything at once, because building the wheel is slow. A usual run prepares only the games it plays."""
    games = [] if pytestconfig.getoption("--all") else ["-C", "prepare=crazy-eights"]
    home = tmp_path / "elsewhere"
    python = home / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
    (site,) = home.glob("lib/*/site-packages")
    (site / "requirements.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")  # installed already
    install = ("install", "-q", "--no-deps", "--no-build-isolation", *games)
    quick = {"PIP_NO_COMPILE": "1"}  # or pip compiles every module that it installs
    run(sys.executable, "-m", "pip", "--python", python, *install, ROOT, cwd=home, **quick)
    it_is_whole_and_small(home)
    it_requires_what_the_project_requires(home)
    a_game_is_played(home)
    nothing_is_read(home, str(tmp_path / "an empty cache"))
    nothing_is_read(home, os.devnull)  # without a writable cache folder
    damage_does_no_harm(home)


def it_is_whole_and_small(home: Path) -> None:
    package = installed(home, "parlour")
    for file in (
        "py.typed", "lang/grammar.tables", "_data/prepared", "_data/findings/type.md", "web/templates/base.html",
        "web/static/parlour.css",
    ):  # fmt: skip
        assert (package / file).is_file(), file
    assert (home / "share/man/man1/parlour.1").is_file()
    rulesets = sum(1 for _ in package.rglob("*.yaml"))
    assert (package / "_data/prepared").stat().st_size < rulesets * 20_000


def it_requires_what_the_project_requires(home: Path) -> None:
    """Building needs what the project needs, because it prepares rulesets. It takes these from the environment of the
    tests: pip would install them once more."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    metadata = (installed(home, "parlour-*.dist-info") / "METADATA").read_text(encoding="utf-8")
    required = re.findall(r"^Requires-Dist: ([^;\n]*)$", metadata, re.MULTILINE)
    assert sorted(required) == sorted(known["project"]["dependencies"])
    building, *others = known["build-system"]["requires"]
    assert building.startswith("setuptools>=")
    assert sorted(others) == sorted(required)


def installed(home: Path, name: str) -> Path:
    (found,) = home.glob(f"lib/*/site-packages/{name}")
    return found


def a_game_is_played(home: Path) -> None:
    place, result = run(home / "bin" / "python", "-c", PLAY, cwd=home).splitlines()
    assert place.startswith(str(home.resolve()))
    assert result.startswith("winners (")
    assert "crazy-eights" in run(home / "bin" / "parlour", "list", cwd=home)


def nothing_is_read(home: Path, cache: str) -> None:
    folders = {"XDG_CACHE_HOME": cache, "XDG_STATE_HOME": str(home / "state"), "HOME": str(home)}
    said = run(home / "bin" / "python", "-c", AT_ONCE, cwd=home, **folders).splitlines()
    assert said[-1] == "imported []"
    assert any(line.endswith("all is well") for line in said)


def damage_does_no_harm(home: Path) -> None:
    prepared = installed(home, "parlour") / "_data/prepared"
    whole = prepared.read_bytes()
    command = [home / "bin" / "parlour", "show", "crazy-eights"]
    expected = run(*command, cwd=home)
    for damaged in (whole[:1000], whole[:100] + bytes(len(whole) - 100)):
        prepared.write_bytes(damaged)
        assert run(*command, cwd=home, XDG_CACHE_HOME=os.devnull) == expected
