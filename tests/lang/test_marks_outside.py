"""A mark that is set on a card outside the zones of the mark doesn't exist, then or later."""

from __future__ import annotations

import pytest

from three_ways import cases_of_module

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pile: {ordered: true, seen: everybody}
  row: {ordered: true, seen: everybody}
state:
  n: {type: int, seen: everybody}
  lead: {type: card or none, seen: everybody}
  dealer: {type: player, starts: players.first, seen: everybody}
marks:
  by: {type: player or none, inside: [pile, row]}
  strength: {type: int, inside: pile, default: 3}
  stands-for: {type: card or none, guise: true, inside: pile}
names: {p q: player, c d: card, cs ds: cards}
procedures:
  put_mark(c): c.by = players.first
"""
STEPS = {
    "for c in box & of_rank(8):\n  c.by = dealer\n  move c to pile\n  if c.by is some: n += 1": 0,
    "for c in box & of_rank(8):\n  c.by = dealer\n  if c.by is some: n += 1": 0,
    "for c in box & of_rank(8):\n  put_mark(c)\n  move c to pile\nn = count c in pile where c.by is some": 0,
    "for c in box & of_rank(8):\n  c.by = dealer\n  move c to pile\n"
    "n = 1 if pile has cards and pile.top.by is some else 0": 0,
    "for c in box & of_rank(8):\n  move c to pile\n  c.by = dealer\nn = count c in pile where c.by is some": 4,
    "for c in box & of_rank(8):\n  move c to pile\n  c.by = dealer\n  move c to row\n"
    "n = count c in row where c.by is some": 4,
    "for c in box & of_rank(8):\n  move c to pile\n  c.by = dealer\n  move c to hand(dealer)\n  move c to pile\n"
    "n = count c in pile where c.by is some": 0,
    "for c in box & of_rank(8):\n  c.strength += 2\n  move c to pile\nn = sum c.strength for c in pile": 12,
    "for c in box & of_rank(8):\n  move c to pile\n  c.strength += 2\nn = sum c.strength for c in pile": 20,
    "for c in box & of_rank(8):\n  c.by = random players\n  move c to pile\nn = count c in pile where c.by is some": 0,
    "for c in box & of_rank(8):\n  c counts as 9♣\n  move c to pile\nn = count c in pile where c.rank == 9": 0,
    "for c in box & of_rank(8):\n  move c to pile\n  c counts as 9♣\nn = count c in pile where c.rank == 9": 4,
}  # fmt: skip
"""Steps, and `n` afterwards."""

cases = cases_of_module(STEPS, SECTIONS, shared=True)


@pytest.mark.parametrize("steps", STEPS)
def test_a_mark_outside_its_zones_does_nothing(steps: str, cases) -> None:
    assert cases.value(steps, "n") == STEPS[steps]


def test_native_code_sets_the_same_marks(cases) -> None:
    cases.play_natively(60)
