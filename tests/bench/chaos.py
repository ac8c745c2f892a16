"""Plays games at tables of a server that is killed, over connections that lose, double, delay and reorder messages.

    python tests/bench/chaos.py [--games 1000] [--results FILE]

People of all seats play random shipped games, twelve tables at a time, by what their pages offer. A message of a page
may be lost, come twice, come late, or come after the next one; a connection may break at any moment, and a page may be
loaded again. Meanwhile the server is ended with `kill -9`, and started again on the same folder. Then all must be true:

- A page never shows a position that isn't in the database, and the moves there only ever grow: no move is lost.
- Each move of a person is one that they made, at a position where no other move of theirs counts: none is doubled.
- The moves in the database are a game of the rules, from the seed that the table has.
- At the end each page shows exactly what a new page of a new server shows.

Each finished game is a line in FILE, and the games in it aren't played again. Prints the sums, and stops at a defect.
"""

import asyncio
import json
import re
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from checkout import Record, options

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import parlour
from page_server import Served
from parlour.session.session import Session, quiet_move
from parlour.web.store import Store
from scaffold.web_pages import Shown

GAMES, TABLES = 3, 4  # different games at once, and tables of each
MOVES = 60  # after which a game ends here
KILLS = (1, 2, 3)
WAIT = 0.25  # seconds until somebody acts again who got no answer
STALLED = 800  # quarters of a second
PATIENCE = 900  # seconds
SAME = ("players", "felt", "own", "log")


class Defect(Exception):  # noqa: N818 - it is what this looks for
    """The server broke its promise."""


@dataclass
class Table:
    """A table, and what is in the database about it."""

    code: str
    game: str
    seats: int
    store: Store
    moves: list[str] = field(default_factory=list)
    version: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def look(self, version: int, who: str) -> None:
        """Compare the database with what a page shows."""
        record = self.store.record(self.code)
        if record is None or record.version < version:
            raise Defect(f"{who} saw position {version}, and the database has {record and record.version}")
        if record.version != self.version:
            self.version, moves = record.version, [*self.store.moves(self.code)]
            if moves[: len(self.moves)] != self.moves:
                raise Defect(f"moves were lost: {self.moves} became {moves}")
            self.moves = moves

    @property
    def done(self) -> bool:
        return len(self.moves) >= MOVES


