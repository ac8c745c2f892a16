"""Nothing leaks: a seat gets the same bytes in each world that it can't tell from the true one, whatever it does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

import parlour

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from scaffold.same_bytes import compare

GAMES = ("crazy-eights", "gin-rummy", "hearts", "ctsr", "scopa", "durak", "animalball-cutthroat", "cribbage",
         "sh", "four-colours-game", "five-card-draw", "president", "french-tarot", "egyptian-ratscrew",
         "cheat")  # fmt: skip
POSITIONS = 6


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_gets_the_same_bytes_in_each_world(game: str, tmp_path: Path) -> None:
    _, different = asyncio.run(asyncio.wait_for(compare(game, tmp_path, Random(game), POSITIONS), 300))
    assert different or parlour.load(game).players[0] == 1
