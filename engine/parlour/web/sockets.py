"""The socket of a page: takes actions, and sends the regions that have changed.

A page never guesses: it shows what it was sent. A page that connects gets all regions.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.base.printable import capitalised
from parlour.play.hinting import hint_lines
from parlour.sheets.drawing import in_colours
from parlour.states.state import IllegalMove
from parlour.web.hosting import WebError
from parlour.web.live_table import LiveTable
from parlour.web.regions import SeatPage, quoted, reasons
from parlour.web.seat_tokens import token_of
from parlour.web.site import Bucket, site_of
from parlour.web.table_pages import regions_of
from parlour.web.taps import tap

MOST_LETTERS = 4000  # of a message
BURST = 40  # messages at once
MOST_SOCKETS = 60  # at one table
TOO_LARGE, TOO_OFTEN, NO_ENTRY = 1009, 1008, 4404


async def socket(connection: WebSocket) -> None:
    await connection.accept()
    try:
        table = await site_of(connection).tables.get(connection.path_params["code"])
        if len(table.changed) >= MOST_SOCKETS:
            raise WebError("Too many people look at this table.")
    except WebError as error:
        await connection.send_text(json.dumps({"end": error.message}))
        await connection.close(NO_ENTRY)
        return
    await TableSocket(connection, table).run()


class TableSocket:
    """One open page."""

    def __init__(self, connection: WebSocket, table: LiveTable) -> None:
        self.connection = connection
        self.table = table
        self.token = token_of(connection, table.code)
        self.page: SeatPage | None = None
        self.raised: tuple[str, ...] = ()
        self.says: list[str] = []
        self.version = -1
        self.sent: dict[str, str] = {}
        self.read = 0  # events of the history that this page has shown
        self.answered = 0  # the number of the page's last message
        self.stale = asyncio.Event()
        self.bucket = Bucket(BURST, site_of(connection).settings.messages)

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.token)

    async def run(self) -> None:
        self.table.changed.add(self.stale.set)
        if self.token is not None:
            self.table.open_page(self.token)
        self.stale.set()
        self.table.wake()
        sending = asyncio.create_task(self._send())
        try:
            while await self._take(await self.connection.receive_text()):
                pass
        except (WebSocketDisconnect, KeyError, RuntimeError):
            pass  # it has gone, or sends bytes
        finally:
            self.table.changed.discard(self.stale.set)
            if self.token is not None:
                self.table.close_page(self.token)
            sending.cancel()
            site_of(self.connection).tables.tidy()
            with suppress(Exception):
                await self.connection.close()

    # ------------------------------------------------------------ sending

    async def _send(self) -> None:
        """Send what has changed, as often as the page can take it."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.stale.wait()
                self.stale.clear()
                await self.connection.send_text(self._changes())

    def _changes(self) -> str:
        if self.version != self.table.record.version:
            self.version, self.raised = self.table.record.version, ()
        page, render = self._page(), site_of(self.connection).render
        regions = regions_of(self.table, self.token, self.connection, page)
        lines = tuple(in_colours(line, self.table.words.layout.pack.design) for line in self.says)
        regions["says"] = render.region("regions/says.html", lines=lines)
        regions["news"] = "" if page is None else self._news(page)
        changed = {name: html for name, html in regions.items() if self.sent.get(name) != html}
        self.sent = regions
        return json.dumps({"v": self.version, "a": self.answered, "r": changed}, ensure_ascii=False)

    def _page(self) -> SeatPage | None:
        """Return the page of the game as it is now, with the raised cards."""
        if self.table.session is None:
            self.page = None
        elif self.page is None or self.page.changes != self.table.changes:
            self.page = SeatPage(self.table, self.seat)
        if self.page is not None:
            self.page.raised = tuple(spot for spot in self.raised if spot in self.page.drawer.things)
        return self.page

    def _news(self, page: SeatPage) -> str:
        """Return what has happened since the last message, for people who listen."""
        first, self.read = self.read, len(page.history)
        if first == 0 or first == self.read:
            return self.sent.get("news", "")
        lines = page.lines(min(first, self.read)) if first < self.read else []
        return " ".join(f"<p>{line}</p>" for line in (*(line for _, line in lines), page.coloured(page.heading())))

    # ------------------------------------------------------------ taking

    async def _take(self, text: str) -> bool:
        """Carry out one message. Return False to close the page's connection."""
        if len(text) > MOST_LETTERS:
            return await self._end("This message is too large.", TOO_LARGE)
        if not self.bucket.take():
            return await self._end("This page sends too much.", TOO_OFTEN)
        try:
            message = json.loads(text)
            if not isinstance(message, dict) or not all(isinstance(v, str | int) for v in message.values()):
                raise ValueError
        except (ValueError, RecursionError):
            return await self._end("The server can't read this message.", TOO_OFTEN)
        fields = {str(name): str(value) for name, value in message.items()}
        number = message.get("n")
        if not isinstance(number, int) or number <= self.answered:
            return True  # it has come twice, or after a later one
        try:
            self.says = []
            await self._act(fields)
        except IllegalMove as error:
            self.says = [str(error)]
        except WebError as error:
            self.says = [error.message, *([error.help] if error.help else [])]
        self.answered = number
        self.stale.set()
        return True

    async def _end(self, message: str, code: int) -> bool:
        await self.connection.send_text(json.dumps({"end": message}))
        await self.connection.close(code)
        return False

    async def _act(self, fields: dict[str, str]) -> None:
        action = fields.get("do", "")
        if action in ("start", "again", "bot", "hurry", "stand-in"):
            return await self._host(action, fields)
        if action == "close":
            return
        seat = self.seat
        if seat is None:
            raise WebError("You have no seat at this table.", "Sit down first.")
        if action in ("tap", "play", "undo", "next"):
            self._same_position(fields)
        await self._act_at(seat, action, fields)

    async def _act_at(self, seat: int, action: str, fields: dict[str, str]) -> None:
        table = self.table
        match action:
            case "tap":
                await self._tap(seat, fields.get("spot", ""))
            case "play":
                table.play(seat, fields.get("move", ""))
            case "next":
                table.has_read(seat)
            case "hint":
                await self._hint(seat)
            case "did":
                await self._did()
            case "undo":
                table.undo(seat)
            case "pause":
                table.pause(not table.record.paused)
            case "away":
                table.be_away(seat, not table.chair(seat).away)
            case "leave":
                table.leave(seat)
            case "rename":
                table.rename(seat, fields.get("name", ""))
            case _:
                raise WebError("This page is of another version of Parlour.", "Load it again.")

    async def _host(self, action: str, fields: dict[str, str]) -> None:
        anybody = self.table.session is not None and self.seat is not None and action not in ("hurry", "stand-in")
        if not (anybody or self.table.is_host(self.token)):
            raise WebError("Only the host can do this.")
        if action in ("start", "again"):
            self._same_position(fields)
            await self.table.start(again=action == "again")
        elif action == "hurry":
            self.table.has_read(*self.table.record.reading)
        elif (seat := fields.get("seat", "")[:3]).isdecimal():
            if action == "stand-in":
                self.table.stand_in(int(seat))
            else:
                self.table.set_bot(int(seat), fields.get("bot", ""))

    def _same_position(self, fields: dict[str, str]) -> None:
        """Raise WebError for an action on a page that shows an older position, such as one that was sent twice."""
        if fields.get("v") != str(self.table.record.version):
            raise WebError("The table had changed before you acted. Look again.")

    async def _tap(self, seat: int, spot: str) -> None:
        table, page = self.table, self._page()
        if page is None:
            return
        things = page.drawer.things
        if spot not in things:
            raise WebError("There is no such card here any more.")
        if page.offers is None:
            raise WebError(page.heading() or "The game is over.")
        tapped = tap(page.offers, things, page.raised, spot)
        self.raised = tapped.raised
        if tapped.move is not None:
            table.play(seat, tapped.move)
        elif tapped.why is not None:
            assert page.asked is not None, "there are offers"
            lines, rules = await asyncio.to_thread(reasons, table, page.asked, seat, tapped.why)
            table.refuse(rules)
            self.says = [*map(capitalised, lines)]

    async def _hint(self, seat: int) -> None:
        self.says = ["Thinking…"]
        self.stale.set()
        self.says = [quoted(line) for line in hint_lines(await self.table.hint(seat))]

    async def _did(self) -> None:
        self.says = ["Comparing each move with the game without the house rules…"]
        self.stale.set()
        self.says = [*await self.table.rules_did(site_of(self.connection).compiler)]
