"""A home folder for the command line: an empty working directory in which it finds few rulesets and saves its games."""

import os
from pathlib import Path

import pytest

from parlour.base.place import shipped

TESTS = Path(__file__).resolve().parents[1]
RULESETS = TESTS / "play" / "rulesets"


def move_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to the folder `home`, with the small games of `RULESETS` and only the common rulesets of Parlour."""
    without_shipped_games(monkeypatch)
    search_in(monkeypatch, RULESETS)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.chdir(home)


def without_shipped_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave Parlour only its common rulesets, so that commands about a small family don't read all shipped games."""
    monkeypatch.setattr("parlour.library.library.shipped", lambda name: shipped(name) / "common")


def search_in(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """Set the folders in which Parlour looks for rulesets."""
    monkeypatch.setenv("PARLOUR_PATH", os.pathsep.join(map(str, folders)))
