"""Moving a card of an ordered zone with all cards above it (`move pile from c to …`). All executions agree about the
cards, their order and their sides, and about the runtime errors."""

from __future__ import annotations

import pytest

from three_ways import Cases, cases_of_module

SECTIONS = """
zones:
  a: {seen: everybody, ordered: true, turns: true}
  b: {seen: everybody, ordered: true, turns: true}
  pile(1..2): {seen: last-batch, ordered: true}
  heap: {seen: everybody}
  row: {seen: everybody, columns: 3}
state:
  dealer: {type: player}
  x: {type: int}
  n: {type: int, starts: 2}
  spot: {type: zone}
marks:
  noted: {type: int, inside: [a, b]}
names: {c: card, k: int, z: zone}
functions:
  at(k, z): sum pips(c.rank) for c in z where c.place == k
procedures:
  fill(): |
    for c in [2♣, 3♣, 4♣, 5♣]: move c to a face up
    move 9♥ to b face up
    for c in a: c.noted = pips(c.rank)
"""
# The cards of `a` are 2♣ 3♣ 4♣ 5♣ from the bottom up; `b` has 9♥. x shows pips of cards from the bottom up.
SHOW_B = "x = 0\nfor k in 1..b.size: x = x * 10 + pips(card_at(b, k).rank)"
SHOW_A = "x = 0\nfor k in 1..a.size: x = x * 10 + pips(card_at(a, k).rank)"
NOT_IN = "this card is not in `a`"

ENDS: dict[str, int | str] = {
    f"fill()\nmove a from 4♣ to b\n{SHOW_B}": 945,
    f"fill()\nmove a from 4♣ to b\n{SHOW_A}": 23,
    f"fill()\nmove a from 2♣ to b\n{SHOW_B}": 92345,
    f"fill()\nmove a from 5♣ to b\n{SHOW_B}": 95,
    f"fill()\nmove a from 4♣ to b at bottom\n{SHOW_B}": 459,
    f"fill()\nmove a from 3♣ to b at n - 1\n{SHOW_B}": 9345,
    f"fill()\nmove a from 3♣ to a\n{SHOW_A}": 2345,
    f"fill()\nmove a from 4♣ to a at bottom\n{SHOW_A}": 4523,
    f"fill()\nmove a from 4♣ to a at 1\n{SHOW_A}": 2453,
    f"fill()\nmove a from 4♣ to a at n\n{SHOW_A}": 2345,
    f"fill()\nmove a from 4♣ to a at 3\n{SHOW_A}": "`a` has no place 3: its size is 2",
    f"fill()\nmove a from 3♣ to b at 2\n{SHOW_A}": "`b` has no place 2: its size is 1",
    "fill()\nmove a from 4♣ to b\nx = count c in b where face_up(c)": 1,
    "fill()\nmove a from 4♣ to b face up\nx = count c in b where face_up(c)": 3,
    "fill()\nmove a from 4♣ to b\nx = sum c.noted for c in b": 9,
    "fill()\nmove a from 4♣ to heap\nx = sum pips(c.rank) for c in heap": 9,
    "fill()\nmove a from 3♣ to row\nx = at(1, row) * 100 + at(2, row) * 10 + at(3, row)": 345,
    "fill()\nmove a from 2♣ to row": "no column of `row` is free",
    "fill()\nmove a from 3♣ to pile(n)\nx = pile(2).size": 3,
    "fill()\nmove a from 3♣ to pile(n + 1)": "no such zone: `pile`; its numbers are 1..2",
    "fill()\nmove a from 9♥ to b": NOT_IN,
    "fill()\nmove a from K♥ to b": NOT_IN,
    "fill()\nspot = a\nmove spot from 4♣ to b\nx = b.size": 3,
    "fill()\nspot = heap\nmove spot from 4♣ to b": "`heap` has no order: no card is above another",
    "fill()\nmove a from 3♣ to pile(1)\nmove pile(1) from 5♣ to b\nx = pile(1).size * 10 + b.size": 22,
}


cases = cases_of_module(ENDS, SECTIONS, shared=True)


@pytest.mark.parametrize("steps", ENDS)
def test_end(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "x") == ENDS[steps]


def test_natively(cases: Cases) -> None:
    cases.play_natively(2 * len(ENDS))
