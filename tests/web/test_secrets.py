"""Nothing leaks: a seat gets the same bytes in each world that it can't tell from the true one, whatever it does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import parlour

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from parlour.states.state import State
from parlour.web.live_table import LiveTable
from scaffold.web_pages import Browser, server

GAMES = ("crazy-eights", "gin-rummy", "hearts", "ctsr", "scopa", "durak", "animalball-cutthroat", "cribbage",
         "sh", "four-colours-game", "five-card-draw", "president", "french-tarot", "egyptian-ratscrew",
         "cheat")  # fmt: skip
MOVES, WORLDS = 6, 2


@pytest.mark.one_in(5)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_gets_the_same_bytes_in_each_world(game: str, tmp_path: Path) -> None:
    asyncio.run(asyncio.wait_for(compare(game, tmp_path), 300))


async def compare(game: str, folder: Path) -> None:
    app, chance = server(folder), Random(game)
    players = parlour.load(game).players[0]
    ann = Browser(app)
    code = await ann.host(game, players)
    table = await app.state.site.tables.get(code)
    different = 0
    async with ann.open(code) as page:
        await page.send(do="start")
        for _ in range(MOVES):
            await page.until(lambda page: page.asked or page.over)
            if page.over:
                break
            await page.act(chance)
            await page.until(lambda page: page.asked or page.over)
            async with table.lock:  # bots wait while the worlds change
                different += await compare_worlds(table, code, (ann, Browser(app)), chance)
    assert different or players == 1


async def compare_worlds(table: LiveTable, code: str, browsers: Sequence[Browser], chance: Random) -> int:
    """Compare what the seat gets, and somebody who looks on. Return the number of worlds that aren't the true state."""
    assert table.session is not None
    true, worlds = table.session.state, worlds_of(table, chance)
    for browser in browsers:
        seen = [await shown(browser, code, table, state) for state in (true, *worlds)]
        table.session.state = true
        for other in seen[1:]:
            for here, there in zip(seen[0], other, strict=True):
                n = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
                assert here == there, f"{here[max(0, n - 200) : n + 200]}\n{there[max(0, n - 200) : n + 200]}"
    return sum(world != true for world in worlds)


def worlds_of(table: LiveTable, chance: Random) -> Sequence[State]:
    assert table.session is not None
    try:
        return table.session.witness(1).worlds(WORLDS, chance.randrange(1000))
    except parlour.StateError:
        return ()


async def shown(browser: Browser, code: str, table: LiveTable, state: State) -> list[str]:
    """What a page sends in a state when somebody opens it, taps every card, and tries what isn't possible."""
    assert table.session is not None
    table.session.state = state
    async with browser.open(code) as page:
        await page.take()
        if browser.client.cookies:
            for spot in page.cards(playable=False) + page.cards():
                await page.do(do="tap", spot=spot)
                await page.do(do="tap", spot="none")
            await page.do(do="play", move="do something else")
        whole = await browser.client.get(f"/t/{code}")
        return [*page.sent, re.sub(r'value="[^"]*"', "", whole.text)]
