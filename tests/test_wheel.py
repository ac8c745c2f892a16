"""The wheel: built, installed in a fresh environment far from the checkout, and a game played there."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

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


def run(*command: str | Path, cwd: Path) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_every_package_is_in_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    engine = ROOT / "engine"
    there = {".".join(p.parent.relative_to(engine).parts) for p in engine.rglob("*.py") if "__pycache__" not in p.parts}
    assert there <= set(listed)


def test_a_wheel_plays_a_game(tmp_path: Path) -> None:
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, ROOT, cwd=tmp_path)
    wheel = next(tmp_path.glob("parlour-*.whl"))
    home = tmp_path / "elsewhere"
    run(sys.executable, "-m", "venv", home, cwd=tmp_path)
    python = home / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", wheel, cwd=home)
    with ZipFile(wheel) as files:
        assert "parlour/py.typed" in files.namelist()
    place, result = run(python, "-c", PLAY, cwd=home).splitlines()
    assert place.startswith(str(home.resolve()))
    assert result.startswith("winners (")
    assert "crazy-eights" in run(home / "bin" / "parlour", "list", cwd=home)
