"""Loads the mixes of tables. Another process compiles them first, with limits on time and memory, so that this one
finds them in the cache.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from parlour.api import load
from parlour.base.diagnostics import RulesetError
from parlour.game import Game
from parlour.library.library import is_path
from parlour.mixer.mix_link import LONGEST
from parlour.mixing.mix_line import read_line
from parlour.session.record import HUMAN
from parlour.session.session import Session
from parlour.table.faults import RulesetFault, TableError
from parlour.web import garbage
from parlour.web.background import Background, OutOfTime
from parlour.web.hosting import WebError

T = TypeVar("T")
SECONDS = 60
MOST_LOADED = 64
PRACTICE = 0.3  # seconds


def game_of(line: str, documents: Mapping[str, str]) -> Game:
    """Load a mix in one line, whose own rules are in `documents`. Raises RulesetError, or WebError for a file."""
    if len(line) > LONGEST:
        raise WebError(f"This mix is too long: at most {LONGEST:,} characters.")
    mix = read_line(line)
    for name in (mix.subject, *mix.with_, *mix.without):
        if is_path(name) and name not in documents:
            raise WebError(f"A mix in the browser can't name a file: “{name}”.")
    return load(line, documents=documents)


def prepare(line: str, documents: Mapping[str, str], players: int | None) -> None:
    """Fill the cache. The server meets the same error as this, and reports it."""
    with suppress(RulesetError, RulesetFault, TableError, WebError):
        game = game_of(line, documents)
        if players is not None:
            game.start_recorded(players, 1)


def practise(game: Game, players: int) -> None:
    """Play a little. Functions for the steps of a game are made when they are first called, and pages would wait."""
    with suppress(RulesetFault):
        session, chance, end = Session(game, [HUMAN] * players, seed=1), Random(1), time.monotonic() + PRACTICE
        while not session.state.over and time.monotonic() < end:
            for seat in session.people:
                session.view(seat)
            session.play(chance.choice(session.state.question.legal))


PREPARING = Background(1, bool)  # `bool()` prepares nothing


class Compiler:
    """Loads the mixes of a server, each only once. Without a `background`, this process compiles them."""

    def __init__(self, background: Background | None = PREPARING) -> None:
        self.background = background
        self._games: dict[tuple[str, str], tuple[Game, set[int]]] = {}  # with the numbers of players that are ready
        self._one_at_a_time = asyncio.Lock()

    async def game(self, line: str, documents: Mapping[str, str], players: int | None = None) -> Game:
        """Return a compiled mix, ready for a number of players. Raises RulesetError, TableError or WebError."""
        key = line, json.dumps([*documents.items()])
        async with self._one_at_a_time:
            if key not in self._games:
                await self._prepare(line, documents, players)
                game = await asyncio.to_thread(game_of, line, documents)
                if len(self._games) >= MOST_LOADED:
                    del self._games[next(iter(self._games))]
                self._games[key] = game, set()
            game, ready = self._games[key]
            if players is not None and players not in ready:
                await asyncio.to_thread(game.table, players)  # or TableError
                await asyncio.to_thread(practise, game, players)
                ready.add(players)
            garbage.leave_out_all()
        return game

    async def _prepare(self, line: str, documents: Mapping[str, str], players: int | None) -> None:
        if self.background is None:
            return
        try:
            await self.apart(prepare, line, dict(documents), players)
        except OutOfTime:
            help = "Leave out some rules."
            raise WebError("This mix takes too much time or memory to compile.", help) from None

    async def apart(self, work: Callable[..., T], *arguments: Any) -> T:
        """Return what `work(*arguments)` returns, in the background. Raises OutOfTime after a minute."""
        if self.background is None:
            return await asyncio.to_thread(work, *arguments)
        return await self.background.run("", work, *arguments, seconds=SECONDS)
