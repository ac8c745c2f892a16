"""Keys of zones and variables: ranges that a table decides, and their names in examples."""

from __future__ import annotations

from pathlib import Path

from parlour.examples import Mixes, cases_of, render, run_case
from parlour.library.library import Library
from parlour.library.loading import load as load_document
from scaffold.rulesets import write_game
from three_ways import Small


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
