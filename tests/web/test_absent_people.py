"""People who leave or don't come back: the others play on without them, and nothing is lost."""

import multiprocessing
import re
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from parlour.web import live_table
from scaffold.web_pages import Browser, asked, server, two_people


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "GONE", 0)


async def test_without_the_host_anybody_at_the_table_can_start(tmp_path: Path) -> None:
    app = server(tmp_path)
    ann, bob, eve = Browser(app), Browser(app), Browser(app)
    code = await ann.host("crazy-eights", 3)
    await bob.sit(code, 2, "Bob")
    async with bob.open(code) as his, eve.open(code) as strange:
        async with ann.open(code) as hers:
            await hers.do(do="leave")
            await his.until(lambda page: "The host starts the game." in page.words("room"))
            await his.do(do="start")
            assert "Only the host can do this." in his.words("says")
        await his.until(lambda page: "Start the game" in page.words("room"))
        await strange.do(do="start")
        assert "Only the host can do this." in strange.words("says")
        await his.do(do="start")
        await his.until(asked)


async def test_a_bot_plays_for_somebody_who_does_not_come_back_and_hands_back(tmp_path: Path) -> None:
    _, ann, bob, code = await two_people(tmp_path, "crazy-eights", 2)
    chance = Random(1)
    async with ann.open(code) as hers:
        async with bob.open(code) as his:
            await hers.send(do="start")
            await his.until(lambda page: page.regions.get("own", "").strip())
            assert "Let a bot play for Bob" not in hers.words("players")
            await hers.do(do="stand-in", seat="2")
            assert "They are here." in hers.words("says")
        await hers.until(lambda page: "Let a bot play for Bob" in page.words("players"))
        await hers.do(do="stand-in", seat="2")
        await hers.until(lambda page: "Let a bot play" not in page.words("players"))
        while not re.search(r"Bob: (draw|play|pass)", hers.words("log")):
            await hers.until(asked)
            await hers.act(chance)
        async with bob.open(code) as his:
            await his.until(lambda page: "I play myself" in page.words("question"))
            while "Bob" not in hers.words("question"):  # it is his turn
                await hers.until(asked)
                await hers.act(chance)
            assert his.words("question") == "A bot plays for you. I play myself"
            assert not his.cards()
            await his.do(do="away")
            while not hers.over and "Bob is thinking." not in hers.words("question"):
                await hers.until(asked)
                await hers.act(chance)
            await his.until(asked)
            assert "plays for you" not in his.words("question")


async def test_bots_play_on_and_give_hints_after_their_process_was_killed(tmp_path: Path) -> None:
    app, chance = server(tmp_path), Random(1)
    ann = Browser(app)
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page:
        await page.do(do="bot", seat="2", bot="1")
        await page.send(do="start")
        for _ in range(2):
            await page.until(asked)
            for process in multiprocessing.active_children():
                process.kill()
            await page.do(do="hint")
            while page.words("says").endswith("You have only one move."):
                await page.act(chance)
                await page.until(asked)
                await page.do(do="hint")
            assert re.search("A bot would choose|you win about", page.words("says")), page.words("says")
            for process in multiprocessing.active_children():
                process.kill()
            while asked(page):
                await page.act(chance)
        assert not page.over
