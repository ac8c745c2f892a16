"""A card whose zone stores a guise shows it wherever a ruleset asks for its rank, suit, colour or face."""

from __future__ import annotations

from pathlib import Path

import pytest

from three_ways import Cases, Small

SECTIONS = """
zones:
  hand(player): {seen: owner}
  row: {seen: everybody, ordered: true}
  pile: {seen: everybody}
  stock: {ordered: true}
state:
  n: {type: int, seen: everybody}
  lead: {type: card or none, seen: everybody}
  dealer: {type: player, starts: players.first, seen: everybody}
marks:
  stands-for: {type: card or none, guise: true, inside: [row, pile]}
names: {p q: player, c d: card, cs ds: cards}
functions:
  jokers(): those c in pack where c.rank == Jk
  is_eight(c): c.rank == 8
  eights(cs): count c in cs where c.rank == 8
  lowest_pips(cs): least pips(c.rank) for c in cs where c.rank != Jk
  worth(c): 50 if c.rank == 8 else pips(c.rank)
  points(cs): sum worth(c) for c in cs
  faces(c): "[8♦] if c.rank == Jk else none"
may:
  eight(c):
    rank: {forbid: c.rank == 8}
"""

READY = """
move (box & [9♣, 8♠]) to ZONE
for c in box & of_rank(Jk):
  move c as 8♦ to ZONE
"""
"""A nine, an eight, and the two jokers as eights of diamonds."""

ASKED = {
    "n = count c in ZONE where c.rank == 8": 3,
    "n = count c in ZONE where c.rank in [7, 8]": 3,
    "n = count c in ZONE where c.rank < 9": 3,
    "n = count c in ZONE where c.rank != 8": 1,
    "n = count c in ZONE where c.rank == Jk": 0,
    "n = count c in ZONE where c == 8♦": 2,
    "n = count c in ZONE where c in [8♦, 9♣]": 3,
    "n = count c in ZONE where c.suit == ♦": 2,
    "n = count c in ZONE where c.suit is none": 0,
    "n = count c in ZONE where c.colour == red": 2,
    "n = count c in ZONE where is_eight(c)": 3,
    "n = count c in ZONE where not may eight(c)": 3,
    "n = count c in ZONE & pack where c.rank == 8": 3,
    "n = count c in ZONE - 9♣ where c.rank == 8": 3,
    "n = count c in pack where c.rank == 8": 6,
    "n = count c in (those d in ZONE where d != 9♣) where c.rank == 8": 3,
    "n = count c in ZONE where any d in ZONE where d != c and d.rank == c.rank": 3,
    "n = eights(ZONE.cards)": 3,
    "n = eights(ZONE.cards & of_rank([8, 9]))": 1,
    "n = 1 if (any c in ZONE where c == 8♦) else 0": 1,
    "n = 1 if (all c in ZONE where c.rank in [8, 9]) else 0": 1,
    "n = 1 if (no c in ZONE where c.rank == Jk) else 0": 1,
    "n = sum pips(c.rank) for c in ZONE": 33,
    "n = sum worth(c) for c in ZONE": 159,
    "n = points(ZONE.cards)": 159,
    "n = least pips(c.rank) for c in ZONE": 8,
    "n = lowest_pips(ZONE.cards)": 8,
    "n = (those c in ZONE with least pips(c.rank)).size": 3,
    "n = (those c in ZONE where c.colour == red).size": 2,
    "lead = the c in ZONE where c == 8♦\nif lead is some: n = 1 if lead.rank == 8 and lead == 8♦ else 0": 1,
    "lead = the c in ZONE where c.rank == Jk\nn = 1 if lead is none else 0": 1,
    "for c in ZONE:\n  if c.rank == 8: n += 1": 3,
    "for c in ZONE:\n  let r = c.rank\n  if r == 8: n += 1": 3,
    "for c in ZONE:\n  lead = c\n  if lead == 8♦: n += 1": 2,
    "for c in ZONE where c == 8♦:\n  move c to stock\n  if c.rank == Jk: n += 1": 2,
    "for c in ZONE:\n  c counts as 4♣\nn = count c in ZONE where c == 4♣": 4,
    "let z = ZONE\nn = count c in z where c.rank == 8": 3,
    "for c in ZONE where c.rank == 8: n += 1": 3,
    "move 2♣ as 8♦ to ZONE\nn = (those c in [2♣, 3♣] where c == 8♦).size": 1,
    "move 2♣ as 8♦ to ZONE\nn = sum pips(c.rank) for c in [2♣, 3♣]": 11,
    "move 2♣ as 8♦ to ZONE\nn = 1 if (any c in [2♣, 3♣] where c.rank in [8, 9]) else 0": 1,
    "move ZONE to hand(dealer)\nn = count c in hand(dealer) where c.rank == 8": 1,
    "move ZONE to row\nn = count c in row where c == 8♦": 2,
    # sets have the cards themselves
    "n = 1 if 8♦ in ZONE else 0": 0,
    "n = (ZONE - 8♦).size": 4,
    "n = (ZONE & of_rank(8)).size": 1,
    "n = (ZONE & of_rank(Jk)).size": 2,
}
STEPS = {
    f"{zone}: {text}": (READY + text).replace("ZONE", zone) for zone in ("row", "pile") for text in ASKED
}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    return Cases(tmp_path_factory.mktemp("guises"), STEPS, SECTIONS)


@pytest.mark.parametrize("case", STEPS)
def test_a_card_shows_what_it_counts_as(case: str, cases: Cases) -> None:
    assert cases.value(case, "n") == ASKED[case.partition(": ")[2]]


def test_native_code_reads_the_same(cases: Cases) -> None:
    cases.play_natively(200)


@pytest.mark.parametrize(
    "end", ["row.top", "row.bottom", "card_at(row, 1)", "the c in row", "row.top if n == 0 else none"]
)
def test_a_variable_reads_the_mark_of_its_card(end: str, tmp_path: Path) -> None:
    """Once the card has left the zones of the mark, it counts as itself, wherever the variable has its card from."""
    steps = f"""
        for c in box & of_rank(Jk):
          if row is empty: move c as 8♦ to row
        lead = {end}
        if lead is some: n += 1 if lead.rank == 8 else 0
        move row to pile
        if lead is some: n += 10 if lead.rank == 8 else 0
        move pile to stock
        if lead is some: n += 100 if lead.rank == Jk else 0
    """
    assert Small(tmp_path, steps, SECTIONS.partition("may:")[0]).ends()["n"] == 111


@pytest.mark.parametrize(
    ("step", "findings"),
    [("c counts as Jk", ["none"]), ("move c to hand(dealer)", ["none"]), ("n = 1", [])],
)
def test_a_suit_can_be_missing_once_a_card_counts_as_another(step: str, findings: list[str], tmp_path: Path) -> None:
    steps = f"for c in row where c.suit is some:\n  {step}\n  if colour_of(c.suit) == red: n = 2"
    small = Small(tmp_path, steps, SECTIONS.partition("may:")[0])
    assert [found.code for found in small.findings()] == findings
