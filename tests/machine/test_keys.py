"""Zones and variables with keys of all kinds: numbers of a range, words, players, and several of them. All executions
agree, and a number outside its range is a runtime error with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.examples import Mixes, cases_of, render, run_case
from parlour.library.library import Library
from parlour.library.loading import load as load_document
from scaffold.rulesets import write_game
from three_ways import Cases, Small, cases_of_module

SECTIONS = """
types:
  role: [first-aid, helper, guard]
zones:
  pile(1..3): {seen: everybody, ordered: true}
  heap(0..2): {seen: everybody}
  wing(player, 2..3): {seen: owner, ordered: true}
  corner(role, suit): {seen: everybody}
state:
  dealer: {type: player}
  x: {type: int}
  y: {type: int}
  n: {type: int, starts: 2}
  big: {type: int, starts: 9}
  spot: {type: zone}
  duty: {type: role}
  points(1..3): {type: int}
  owed(player, role): {type: int}
  grid(2..3, 0..1, side): {type: int}
names: {p q: player, k: int, c: card, w: role}
functions:
  held(k): pile(k).size
  due(p, w): owed(p, w)
"""
PILE_ERROR = "no such zone: `pile`; its numbers are 1..3"
POINTS_ERROR = "`points` has no value for this key; its numbers are 1..3"

ENDS: dict[str, int | str] = {
    "move 4♦ to pile(1); move K♠ to pile(3); x = pile(1).size * 100 + pile(2).size * 10 + pile(3).size": 101,
    "for k in 1..3: deal k from box to pile(k)\nx = held(1) + 10 * held(2) + 100 * held(3)": 321,
    "deal 1 from box to pile(n); x = pile(2).size": 1,
    "x = pile(big).size": PILE_ERROR,
    "x = pile(n - 2).size": PILE_ERROR,
    "deal 1 from box to pile(n + 2)": PILE_ERROR,
    "x = held(4)": PILE_ERROR,
    "x = pile(1 if n == 2 else 3).size + pile(9 if n == 2 else 1).size": PILE_ERROR,
    "x = heap(players.size).size": 0,
    "for k in 0..2: deal k from box to pile(k + 1)\nfor k in 1..3: move pile(k) to heap(k - 1)\nx = heap(2).size": 2,
    "points(n) += 5; points(3) = 7; x = points(1) * 100 + points(2) * 10 + points(3)": 57,
    "points(big) = 1": POINTS_ERROR,
    "x = points(n * 2)": POINTS_ERROR,
    "owed(dealer, helper) = 3; x = due(dealer, helper) * 10 + due(next(dealer), helper)": 30,
    "for w in role: owed(dealer, w) += 2\nx = sum owed(dealer, w) for w in role": 6,
    "duty = guard; owed(dealer, duty) = 4; x = owed(dealer, guard)": 4,
    "x = role.size": 3,
    "x = count w in role where w != helper": 2,
    "grid(3, 1, side(dealer)) = 8; grid(2, 0, side(dealer)) = 1; x = grid(3, n - 1, side(dealer))": 8,
    "x = grid(3, n, side(dealer))": "`grid` has no value for this key; its numbers are 2..3 and 0..1",
    "deal 3 from box to wing(dealer, 3); x = wing(dealer, 2).size * 10 + wing(dealer, n + 1).size": 3,
    "x = wing(next(dealer), n + 2).size": "no such zone: `wing`; its numbers are 2..3",
    "for c in of_rank(K): move c to corner(guard, ♥ if c.suit == ♥ else ♣)\nx = corner(guard, ♣).size": 3,
    "for w in role: move 4♦ to corner(w, ♦)\nx = corner(guard, ♦).size * 10 + corner(helper, ♦).size": 10,
    "for k in [18, 20, 22..24]: x += k": 107,
    "for k in [3, 1, 2] where k != 2: x = x * 10 + k": 13,
    "x = count k in [2, 3, 5, 7] where k > n": 3,
    "x = sum k * k for k in [-2, 5]": 29,
    "for k in [1, 3]: deal k from box to pile(k)\nx = pile(1).size * 10 + pile(3).size": 13,
    "spot = pile(n); move 4♦ to spot; x = pile(2).size": 1,
    "spot = corner(guard, ♥); move 4♦ to spot; x = corner(guard, ♥).size + spot.size": 2,
}


cases = cases_of_module(ENDS, SECTIONS)


@pytest.mark.parametrize("steps", ENDS)
def test_end(cases: Cases, steps: str) -> None:
    assert cases.value(steps, "x") == ENDS[steps]


def test_natively(cases: Cases) -> None:
    cases.play_natively(2 * len(ENDS))


def test_a_range_by_an_option_and_by_the_number_of_players(tmp_path: Path) -> None:
    sections = """
    options:
      piles: {type: int, in: 1..5, default: 2, text: piles}
    zones:
      pile(1..options.piles): {seen: everybody, ordered: true}
      row(1..players.size + 1): {seen: everybody}
    state:
      x: {type: int}
    """
    small = Small(
        tmp_path,
        """
        for n in 1..options.piles: deal n from box to pile(n)
        for n in 1..players.size + 1: deal n from box to row(n)
        x = pile(options.piles).size * 10 + row(players.size + 1).size
        """,
        sections,
    )
    assert small.ends() == {**dict.fromkeys(["champions", "ending", "winners"], 0), **_variables(small, 2, 23)}
    assert _variables(small, 3, 24)
    assert _variables(small, 2, 53, piles=5)


def _variables(small: Small, players: int, x: int, **options: int) -> dict[str, int]:
    end = small.ends(dict(options), players)
    assert isinstance(end, dict)
    assert end["x"] == x
    return end


PLAYED = """
frame: piles
title: Piles
text: Put cards on piles of the other colour.
extends: table
players: 1..3
deck: {pack: 52, ace: low, each: game}
types:
  role: [first-aid, helper, guard]
