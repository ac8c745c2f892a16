"""All tables of a server: those that are in use, and the others in the store."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from parlour.base.diagnostics import RulesetError
from parlour.base.printable import capitalised
from parlour.bots import BOT_NAMES
from parlour.game import Game
from parlour.session.bot_pool import BotPool
from parlour.table.faults import TableError
from parlour.table.saves import SaveError
from parlour.web import garbage
from parlour.web.hosting import WebError
from parlour.web.live_table import LiveTable
from parlour.web.mix_compiling import Compiler
from parlour.web.seat_tokens import CODE, new_code
from parlour.web.store import Chair, Store, TableRecord

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
