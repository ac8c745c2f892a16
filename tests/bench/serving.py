"""Measures the server of pages: how long a move takes to all pages of its table, memory, stalls, and the first paint.

    python tests/bench/serving.py [--tables 100 --every 2 --seconds 60] [--idle 1000] [--paint]

Without arguments it measures everything that docs/serve.md has. The server is a process of its own, on one core; this
process is all browsers. At each table four people play Crazy Eights. A move is the time from the click to the moment
when the last of the four pages has it.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from checkout import options

import httpx
from websockets.asyncio.client import ClientConnection, connect

from page_server import Served
from scaffold.real_browser import chromium, host, screen, start, until
from scaffold.web_pages import Shown

GAME, SEATS = "crazy-eights", 4
PATIENCE = 60  # seconds
SLOW_PHONE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}  # bytes
SLOWER = 4  # times, the processor of a phone


class Page(Shown):
    def __init__(self, socket: ClientConnection, path: str) -> None:
        super().__init__()
        self.socket, self.path = socket, path
        self.number = 0
        self.news = asyncio.Event()

    async def listen(self) -> None:
        async for text in self.socket:
            self.show(str(text))
            self.news.set()

    async def until(self, ready: Any) -> None:
        while not ready():
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)

    async def send(self, **fields: Any) -> None:
        self.number += 1
        await self.socket.send(json.dumps({"v": self.version, "n": self.number, **fields}))

    async def do(self, **fields: Any) -> None:
        await self.send(**fields)
        await self.until(lambda: self.answered == self.number)


async def table(client: httpx.AsyncClient, served: Served, listening: list[asyncio.Task[None]]) -> list[Page]:
    """Make a table with four people, whose pages are open."""
    answer = await client.post("/tables", data={"mix": GAME, "players": SEATS, "name": "P1", "bot": "bot"})
    place = answer.headers["location"]
    seat_cookie = f"seat_{place.rpartition('/')[2]}"
    tokens = [answer.cookies[seat_cookie]]
    for seat in range(2, SEATS + 1):
        client.cookies.clear()
        answer = await client.post(f"{place}/join", data={"seat": seat, "name": f"P{seat}"})
        tokens.append(answer.cookies[seat_cookie])
    pages = []
    for token in tokens:
        path = f"{place}/socket"
        where, headers = f"ws://127.0.0.1:{served.port}{path}", {"Cookie": f"{seat_cookie}={token}"}
        socket = await connect(where, additional_headers=headers, compression=None, max_size=None)
        pages.append(Page(socket, path))
        listening.append(asyncio.create_task(pages[-1].listen()))
    await pages[0].until(lambda: pages[0].version >= 0)
    await pages[0].send(do="start")
    for page in pages:
        await page.until(lambda page=page: "own" in page.regions and page.regions["own"].strip())
    return pages


async def move(pages: Sequence[Page], chance: Random) -> float | None:
    """Make a move; return the seconds until all pages have it."""
    page = next((page for page in pages if page.asked), None)
    if page is None:
        if any(page.over for page in pages):
            await pages[0].send(do="start")
        return None
    if page.interval:
        return await page.do(do="next")
    if not page.buttons or chance.random() < 0.8:
        for card in page.cards()[:1]:
            if card not in page.raised:
                await page.do(do="tap", spot=card)
    if not page.buttons:
        return None
    version, clicked = page.version, time.perf_counter()
    await page.send(do="play", move=page.buttons[0])
    for each in pages:
        await each.until(lambda each=each: each.version > version)
    return time.perf_counter() - clicked


async def play(pages: Sequence[Page], every: float, end: float, chance: Random, took: list[float]) -> None:
    await asyncio.sleep(chance.random() * every)
    while time.perf_counter() < end:
        begun = time.perf_counter()
        seconds = await move(pages, chance)
        if seconds is not None:
            took.append(seconds)
        await asyncio.sleep(max(0, every - (time.perf_counter() - begun)))


async def tables(number: int, every: float, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        await asyncio.to_thread(served.start)
        listening: list[asyncio.Task[None]] = []
        try:
            async with httpx.AsyncClient(base_url=served.address, timeout=PATIENCE) as client:
                made = [await table(client, served, listening) for _ in range(number)]
                before = (await client.get("/measured")).json()
                took: list[float] = []
                end = time.perf_counter() + seconds
                await asyncio.gather(*(play(each, every, end, Random(n), took) for n, each in enumerate(made)))
                after = (await client.get("/measured")).json()
        finally:
            for task in listening:
                task.cancel()
            served.kill()
    took.sort()
    shares = " ".join(f"p{share} {1000 * took[int(len(took) * share / 100)]:.0f} ms" for share in (50, 90, 99))
    busy = (after["time"] - before["time"]) / seconds
    print(f"{number} tables, a move every {every:g} s: {len(took)} moves in {seconds:g} s, {shares}; the server used "
          f"{busy:.0%} of a core ({1000 * (after['time'] - before['time']) / len(took):.1f} ms a move), "
          f"{after['memory']:.0f} MB, longest stall {after['stall']:.0f} ms, longest work {after['work']:.0f} ms",
          flush=True)  # fmt: skip


async def idle(number: int) -> None:
    """Open pages of people who look on at a running game, of 50 a table."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        await asyncio.to_thread(served.start)
        listening: list[asyncio.Task[None]] = []
        try:
            async with httpx.AsyncClient(base_url=served.address, timeout=PATIENCE) as client:
                made = [await table(client, served, listening) for _ in range(-(-number // 50))]
                codes = [pages[0].path for pages in made]
                before = (await client.get("/measured")).json()["memory"]
                for n in range(number):
                    where = f"ws://127.0.0.1:{served.port}{codes[n % len(codes)]}"
                    page = Page(await connect(where, compression=None, max_size=None), "")
                    listening.append(asyncio.create_task(page.listen()))
                await asyncio.sleep(2)
                after = (await client.get("/measured")).json()["memory"]
        finally:
            for task in listening:
                task.cancel()
            served.kill()
    print(f"{number} idle pages: {after - before:.0f} MB more than {before:.0f} MB", flush=True)


def paint() -> None:
    """Open a table as a slow phone does."""
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder) / "profile") as browser:
        served = Served(Path(folder))
        served.start()
        try:
            screen(browser, 360, 740)
            place = host(browser, served.address, GAME, SEATS)
            start(browser)
            browser.execute_cdp_cmd("Network.enable", {})
            browser.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
            browser.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW_PHONE)
            browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            times = []
            for _ in range(5):
                browser.get(f"{served.address}{place}")
                until(browser, 'document.getElementById("offline").hidden')
                times.append(until(browser, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"))
            sizes = browser.execute_script(
                "return performance.getEntries().map((each) => each.transferSize || 0).reduce((a, b) => a + b)"
            )
            first = len(browser.execute_script("return document.querySelector('.board').innerHTML").encode())
        finally:
            served.kill()
    print(f"first paint on a slow phone: {sorted(times)[2]:.0f} ms; {sizes:,} bytes of files, and about "
          f"{first:,} of the first message", flush=True)  # fmt: skip


def main() -> None:
    asked = options(__doc__, tables=int, every=2.0, seconds=60.0, idle=int, paint=False)
    everything = asked.tables is None and asked.idle is None and not asked.paint
    for number, every in ((100, 2), (500, 10)) if everything else [(asked.tables, asked.every)] if asked.tables else []:
        asyncio.run(tables(number, every, asked.seconds))
    if everything or asked.idle:
        asyncio.run(idle(asked.idle or 1000))
    if everything or asked.paint:
        paint()


if __name__ == "__main__":
    main()
