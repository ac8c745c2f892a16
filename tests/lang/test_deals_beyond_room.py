"""More cards than a zone can hold, and a place that it doesn't have, stop the game; `check` says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Small

SECTIONS = """
zones:
  hand(player): {seen: owner, ordered: true, room: 4}
  stock: {ordered: true}
  row: {columns: 3, seen: everybody}
  small: {ordered: true, room: 4}
"""
DEALS = {
    "deal 5 from stock to each hand": "`hand`, which has room for 4",
    "deal 5 from stock to small": "`small`, which has room for 4",
    "deal 4 from stock to row": "`row`, which has room for 3",
    "deal 4 from stock to small": None,
    "deal 3 from stock to row": None,
}


@pytest.mark.parametrize("deal", DEALS)
def test_check_compares_a_deal_with_the_room_of_its_zone(tmp_path: Path, deal: str) -> None:
    small = Small(tmp_path, f"shuffle box into stock\n{deal}", SECTIONS)
    messages = [f.message for f in small.findings() if f.code == "too-many-cards"]
    words = DEALS[deal]
    assert messages == ([] if words is None else [f"this deals {deal.split()[1]} cards to {words}"])
    assert isinstance(small.ends(), str) == (words is not None)


MOVES = {
    "move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "move pack to row": "this moves at least 54 cards to `row`, which has room for 3",
    "deal 5 from box to each hand2\nmove box to small": "this moves at least 34 cards to `small`, which has room for 4",
    "move of_rank(A) to row": "this moves at least 4 cards to `row`, which has room for 3",
    "move of_suit(♥) & box to small": None,
    "move [8♦, 9♦, 7♦, 6♦, 5♦] to small": "this moves at least 5 cards to `small`, which has room for 4",
    "if stock is empty: move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "for n in 1..2:\n  move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "fill()": "this moves at least 54 cards to `small`, which has room for 4",
    "move [8♦, 9♦, 7♦, 6♦] to small": None,
    "move box to stock": None,
    "move of_rank(A) to small": None,
}
MORE = """
procedures:
  fill(): move box to small
"""


@pytest.mark.parametrize("moves", MOVES)
def test_check_compares_a_move_with_the_room_of_its_zone(tmp_path: Path, moves: str) -> None:
    zones = SECTIONS.replace("zones:", "zones:\n  hand2(player): {seen: owner}")
    small = Small(tmp_path, moves, zones + MORE * (moves == "fill()"))
    messages = [f.message for f in small.findings() if f.code == "too-many-cards"]
    assert messages == ([] if MOVES[moves] is None else [MOVES[moves]])
    if MOVES[moves] is not None:
        assert isinstance(small.ends(), str)


PLACES = {
    "move 8♦ to stock at 3": "`stock` might have fewer than 3 cards, so it might have no place 3",
    "if stock has cards: move 8♦ to stock at 2": "`stock` might have fewer than 2 cards, so it might have no place 2",
    "if stock.size >= 3: move stock.top to stock at 3":
        "`stock` might have fewer than 4 cards, so it might have no place 3",
    "if stock.size >= 4: move stock.top to stock at 3": None,
    "if stock has cards: move 8♦ to stock at 1": None,
    "if stock.size >= 3: move 8♦ to stock at 3": None,
    "move box to stock\nif small has cards: move small.top to stock at 20": None,
    "let place = stock.size // 2\nmove 8♦ to stock at place": None,
    "move 8♦ to stock at 0": None,
    "move 8♦ to row at 2": None,
}


@pytest.mark.parametrize("move", PLACES)
def test_check_asks_for_a_test_of_the_place(tmp_path: Path, move: str) -> None:
    findings = Small(tmp_path, move, SECTIONS).findings()
    assert [f.message for f in findings if f.code == "key-range"] == ([] if PLACES[move] is None else [PLACES[move]])
