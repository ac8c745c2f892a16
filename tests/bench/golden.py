"""Plays the golden games of every shipped ruleset, and compares their final states with the saved digests.

    python tests/bench/golden.py [--write] [--native]

With `--native` native code plays them, else generated Python. `--write` saves the current digests instead.
"""

import json
import sys

from checkout import options

import laws
from golden import FEW, FILE, MANY, digest, kept, tables
from parlour.library.library import Library
from parlour.playouts.player import Player
from parlour.playouts.python import PythonPlayer


def main() -> int:
    asked = options(__doc__, write=False, native=False)
    known = {} if asked.write else kept()
    found: dict[str, list[str]] = {}
    for game in sorted(Library.standard().ids("game")):
        for players in tables(game):
            name = f"{game} {players}"
            player = _player(game, players, asked.native)
            found[name] = [digest(player, FEW), digest(player, MANY)]
            if not asked.write:
                print(name, "the same" if found[name] == known.get(name) else "CHANGED", flush=True)
    if asked.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(not asked.write and found != known)


def _player(game: str, players: int, native: bool) -> Player:
    program = laws.program(game)
    if not native:
        return PythonPlayer(program, players)
    from parlour.native.player import NativePlayer  # an extra

    return NativePlayer(program, players)


if __name__ == "__main__":
    sys.exit(main())
