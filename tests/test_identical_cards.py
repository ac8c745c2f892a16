"""Identical cards differ only in their places, their marks and the variables that name them."""

from pathlib import Path

import pytest

from laws_of_identical_cards import identical_cards_are_alike
from parlour.mixing.compiler import compile_ruleset, require
from parlour.program import Program
from parlour.states.machine import Machine
from parlour.states.state import fast_machine
from three_ways import Small

SECTIONS = """
zones:
  hand(player): {seen: owner}
  pot: {seen: everybody, turns: true}
  row: {seen: everybody, ordered: true, turns: true}
  table: {seen: everybody, columns: 40}
  stock: {seen: nobody, ordered: true}
marks:
  tag: {type: int, inside: [hand, pot, row]}
  by: {type: player or none, inside: [pot, row]}
state:
  n: {type: int}
  lead: {type: card or none, seen: everybody}
  noted: {type: cards, seen: everybody}
  pair: {type: Pair}
records:
  Pair: {high: {type: bool}, of: {type: card or none}}
names: {p q: player, c d: card, cs: cards}
melding: {sets: 2, runs: 2, wild: c.rank == Jk, most-wild: 1, twins: true}
functions:
  near(p): hand(p) + hand(next(p)) + pot
  shown(p): near(p) + row.cards
  tops(cs): cs.first.place if cs.first is some else 0
procedures:
  mark(c): |
    n += 1
    c.tag = n mod 3
prompts:
  act(p): |
    lead for c in hand(p): lead = c
    lay for c in hand(p): move c to row
    pots for c in hand(p): move c to pot face up
    picks for c in pot: move c to hand(p)
    two for cs in 2 cards of hand(p): move cs to row at bottom
    like for cs in groups of hand(p): move cs to pot
    pick for k in places of row: move card_at(row, k) to hand(p)
    first if near(p) has cards: move near(p).first to row
    high if shown(p) has cards:
      let c = the d in shown(p) where d.place != 2 and d.tag != 1
      if c is some: move c to table
      n = n + 2 * (tops(shown(p)))
    walk:
      for c in shown(p):
        mark(c)
        if c.tag == 1 and c in row:
          move c to hand(p)
    seats:
      for c in near(p) where c.tag != 2:
        if n mod 2 == 0: move c to hand(next(p))
        else: move c to pot
        n += 1
    asks:
      for c in near(p) where c.tag == 0:
        ask p:
          keep: mark(c)
          lays:
            if c in hand(p): move c to row
          leave: stop
    lot if shown(p) has cards:
      let c = random shown(p)
      move c to row at bottom
      c.by = p
    hands: move hand(p) to row
    gathers: move near(p) to row
    mix: shuffle near(p) into stock
    pots-mix: shuffle pot into stock
    again: shuffle row into stock
    draws if stock has cards: deal 2 from stock to each hand
    face: move 7♣ to pot
    named if near(p) has cards:
      noted = those c in near(p) with most c.tag
      pair = pair but (of: noted.first)
    up: turn up row.cards - row.first
    best:
      lead = the c in near(p) where c in noted or c.rank == Jk
      if lead is some: n += lead.tag
    meld for cs in melds of hand(p): move cs to pot
    melds: move melded(hand(p)) to row
    part if hand(p) has cards: move meld_of(hand(p).first, hand(p)) to row
    off if pot has cards: move lay_off(hand(p), row.cards, pot.cards) to pot
"""


def program(tmp_path: Path, copies: int, jokers: int) -> Program:
    use = 'each: game, use: "c.rank in [7, 8, Jk]"'
    deck = f"deck: {{pack: 52, jokers: {jokers}, copies: {copies}, ace: high, {use}}}\n"
    steps = """
        shuffle box into stock
        deal 4 from stock to each hand
        let turn = players.first
        while n < 1000 limit 60:
          ask act(turn)
          turn = next(turn)
        otherwise:
          nothing
    """
    return Small(tmp_path, steps, SECTIONS, deck).program()


DECKS = [(2, 1), (1, 3), (2, 2), (3, 1)]
decks = pytest.mark.parametrize(("copies", "jokers"), DECKS)


@pytest.mark.one_in(8)
@decks
def test_identical_cards_are_alike(tmp_path: Path, copies: int, jokers: int) -> None:
    """In a game that takes the first card, walks, picks at random, moves and shuffles sets, marks and names cards."""
    small = program(tmp_path, copies, jokers)
    for machine, looks in ((Machine(small, 2), True), (fast_machine(small, 2), False)):
        exchanged = sum(identical_cards_are_alike(machine, seed, 25, 5, looks) for seed in range(2))
        assert exchanged > 40


@pytest.mark.one_in(12)
@pytest.mark.parametrize(
    ("subject", "options", "players"),
    [
        ("sh", {"packs": "2", "jokers": "2"}, 3),
        ("red-and-black", {"packs": "2"}, 2),
        ("chaos-sh", {"packs": "2", "jokers": "2"}, 3),
        ("ctsr", {"jokers": "2"}, 2),
        ("./tests/rulesets/twins-in-tricks.yaml", {}, 4),
    ],
)
def test_identical_cards_are_alike_in_games(subject: str, options: dict[str, str], players: int) -> None:
    machine = fast_machine(require(compile_ruleset(subject, options=options))[1], players)
    assert identical_cards_are_alike(machine, 5, 40, 3, looks=True) > 20


# ---------------------------------------------------------------- what the order is


def test_a_meld_takes_the_first_of_identical_cards(tmp_path: Path) -> None:
    """A marked card comes after the others, though it was the first of them before."""
    steps = """
        let p = players.first
        move 7♣ to hand(p)
        let d = the x in box where x == 7♥
        if d is some: move d to hand(p)
        let c = hand(p).first
        if c is some: c.tag = 1
        let first = hand(p).first
        if first is some: n = 10 * melded(hand(p)).size + meld_of(first, hand(p)).size
    """
    deck = 'deck: {pack: 52, copies: 2, each: game, use: "c in [7♣, 7♥]"}\n'
    sections = SECTIONS.replace(", wild: c.rank == Jk, most-wild: 1, twins: true", "")
    ends = Small(tmp_path, steps, sections, deck).ends()
    assert isinstance(ends, dict)
    assert ends["n"] == 22
