"""The bytes that a page gets in the true position of a table, and in others that its seat can't tell from it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from copy import copy
from pathlib import Path
from random import Random

import parlour
from parlour.bots.thinker import Expectation, Thinker
from parlour.session.bot_pool import BotPool
from parlour.session.session import HINTS, Session
from parlour.states.state import IllegalMove, State
from parlour.table.faults import RulesetFault
from parlour.views import Witness
from parlour.web.live_table import LiveTable
from scaffold.web_pages import PATIENCE, Browser, Page, asked, server

WORLDS = 2  # for each position
TRIES = 20  # worlds of an earlier position, which must lead to what the seat has seen since
GAMES = 40  # that a hint plays


class PoolHere(BotPool):
    """Gives hints about the session as it is, by a number of games. Other processes would play its moves again, and a
    clock would stop them after more games or fewer."""

    def hint(self, session: Session, level: int = HINTS) -> Future[list[Expectation]]:
        session, hint = copy(session), Future[list[Expectation]]()
        session._thinkers = {str(level): Thinker(session.game.rollouts(len(session.seats)), games=GAMES)}
        try:
            hint.set_result(session.hint(level))
        except parlour.StateError as error:
            hint.set_exception(error)
        return hint


async def compare(game: str, folder: Path, chance: Random, positions: int, between: int = 1) -> tuple[int, int]:
    """Play a random game of one or two people, and compare what a seat and somebody who looks on get at some positions,
    with some actions between them. Return the numbers of positions and of worlds that weren't the true state."""
    app, compared, different = server(folder), 0, 0
    players = parlour.load(game).players[0]
    people = [Browser(app) for _ in range(chance.choice((1, 2)) if players > 1 else 1)]
    code = await people[0].host(game, players)
    for seat, browser in enumerate(people[1:], 2):
        await browser.sit(code, seat, "Bob")
    table = await app.state.site.tables.get(code)
    table.pool = PoolHere()
    async with AsyncExitStack() as opened:
        pages = [await opened.enter_async_context(browser.open(code)) for browser in people]
        await pages[0].send(do="start")
        while compared < positions:
            for _ in range(chance.randint(1, between)):
                page = await next_page(pages, chance)
                if not page.over:
                    await page.act(chance)
            page = await next_page(pages, chance)
            async with still(table):
                different += await compare_worlds(table, (people[0], Browser(app)), chance)
            compared += 1
            if page.over:
                break
    table.pool.close()
    return compared, different


async def next_page(pages: Sequence[Page], chance: Random) -> Page:
    """Wait until a page asks something; return it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for page in pages:
                while not page.outbox.empty():
                    await page.take()
            if ready := [page for page in pages if asked(page)]:
                return chance.choice(ready)
            await asyncio.sleep(0.001)


@asynccontextmanager
async def still(table: LiveTable) -> AsyncIterator[None]:
    """Let nothing happen by itself at a table."""
    if table._playing is not None:
        table._playing.cancel()
        await asyncio.gather(table._playing, return_exceptions=True)
    table.wake = lambda: None  # type: ignore[method-assign]
    yield
    del table.wake
    table.wake()


async def compare_worlds(table: LiveTable, browsers: Sequence[Browser], chance: Random) -> int:
    """Compare what the seat gets, and somebody who looks on. Return the number of worlds that aren't the true state."""
    session, record, seat = table.session, table.record, 1
    assert session is not None
    here = [session, *(in_state(session, world) for world in worlds_of(session.witness(seat), session.state, chance))]
    before = [*undone_in(session, seat, chance)]
    different = sum(each.state != session.state for each in here)
    for browser in browsers:
        for sessions, do in ((here, look_and_try), (before, undo)):
            seen = []
            for table.session in sessions:
                seen.append(await shown(browser, table, do))
                table.session, table.record = session, record
                table.store.save(table.code, record, session.record.moves, cut=0)
            for other in seen[1:]:
                for this, that in zip(seen[0], other, strict=True):
                    n = next((n for n, (a, b) in enumerate(zip(this, that, strict=False)) if a != b), 0)
                    assert this == that, f"{this[max(0, n - 200) : n + 200]}\n{that[max(0, n - 200) : n + 200]}"
    return different


def worlds_of(witness: Witness, true: State, chance: Random, number: int = WORLDS) -> list[State]:
    """Return states that a seat can't tell from the true one, at the same table."""
    try:
        worlds = witness.worlds(number, chance.randrange(1000))
    except parlour.StateError:
        return []
    return [true.table.state(world.cells) for world in worlds]


def in_state(session: Session, state: State) -> Session:
    other = copy(session)
    other.state = state
    return other


def undone_in(session: Session, seat: int, chance: Random) -> Iterator[Session]:
    """Yield the session, and others that the seat can't tell from it: before its last decision the cards were others,
    and the same moves followed. In all of them, other seats remember only what they have seen since."""
    back = session.last_decision(seat, forced=True)
    worlds = [] if back is None else worlds_of(back.witnesses[seat], back.state, chance, TRIES)
    number = 0
    for state in worlds and (back.state, *worlds):
        other = in_state(session, state)
        other.record = session.record.up_to(back.moves)
        other.decisions = tuple(each for each in session.decisions if each.moves < back.moves)
        other._witnesses = {each: Witness.at(state.table, each).saw((), state) for each in session._witnesses}
        other._witnesses[seat] = back.witnesses[seat]
        with suppress(IllegalMove, RulesetFault):
            for move in session.record.moves[back.moves :]:
                other.play(move)
            if other.witness(seat).history == session.witness(seat).history:
                yield other
                number += 1
        if number > WORLDS:
            return


async def shown(browser: Browser, table: LiveTable, do: Callable[[Page], Awaitable[None]]) -> list[str]:
    """What a page sends when somebody opens it and does something, if they have a seat; then when it connects again,
    and when it is loaded again."""
    sent = []
    for _ in range(2):
        async with browser.open(table.code) as page:
            await page.take()
            if browser.client.cookies and not sent:
                await do(page)
            sent += page.sent
    whole = await browser.client.get(f"/t/{table.code}")
    return [*sent, re.sub(r'value="[^"]*"', "", whole.text)]


async def look_and_try(page: Page) -> None:
    """Tap every card, ask for a hint, and try what isn't possible."""
    for spot in page.cards(playable=False) + page.cards():
        await page.do(do="tap", spot=spot)
        await page.do(do="tap", spot="none")
    await page.do(do="play", move="do something else")
    await page.do(do="hint")


async def undo(page: Page) -> None:
    await page.do(do="undo")
