"""Melds, the best ways to meld and to lay off, and runs: the engine and the oracle agree about random hands."""

from importlib.util import find_spec

import pytest

from oracle.side_by_side import compare_natively, play_in_step
from parlour import load

FRAME = """\
frame: melds
title: Melds
text: Players look for melds.
extends: table
players: 2
deck: {DECK, each: game}
melding: {MELDING}
zones:
  stock: {ordered: true}
  hand(player): {seen: owner, text: hand}
state:
  loose: {type: int, seen: everybody, text: loose}
  best: {type: cards, seen: everybody, text: best}
  laid: {type: cards, seen: everybody, text: laid}
marks:
  size: {type: int, inside: hand, seen: everybody, text: size}
  low: {type: card or none, inside: hand, seen: everybody, text: low}
stages:
  game: |
    champions = players
    repeat 3 times:
      for p in players: move hand(p) to box
      shuffle box into stock
      deal 5 from stock to each hand
      deal 3 from stock to hand(next(players.first))
      for p in players:
        loose = deadwood(hand(p))
        best = melded(hand(p))
        for c in hand(p):
          let meld = meld_of(c, hand(p))
          c.size = meld.size
          c.low = meld.first
      let theirs = best
      let one = theirs.first
      if one is some:
        let first = meld_of(one, theirs)
        laid = lay_off(hand(players.first), first, theirs - first)
      move stock to box
      ask act(players.first)
prompts:
  act(p): |
    meld for cs in melds of hand(p): nothing
    try for cs in 2..4 cards of hand(p) where is_meld(cs): nothing
    run for cs in runs of hand(p): nothing
    short "short {cs}" for cs in runs of hand(p) where cs.size >= 3 and cs.size <= 4: nothing
    pairs for cs in double runs of hand(p): nothing
    triples for cs in triple runs of hand(p): nothing
    pass: nothing
"""
PIPS = 'worth: "min(pips(c.rank), 10)"'
UNEVEN = 'worth: "pips(c.rank) - (8 if c.suit in [♥, ♠] else 4)"'  # some cards count nothing, others less than that
JOKER = 'worth: "20 if c.rank == Jk else min(pips(c.rank), 10)", wild: c.rank == Jk'
TABLES = {
    "gin": ("pack: 52, ace: low, ranks: [A, 2..6]", f"sets: 3, runs: 3, {PIPS}"),
    "uneven": ("pack: 52, ranks: [3..8]", f"sets: 3, runs: 3, {UNEVEN}"),
    "pairs and long runs": ("pack: 52, ranks: [3..8]", f"sets: 2, runs: 4, {PIPS}"),
    "seven up": ("pack: 52, jokers: 2, ace: high, ranks: [9, 10, J, Q, K, A]", f"sets: 3, runs: 3, {PIPS}"),
    "round the corner": ("pack: 52, ace: low, ranks: [A, 2, 3, J, Q, K]", f"sets: 3, runs: 3, corner: true, {UNEVEN}"),
    "jokers": ("pack: 52, jokers: 2, ranks: [4..7]", f"sets: 3, runs: 3, most-wild: 2, {JOKER}"),
    "one joker": ("pack: 52, jokers: 2, ranks: [4..7]", f"sets: 3, runs: 3, most-wild: 1, {JOKER}"),
    "twos": ("pack: 52, ace: low, ranks: [A, 2..5]", f"sets: 3, runs: 3, most-wild: 2, wild: c.rank == 2, {PIPS}"),
    "wild and round": ("pack: 52, jokers: 2, ace: low, ranks: [A, 2, Q, K]",
                       f"sets: 3, runs: 3, corner: true, most-wild: 2, {JOKER}"),
    "two packs": ("pack: 52, copies: 2, jokers: 1, ranks: [5..7]", f"sets: 3, runs: 3, most-wild: 1, {JOKER}"),
    "twins": ("pack: 52, copies: 2, jokers: 1, ranks: [5..7]", f"sets: 3, runs: 3, twins: true, most-wild: 2, {JOKER}"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_hands_are_melded_as_the_language_page_says(name: str) -> None:
    deck, melding = TABLES[name]
    frame = FRAME.replace("DECK", deck).replace("MELDING", melding)
    game = load("g", documents={"melds.yaml": frame, "g.yaml": "game: g\ntitle: G\nextends: melds\n"})
    for seed in range(2):
        assert play_in_step(game, 2, seed, most=200).decisions == 3
    if find_spec("llvmlite") is not None:
        compare_natively(game, 2, seed=2)
