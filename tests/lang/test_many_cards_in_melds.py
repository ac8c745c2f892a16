"""Dividing very many cards of a pack with identical cards would take hours: it has a limit."""

from pathlib import Path

import pytest

from three_ways import Small

DECK = "deck: {pack: 52, copies: 2, each: game}\n"
SECTIONS = """
melding: {sets: 2, runs: 3}
state:
  loose: {type: int, each: game, seen: everybody}
zones:
  stock: {ordered: true}
  some: {}
"""


def steps(cards: int) -> str:
    return f"shuffle box into stock\ndeal {cards} from stock to some\nloose = deadwood(some)"


@pytest.mark.parametrize("cards", [41, 104])
def test_too_many_cards_stop_the_game(tmp_path: Path, cards: int) -> None:
    end = Small(tmp_path, steps(cards), SECTIONS, DECK).ends()
    message = f"can't divide {cards} cards into melds; the limit is 40 in a pack with wild or identical cards"
    assert str(end).endswith(f"small.yaml:14:11: {message}")


def test_forty_cards_are_divided_in_all_executions(tmp_path: Path) -> None:
    end = Small(tmp_path, steps(40), SECTIONS, DECK).ends()
    assert isinstance(end, dict)
    assert 0 <= end["loose"] < 40
