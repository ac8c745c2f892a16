"""The bytes that a page gets in the true position of a table, and in others that its seat can't tell from it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import parlour
from parlour.states.state import State
from parlour.web.live_table import LiveTable
from scaffold.web_pages import Browser, asked, server

WORLDS = 2  # for each position


async def compare(game: str, folder: Path, chance: Random, positions: int, between: int = 1) -> tuple[int, int]:
    """Play a random game, and compare what a seat and somebody who looks on get at some positions, with some actions
    between them. Return the numbers of positions and of worlds that weren't the true state."""
    app, compared, different = server(folder), 0, 0
    ann = Browser(app)
    code = await ann.host(game, parlour.load(game).players[0])
    table = await app.state.site.tables.get(code)
    async with ann.open(code) as page:
        await page.send(do="start")
        while compared < positions:
            for _ in range(chance.randint(1, between)):
                await page.until(asked)
                if not page.over:
                    await page.act(chance)
            await page.until(asked)
            async with table.lock:  # bots wait while the worlds change
                different += await compare_worlds(table, code, (ann, Browser(app)), chance)
            compared += 1
            if page.over:
                break
    return compared, different


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
