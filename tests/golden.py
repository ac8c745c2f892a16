"""Games that a change of the engine must not affect: digests of their final states, saved in `golden.json`. A change of
a shipped ruleset, or of the meaning of the language, changes games too. Then run `tests/bench/golden.py --write`, and
say why in the commit."""

import json
from hashlib import sha256
from pathlib import Path

import laws
from parlour.playouts.player import Player, Task

FILE = Path(__file__).with_name("golden.json")
FEW, MANY = 10, 200  # games with a saved digest
TASK = Task(seed=1, begin=None, policy=False, most=5_000, states=True)


def digest(player: Player, games: int) -> str:
    """Return a digest of the final states and lengths of the first games."""
    chunk = player.play(TASK, 0, games)
    return sha256(repr((list(map(list, chunk.states)), list(chunk.lengths))).encode()).hexdigest()[:16]


def tables(game: str) -> list[int]:
    """The smallest and the largest number of players."""
    sizes = laws.sizes(game)
    return sorted({sizes[0], sizes[-1]})


def kept() -> dict[str, list[str]]:
    """Return the saved digests by game and number of players: of the first few games, and of all."""
    found: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found
