"""What all pages of one server share: its settings, its templates, limits on requests, its tables and the mixes that it
has loaded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import capitalised
from parlour.bots import BOT_NAMES
from parlour.game import Game
from parlour.session.bot_pool import BotPool
from parlour.table.faults import TableError
from parlour.table.saves import SaveError
from parlour.terminal.files import state_folder
from parlour.web import garbage
from parlour.web.hosting import Hosting, Renderer, WebError
from parlour.web.live_table import LiveTable
from parlour.web.mix_compiling import Compiler
from parlour.web.seat_tokens import CODE, new_code
from parlour.web.store import Chair, Store, TableRecord, lock

MOST = 2000  # tables in the store
MOST_LIVE = 500
UNUSED = 60 * 24 * 3600  # seconds after which a table is deleted
NO_TABLE = WebError("There is no such table.", "Ask the host for the link again.", 404)


class OpenTables:
    """Finds tables by their codes, and makes new ones."""

    def __init__(self, store: Store, compiler: Compiler, pace: float) -> None:
        self.store = store
        self.compiler = compiler
        self.pace = pace
        self.pool = BotPool()
        self._live: dict[str, LiveTable] = {}
        self._opening = asyncio.Lock()

    async def get(self, code: str) -> LiveTable:
        """Return a table, ready to go on. Raises WebError if there is none."""
        table = self._live.get(code)
        if table is not None:
            return table
        if not CODE.fullmatch(code) or (record := self.store.record(code)) is None:
            raise NO_TABLE
        async with self._opening:
            return self._live.get(code) or await self._open(code, record)

    async def _open(self, code: str, record: TableRecord) -> LiveTable:
        try:
            game = await self.compiler.game(record.mix, record.documents, len(record.chairs))
            table = LiveTable(code, record, game, self.store, self.pace, self.pool)
            await asyncio.to_thread(table.resume)
        except (RulesetError, TableError, SaveError, ValueError) as error:
            raise WebError("This table's rules have changed, so its game can't go on.", str(error), 410) from None
        self._retire()
        self._live[code] = table
        return table

    def tidy(self) -> None:
        """Look for garbage among all objects, if that is due and nobody looks at a table."""
        if not any(table.changed for table in self._live.values()):
            garbage.search_all()

    def _retire(self) -> None:
        """Leave tables that nobody looks at to the store, if there are many."""
        idle = [code for code, table in self._live.items() if not table.changed]
        for code in idle[: max(0, len(self._live) - MOST_LIVE + 1)]:
            del self._live[code]

    async def game(self, mix: str, documents: Mapping[str, str], players: int | None) -> tuple[Game, int]:
        """Return a mix for a table, and the number of players. Raises WebError if one of them isn't possible."""
        try:
            game = await self.compiler.game(mix, documents)
            players = game.players[0] if players is None else players
            return await self.compiler.game(mix, documents, players), players
        except RulesetError as error:
            first = error.diagnostics[0]
            raise WebError(f"This mix doesn't work: {first.message}.", first.help) from None
        except TableError as error:
            raise WebError(f"{capitalised(str(error))}.") from None

    async def new(self, mix: str, players: int | None, host: str, documents: dict[str, str], bot: str) -> LiveTable:
        """Make a table. Raises WebError if the mix or the number of players isn't possible."""
        if len(self.store) >= MOST:
            self.store.forget(time.time() - UNUSED)
            if len(self.store) >= MOST:
                raise WebError("This server has no room for another table.", "Try again tomorrow.", 503)
        if bot not in BOT_NAMES:
            raise WebError(f"There is no bot “{bot}”.")
        _, players = await self.game(mix, documents, players)
        record = TableRecord(mix, tuple(Chair(bot=bot) for _ in range(players)), host, documents)
        code = new_code()
        self.store.save(code, record)
        return await self.get(code)


MOST_KNOWN = 10_000  # clients
PER_MINUTE = {"table": 20, "join": 60, "mix": 120}


class Bucket:
    """Lets `burst` requests through at once, and `rate` in each second."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate, self.clock = burst, rate, clock
        self.left, self.at = burst, clock()

    def take(self) -> bool:
        now = self.clock()
        self.left, self.at = min(self.burst, self.left + (now - self.at) * self.rate), now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Limits:
    """Counts by client and kind of request."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def allow(self, connection: HTTPConnection, kind: str) -> None:
        """Raise WebError if a client asks too often."""
        key = (connection.client.host if connection.client else "", kind)
        if len(self._buckets) >= MOST_KNOWN:
            self._buckets.clear()
        bucket = self._buckets.setdefault(key, Bucket(PER_MINUTE[kind], PER_MINUTE[kind] / 60))
        if not bucket.take():
            raise WebError("That was often. Wait a minute, then try again.", status=429)


MOST_FORM = 100_000  # bytes of a form


class Website:
    """One server. `site_of(request)` returns it."""

    def __init__(self, settings: Hosting) -> None:
        self.settings = settings
        self.render = Renderer()
        self.limits = Limits()
        self.compiler = Compiler()
        folder = settings.data or state_folder() / "tables"
        self.lock = lock(folder, settings.address or "")
        self.tables = OpenTables(Store(folder), self.compiler, settings.pace)

    def page(self, template: str, status: int = 200, **values: object) -> HTMLResponse:
        """Return a whole page: a template that extends `base.html`."""
        return HTMLResponse(self.render(template, **values), status)

    def link(self, connection: HTTPConnection, path: str) -> str:
        """Return the link of a page, which works on other devices if any link does."""
        url = connection.base_url.replace(scheme=connection.url.scheme.replace("ws", "http"))
        local = url.hostname in ("localhost", "127.0.0.1")
        return f"{(self.settings.address if local else None) or url}{path}"


def site_of(connection: HTTPConnection) -> Website:
    site = connection.app.state.site
    assert isinstance(site, Website)
    return site


async def form_of(request: Request) -> Mapping[str, str]:
    """Return the fields of a posted form. Raises WebError if it is too large or isn't one."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM:
            raise WebError(f"This form is too large: at most {MOST_FORM:,} bytes.", status=413)
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=1000))
    except ValueError:
        raise WebError("Parlour can't read this form.") from None
