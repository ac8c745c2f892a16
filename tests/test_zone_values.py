"""Zones as values: variables, marks, fields, parameters and results that hold a zone."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import parlour
from parlour.states.state import State

RULE = """
rule: spots
title: Spots
for: eights
text: After a card from 2 to 7 the draw pile gives a card to where the rule says.
records:
  Place: {at: {type: zone or none}, n: {type: int}}
state:
  spot: {type: zone, seen: everybody, text: spot}
  other: {type: zone, starts: stock, seen: everybody, text: other}
  last: {type: Place, seen: everybody, text: last}
marks:
  home: {type: zone or none, inside: pile, text: home}
functions:
  mine(p): hand(p) if hand(p).size > 2 else spot
  "cards_in(z: zone)": z.size
procedures:
  "give(z: zone)": move stock.top to z
  gather(p): |
    let own = hand(p)
    pile.top.home = own
    last = Place(at: pile, n: cards_in(own))
    if spot == box: spot = other
    if last.at is some and last.at has cards and stock has cards:
      give(mine(p))
powers:
  2..7: {then: "gather(p)"}
"""


@pytest.fixture
def game(tmp_path: Path) -> parlour.Game:
    (tmp_path / "spots.yaml").write_text(RULE, encoding="utf-8")
    return parlour.load("crazy-eights", with_=str(tmp_path / "spots.yaml"))


def laid_out(game: parlour.Game, hand: str) -> State:
    position = {"pile": "4♠", "hand 1": hand, "hand 2": "9♣ 9♠", "stock top": "K♦ J♦", "to move": 1}
    return game.position(position, players=2)


def values(state: State) -> dict[str, str]:
    return {value.name: value.value for value in parlour.view(state, seat=1).values}


def test_a_variable_without_a_value_is_the_box(game: parlour.Game) -> None:
    state = laid_out(game, "5♠ 6♠ 2♠ 9♦")
    assert values(state).items() >= {"spot": "box", "other": "stock", "last": "Place(at: none, n: 0)"}.items()


@pytest.mark.parametrize("recorded", [False, True], ids=["played", "recorded"])
def test_zones_are_set_passed_and_compared(game: parlour.Game, recorded: bool) -> None:
    def play(hand: str) -> State:
        state = laid_out(game, hand)
        return state.apply_recorded("play 5♠")[0] if recorded else state.apply("play 5♠")

    rich = play("5♠ 6♠ 2♠ 9♦")  # three cards are left: the card goes to the hand
    assert values(rich).items() >= {"spot": "stock", "last": "Place(at: pile, n: 3)"}.items()
    view = parlour.view(rich, seat=1)
    assert sorted(card.card for card in view.zone("hand 1").cards) == ["2♠", "6♠", "9♦", "K♦"]
    assert dict(view.zone("pile").cards[0].marks) == {"home": "hand 1"}
    poor = play("5♠ 6♠ 9♦")  # two are left: it goes to the spot, which is the draw pile
    assert parlour.view(poor, seat=1).zone("hand 1").size == 2
    assert (
        parlour.view(poor, seat=1).zone("stock").size == parlour.view(laid_out(game, "5♠ 6♠ 9♦"), 1).zone("stock").size
    )


def test_a_game_with_zones_as_values_is_saved(game: parlour.Game) -> None:
    state = laid_out(game, "5♠ 6♠ 2♠ 9♦").apply("play 5♠")
    assert game.restore(state.to_json()) == state


def test_keys_and_options_are_no_zones() -> None:
    text = "rule: r\ntitle: R\nfor: eights\nstate:\n  n(zone): {type: int}\n"
    assert [d.code for d in parlour.check(text)] == ["unknown-type"]
    text = "rule: r\ntitle: R\nfor: eights\noptions:\n  z: {type: zone, default: stock, text: z}\n"
    assert [d.code for d in parlour.check(text)] == ["schema-value"]


@pytest.mark.parametrize(("hand", "within"), [("5♠ 6♠", "true"), ("5♠ 9♦", "false")])
def test_a_zone_is_a_set_of_cards_before_in(hand: str, within: str, tmp_path: Path) -> None:
    rule = """
        rule: all-spades
        title: All spades
        for: eights
        text: It counts whether a hand has only spades.
        state: {spades: {type: bool, seen: everybody, text: only spades}}
        functions: {spades_only(p): hand(p) in of_suit(♠)}
        powers: {"2..7": {then: "spades = spades_only(p)"}}
    """
    (tmp_path / "all-spades.yaml").write_text(dedent(rule), encoding="utf-8")
    state = laid_out(parlour.load("crazy-eights", with_=str(tmp_path / "all-spades.yaml")), f"{hand} 7♠")
    assert values(state.apply("play 7♠"))["spades"] == within
