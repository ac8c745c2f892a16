"""A line of the history is one player's turn: it ends when a trick is taken, even if the same player leads again."""

import re
from pathlib import Path

import pytest

from parlour.base.resources import shipped
from scaffold.home import search_in
from scaffold.terminal import run

pytestmark = pytest.mark.usefixtures("home")

TRICKS = """\
frame: bumps
title: Bumps
extends: table
text: Two cards are a trick. After each trick anybody can knock. The higher card wins, and its player leads.
players: 2
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner, text: hand}
  trick: {seen: everybody, ordered: true, text: trick}
  won(player): {text: tricks won}
  stock: {ordered: true, text: stock}
state:
  up: {type: player, each: game, seen: everybody}
stages:
  game: |
    shuffle box into stock
    deal 5 from stock to each hand
    while any p in players where hand(p) has cards limit 10:
      play round
    champions = players
  round: |
    ask card(up)
    ask card(next(up))
    ask first react(q) for q in players
    if trick has cards:
      if trick.top.rank > trick.bottom.rank: up = next(up)
    move trick to won(up)
prompts:
  card(p): |
    play for c in hand(p): move c to trick
    else: nothing
  react(p): |
    knock: nothing
    wait quiet: next
names: {p q: player, c: card}
"""


def turns(printed: str) -> list[str]:
    """Return what each line says that a player does, without the player."""
    return re.findall(r"^  (?:you|seat \d): (.+)$", printed, re.MULTILINE)


def test_a_lead_is_not_in_the_line_of_the_trick_before(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))
    lines = turns(run("play", "whist", "--seed", "3", "--auto").out)
    assert len([line for line in lines if line.startswith("play ")]) >= 52
    assert not [line for line in lines if line.count("play ") > 1]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_answers_between_the_tricks_do_not_join_them(home: Path, seed: str) -> None:
    (home / "bumps.yaml").write_text(TRICKS, encoding="utf-8")
    lines = turns(run("play", "bumps", "--seed", seed, "--random", "--auto").out)
    assert any("knock" in line for line in lines)
    assert sum(line.count("play ") for line in lines) == 10
    assert not [line for line in lines if line.count("play ") > 1]


def test_drawing_and_playing_is_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    search_in(monkeypatch, shipped("rulesets"))
    lines = turns(run("play", "crazy-eights", "--players", "3", "--seed", "3", "--auto").out)
    assert [line for line in lines if line.startswith("draw; play ")]
    drawing = [line for line in turns(run("play", "gin-rummy", "--seed", "3", "--auto").out) if line.startswith("draw")]
    assert drawing
    assert [line for line in drawing if not re.match("draw; (discard|knock|gin)", line)] == []
