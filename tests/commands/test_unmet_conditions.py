"""The reasons for choices that the condition `where` of an action excludes."""

from __future__ import annotations

from pathlib import Path

import pytest

from scaffold.terminal import run

GAME = """
game: some-conditions
title: Some conditions
extends: ./conditions.yaml
"""
FRAME = """
frame: conditions
title: Conditions
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  stock: {ordered: true}
  hand(player): {seen: owner}
  pile: {seen: everybody, ordered: true}
  middle: {seen: everybody, text: middle}
state:
  up: {type: player, each: game}
  cap: {type: int, each: game, seen: everybody}
  secret: {type: int, each: game}
  floor: {type: int or none, each: game, seen: everybody}
functions:
  fits(c): c.suit == pile.top.suit
  goes(c): c.suit == pile.top.suit
  matches(c): those d in middle where d.rank == c.rank
  unseen(c): those d in hand(next(up)) where d.rank == c.rank
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    cap = 4
    secret = 4
    floor = 4
    up = the q in players
    resume here with up
    ask up:
      two for c in hand(up) where c.rank == 2: move c to pile
      heart for c in hand(up) where c.suit == ♥: move c to pile
      high for c in hand(up) where c.rank in [Q, K]: move c to pile
      follow for c in hand(up) where fits(c): move c to pile
      go for c in hand(up) where goes(c): move c to pile
      other for c in hand(up) where c.rank != 3: move c to pile
      same for c in hand(up) where c == pile.top: move c to pile
      bid for n in 1..9 where n > cap: cap = n
      over for n in 1..9 where cap < n: cap = n
      rise for n in 1..9 where floor is none or n > floor: cap = n
      either for n in 1..9 where n > secret or n > cap: cap = n
      both for n in 1..9 where n > 8 and n > cap or n > secret: cap = n
      any-of for c in hand(up) where c.rank == 2 or c.suit == ♥: move c to pile
      guess for n in 1..9 where n > secret: cap = n
      peek for n in 1..9 where stock.top.rank == 2: cap = n
      throw for cs in 1..3 cards of hand(up) where cs.size >= 2: move cs to pile
      catch "catch {cs} with {c}" for c in hand(up), cs in groups of middle where cs == matches(c): move cs to pile
      feel "feel {cs} with {c}" for c in hand(up), cs in groups of middle where cs == unseen(c): move cs to pile
      stay: nothing
    end game
"""
RULES = {
    "twos-go": '{when: c.rank == 2, is: "true"}',
    "kings-rest": '{when: "c.rank in [Q, K]", is: "false"}',
    "aces-climb": "{when: c.rank == A, is: c.suit == ♠}",
}
RULE = """
rule: {id}
title: {id}
for: conditions
text: {id}.
functions:
  goes(c): {case}
"""
REASONS = {
    "two 7♥": "7♥ isn't of rank 2",
    "heart 3♣": "3♣ isn't of the suit ♥",
    "high 3♣": "3♣ isn't of rank Q or K",
    "follow 3♣": "3♣ and 9♥ have different suits",
    "go 3♣": "3♣ and 9♥ have different suits",  # of several cases, the one that decides
    "go K♥": "K♥ is of rank Q or K",
    "go A♣": "A♣ isn't of the suit ♠",
    "other 3♣": "3♣ is of rank 3",
    "same 3♣": "3♣ isn't the same card as 9♥",
    "bid 3": "3 isn't more than 4",
    "over 4": "4 isn't more than 4",
    "rise 3": "3 isn't more than 4",
    "either 3": "3 isn't more than 4",
    "both 3": "this action isn't possible with this choice",
    "any-of 3♣": "3♣ isn't of rank 2, and 3♣ isn't of the suit ♥",
    "guess 3": "this action isn't possible with this choice",
    "peek 3": "this action isn't possible with this choice",
    "catch 4♦ with 3♣": "4♦ and 3♣ have different ranks",
    "catch 4♦ 5♦ with 3♣": "4♦ and 5♦ have different ranks",
    "catch 7♣ with 7♥": "it takes 7♣ and 7♦, not only 7♣",
    "catch 8♣ with 7♥": "the middle doesn't have 8♣",
    "catch 7♣ with 8♥": "seat 1 doesn't have 8♥",
    "feel 4♦ with 3♣": "this action isn't possible with this choice",
    "throw 3♣": "it takes at least 2 cards, not 1",
}


@pytest.mark.parametrize(("move", "reason"), REASONS.items(), ids=REASONS)
def test_why_names_the_condition_that_fails(move: str, reason: str, tmp_path: Path) -> None:
    """Except for a condition on a value or a card that the player doesn't know."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "conditions.yaml").write_text(FRAME, encoding="utf-8")
    for rule, case in RULES.items():
        (tmp_path / f"{rule}.yaml").write_text(RULE.format(id=rule, case=case), encoding="utf-8")
    position = tmp_path / "position.yaml"
    cards = "pile: 9♥, middle: 4♦ 5♦ 7♣ 7♦, hand 1: 3♣ 7♥ A♠ A♣ K♥"
    position.write_text(f"{{{cards}, cap: 4, floor: 4, secret: 4, to move: 1}}")
    rules = [word for rule in RULES for word in ("--with", str(tmp_path / f"{rule}.yaml"))]
    out = run("why", str(tmp_path / "game.yaml"), move, "--position", str(position), *rules).out
    assert f"  {reason} [Conditions" in out, out
