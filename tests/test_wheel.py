"""The wheel, installed in a fresh environment far from the checkout, plays games."""

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
    assert there == {package for package in listed if "_data" not in package}


@pytest.mark.first
def test_the_wheel(tmp_path: Path) -> None:
    """Test everything at once, because building the wheel is slow."""
    home = tmp_path / "elsewhere"
    python = home / "bin" / "python"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
    (site,) = home.glob("lib/*/site-packages")
    (site / "requirements.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")  # installed already
    install = ("install", "-q", "--no-deps", "--no-build-isolation")
    quick = {"PIP_NO_COMPILE": "1"}  # or pip compiles every module that it installs
    run(sys.executable, "-m", "pip", "--python", python, *install, ROOT, cwd=home, **quick)
    it_is_whole(home)
    it_requires_what_the_project_requires(home)
    a_game_is_played(home)


def it_is_whole(home: Path) -> None:
    package = installed(home, "parlour")
    for file in (
        "py.typed", "commands/help/check.txt", "lang/grammar.tables", "_data/findings/type.md",
        "web/templates/base.html", "web/static/parlour.css",
    ):  # fmt: skip
        assert (package / file).is_file(), file
    assert (home / "share/man/man1/parlour.1").is_file()
    shipped = {path.relative_to(ROOT / "rulesets") for path in (ROOT / "rulesets").rglob("*.yaml")}
    assert {path.relative_to(package / "_data/rulesets") for path in package.rglob("*.yaml")} == shipped


def it_requires_what_the_project_requires(home: Path) -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    metadata = (installed(home, "parlour-*.dist-info") / "METADATA").read_text(encoding="utf-8")
    required = re.findall(r"^Requires-Dist: ([^;\n]*)$", metadata, re.MULTILINE)
    assert sorted(required) == sorted(known["project"]["dependencies"])


def installed(home: Path, name: str) -> Path:
    (found,) = home.glob(f"lib/*/site-packages/{name}")
    return found


def a_game_is_played(home: Path) -> None:
    place, result = run(home / "bin" / "python", "-c", PLAY, cwd=home).splitlines()
    assert place.startswith(str(home.resolve()))
    assert result.startswith("winners (")
    assert "crazy-eights" in run(home / "bin" / "parlour", "list", cwd=home)
