"""Where games are kept that somebody left, or that were played to their end."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

LONGEST = 100  # letters of a game's id in the name of a file


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The place for what a program remembers, on this system."""
    state = environ.get("XDG_STATE_HOME")
    if state and os.path.isabs(state):
        return Path(state) / "parlour"
    home = environ.get("HOME") or os.path.expanduser("~")
    return Path(home) / ".local" / "state" / "parlour"


def new_place(game: str, seed: int, now: datetime | None = None) -> Path:
    """A file for a game that is being played, which is nobody else's."""
    moment = (now or datetime.now()).strftime("%Y-%m-%d-%H%M")
    folder = state_folder()
    name = f"{game[:LONGEST]}-{moment}-seed-{seed}"
    places = [folder / f"{name}.json", *(folder / f"{name}-{n}.json" for n in range(2, 1000))]
    return next((place for place in places if not os.path.exists(place)), places[-1])


def last_game() -> Path:
    """The game that was played to its end last."""
    return state_folder() / "last-game.json"
