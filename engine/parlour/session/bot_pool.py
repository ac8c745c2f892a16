"""Processes in which bots think, for a server: its own threads stay free, and bots of several games think at once."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import Any

from parlour.base.processes import begin_worker, let_collections_be_short
from parlour.bots.thinker import Expectation
from parlour.session.packed_game import PackedGame
from parlour.session.record import GameRecord
from parlour.session.session import HINTS, Session

AT_ONCE = 256  # decisions, of which one can be stopped
REMEMBERED = 16  # sessions that a process keeps to continue them


@dataclass(frozen=True)
class _Job:
    """A decision: the game, its moves so far, and the level of a hint if one is asked for."""

    game: PackedGame
    record: GameRecord
    hint: int | None
    slot: int


class BotPool:
    """Bots of sessions, thinking in processes of their own. Use it as a context, or `close` it."""

    def __init__(self, processes: int = 1) -> None:
        context = multiprocessing.get_context("spawn")  # a server has threads, and a fork would copy their locks
        self._stopped = context.Array("b", AT_ONCE, lock=False)
        begin = partial(begin_worker, _begin, self._stopped)
        self._begun = partial(ProcessPoolExecutor, processes, context, begin)
        self._processes = self._begun()
        self._slots: dict[Future[Any], int] = {}
        self._next = 0

    def move(self, session: Session) -> Future[str]:
        """Return the move that `session.bot_move` would return, when the bot has decided."""
        return self._submit(session, None)

    def hint(self, session: Session, level: int = HINTS) -> Future[list[Expectation]]:
        """Return what `session.hint` would return, when it is known."""
        return self._submit(session, level)

    def stop(self, thought: Future[Any]) -> None:
        """Let a bot think no more. If it has begun, it returns what it knows so far."""
        slot = self._slots.get(thought)
        if not thought.cancel() and slot is not None:
            self._stopped[slot] = 1

    def close(self) -> None:
        """Stop all thoughts, and end the processes."""
        self._stopped[:] = [1] * AT_ONCE
        self._processes.shutdown(cancel_futures=True)

    def __enter__(self) -> BotPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _submit(self, session: Session, hint: int | None) -> Future[Any]:
        slot, self._next = self._next, (self._next + 1) % AT_ONCE
        self._stopped[slot] = 0
        job = _Job(PackedGame(session.game), session.record, hint, slot)
        try:
            thought = self._processes.submit(_think, job)
        except BrokenProcessPool:  # a process was killed, which ends its pool
            self._processes = self._begun()
            thought = self._processes.submit(_think, job)
        self._slots[thought] = slot
        thought.add_done_callback(lambda done: self._slots.pop(done, None))
        return thought


# ------------------------------------------------------------ in a process of the pool

_flags: Sequence[int] = ()
_sessions: dict[tuple[PackedGame, str], Session] = {}


@dataclass(frozen=True)
class _Flag:
    slot: int

    def is_set(self) -> bool:
        return bool(_flags[self.slot])


def _begin(flags: Sequence[int]) -> None:
    global _flags
    _flags = flags


def _think(job: _Job) -> object:
    session, stopped = _session(job), _Flag(job.slot)
    return session.bot_move(stopped).text if job.hint is None else session.hint(job.hint, stopped)


def _session(job: _Job) -> Session:
    """Return the session of a job. One that is known makes only the moves that are new."""
    key = job.game, repr(job.record.setup)
    session = _sessions.pop(key, None)
    known = len(session.record.moves) if session is not None else 0
    surprising = job.record.setup.secret and not job.record.setup.word
    if session is None or surprising or session.record != job.record.up_to(known):
        session = Session.replayed(job.game.game, job.record)
        let_collections_be_short()
    else:
        for move in job.record.moves[known:]:
            session.play(move)
    _sessions[key] = session
    if len(_sessions) > REMEMBERED:
        del _sessions[next(iter(_sessions))]
    return session
