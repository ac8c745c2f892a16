"""What is too large, too often, too slow or too old gets a sentence, and the others play on."""

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="pages need starlette: pip install 'parlour[web]'")

from scaffold.web_pages import Browser, asked, server, words

LARGE = 10_000_000  # bytes


async def test_ten_megabytes_are_not_read(tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page:
        await page.inbox.put({"type": "websocket.receive", "text": "x" * LARGE})
        await page.until(lambda page: page.ended)
        assert page.ended == "This message is too large."
    async with ann.open(code) as page:
        await page.inbox.put({"type": "websocket.receive", "bytes": b"x" * LARGE})
        while page.ended is None:
            await page.take()
        assert page.ended.startswith("closed")
    for path in ("/tables", f"/t/{code}/join", f"/t/{code}/mix", "/mix/measure", "/mix/rule"):
        answer = await ann.client.post(path, content=b"mix=" + b"x" * LARGE)
        assert answer.status_code == 413
        assert "too large" in words(answer.text) or "too long" in words(answer.text)
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(asked)


@pytest.mark.parametrize("path", ["/tables", "/t/CODE/join", "/t/CODE/mix"])
async def test_a_flood_of_requests_is_stopped(path: str, tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 2)
    address, form = path.replace("CODE", code), {"mix": "-", "seat": "1", "players": "none"}
    for _ in range(100):
        answer = await ann.client.post(address, data=form)
        if answer.status_code == 429:
            break
    assert "That was often. Wait a minute, then try again." in words(answer.text)
    assert (await ann.client.get(f"/t/{code}")).status_code == 200


async def test_a_slow_reader_stops_nobody_and_gets_the_true_table_at_last(tmp_path: Path) -> None:
    app, chance = server(tmp_path), Random(3)
    ann, eve = Browser(app), Browser(app)
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page, eve.open(code) as slow:
        slow.outbox._maxsize = 1  # nobody takes the messages of this page: each `send` waits
        await page.send(do="start")
        for _ in range(20):
            await page.until(asked)
            if not page.over:
                await page.act(chance)
        slow.outbox._maxsize = 0
        await slow.until(lambda slow: slow.version == page.version)
        assert len(slow.sent) < len(page.sent) / 2


@pytest.mark.parametrize(
    "change",
    [{"mix": "crazy-eights + no-such-rule"}, {"mix": "no-such-game"}, {"mix": "whist"}],
)
async def test_a_table_whose_rules_have_changed_says_so(change: dict[str, str], tmp_path: Path) -> None:
    ann = Browser(server(tmp_path))
    code = await ann.host("crazy-eights", 2)
    async with ann.open(code) as page:
        await page.send(do="start")
        await page.until(asked)
        await page.do(do="play", move="draw")
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        ((text,),) = db.execute("SELECT data FROM tables")
        db.execute("UPDATE tables SET data = ?", (json.dumps(json.loads(text) | change),))
    ann.app = server(tmp_path)
    async with ann.open(code) as page:
        await page.until(lambda page: page.ended)
        assert page.ended == "This table's rules have changed, so its game can't go on."
    again = Browser(ann.app)
    answer = await again.client.get(f"/t/{code}")
    assert answer.status_code == 410
    assert "This table's rules have changed" in words(answer.text)
    assert (await again.host("crazy-eights", 2)) != code
