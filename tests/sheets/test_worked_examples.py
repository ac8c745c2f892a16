"""The pictures of worked examples on a rule sheet."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour.sheets.assembly import sheet_of
from parlour.sheets.text import as_text
from parlour.sheets.worked import worked

HEAPS = """\
game: heaps
title: Heaps
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner}
  heap(player): {seen: top, ordered: true}
state:
  up: {type: player, each: game}
stages:
  game: |
    move box to hand(up)
    resume here with up
    ask up:
      put for c in hand(up): move c to heap(up)
      else: nothing
    end game
examples:
  - name: a card lies on top
    players: 2
    given: {hand 1: 7♠ 3♦, heap 1: 4♥, rest: box, to move: 1}
    moves: ["1: put 7♠"]
    then: {heap 1 top: 7♠}
    shown: true
"""


def test_the_top_of_a_pile_of_a_player(tmp_path: Path) -> None:
    (tmp_path / "heaps.yaml").write_text(HEAPS, encoding="utf-8")
    game = parlour.load(tmp_path / "heaps.yaml")
    text = as_text(sheet_of(game, worked(game)))
    assert re.search(r"seat 1: top of the heap +\[7♠\]", text), text
