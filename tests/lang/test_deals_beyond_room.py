"""A deal of more cards than its zone can hold stops the game; `check` says so."""

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
