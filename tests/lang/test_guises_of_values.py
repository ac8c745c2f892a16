"""A value of type `card` keeps its guise until it becomes a part of a set, and this guise precedes that of the mark."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.side_by_side import play_in_step
from parlour.game import load
from scaffold.rulesets import write_game
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


GAME = """
frame: named
title: Named
extends: table
text: It names cards.
players: 2
deck: {pack: 52, jokers: 1, ranks: [7, 8], each: game}
zones:
  pile: {seen: everybody, ordered: true}
state:
  kept: {type: card or none, each: game, seen: everybody}
  seven: {type: bool, each: game, seen: everybody}
marks:
  stands-for: {type: card or none, guise: true, inside: pile}
stages:
  game: |
    for c in box:
      if c == 8♣: move c as 7♥ to pile
      if c == Jk: move c as 8♦ to pile
    if pile.top is some: ask act(players.first, pile.top)
    champions = players
prompts:
  act(p, c): |
    "what about {pile.top} or {c as 7♣}, of {pile.cards}?"
    take for d in pile: kept = d
    beat "beat {pile.top} and {pile.bottom}" if pile has cards: nothing
    play for d in guises of pile: kept = d
    name "name {x}" for x in faces of pile where x.rank == 8: seven = pile.bottom.rank == 7
    else: nothing
functions:
  faces(c): of_rank(7) & of_suit(♠) if c == 8♦ else none
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write_game(tmp_path, GAME)


def test_a_sentence_says_what_a_card_shows_and_a_set_has_the_cards_themselves(path: Path) -> None:
    wording = load(path).start(2, seed=1).question.wording
    assert wording == "what about Jk as 8♦ or Jk as 7♣, of 8♣ Jk?"


def test_a_move_names_values_and_only_the_guise_of_a_value_itself(path: Path) -> None:
    moves = [str(move) for move in load(path).start(2, seed=1).question.legal]
    assert moves == [
        "take 8♣", "take Jk", "beat Jk and 8♣", "play 8♣", "play Jk", "play Jk as 7♠", "name 8♣",
    ]  # fmt: skip


def test_a_named_card_shows_its_own_face(path: Path) -> None:
    """8♣ counts as a seven in the pile; its name doesn't."""
    game = load(path)
    assert "name 8♣" in [str(move) for move in game.start(2, seed=1).question.legal]
    play_in_step(game, 2, 1, most=5)
