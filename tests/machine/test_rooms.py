"""The room of ordered zones: a card too many is a runtime error, in all executions and however it gets there."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.table.layout import layout_of
from three_ways import Cases, Small, cases_of_module

SECTIONS = """
zones:
  small: {seen: everybody, ordered: true, room: 3}
  pile(1..2): {seen: last-batch, ordered: true, turns: true, room: players.size + 1}
  large: {seen: everybody, ordered: true}
  stock: {ordered: true}
state:
  dealer: {type: player}
  x: {type: int}
  n: {type: int, starts: 2}
"""
FULL = "`small` is full: its room is 3"
PILE_FULL = "`pile` is full: its room is 3"

ENDS: dict[str, int | str] = {
    "deal 3 from box to small; x = small.size": 3,
    "deal 4 from box to small": FULL,
    "for c in of_rank(3): move c to small": FULL,
    "move of_rank(3) to small": FULL,
    "move of_rank(3) to small at bottom": FULL,
    "move box to small": FULL,
    "deal 4 from box to large\nmove large to small": FULL,
    "deal 3 from box to large\nmove large to small\nx = small.size": 3,
    "deal 2 from box to small\nmove 3♦ to large\nmove 3♥ to large\nmove large from 3♦ to small": FULL,
    "deal 3 from box to small\nmove 3♦ to small at 1": FULL,
    "deal 3 from box to small\nmove small to small at bottom\nx = small.size": 3,
    "shuffle of_rank(3) into small": FULL,
    "deal 3 from box to pile(n)\nx = pile(2).size * 10 + pile(1).size": 30,
    "deal 4 from box to pile(n)": PILE_FULL,
    "move of_rank(3) to pile(n) face up": PILE_FULL,
    "move 3♦ to pile(1) face up\nmove 3♥ to pile(1)\nmove pile(1) to pile(2)\nx = pile(2).size": 2,
}


cases = cases_of_module(ENDS, SECTIONS, shared=True)


@pytest.mark.parametrize("steps", ENDS)
def test_end(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "x") == ENDS[steps]


def test_natively(cases: Cases) -> None:
    cases.play_natively(2 * len(ENDS))


def test_a_zone_reserves_only_its_room(tmp_path: Path) -> None:
    zones = "zones:\n  pile(1..7): {{ordered: true{}}}\n"
    sizes = [
        layout_of(Small(tmp_path / name, "nothing", zones.format(room)).program(), 2).size
        for name, room in (("large", ""), ("small", ", room: 19"))
    ]
    assert sizes[0] - sizes[1] == 7 * (54 - 19)  # the pack has two jokers


def test_zones_that_reserve_much_share_a_space(tmp_path: Path) -> None:
    """Ten ordered zones have 55 cells each, with the box; with five more they share a cell for each of 54 cards."""
    zones = "zones:\n  pile(1..{}): {{ordered: true}}\n"
    few, many = (
        layout_of(Small(tmp_path / str(number), "nothing", zones.format(number)).program(), 2) for number in (9, 14)
    )
    assert (few.shares, many.shares) == (False, True)
    assert few.where - few.first_cell_of_zones == 10 * 55
    assert many.where - many.first_cell_of_zones == 15 + 54
