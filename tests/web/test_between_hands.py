"""Between two hands: the page shows how the last one ended until everybody has seen it. Bots don't wait."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from parlour.web import live_table
from parlour.web.hosting import Hosting
from scaffold.web_pages import Browser, Page, asked, server


async def to_the_interval(first: Page, *others: Page) -> None:
    """Let people play until a hand is over."""
    chance = Random(1)
    while not first.interval:
        for page in (first, *others):
            await page.until(lambda page: "question" in page.regions)
            if page.asked and not page.interval:
                await page.act(chance)
            while not page.outbox.empty():
                await page.take()
        await asyncio.sleep(0)
        assert not first.over, "no hand has ended before the match"


async def test_the_scoreboard_is_there_until_somebody_alone_has_seen_it(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("scopa", 2)
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(asked)
        await to_the_interval(page)
        assert re.search(r"The (hand|deal|round) is over", page.words("question"))
        assert re.search(r"score( \w+)* You \d+ .*Bot 2 \d+", page.words("question"))
        assert page.regions["own"] == ""
        assert page.cards() == page.buttons == []
        before = page.version
        await page.do(do="play", move="draw")
        assert "It isn't your turn." in page.words("says")
        ann.app = server(tmp_path)
    async with ann.open(code) as page:
        await page.until(lambda page: page.interval)
        assert page.version == before
        await page.do(do="next")
        await page.until(asked)
        assert not page.interval
        assert page.words("own")


async def test_the_next_hand_waits_for_those_who_are_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that is gone doesn't stop the others, and the host needn't wait for anybody."""
    monkeypatch.setattr(live_table, "GONE", 0)
    app = server(tmp_path)
    app.state.site.tables.pace = Hosting.pace  # the next hand doesn't begin by itself within this test
    ann, bob, cid = Browser(app), Browser(app), Browser(app)
    code = await ann.host("scopa", 3)
    await bob.sit(code, 2, "Bob")
    await cid.sit(code, 3, "Cid")
    async with ann.open(code) as hers, bob.open(code) as his:
        async with cid.open(code) as third:
            await hers.send(do="start")
            for page in (hers, his, third):
                await page.until(lambda page: "question" in page.regions)
            await to_the_interval(hers, his, third)
            await his.until(lambda page: page.interval)
            await his.do(do="next")
            assert "Waiting for Ann and Cid." in his.words("question")
            await his.do(do="hurry")
            assert "Only the host can do this." in his.words("says")
        await his.until(lambda page: "Waiting for Ann." in page.words("question"))
        await hers.do(do="next")
        await his.until(lambda page: page.words("own"))
        assert not hers.interval


@pytest.mark.parametrize("host", [True, False])
async def test_the_host_or_time_ends_the_wait(host: bool, tmp_path: Path) -> None:
    app = server(tmp_path)
    app.state.site.tables.pace = Hosting.pace if host else 0.005
    ann, bob = Browser(app), Browser(app)
    code = await ann.host("scopa", 2)
    await bob.sit(code, 2, "Bob")
    async with ann.open(code) as hers, bob.open(code) as his:
        await hers.send(do="start")
        for page in (hers, his):
            await page.until(lambda page: "question" in page.regions)
        await to_the_interval(hers, his)
        await hers.do(do="next")
        if host:
            assert "Waiting for Bob." in hers.words("question")
            await hers.do(do="hurry")
        await hers.until(lambda page: page.words("own"))
