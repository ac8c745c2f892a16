"""`check` reports more cards than a zone can hold, and a place that it doesn't have. machine/test_rooms.py plays it."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import findings_of

SECTIONS = """
zones:
  hand(player): {seen: owner, ordered: true, room: 4}
  stock: {ordered: true}
  row: {columns: 3, seen: everybody}
  small: {ordered: true, room: 4}
  pile(1..6): {ordered: true, room: 4}
  hand2(player): {seen: owner}
"""
DEALS: dict[str, str | None] = {
    "deal 5 from stock to each hand": "this deals 5 cards to `hand`, which has room for 4",
    "deal 5 from stock to small": "this deals 5 cards to `small`, which has room for 4",
    "deal 4 from stock to row": "this deals 4 cards to `row`, which has room for 3",
    "deal 4 from stock to small": None,
    "for n in 3..6: deal n from stock to pile(n)": "this deals 5 cards to `pile`, which has room for 4",
    "for n in 1..4: deal 6 - n from stock to pile(n)": "this deals 5 cards to `pile`, which has room for 4",
    "for n in 1..4: deal n from stock to pile(n)": None,
    "for n in 1..3: deal 2 from stock to small": "this deals 6 cards to `small`, which has room for 4",
    "for n in 1..5: deal 1 from stock to small": "this deals 5 cards to `small`, which has room for 4",
    "for n in 1..2: deal 2 from stock to small": None,
    "for n in 1..2:\n  deal 3 from stock to small\n  move small to stock": None,
    "for n in 1..3:\n  if small is empty: deal 2 from stock to small": None,
    "deal 3 from stock to row": None,
}


MOVES = {
    "move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "move pack to row": "this moves at least 54 cards to `row`, which has room for 3",
    "deal 5 from box to each hand2\nmove box to small": "this moves at least 34 cards to `small`, which has room for 4",
    "move of_rank(A) to row": "this moves at least 4 cards to `row`, which has room for 3",
    "move of_suit(♥) & box to small": None,
    "move [8♦, 9♦, 7♦, 6♦, 5♦] to small": "this moves at least 5 cards to `small`, which has room for 4",
    "if stock is empty: move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "for n in 1..2:\n  move box to small": "this moves at least 54 cards to `small`, which has room for 4",
    "move [8♦, 9♦, 7♦, 6♦] to small": None,
    "move box to stock": None,
    "move of_rank(A) to small": None,
}


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


@pytest.mark.parametrize(
    ("code", "table"), [("too-many-cards", DEALS), ("too-many-cards", MOVES), ("key-range", PLACES)]
)
def test_check_compares_the_cards_with_the_room_of_their_zone(
    tmp_path: Path, code: str, table: dict[str, str | None]
) -> None:
    found = findings_of(tmp_path, table, SECTIONS)
    told = {steps: [d.message for d in each if d.code == code] for steps, each in zip(table, found, strict=True)}
    assert told == {steps: [] if words is None else [words] for steps, words in table.items()}
