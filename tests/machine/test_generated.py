"""Listings of generated code are explained, and looking at a state changes nothing in it."""

import builtins
import re
from pathlib import Path

import pytest

import laws
from parlour.game import Game, load
from parlour.lowering.tables import TABLES
from parlour.python.listing import MEANINGS, code_of
from parlour.routines import routines
from parlour.states.state import fast_machine
from scaffold.rulesets import write_game


def test_all_that_source_calls_is_explained() -> None:
    """A listing explains exactly the names that its functions call and don't define."""
    for game in ("gin-rummy", "crazy-eights"):
        lines = code_of(laws.program(game), 2).splitlines()
        text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
        written = set(re.findall(r"^(?:def )?(\w+)(?:\(| = )", text, re.MULTILINE))
        called = {n for n in re.findall(r"\b([A-Za-z_]\w*)(?=[\[(])", text) if not re.fullmatch(r"v\d+", n)}
        left = called - written - set(MEANINGS) - set(vars(builtins)) - {"s", "found", "if", "in", "not", "and", "or"}
        assert left <= {"bit_count", "bit_length", "append", "reverse", "get", "clear", "return"}
    known = {*fast_machine(laws.program("gin-rummy"), 2).functions, *TABLES, *routines()}
    assert set(MEANINGS) <= known


FRAME = """\
frame: counted
title: Counted
extends: table
text: Cards are drawn and laid, until enough lie there.
players: 2..4
deck: {{pack: 52, ace: high, each: game}}
state:
  points(player): {{type: int, each: game, seen: everybody, text: points}}
zones:
  hand(player): {{seen: owner}}
  stock: {{seen: nobody, ordered: true}}
  pile: {{seen: everybody, ordered: true}}
marks:
  stands-for: {{type: card or none, inside: pile, guise: true}}
endings:
  enough: enough cards lie there
stages:
  game: |
    shuffle box into stock
    deal 6 from stock to each hand
    while pile.size < 20 limit 3000:
      for p in players:
        ask p:
          draw-one "draw" if stock has cards: deal 1 from stock to hand(p)
          {lay}
          wait: points(p) += 1
    champions = those p in players with most points(p)
    end game as enough
functions:
  faces(c): "[K♠, K♥] if c.rank == 3 and any n in 1..3 where any p in players where points(p) >= n else none"
"""
PLAIN = 'lay "lay {c}" for c in hand(p): move c to pile'
GUISED = 'lay "lay {c}" for c in guises of hand(p): move c to pile'


def counted(folder: Path, lay: str) -> Game:
    """Return a game in which dealing, or the guises of a card, count steps."""
    return load(write_game(folder, FRAME.format(lay=lay)))


@pytest.mark.parametrize("lay", [PLAIN, GUISED])
def test_a_game_that_was_looked_at_can_be_saved(tmp_path: Path, lay: str) -> None:
    game = counted(tmp_path, lay)
    for seed in range(10):  # somebody holds a three
        state = game.start(2, seed=seed).apply("wait")
        assert state.question.legal
        assert game.restore(state.to_json()) == state


def test_a_listing_has_the_lines_of_the_ruleset_that_its_code_names() -> None:
    """`bounded(…, 17)`: the list above it has a line for 17, and none for numbers that only comments mention."""
    for name, players in (("gin-rummy", 2), ("crazy-eights", 3)):
        told = code_of(laws.program(name), players)
        head, _, code = told.partition("\n\n")
        assert "# Lines of the ruleset by the numbers that the code uses" in head
        listed = [int(n) for n in re.findall(r"^#   (\d+): .*:\d+$", head, re.MULTILINE)]
        calls = r"\b(?:bounded|no_card|out_of_rounds)\(.*?(\d+)\)$"
        named = {int(n) for n in re.findall(calls, code, re.MULTILINE)}
        assert named
        assert named <= set(listed)
        assert len(listed) == len(set(listed))
        assert all(re.search(rf"[ (\[]{n}[)\]]", code) for n in listed)
