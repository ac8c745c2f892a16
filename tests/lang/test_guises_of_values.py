"""A value of type `card` keeps its guise until it becomes a part of a set, and this guise precedes that of the mark."""

from __future__ import annotations

import pytest

from three_ways import Cases

SECTIONS = """
zones:
  row: {seen: everybody, ordered: true}
  pile: {seen: everybody, ordered: true}
  stock: {ordered: true}
records:
  Lead:
    of: {type: card or none}
state:
  n: {type: int, seen: everybody}
  lead: {type: card or none, seen: everybody}
  memo: {type: Lead, seen: everybody}
  cset: {type: cards, seen: everybody}
  dealer: {type: player, starts: players.first, seen: everybody}
logs:
  plays: {of: card, room: 9, each: game, seen: everybody}
marks:
  stands-for: {type: card or none, guise: true, inside: [row, pile]}
names: {p: player, c: card, cs: cards}
functions:
  joker(): of_rank(Jk).first
  sure(): joker() if joker() is some else pack.first
  as_eight(c): c as 8♦
  shows_eight(c): 1 if c == 8♦ else 0
  eights(cs): count c in cs where c == 8♦
procedures:
  put(c): move c to row
"""
DECK = "deck: {pack: 52, jokers: 1, each: game}\n"
VALUES = {
    # a value keeps its guise
    "lead = sure() as 8♦\nn = shows_eight(lead) if lead is some else 0": 1,
    "let c = sure() as 8♦\nn = 1 if c.rank == 8 and c in [8♦] else 0": 1,
    "lead = sure()\nif lead is some: lead = lead as 8♦\nn = 1 if lead == 8♦ else 0": 1,
    "n = shows_eight(as_eight(sure()))": 1,
    "memo = Lead(of: sure() as 8♦)\nn = 1 if memo.of == 8♦ else 0": 1,
    "log plays(sure() as 8♦)\nn = 1 if plays.last == 8♦ else 0": 1,
    "let c = sure() as 8♦ if n == 0 else sure()\nn = 1 if c == 8♦ else 0": 1,
    "put(sure() as 8♦)\nn = 1 if row.top == 8♦ else 0": 1,
    "lead = sure() as 8♦\nif lead is some: move lead to row\nn = 1 if row.top == 8♦ else 0": 1,
    "lead = sure() as 8♦\nif lead is some: lead = lead as 4♣\nn = 1 if lead == 4♣ else 0": 1,
    "n = 1 if sure() as (2♣ as 8♦) == 8♦ else 0": 1,
    # a set doesn't, and neither do the cards from a set
    "n = eights([sure() as 8♦])": 0,
    "cset = sure() as 8♦\nn = eights(cset)": 0,
    "let c = [sure() as 8♦].first\nn = 1 if c == Jk else 0": 1,
    "for c in [sure() as 8♦]: n = 1 if c == Jk else 0": 1,
    "put(sure() as 8♦)\nif row.top is some: n = 1 if [row.top as 2♣].first.rank == 8 else 0": 1,
    "put(sure() as 8♦)\nif row.top is some: n = 1 if [row.top as 2♣ if n == 0 else row.top].first == 8♦ else 0": 1,
    "n = [sure(), sure() as 8♦].size": 1,
    "n = 1 if 8♦ in [sure() as 8♦] else 0": 0,
    "move [sure() as 8♦] to row\nn = 1 if row.top == Jk else 0": 1,
    # a card is the same card, whatever it counts as
    "n = 1 if (sure() as 8♦) == sure() and sure() in [sure() as 8♦] else 0": 1,
    # the guise of a value precedes that of the mark
    "move sure() as 8♦ to row\nn = 1 if (sure() as 4♣) == 4♣ else 0": 1,
    "move sure() as 8♦ to row\nlead = sure() as 4♣\nn = 1 if lead == 4♣ and row.top == 8♦ else 0": 1,
    "move sure() as 8♦ to row\nlet c = sure()\nn = 1 if c == 8♦ else 0": 1,
    # the mark stays in its zones, and a card without a guise of its own doesn't change it
    "move sure() as 8♦ to row\nmove sure() to pile\nn = 1 if pile.top == 8♦ else 0": 1,
    "move sure() as 8♦ to row\nmove sure() to stock\nmove sure() to pile\nn = 1 if pile.top == Jk else 0": 1,
}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    return Cases(tmp_path_factory.mktemp("guises"), {text: text for text in VALUES}, SECTIONS, deck=DECK)


@pytest.mark.parametrize("case", VALUES)
def test_a_value_keeps_its_guise_and_a_set_does_not(case: str, cases: Cases) -> None:
    assert cases.value(case, "n") == VALUES[case]


def test_native_code_has_the_same_values(cases: Cases) -> None:
    cases.play_natively(100)
