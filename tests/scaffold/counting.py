"""A small game to mutate: four answers, each adds one or a hundred. It is in the scenes about `parlour mutate`."""

import re
from pathlib import Path

from scaffold.files import write
from scaffold.home import TESTS
from scaffold.yaml_files import data_of

_FILES = next(iter(data_of(TESTS / "commands" / "scenes" / "home-mutate.yaml").values()))["files"]
GAME = _FILES["counting.yaml"]
FRAME, EXAMPLE = re.split("(?<=examples:\n)", _FILES["counter.yaml"])


def write_counting(folder: Path, examples: str = EXAMPLE) -> Path:
    """Write the game, and return the path of its frame, which has all the rules."""
    write(folder / "counting.yaml", GAME)
    return write(folder / "counter.yaml", FRAME + (examples or "  []\n"))
