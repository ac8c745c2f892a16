"""A tiny game of a few steps, for tests with many random games."""

from pathlib import Path
from textwrap import dedent, indent

from parlour.game import Game, load
from scaffold.rulesets import write_game

FRAME = """
frame: tiny
title: Tiny
extends: table
players: 2..4
deck: {pack: 52, each: game}
endings: {done: it is over}
functions:
  first(): the q in players
outcome: {tally: tally, luckiest: first(), each-one(player): tally}
state:
  tally: {type: int, each: game, seen: everybody, text: tally}
  noise: {type: int, each: game, text: never read}
"""


def tiny(folder: Path, steps: str, more: str = "", **rules: str) -> Game:
    """Return a game of these steps, with more sections of the frame, and rules."""
    stage = f"stages:\n  game: |\n{indent(dedent(steps).strip(), '    ')}\n"
    sections = {name: dedent(text) for name, text in rules.items()}
    return load(write_game(folder, FRAME + stage + dedent(more), sections))


ASK_TEN_TIMES = """
champions = [first()]
repeat 10 times:
  ask act(first())
end game as done
"""
ONE_OR_TWO = """
prompts:
  act(p): |
    one: tally += 1
    hundred: tally += 100
    thousand only if nothing else: tally += 1000
"""
