"""Conditions on cards: those that the engine computes as sets mean the same as those that it tests for each card."""

from __future__ import annotations

import pytest

from three_ways import Cases, cases_of_module

SECTIONS = """
names: {c: card, d: card}
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  pile: {ordered: true}
state:
  n: {type: int, each: game, starts: 1}
  x: {type: int, each: game}
  y: {type: int, each: game}
  who: {type: player, each: game}
  dealer: {type: player, each: game}
functions:
  is_red(c): c.colour == red
procedures:
  lay(): |
    move [2♣, 3♣, 3♥, K♥, K♠] to hand(who)
    move [9♣, K♦] to stock
    move 5♣ to pile
    move 3♦ to pile
"""
# The number of cards of the hand for which each holds.
CONDITIONS = {
    "c.suit == ♣ or c.rank == pile.top.rank": 3, "c.rank >= 3 and c.rank not in [2, K]": 2,
    "not (c.suit == ♣ or c.rank == K)": 1, "c.suit in [♥, ♠]": 3, "n == 1 and pips(c.rank) mod 2 == 0": 1,
    "pips(c.rank) mod n == 0": 5, "8 // n == 8 and c.rank == K": 2, "is_red(c) if n == 1 else c.rank == 2": 2,
    "c.rank == 2 if n == 0 else is_red(c)": 2, "c.rank == 3 if is_red(c) else false": 1, "c in hand(who)": 5,
    "c in stock": 0, "pile.top is some and c.rank == pile.top.rank": 2, "pile.top is none or c.rank < pile.top.rank": 1,
    "c.rank == pile.top.rank if pile.top is some else true": 2, "any d in hand(who) where d != c": 5,
    "any d in hand(who) where d != c and d.rank == c.rank": 4, "any d in stock where d != c and d.suit == ♦": 5,
    "any d in stock where d != c and d.rank < c.rank": 2, "all d in hand(who) where d.suit != c.suit or d == c": 1,
}  # fmt: skip
STEPS = {
    f"lay()\nx = count c in hand(who) where ({condition})\ny = (those c in hand(who) where ({condition})).size": number
    for condition, number in CONDITIONS.items()
}
cases = cases_of_module(STEPS, SECTIONS)


@pytest.mark.parametrize(("steps", "number"), STEPS.items(), ids=CONDITIONS)
def test_so_many_cards_meet_it(cases: Cases, steps: str, number: int) -> None:
    end = cases.end(steps)
    assert isinstance(end, dict), end
    assert (end["x"], end["y"]) == (number, number)
