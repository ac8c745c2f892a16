"""The files of saved and finished games."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

LONGEST = 100  # letters of a game's id in a file name


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder for saved games on this system."""
    state = environ.get("XDG_STATE_HOME")
    if state and os.path.isabs(state):
        return Path(state) / "parlour"
    home = environ.get("HOME") or os.path.expanduser("~")
    return Path(home) / ".local" / "state" / "parlour"


def new_place(game: str, seed: int, now: datetime | None = None) -> Path:
    """Return a new file for a game."""
    moment = (now or datetime.now()).strftime("%Y-%m-%d-%H%M")
    folder = state_folder()
    name = f"{game[:LONGEST]}-{moment}-seed-{seed}"
    places = [folder / f"{name}.json", *(folder / f"{name}-{n}.json" for n in range(2, 1000))]
    return next((place for place in places if not os.path.exists(place)), places[-1])


def last_game() -> Path:
    """Return the file of the last finished game."""
    return state_folder() / "last-game.json"
