"""Every shipped game is played through its page, by somebody who only taps what the page offers."""

from pathlib import Path
from random import Random

import pytest

import parlour

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from scaffold.web_pages import Browser, asked, server

ACTIONS = 16
CHANGED = "✕ The table had changed before you acted. Look again."  # a bot was faster


@pytest.mark.one_in(9)
@pytest.mark.parametrize("game", parlour.Library.standard().ids("game"))
async def test_a_game_is_played_by_taps(game: str, tmp_path: Path) -> None:
    app, chance = server(tmp_path), Random(game)
    ann = Browser(app)
    code = await ann.host(game, parlour.load(game).players[0])
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(asked)
        version = page.version
        for number in range(20 * ACTIONS):  # by chance, taps of several cards can take long to become a move
            if page.over or (number >= ACTIONS and page.version > version):
                break
            await page.act(chance)
            await page.until(asked)
            assert page.words("says") in ("", CHANGED)
        assert page.version > version