zones:
  stock: {ordered: true}
  pile(1..4): {seen: everybody, ordered: true, text: heap}
  wing(player, 2..3): {seen: owner, text: wing}
state:
  up: {type: player, each: game}
  points(1..4): {type: int, each: game, seen: everybody}
  owed(player, role): {type: int, each: game, seen: owner}
stages:
  game: |
    shuffle box into stock
    for n in 1..4: deal 1 from stock to pile(n)
    for p in players: deal 4 from stock to wing(p, 2)
    resume here with up
    while stock has cards limit 100:
      ask act(up)
      up = next(up)
    champions = players
prompts:
  act(p): |
    put "put {c} on {n}" for c in wing(p, 2), n in 1..4 where pile(n) is empty or c.colour != pile(n).top.colour:
      move c to pile(n)
      points(n) += 1
    owe if stock has cards for x in role where owed(p, x) < 2:
      owed(p, x) += 1
      move stock.top to wing(p, 3)
    bid "bid {n}" for n in [18, 20, 22] where points(1) < 9: points(1) += n - 17
    draw: deal 1 from stock to wing(p, 2)
"""
EXAMPLES = """\
examples:
  - name: a card on a pile
    players: 2
    given:
      {pile 1: 4♠, heap 2: 5♥, pile 3: 6♠, pile 4: 7♠, wing 1 2: 3♦ 4♣, wing 1 3: 9♥, points 2: 3, owed 1 helper: 1,
       to move: 1}
    moves: ["1: put 4♣ on 2"]
    then:
      pile 2: 5♥ 4♣
      heap 2 top: 4♣
      points 2: 4
      owed 1 helper: 1
      wing 1 3: 9♥
      to move: 2
      2 sees: {wing 1 2: 1 cards, wing 1 3: 1 cards, owed 1 helper: not seen, owed 2 guard: 0}
  - name: a word of a list is chosen
    players: 2
    given: {wing 1 2: 3♦ 4♣, owed 1 helper: 2, to move: 1}
    moves:
      - check: {may: [bid 18, bid 20, bid 22], may not: [bid 19, bid 21]}
      - "1: owe guard"
    then: {owed 1 guard: 1, owed 1 helper: 2, wing 1 3 size: 1, may: [owe helper]}
"""


def test_examples_name_keys(tmp_path: Path) -> None:
    document, problems = load_document(write_game(tmp_path, PLAYED, more=EXAMPLES))
    assert document is not None, problems
    results = [run_case(case, Mixes(Library.standard().beside(document.path))) for case in cases_of(document)]
    assert [render(result) for result in results if not result.passed] == []
    assert len(results) == 2