class Person(Shown):
    """Somebody at a seat, with a page whose network is bad."""

    def __init__(self, table: Table, served: Served, seat: int, token: str, chance: Random) -> None:
        super().__init__()
        self.table, self.served, self.seat, self.chance = table, served, seat, chance
        self.cookie = {"Cookie": f"seat_{table.code}={token}"}
        self.sent: dict[int, list[dict[str, Any]]] = {}
        """The messages of each position."""
        self.number = 0
        self.held: str | None = None
        self.late: set[asyncio.Task[None]] = set()
        self.calm = False

    @property
    def path(self) -> str:
        return f"/t/{self.table.code}"

    async def live(self) -> None:
        """Play until somebody ends this. A page that has lost its connection connects again."""
        while True:
            with suppress(OSError, WebSocketException, httpx.HTTPError, asyncio.TimeoutError):
                if self.chance.random() < 0.2 and not self.calm:
                    await self._load()
                where = f"ws://127.0.0.1:{self.served.port}{self.path}/socket"
                async with connect(where, additional_headers=self.cookie, compression=None, max_size=None) as socket:
                    self.regions, self.answered, self.number, self.version = {}, 0, 0, -1
                    await self._use(socket)
            await asyncio.sleep(0.05)

    async def _load(self) -> None:
        async with httpx.AsyncClient() as client:
            answer = await client.get(f"{self.served.address}{self.path}", headers=self.cookie)
            if answer.status_code != 200:
                raise Defect(f"the page is {answer.status_code}")
            self.table.counts["loaded"] += 1

    async def _use(self, socket: ClientConnection) -> None:
        while True:
            with suppress(TimeoutError):
                self.show(str(await asyncio.wait_for(socket.recv(), WAIT)))
            if self.ended:
                raise Defect(f"seat {self.seat}: {self.ended}")
            self.table.look(self.version, f"seat {self.seat}")
            if self.calm:
                continue
            if not self.table.done and (self.asked or self.chance.random() < 0.02) and "own" in self.regions:
                await self._act(socket)
            if self.chance.random() < 0.02:
                self.table.counts["cut"] += 1
                socket.transport.abort()

    async def _act(self, socket: ClientConnection) -> None:
        if self.cards() or self.buttons or self.interval:
            self.number += 1
            message = {"v": self.version, "n": self.number, **self.action(self.chance)}
            self.sent.setdefault(self.version, []).append(message)
            await self._send(socket, json.dumps(message))

    async def _send(self, socket: ClientConnection, text: str) -> None:
        """Let the network do what it likes with a message."""
        fate = self.chance.choices(("pass", "lost", "doubled", "late", "reordered"), (75, 6, 7, 6, 6))[0]
        self.table.counts[fate] += fate != "pass"
        if fate == "late":
            self.late.add(asyncio.create_task(self._deliver(socket, text, self.chance.random())))
            return
        if fate == "reordered" and self.held is None:
            self.held = text
            return
        if fate != "lost":
            await socket.send(text)
        if fate == "doubled":
            self.late.add(asyncio.create_task(self._deliver(socket, text, self.chance.choice((0, 0.1, 0.6)))))
        if self.held is not None:
            held, self.held = self.held, None
            await socket.send(held)

    async def _deliver(self, socket: ClientConnection, text: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        with suppress(WebSocketException):
            await socket.send(text)


# ---------------------------------------------------------------- a table


async def made(served: Served, store: Store, chance: Random, game: str, seats: int) -> tuple[Table, list[Person]]:
    """Make a table whose seats all have people, and start the game."""
    tokens = []
    async with httpx.AsyncClient(base_url=served.address, timeout=PATIENCE) as client:
        form = {"mix": game, "players": seats, "name": "Player 1", "bot": "bot"}
        answer = await client.post("/tables", data=form)
        code = answer.headers["location"].removeprefix("/t/")
        tokens.append(answer.cookies[f"seat_{code}"])
        for seat in range(2, seats + 1):
            client.cookies.clear()
            answer = await client.post(f"/t/{code}/join", data={"seat": seat, "name": f"Player {seat}"})
            tokens.append(answer.cookies[f"seat_{code}"])
    table = Table(code, game, seats, store)
    cookie = {"Cookie": f"seat_{code}={tokens[0]}"}
    where = f"ws://127.0.0.1:{served.port}/t/{code}/socket"
    async with connect(where, additional_headers=cookie, compression=None, max_size=None) as socket:
        version = json.loads(await socket.recv())["v"]
        await socket.send(json.dumps({"v": version, "n": 1, "do": "start"}))
        while json.loads(await socket.recv())["v"] == version:
            pass
    return table, [Person(table, served, seat, token, chance) for seat, token in enumerate(tokens, 1)]


def replayed(table: Table) -> Session:
    """Play the moves of the database by the rules, without a server."""
    record = table.store.record(table.code)
    assert record is not None
    session = Session(parlour.load(table.game), ["human"] * table.seats, word=record.word)
    for move in table.store.moves(table.code):
        session.play(move)
    return session


def none_doubled(session: Session, people: list[Person]) -> None:
    """Each move of a person needs a message of their own at a later position than the one before. Moves that let
    others react are made for people who say nothing."""
    left = [sorted(person.sent) for person in people]
    for step, after in zip([*session.steps()][:-1], [*session.steps()][1:], strict=True):
        if str(quiet_move(step.state)[0]) == after.move:
            continue
        seat = after.seat or 0
        mine, person = left[seat - 1], people[seat - 1]
        while mine and not _could(person.sent[mine[0]], str(after.move)):
            mine.pop(0)
        if not mine:
            raise Defect(f"seat {seat} never made this move, or it was made twice: {after.move}")
        mine.pop(0)


def _could(messages: list[dict[str, Any]], move: str) -> bool:
    """Return True if these messages can have made a move: by its button, or by a tap to raise and a tap to play."""
    return any(each.get("move") == move for each in messages) or len([m for m in messages if m["do"] == "tap"]) > 1


def same_pages(person: Person, new: Person) -> None:
    """Compare a page that has lived through everything with a new one, except raised cards, remarks and who is away."""
    for name in SAME:
        old, fresh = (_plain(each.regions.get(name, "")) for each in (person, new))
        if old != fresh:
            raise Defect(f"seat {person.seat} sees another {name} than a new page:\n{old}\n{fresh}")


def _plain(html: str) -> str:
    away = r'\s*<span class="quiet">away</span>|\s*<button[^>]*data-do="stand-in".*?</button>'
    html = re.sub(rf' raised|aria-pressed="\w+"|{away}', "", html)
    return " ".join(html.split())


# ---------------------------------------------------------------- a batch


def chosen(chance: Random) -> list[str]:
    """Choose games for several players."""
    library = parlour.Library.standard()
    games = chance.sample(library.ids("game"), len(library.ids("game")))
    several = (game for game in games if parlour.load(game, library=library).players[-1] > 1)
    return [*islice(several, GAMES)]


async def batch(number: int) -> list[dict[str, Any]]:
    """Play some games on one server, which is killed meanwhile. Return a line for each."""
    chance = Random(f"chaos {number}")
    games = [game for game in chosen(chance) for _ in range(TABLES)]
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        try:
            store = Store(Path(folder))
            seats = [max(2, parlour.load(game).players[0]) for game in games]
            both = [await made(served, store, chance, *each) for each in zip(games, seats, strict=True)]
            tables, people = [table for table, _ in both], [person for _, people in both for person in people]
            await _disturbed(served, tables, people, chance)
            await _judged(served, tables, people, chance)
            store.close()
        finally:
            served.kill()
    return [{"batch": number, "game": t.game, "seats": t.seats, "moves": len(t.moves), **t.counts} for t in tables]


async def _disturbed(served: Served, tables: list[Table], people: list[Person], chance: Random) -> None:
    """Let people play, and kill the server a few times. Then let everything calm down."""
    living = [asyncio.create_task(person.live()) for person in people]
    try:
        for _ in range(chance.choice(KILLS)):
            await _while_alive(living, asyncio.sleep(chance.uniform(0.2, 4)))
            served.kill()
            for table in tables:
                table.look(table.version, "everybody")
                table.counts["killed"] += 1
            await asyncio.to_thread(served.start)
        await _while_alive(living, _settled(tables, people))
        for person in people:
            person.calm = True
        await _while_alive(living, _quiet(tables, people))
    finally:
        for task in (*living, *(late for person in people for late in person.late)):
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)


