"""Two equal trumps in a trick: the one that wins it is the higher one, also for the duty to beat a trump."""

from pathlib import Path

import pytest

import parlour

GAME = """
game: twins
title: Twins
extends: tricks
text: Two packs.
players: 3
deck: {pack: 52, copies: 2, each: hand}
set: {hand-size: 3}
uses: [must-trump]
"""
LATER = "functions: {later_wins(): {instead: true}}\n"
GIVEN = {"trump": "♠", "trick": "9♠", "hand 1": "8♠ 9♠ 10♠", "hand 2": "3♠ 4♦", "hand 3": "2♣", "to move": 1}


@pytest.mark.parametrize(
    ("text", "legal", "winner"),
    [(GAME, ["play 10♠"], 3), (GAME + LATER, ["play 9♠", "play 10♠"], 1)],
)
def test_an_equal_trump_is_higher_if_it_wins(tmp_path: Path, text: str, legal: list[str], winner: int) -> None:
    """Seat 3 led a nine of trumps. Seat 1 has another one."""
    (tmp_path / "twins.yaml").write_text(text, encoding="utf-8")
    game = parlour.load(tmp_path / "twins.yaml")
    state = game.position(GIVEN, 3)
    assert sorted(str(move) for move in state.question.legal) == sorted(legal)
    last = game.position({**GIVEN, "hand 1": "9♠ 8♦"}, 3).apply("play 9♠").apply("play 3♠")
    assert last.question.seat == winner
