"""A small game in which players get rid of three cards, to be given flaws."""

from pathlib import Path

from parlour.game import Game, load
from parlour.library.library import Library
from scaffold.rulesets import write_game

FRAME = """
frame: shedding
title: Shedding
extends: table
text: The first player without cards wins.
players: 2..4
deck: {pack: 52, ace: high, each: game}
options:
  bonus: {type: bool, default: false, text: whether there is a bonus}
  mood: {type: [calm, loud, wild], default: calm, text: how it is played}
  tempo: {type: int, in: 1..9, default: 5, text: how fast it is played}
zones:
  hand(player): {seen: owner, text: hand}
  stock: {ordered: true, text: draw pile}
  pile: {seen: everybody, ordered: true, text: discard pile}
state:
  up: {type: player, each: game, seen: everybody, text: next}
  worth: {type: int, each: game, seen: everybody, text: bonus}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    up = random players
    resume here with up
    while all p in players where hand(p) has cards limit 300:
      ask act(up)
      up = next(up)
    champions = those p in players where hand(p) is empty
procedures:
  laid(p): LAID
prompts:
  act(p): |
    play for c in hand(p):
      move c to pile
      laid(p)
    ACTIONS
"""
LAST = "pass only if nothing else: nothing"
WAITS_AND_PASSES = f"wait: nothing\n{LAST}"


def shedding(
    folder: Path, laid: str = "nothing", actions: str = LAST, rules: dict[str, str] | None = None, more: str = ""
) -> Game:
    """Return the game with steps after a played card, with more actions than `play`, and with `more` sections."""
    indented = "\n    ".join(actions.strip().splitlines())
    path = write_game(folder, FRAME.replace("LAID", laid).replace("ACTIONS", indented), rules, more)
    return load(path, library=Library([folder, *Library.standard().path]))


def again(game: Game) -> Game:
    """Return the game after a change of its files."""
    return load(game.recipe.subject, library=game.recipe.library)
