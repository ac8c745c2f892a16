"""A table that people sit at: its session, the actions of its people, and the bots that play meanwhile.

An action is in the store before anybody is told of it. Everything here happens on one event loop; only bots and hints
think in threads, and the table waits for them.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from markupsafe import Markup

from parlour.base.printable import capitalised
from parlour.bots import BOT_NAMES, BOTS
from parlour.bots.thinker import Expectation
from parlour.game import Game
from parlour.play.explaining import Explainer
from parlour.play.history_lines import Teller
from parlour.play.labels import Labels
from parlour.play.table_words import TableWords
from parlour.session.bot_pool import BotPool
from parlour.session.record import HUMAN
from parlour.session.session import Session, Turn, comes_back, common_question
from parlour.states.moves import Move
from parlour.states.state import IllegalMove, State
from parlour.table.faults import RulesetFault, StateError
from parlour.web.background import OutOfTime
from parlour.web.hosting import WebError
from parlour.web.mix_compiling import Compiler
from parlour.web.rules_did import rules_did
from parlour.web.store import Chair, Store, TableRecord

T = TypeVar("T")

PATIENCE = 8  # the time for a reaction, as a multiple of the pace of bots
LONGEST_NAME = 20
FRAME = 0.1  # seconds for which a page shows one position while only bots play
INTERVAL = 40  # the longest time between two hands, as such a multiple
GONE = 4  # seconds without a page, after which the others see it


class LiveTable:
    """One table. `changed` are called after each change."""

    def __init__(self, code: str, record: TableRecord, game: Game, store: Store, pace: float, pool: BotPool) -> None:
        self.code = code
        self.record = record
        self.store = store
        self.pace = pace
        self.pool = pool
        self._lay_out(game)
        self.session: Session | None = None
        self.fault: str | None = None
        self.lock = asyncio.Lock()
        self.changed: set[Callable[[], None]] = set()
        self.changes = 0
        self.pages: Counter[str] = Counter()
        self.gone = {record.host, *(chair.token for chair in record.chairs if chair.token is not None)}
        """The people without an open page, by their tokens."""
        self._poll: tuple[State, tuple[Turn, ...]] | None = None
        self._rest: tuple[State, bool] | None = None
        self._playing: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    def _lay_out(self, game: Game) -> None:
        """Prepare what depends on the mix."""
        self.game = game
        self.words = TableWords(game.table(self.players).machine.layout)
        self.explainer = Explainer(game)
        self._tellers: dict[int | None, Teller] = {}
        self.pictures: dict[str, Markup] = {}

    def resume(self) -> None:
        """Play the saved moves again."""
        if self.record.number:
            session = Session(self.game, self._seats(), word=self.record.word)
            for move in self.store.moves(self.code):
                session.play(move)
            self.session = session

    def _seats(self) -> list[str]:
        return [HUMAN if chair.person else chair.bot for chair in self.record.chairs]

    @property
    def players(self) -> int:
        return len(self.record.chairs)

    @property
    def names(self) -> Mapping[int, str]:
        """The names of all players, also of bots."""
        return {seat: chair.name or f"Bot {seat}" for seat, chair in enumerate(self.record.chairs, 1)}

    def teller(self, seat: int | None) -> Teller:
        """Return who writes the history for a seat, or for those who look on."""
        if seat not in self._tellers:
            self._tellers[seat] = Teller(self.words.layout, seat, self.names)
        return self._tellers[seat]

    def seat_of(self, token: str | None) -> int | None:
        seats = (seat for seat, chair in enumerate(self.record.chairs, 1) if token is not None and chair.token == token)
        return next(seats, None)

    def is_host(self, token: str | None) -> bool:
        """Return True for the host, and for everybody with a seat while the host has no open page."""
        return token == self.record.host or (self.record.host in self.gone and self.seat_of(token) is not None)

    def chair(self, seat: int) -> Chair:
        if not 1 <= seat <= self.players:
            raise WebError(f"This table has {self.players} seats.")
        return self.record.chairs[seat - 1]

    # ------------------------------------------------------------ who is asked

    def turns(self) -> tuple[Turn, ...]:
        """Return those whom the current question asks, if it is a poll or secret."""
        if self.session is None or self.session.state.over:
            return ()
        if self._poll is None or self._poll[0] is not self.session.state:
            self._poll = self.session.state, common_question(self.session.state)
        return self._poll[1]

    def _rests(self) -> bool:
        """Return True if people must act, because nothing changes if all of them wait."""
        assert self.session is not None, "there is a question"
        state, turns = self.session.state, self.turns()
        if self.record.early or not all(turn.seat in self.session.people for turn in turns):
            return False
        if self._rest is None or self._rest[0] is not state:
            self._rest = state, comes_back(turns)
        return self._rest[1]

    def asked(self, seat: int) -> State | None:
        """Return the state in which a seat can answer, if it can."""
        if self.session is None or self.session.state.over or self.record.paused or self.record.reading:
            return None
        if not self.chair(seat).person:
            return None
        if self.session.state.question.seat == seat and seat not in self.record.early:
            return self.session.state
        return next((turn.state for turn in self.turns() if turn.seat == seat and seat not in self.record.early), None)

    # ------------------------------------------------------------ people

    def sit(self, seat: int, name: str, token: str) -> None:
        """Give a free seat, or that of a bot, to a person."""
        chair = self.chair(seat)
        if chair.token is not None:
            raise WebError("Somebody else has taken this seat.", "Choose another one.", 409)
        if self.seat_of(token) is not None:
            raise WebError("You have a seat at this table already.", status=409)
        self._seated(seat, replace(chair, name=self._new_name(name, seat), token=token, away=False))

    def _seated(self, seat: int, chair: Chair) -> None:
        self._save(self.record.with_chair(seat, chair))
        self._tellers.clear()  # the name may be another one
        if not chair.person:
            self.has_read(seat)
        if self.session is not None:
            self.session.seat(seat, HUMAN if chair.person else chair.bot)
        self._tell()

    def _new_name(self, name: str, seat: int) -> str:
        name = " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]
        others = {known.casefold() for other, known in self.names.items() if other != seat}
        if name.casefold() in ("", "you"):
            return f"Player {seat}"
        if name.casefold() in others:
            raise WebError(f"Somebody at this table is called {name} already.", "Choose another name.", 409)
        return name

    def rename(self, seat: int, name: str) -> None:
        self._seated(seat, replace(self.chair(seat), name=self._new_name(name, seat)))

    def leave(self, seat: int) -> None:
        """Give up a seat: a bot plays on."""
        self._seated(seat, Chair(bot=self.chair(seat).bot))

    def be_away(self, seat: int, away: bool) -> None:
        self._seated(seat, replace(self.chair(seat), away=away))

    def stand_in(self, seat: int) -> None:
        """Let a bot play for somebody who has gone, until they say that they play themselves."""
        if self.chair(seat).token not in self.gone:
            raise WebError("They are here.")
        self.be_away(seat, True)

    def set_bot(self, seat: int, bot: str) -> None:
        if bot not in BOT_NAMES:
            raise WebError(f"There is no bot “{bot}”.")
        self._seated(seat, replace(self.chair(seat), bot=bot))

    def open_page(self, token: str) -> None:
        """Count a page of a person, who is at the table as long as one is open."""
        self.pages[token] += 1
        if token in self.gone:
            self.gone.discard(token)
            self._tell()

    def close_page(self, token: str) -> None:
        self.pages[token] -= 1
        asyncio.get_running_loop().call_later(GONE, self._miss, token)

    def _miss(self, token: str) -> None:
        seat = self.seat_of(token)
        if not self.pages[token] and token not in self.gone and (seat is not None or self.is_host(token)):
            self.gone.add(token)
            if seat is not None:
                self.has_read(seat)
            self._tell()

    # ------------------------------------------------------------ the game

    async def start(self, again: bool = False) -> None:
        """Deal, for the first time or after the end; then perhaps the same cards `again`."""
        async with self.lock:
            if self.session is not None and not self.session.state.over:
                raise WebError("The game is going on.")
            word = self.record.word if again and self.session is not None else self.record.next_word
            deal = partial(Session, self.game, self._seats(), word=word)
            try:
                session = await asyncio.to_thread(deal)
            except RulesetFault as fault:
                raise WebError(f"The rules of this mix fail: {fault.message}") from None
            for seat, who in enumerate(self._seats(), 1):  # somebody may have sat down meanwhile
                session.seat(seat, who)
            next_word = secrets.token_hex(16) if word == self.record.next_word else self.record.next_word
            record = replace(self.record, number=self.record.number + 1, word=word, next_word=next_word, refused={})
            self._go_to(replace(record, paused=False), session, cut=0)

    def _go_to(self, record: TableRecord, session: Session | None, cut: int) -> None:
        """Show another position, for which nobody has sent anything yet."""
        self._save(replace(record, version=record.version + 1, early={}, reading=()), cut=cut)
        self.session, self.fault = session, None
        self._tell()

    def play(self, seat: int, move: Move | str) -> None:
        """Make a move of a seat. Raises IllegalMove with the reasons if it isn't possible."""
        session, state = self._going_on(), self.asked(seat)
        if state is None:
            raise WebError("It isn't your turn.")
        if state is not session.state:
            state.apply(move)  # it must be possible before those who are asked first have answered
            turn = next(turn for turn in self.turns() if turn.seat == seat)
            if turn.secret or turn.quiet.text == str(move):
                return self._save_and_tell(early={**self.record.early, seat: str(move)})
        self._make(seat, [move])

    def _make(self, seat: int, moves: Sequence[Move | str]) -> None:
        """Make moves that belong together, and save those that the rules could make. Players whom the rules ask before
        this seat let it pass; chance decides who they are."""
        session, turns = self._going_on(), self.turns()
        count, seen = len(session.record.moves), self._seen(session)
        try:
            for _ in turns:
                if session.state.question.seat != seat:
                    session.play(self.turns()[0].quiet)
            for move in moves:
                session.play(move)
        except RulesetFault as fault:
            self.fault = f"The rules of this mix fail here: {fault.message}"
        made = session.record.moves[count:]
        waited = bool(turns) and bool(made) and (turns[0].secret or made == (turns[0].quiet.text,))
        others = {turn.seat for turn in turns[1:]}
        # If the others can still act as before, what they have sent meanwhile holds.
        still = others if waited and others == {turn.seat for turn in self.turns()} else set()
        early = {seat: answer for seat, answer in self.record.early.items() if seat in still}
        version = self.record.version + (not still)
        reading = self._readers(session, seen)
        self._save(replace(self.record, version=version, early=early, reading=reading), made)
        self._tell()

    def _seen(self, session: Session) -> int:
        return len(session.witness(session.people[0]).history) if session.people else 0

    def _readers(self, session: Session, start: int) -> Sequence[int]:
        """Return the people who look at the table, if a hand has ended since a place in the history, and another one
        follows."""
        if session.state.over or not session.people:
            return ()
        first = session.people[0]
        if not any(self.teller(first).ended(session.witness(first).history, start)):
            return ()
        return [seat for seat in session.people if self.chair(seat).token not in self.gone]

    def has_read(self, *seats: int) -> None:
        """Let the next hand begin, as far as these people are concerned."""
        if {*seats} & {*self.record.reading}:
            self._save_and_tell(reading=[each for each in self.record.reading if each not in seats])

    def refuse(self, rules: Collection[str]) -> None:
        """Count a tap that house rules have refused."""
        if rules:
            refused = self.record.refused
            self._save(replace(self.record, refused={**refused, **{rule: refused.get(rule, 0) + 1 for rule in rules}}))

    def undo(self, seat: int) -> None:
        """Go back to the last decision of a seat, or take back an answer that it has given before its turn."""
        session = self._going_on(over=True)
        if seat in self.record.early:
            self._forget_early(seat)
            return
        alone = session.people == (seat,)
        if session.state.over and not alone:
            raise WebError("The game is over, and everybody can see its cards.")
        try:
            session.undo(seat, anyway=alone, forced=True)
        except StateError as error:
            reason = Labels(self.words.layout, seat, self.names).addressed(str(error))
            raise WebError(f"{capitalised(reason)}.") from None
        self._go_to(self.record, session, cut=len(session.record.moves))

    def _forget_early(self, seat: int) -> None:
        self._save_and_tell(early={other: answer for other, answer in self.record.early.items() if other != seat})

    def pause(self, paused: bool) -> None:
        self._going_on()
        self._save_and_tell(paused=paused)

    async def hint(self, seat: int) -> list[Expectation]:
        """Return the moves of a seat, the best first."""
        session = self._going_on()
        async with self.lock:
            if self.asked(seat) is not session.state:
                raise WebError("It isn't your turn.")
            try:
                return await _thought(partial(self.pool.hint, session))
            except StateError:
                raise WebError("No hint: you can rule out nearly every deal that a bot can imagine.") from None
            except BrokenProcessPool:
                raise WebError("No hint: the bot's process ended while it was thinking.") from None

    async def rules_did(self, compiler: Compiler) -> Sequence[str]:
        """Return what the added house rules did in a finished game."""
        session = self._over()
        try:
            return await compiler.apart(rules_did, self.record, session.record)
        except (OutOfTime, RulesetFault):
            raise WebError("This comparison takes too long.") from None

    def file(self) -> str:
        """Return a finished game as a saved game, with its secret word."""
        return self._over().to_json()

    def _over(self) -> Session:
        session = self._going_on(over=True)
        if not session.state.over:
            raise WebError("The game is going on. At its end, everybody may see everything.", status=403)
        return session

    def change(self, mix: str, documents: Mapping[str, str], game: Game, players: int) -> None:
        """Go back to the lobby with another mix: people keep their names, and their seats if there are as many."""
        if self.session is not None:
            self._over()
        chairs = self.record.chairs
        if players < len(chairs):
            chairs = (*(each for each in chairs if each.token), *(each for each in chairs if not each.token))
        if any(chair.token for chair in chairs[players:]):
            raise WebError(f"The new game is for {players}, and more of you are sitting here.", status=409)
        chairs = (*chairs[:players], *(Chair(bot=chairs[0].bot) for _ in range(players - len(chairs))))
        self._lay_out(game)
        record = replace(self.record, mix=mix, documents=documents, chairs=chairs, number=0, word="", paused=False)
        self._go_to(record, None, cut=0)

    def _going_on(self, over: bool = False) -> Session:
        if self.session is None:
            raise WebError("The game hasn't begun.")
        if self.session.state.over and not over:
            raise WebError("The game is over.")
        return self.session

    def _save(self, record: TableRecord, moves: tuple[str, ...] = (), cut: int | None = None) -> None:
        self.store.save(self.code, record, moves, cut)
        self.record = record

    def _save_and_tell(self, **changes: Any) -> None:
        self._save(replace(self.record, **changes))
        self._tell()

    # ------------------------------------------------------------ what happens by itself

    def _tell(self) -> None:
        self.changes += 1
        self._news.set()
        for tell in tuple(self.changed):
            tell()
        self.wake()

    def wake(self) -> None:
        """Let bots play, if it is their turn and anybody looks."""
        if self._playing is None and self._wait() is not None:
            self._playing = asyncio.create_task(self._play_on())

    def _wait(self) -> float | None:
        """Return how long to wait before the next move that no person makes; None if a person must make it."""
        session = self.session
        if session is None or session.state.over or self.record.paused or self.fault or not self.changed:
            return None
        if self.record.reading:
            return INTERVAL * self.pace if len(session.people) > 1 else None
        seat, turns = session.state.question.seat, self.turns()
        if seat in self.record.early:
            return 0
        if seat not in session.people:
            undecided = any(turn.seat in session.people and turn.seat not in self.record.early for turn in turns)
            return 2 * self.pace if undecided else self.pace
        if not turns or turns[0].secret or len(session.people) < 2 or self._rests():
            return None
        return PATIENCE * self.pace

    async def _play_on(self) -> None:
        try:
            while (wait := self._wait()) is not None and self.session is not None:
                state, record = self.session.state, self.record
                await self._pass(wait, state, record)
                async with self.lock:
                    session = self.session
                    if not self._is_as(state, record) or self._wait() is None:
                        continue
                    if record.reading:
                        self.has_read(*record.reading)
                        continue
                    turns, seat = self.turns(), state.question.seat
                    if seat in self.record.early:
                        moves: Sequence[Move | str] = [self.record.early[seat]]
                    elif seat in session.people:
                        moves = [turns[0].quiet]
                    else:
                        moves = await self._think(session)
                    if session is self.session and session.state is state and self._wait() is not None:
                        self._make_by_itself(seat, moves)
        except (RulesetFault, StateError, BrokenProcessPool) as error:
            self.fault = f"The bot can't decide: {error}"
            self._tell()
        finally:
            self._playing = None

    async def _pass(self, seconds: float, state: State, record: TableRecord) -> None:
        """Let time pass, until something else happens."""
        await asyncio.sleep(0)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._is_as(state, record):
                    self._news.clear()
                    await self._news.wait()

    def _is_as(self, state: State, record: TableRecord) -> bool:
        """Return True if everybody is asked what they were asked then."""
        now = self.record
        same = (now.early, now.reading) == (record.early, record.reading)
        return same and self.session is not None and self.session.state is state

    def _make_by_itself(self, seat: int, moves: Sequence[Move | str]) -> None:
        """Make moves that nobody has just sent. An early answer may have become impossible."""
        try:
            self._make(seat, moves)
        except IllegalMove:
            if seat not in self.record.early:
                raise
            self._forget_early(seat)

    async def _think(self, session: Session) -> Sequence[Move | str]:
        """Return the move of a bot; if only bots play, those that they make while a page shows one position. People can
        act meanwhile, so this is about a copy."""
        if session.seats[session.state.question.seat - 1] in BOTS:  # quick
            return await asyncio.to_thread(self._quick_moves, copy(session))
        return [await _thought(partial(self.pool.move, session))]

    def _quick_moves(self, session: Session) -> Sequence[Move]:
        moves, end = [session.bot_move()], time.monotonic() + FRAME
        while not session.people and (len(moves) + 1) * self.pace <= FRAME and time.monotonic() < end:
            session.play(moves[-1])
            if session.state.over or session.seats[session.state.question.seat - 1] not in BOTS:
                break
            moves.append(session.bot_move())
        return moves


async def _thought(think: Callable[[], Future[T]]) -> T:
    """Return what a bot thinks. If its process was killed, another one tries."""
    with suppress(BrokenProcessPool):
        return await asyncio.wrap_future(think())
    return await asyncio.wrap_future(think())