async def _while_alive(living: list[asyncio.Task[None]], what: Any) -> None:
    """Wait for something, as long as nobody meets a defect."""
    waiting = asyncio.ensure_future(asyncio.wait_for(what, PATIENCE))
    await asyncio.wait([waiting, *living], return_when=asyncio.FIRST_COMPLETED)
    for task in living:
        if task.done():
            waiting.cancel()
            task.result()
    await waiting


async def _settled(tables: list[Table], people: list[Person]) -> None:
    """Wait until all games have their moves or are over."""
    still, before = 0, -1
    while left := [t for t in tables if not t.done and not any(p.over for p in people if p.table is t)]:
        await asyncio.sleep(0.25)
        now = sum(table.version for table in tables)
        still, before = (still + 1 if now == before else 0), now
        if still > STALLED:
            stuck = [f"{p.seat}: {p.words('question')} {p.words('says')}" for p in people if p.table is left[0]]
            raise Defect(f"nobody moves any more in {left[0].game}: {stuck}")


async def _quiet(tables: list[Table], people: list[Person]) -> None:
    """Wait until every page shows the last position, and nothing changes for as long as somebody needs to be away."""
    still = 0
    while still < 8:
        await asyncio.sleep(0.25)
        for table in tables:
            record = table.store.record(table.code)
            assert record is not None
            table.look(record.version, "nobody")
        still = still + 1 if all(person.version == person.table.version for person in people) else 0


async def _judged(served: Served, tables: list[Table], people: list[Person], chance: Random) -> None:
    served.kill()
    for table in tables:
        table.look(table.version, "everybody")
        session = replayed(table)
        none_doubled(session, [person for person in people if person.table is table])
        table.counts["over"] = int(session.state.over)
    await asyncio.to_thread(served.start)
    for person in people:
        new = Person(person.table, served, person.seat, "", chance)
        where = f"ws://127.0.0.1:{served.port}{person.path}/socket"
        async with connect(where, additional_headers=person.cookie, compression=None, max_size=None) as socket:
            while "own" not in new.regions or new.version < person.version:
                new.show(str(await asyncio.wait_for(socket.recv(), PATIENCE)))
        same_pages(person, new)


def main() -> None:
    asked = options(__doc__, games=1000, results=Path("chaos.jsonl"))
    record = Record(asked.results)
    results = record.lines
    number = max((each["batch"] for each in results), default=-1) + 1
    while len(results) < asked.games:
        try:
            new = asyncio.run(batch(number))
        except Exception as error:
            raise SystemExit(f"batch {number}: {type(error).__name__}: {error}") from error
        record.add(*new)
        number += 1
        print(f"{len(results)} games", flush=True)
    sums = Counter[str]()
    for each in results:
        sums.update({name: value for name, value in each.items() if isinstance(value, int) and name != "batch"})
    print(f"{len(results)} games, {len({each['game'] for each in results})} different ones: {dict(sums)}")


if __name__ == "__main__":
    main()
