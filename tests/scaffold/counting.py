"""A small game to mutate: four answers, each adds one or a hundred."""

from pathlib import Path

from scaffold.files import write

FRAME = """\
frame: counter
title: Counter
extends: table
players: 2..3
deck: {pack: 52, each: game}
endings: {done: it is over}
functions:
  first(): the q in players
outcome: {tally: tally}
state:
  tally: {type: int, each: game, seen: everybody, text: tally}
  noise: {type: int, each: game, text: never shown}
prompts:
  act(p): |
    one: tally += 1
    hundred if tally < 3: tally += 100
procedures:
  hum(): noise += 1
stages:
  game: |
    champions = [first()]
    repeat 4 times:
      ask act(first())
      hum()
    end game as done
examples:
"""
GAME = "game: counting\ntitle: Counting\nextends: counter\n"
EXAMPLE = """\
  - name: one and a hundred
    in: counting
    moves: ["1: one", "1: hundred"]
    then: {tally: 101, only may: [one]}
"""


def write_counting(folder: Path, examples: str = EXAMPLE) -> Path:
    """Write the game, and return the path of its frame, which has all the rules."""
    write(folder / "counting.yaml", GAME)
    return write(folder / "counter.yaml", FRAME + (examples or "  []\n"))
