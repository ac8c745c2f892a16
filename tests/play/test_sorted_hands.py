"""A zone with `sorted-by` is sorted by these values on the screen, as are the numbered moves; the game's own list of
moves stays as it is."""

import re
from pathlib import Path

import pytest

import parlour
from parlour.base.resources import shipped
from parlour.play.menu import menu
from scaffold.home import search_in
from scaffold.terminal import run

JACKS = """\
frame: jacks
title: Jacks
extends: table
text: Jacks are above all suits, and tens are just below aces.
players: 2
deck: {pack: 52, ace: high, each: game}
zones:
  hand(player): {seen: owner, sorted-by: [suit_of(c), order_of(c)], text: hand}
  pile: {seen: everybody, text: pile}
  stock: {ordered: true, text: stock}
state:
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 10 from stock to each hand
    resume here with up
    while hand(up) has cards limit 30:
      ask card(up)
      up = next(up)
    champions = players
functions:
  suit_of(c): none if c.rank == J else c.suit
  order_of(c): 25 if c.rank == 10 else 2 * order(c.rank)
prompts:
  card(p): |
    "which card do you play?"
    play for c in hand(p): move c to pile
    else: nothing
names: {p q: player, c: card}
"""
GIVEN = {"hand 1": "J♣ 10♥ 9♥ A♥ K♥ J♦ 10♣ Q♣ 7♠", "hand 2": "8♦", "to move": 1}
SORTED = ["Q♣", "10♣", "9♥", "K♥", "10♥", "A♥", "7♠", "J♣", "J♦"]  # cards without a suit come last


def test_moves_are_numbered_in_the_order_of_the_ruleset(home: Path) -> None:
    (home / "jacks.yaml").write_text(JACKS, encoding="utf-8")
    state = parlour.load("jacks").position(GIVEN)
    assert [move.text for move in menu(state)] == [f"play {card}" for card in SORTED]
    plain = JACKS.replace("sorted-by: [suit_of(c), order_of(c)], ", "")
    other = parlour.load("plain", documents={"plain": plain.replace("frame: jacks", "frame: plain")}).position(GIVEN)
    assert [move.text for move in state.question.legal] == [move.text for move in other.question.legal]


def test_the_hand_is_sorted_like_the_moves(home: Path) -> None:
    (home / "jacks.yaml").write_text(JACKS, encoding="utf-8")
    printed = run("play", "jacks", "--level", "0", "--seed", "5", typed=["q"]).out
    hand = re.findall(r"^  your hand +(.+)$", printed, re.MULTILINE)[-1].split()
    assert re.findall(r"^ +\d+  play (\S+)$", printed, re.MULTILINE) == hand
    ranks = [*"23456789", "Q", "K", "10", "A"]
    places = [("♣♦♥♠".index(card[-1]), ranks.index(card[:-1])) for card in hand if card[0] != "J"]
    assert places == sorted(places)
    jacks = [card for card in hand if card[0] == "J"]
    assert jacks
    assert hand[-len(jacks) :] == jacks


def test_bowers_are_among_the_trumps(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))
    given = {"hand 1": "J♣ A♠ J♠ 9♠ Q♣", "hand 2": "9♦", "hand 3": "9♥", "hand 4": "9♣", "trump": "♠", "to move": 1}
    state = parlour.load("euchre").position(given)
    moves = [f"play {card}" for card in ("Q♣", "9♠", "A♠", "J♣", "J♠")]
    assert [move.text for move in menu(state)] == moves
