"""Nothing leaks: a seat gets the same bytes in each world that it can't tell from the true one, whatever it does."""

import asyncio
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from scaffold.same_bytes import compare
from scaffold.web_pages import Browser, asked, server

GAMES = ("crazy-eights", "gin-rummy", "hearts", "ctsr", "scopa", "durak", "animalball-cutthroat", "cribbage",
         "sh", "four-colours-game", "five-card-draw", "president", "french-tarot", "egyptian-ratscrew",
         "cheat")  # fmt: skip
POSITIONS = 6


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_gets_the_same_bytes_in_each_world(game: str, tmp_path: Path) -> None:
    _, different = asyncio.run(asyncio.wait_for(compare(game, tmp_path, Random(game), POSITIONS), 300))
    assert different


WHISPERS = """\
rule: whispers
title: Whispers
for: eights
text: Everybody hears a whisper, and sees a sign.
shows: {sign(p): "a sign"}
when:
  after deal_hands(): |
    for q in players: say to q "a whisper"
"""


async def test_people_who_look_on_get_no_line_for_one_seat_even_if_all_seats_get_the_same_words(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann = Browser(app)
    code = await ann.host("crazy-eights + whispers", 2, text=WHISPERS)
    async with ann.open(code) as hers, Browser(app).open(code) as theirs:
        await hers.send(do="start")
        await hers.until(asked)
        await theirs.until(lambda page: page.version == hers.version)
        ours, others = (" ".join(page.sent).lower() for page in (hers, theirs))
        assert "a whisper" in ours
        assert "a sign" in ours
        assert "a whisper" not in others
        assert "a sign" not in others
