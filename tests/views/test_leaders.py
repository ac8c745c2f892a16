"""Views name the players of a zone with `led-by`, also if a seat is out, play turns round, or a question interrupts."""

from pathlib import Path

import pytest

from lang.small_play import Play
from parlour.views import view

ROUND = """
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  trick: {seen: everybody, ordered: true, led-by: leader}
seats: {direction: game}
state:
  leader: {type: player, each: game}
stages:
  game: |
    shuffle box into stock
    deal 5 from stock to each hand
    FIRST
    leader = next(first())
    for q in seats from leader where hand(q) has cards:
      ask q:
        play for c in hand(q): move c to trick
        hide for c in hand(q): move c to stock
    ask leader:
      over: nothing
"""


def players(game: Play) -> list[int | None]:
    zone = view(game.state, 1).zone("trick")
    assert zone is not None
    return [card.player for card in zone.cards]


def played(folder: Path, first: str) -> Play:
    game = Play(folder, ROUND.replace("FIRST", first), players=4)
    while len(game.legal) > 1:
        game.state = game.state.apply(game.legal[0])
    return game


@pytest.mark.parametrize(
    ("first", "seats"),
    [("nothing", [2, 3, 4, 1]), ("reverse direction", [4, 3, 2, 1]), ("next(first()) leaves game", [3, 4, 1])],
)
def test_cards_come_in_turn_order_from_the_leader(tmp_path: Path, first: str, seats: list[int]) -> None:
    assert players(played(tmp_path, first)) == seats


def test_text_and_data_name_them(tmp_path: Path) -> None:
    game = played(tmp_path, "nothing")
    seen = view(game.state, 3)
    trick = seen.zone("trick")
    assert trick is not None
    assert trick.written() == f"{trick.lying()}; from: 2, 3, 4, 1"
    assert f"trick: {trick.written()}" in seen.text()
    hand = seen.zone("hand 3")
    assert hand is not None
    assert {card.player for card in hand.cards} == {None}
