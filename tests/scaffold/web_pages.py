"""Pages of a server without a network: what a browser does with them, in the same event loop as the server."""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from starlette.applications import Starlette

from parlour.session.bot_pool import BotPool
from parlour.web.app import create_app
from parlour.web.hosting import Hosting

HOST = "cards.test"
PATIENCE = 100  # seconds; only a page that hangs needs them


_servers: dict[Path, Starlette] = {}
_pool = BotPool()


def server(folder: Path, messages: float = 10_000) -> Starlette:
    """A server whose bots don't wait. Other tests share the process in which they think, and the mixes, which this
    process compiles. Players in tests send as many messages as they can. A second server on the same folder ends the
    first one."""
    if folder in _servers:
        _servers[folder].state.site.lock.close()
    app = _servers[folder] = create_app(Hosting(folder, pace=0, messages=messages))
    app.state.site.compiler.background, app.state.site.tables.pool = None, _pool
    return app


class Browser:
    """Somebody's browser, with its cookies."""

    def __init__(self, app: Starlette, origin: str | None = f"http://{HOST}") -> None:
        self.app, self.origin = app, origin
        headers = {"Origin": origin} if origin else {}
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url=f"http://{HOST}", timeout=PATIENCE, headers=headers
        )

    async def host(self, mix: str, players: int | None = None, name: str = "Ann", text: str = "") -> str:
        """Make a table; return its code. `text` is a rule of one's own."""
        form = {"mix": mix, "players": players or "", "name": name, "bot": "bot", "text": text}
        answer = await self.client.post("/tables", data=form)
        assert answer.status_code == 303, words(answer.text)
        return answer.headers["location"].removeprefix("/t/")

    async def sit(self, code: str, seat: int, name: str) -> httpx.Response:
        return await self.client.post(f"/t/{code}/join", data={"seat": seat, "name": name})

    def copy(self) -> Browser:
        """Another tab: the same cookies."""
        other = Browser(self.app, self.origin)
        other.client.cookies = self.client.cookies
        return other

    @asynccontextmanager
    async def open(self, code: str) -> AsyncIterator[Page]:
        cookies = {cookie.name: cookie.value or "" for cookie in self.client.cookies.jar}
        page = Page(self.app, code, cookies, self.origin)
        task = asyncio.create_task(page.run())
        try:
            yield page
        finally:
            page.inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})
            with suppress(asyncio.CancelledError):
                await asyncio.wait_for(task, PATIENCE)


class Shown:
    """What a page of a table shows: its regions as they were sent, and what they offer."""

    def __init__(self) -> None:
        self.regions: dict[str, str] = {}
        self.version = -1
        self.answered = 0
        self.ended: str | None = None

    def show(self, text: str) -> None:
        """Take over what the server has sent."""
        content = json.loads(text)
        self.ended = content.get("end", self.ended)
        self.regions |= content.get("r", {})
        self.version = content.get("v", self.version)
        self.answered = content.get("a", self.answered)

    def words(self, region: str) -> str:
        return words(self.regions.get(region, ""))

    @property
    def asked(self) -> bool:
        return 'class="asked"' in self.regions.get("question", "")

    @property
    def over(self) -> bool:
        return 'class="end"' in self.regions.get("question", "")

    @property
    def interval(self) -> bool:
        """Whether the page asks if its player has seen how a hand ended."""
        return 'data-do="next"' in self.regions.get("question", "")

    @property
    def buttons(self) -> list[str]:
        return [html.unescape(m) for m in re.findall(r'data-move="([^"]*)"', self.regions["question"])]

    def cards(self, playable: bool = True) -> list[str]:
        """The spots of cards to tap: those with a move, or the others."""
        shown = "".join(self.regions.values())
        tiles = re.findall(r'<button type="button" class="tile([^"]*)"[^>]*data-spot="([^"]*)"', shown)
        return [spot for classes, spot in tiles if ("can" in classes.split()) == playable]

    @property
    def raised(self) -> list[str]:
        return re.findall(r'class="tile raised[^"]*"[^>]*data-spot="([^"]*)"', "".join(self.regions.values()))

    def action(self, chance: Random) -> dict[str, str]:
        """Choose something that the page offers: a button to press, or a card to tap. If there is no button, it is
        often another card, because the page says how many more it needs."""
        cards, buttons = self.cards(), self.buttons
        if self.interval:
            return {"do": "next"}
        if not buttons and chance.random() < 0.8:
            cards = [card for card in cards if card not in self.raised] or cards
        if buttons and (not cards or chance.random() < 0.5):
            return {"do": "play", "move": chance.choice(buttons)}
        return {"do": "tap", "spot": chance.choice(cards)}


class Page(Shown):
    """The page of a table that is open."""

    def __init__(self, app: Starlette, code: str, cookies: Mapping[str, str], origin: str | None) -> None:
        super().__init__()
        self.app = app
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.inbox.put_nowait({"type": "websocket.connect"})
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        headers = [(b"host", HOST.encode()), (b"cookie", cookie.encode())]
        headers += [(b"origin", origin.encode())] if origin else []
        self.scope = {
            "type": "websocket", "path": f"/t/{code}/socket", "raw_path": b"", "query_string": b"", "headers": headers,
            "scheme": "ws", "server": (HOST, 80), "client": ("127.0.0.1", 1), "subprotocols": [], "root_path": "",
        }  # fmt: skip
        self.asking = 0
        self.sent: list[str] = []

    async def run(self) -> None:
        await self.app(self.scope, self.inbox.get, self.outbox.put)  # type: ignore[arg-type]

    async def take(self) -> None:
        """Take one message of the server."""
        message = {"type": "websocket.accept"}
        while message["type"] == "websocket.accept":
            message = await asyncio.wait_for(self.outbox.get(), PATIENCE)
        if message["type"] == "websocket.close":
            self.ended = self.ended or f"closed: {message['code']}"
        if message["type"] == "websocket.http.response.start":
            self.ended = f"refused: {message['status']}"
        if message["type"] != "websocket.send":
            return
        self.sent.append(message["text"])
        self.show(message["text"])

    async def until(self, ready: Any) -> None:
        """Take messages until the page is as it should be."""
        while not ready(self):
            assert self.ended is None, self.ended
            await self.take()

    async def send(self, **fields: Any) -> None:
        await self.until(lambda page: page.version >= 0)
        self.asking += 1
        await self.again(v=self.version, n=self.asking, **fields)

    async def again(self, **fields: Any) -> None:
        """Send exactly this, which a network might have doubled or delayed."""
        await self.inbox.put({"type": "websocket.receive", "text": json.dumps(fields)})

    async def do(self, **fields: Any) -> None:
        """Act, and wait for the answer."""
        await self.send(**fields)
        await self.until(lambda page: page.answered >= page.asking)

    async def act(self, chance: Random) -> None:
        await self.do(**self.action(chance))


@asynccontextmanager
async def begun(folder: Path, mix: str, players: int) -> AsyncIterator[Page]:
    """The page of somebody whom a game with bots asks."""
    browser = Browser(server(folder))
    async with browser.open(await browser.host(mix, players)) as page:
        await page.send(do="start")
        await page.until(asked)
        yield page


async def two_people(folder: Path, mix: str, players: int) -> tuple[Starlette, Browser, Browser, str]:
    """Make a table for Ann, the host, and Bob in the last seat."""
    app = server(folder)
    ann, bob = Browser(app), Browser(app)
    code = await ann.host(mix, players)
    await bob.sit(code, players, "Bob")
    return app, ann, bob, code


def asked(page: Shown) -> bool:
    """True if the page asks something, or if there is nothing more to ask."""
    return page.asked or page.over


def words(text: str) -> str:
    """The text of HTML."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).replace("\ufe0e", "").split())
