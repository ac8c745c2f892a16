"""`Session`: a game in progress, for a terminal, a server or another program that plays one.

Several people answer some questions at once: a slap, a doubt, secret answers. The rules ask one after another. In a
poll, an answer that lets it pass leaves no trace, so anybody who is about to be asked can act first, as if those before
had let it pass. Nobody sees a secret answer before all have answered, so everybody can answer at any time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from parlour.bots import BOTS, Bot, Seat, chance_for, seconds_of
from parlour.bots.thinker import Expectation, Thinker
from parlour.game import Game
from parlour.playouts.player import NEVER, StopSign
from parlour.program import ROUNDS
from parlour.program.typing import PLAYERS
from parlour.session.record import HUMAN, GameRecord, RecordedStep, Setup, names_of, read_record, seats_of, steps
from parlour.states.moves import ManyMoves, Move, first_of
from parlour.states.state import State
from parlour.table import saves
from parlour.table.chance import new_seed, seed_of
from parlour.table.events import Event
from parlour.table.faults import RulesetFault, StateError
from parlour.table.layout import QUESTION, RANDOM
from parlour.table.saves import SaveError
from parlour.views import SeenEvent, View, Witness, view
from parlour.views.witnessed import learns

HINTS = 4  # the level of the bot that gives hints
MOST_ROUNDS = 16  # until chance asks the players of a common question in the same order again


@dataclass(frozen=True)
class DecisionPoint:
    """A person's move, and the game before it: the number of moves, the state, and what seats had seen. The move added
    the events before `end` to the history of its seat."""

    seat: int
    moves: int
    state: State
    witnesses: Mapping[int, Witness]
    end: int
    forced: bool
    """The person had no other move."""


class Session:
    """A mix, the players at its seats, the state, the moves so far, and what each seat has seen.

    If a method raises an exception, it leaves the session unchanged. Use a session in one thread at a time.
    """

    def __init__(
        self, game: Game, seats: Sequence[str], seed: int | None = None, *, secret: bool = False,
        names: Sequence[str] = (), word: str = "",
    ) -> None:  # fmt: skip
        """Deal a game. Each seat is `human` or the name of a bot. `seed` and `secret` are as for `Game.start`; with a
        `word`, the table is secret, and all chance follows from it. The `names` of the players replace `seat 2` where
        people read."""
        players = seats_of(seats)
        number = new_seed() if seed is None else seed
        setup = Setup.of(game, players, number, secret or bool(word), names_of(names, len(players)), word)
        if word:
            state, events = game.table(len(players)).secretly().start_recorded(seed_of(word, 0))
        else:
            state, events = game.start_recorded(len(players), seed if secret else number, secret=secret)
        self._begin(game, GameRecord(setup, seeds=(state.seed,) if setup.secret else ()), state, events)

    def _begin(self, game: Game, record: GameRecord, state: State, events: Sequence[Event]) -> None:
        self.game = game
        self.state = state
        self.record = record
        self.people = people_of(record.setup.seats)
        self.decisions: tuple[DecisionPoint, ...] = ()  # of people
        self._thinkers: dict[str, Thinker] = {}
        self._hint: tuple[object, list[Expectation]] | None = None  # the last one, and its position
        self._witnesses = {seat: Witness.at(state.table, seat).saw(events, state) for seat in self.people}

    @property
    def seats(self) -> tuple[str, ...]:
        return self.record.setup.seats

    @property
    def log(self) -> tuple[tuple[str | None, int | None], ...]:
        """Pairs of a move and its seed; the first pair is the deal. At a secret table, `Game.replay` takes them."""
        moves = self.record.moves
        seeds = self.record.seeds or (self.record.setup.seed, *[None] * len(moves))
        return tuple(zip((None, *moves), seeds, strict=True))

    def steps(self) -> Iterator[RecordedStep]:
        """Replay the game: yield the beginning, then each move."""
        return steps(self.game, self.record)

    # ------------------------------------------------------------ what a seat knows

    def witness(self, seat: int) -> Witness:
        """Return what a seat has seen so far. Show it to nobody else."""
        if seat not in self._witnesses:  # a bot's, which needs none
            self._witnesses[seat] = self._remembered(seat, len(self.record.moves))
        return self._witnesses[seat]

    def _remembered(self, seat: int, moves: int) -> Witness:
        """Replay the first moves for a seat."""
        witness = Witness.at(self.state.table, seat)
        for step in islice(self.steps(), moves + 1):
            witness = witness.saw(step.events, step.state)
        return witness

    def view(self, seat: int) -> View:
        """Return what a seat sees now, and the hidden cards that it can locate."""
        return self.witness(seat).view(self.state)

    def since(self, decision: DecisionPoint, seat: int) -> tuple[View, View, Sequence[SeenEvent]]:
        """Return what a seat saw before a decision, what it sees now, and the events between them."""
        before, now = decision.witnesses.get(seat) or self._remembered(seat, decision.moves), self.witness(seat)
        return before.view(decision.state), now.view(self.state), now.history[len(before.history) :]

    # ------------------------------------------------------------ playing

    def play(self, move: Move | str) -> State:
        """Make a move for the seat that must answer; return the new state."""
        state, events = self.state.apply_recorded(move, self.record.setup.seed_of(len(self.record.moves) + 1))
        if not state.over:
            _ = state.question  # if this fails, the session stays where it can continue
        meant = self.state.read(move) if isinstance(move, str) else move
        assert isinstance(meant, Move), "it was possible"
        self._made(meant.text, state, events)
        return state

    def _made(self, move: str, state: State, events: Sequence[Event]) -> None:
        before, seat, earlier = self.state, self.state.question.seat, self._witnesses
        self._witnesses = {seat: witness.saw(events, state) for seat, witness in earlier.items()}
        if seat in self.people:
            end = len(self._witnesses[seat].history)
            decision = DecisionPoint(seat, len(self.record.moves), before, earlier, end, is_forced(before))
            self.decisions = (*self.decisions, decision)
        self.state, self.record = state, self.record.after(move, state.seed)

    def bot_move(self, stopped: StopSign = NEVER) -> Move:
        """Return the move that the bot at the asked seat chooses. The same position gets the same move,
        unless time or `stopped` ends the thoughts of a bot earlier."""
        question, setup = self.state.question, self.record.setup
        if question.seat in self.people:
            raise StateError(f"a person plays at seat {question.seat}, not a bot")
        chosen = self._bot(setup.seats[question.seat - 1]).choose(self._asked(stopped), self._chance())
        move = self.state.read(chosen) if isinstance(question.legal, ManyMoves) else None
        return move if isinstance(move, Move) else next(move for move in question.legal if move.text == chosen)

    def hint(self, level: int = HINTS, stopped: StopSign = NEVER) -> list[Expectation]:
        """Return what the moves of the asked seat are expected to bring, the best first. The same position gets the
        same answer. Raises StateError if what the seat saw rules out nearly all worlds."""
        position = self.state, self.record.moves, level
        if self._hint is None or self._hint[0] != position:
            thinker = self._thinker(str(level))
            thinker.standings.usual(stopped)  # takes no time from the first hint
            hint = thinker.expectations(self._asked(stopped), self._chance())
            seat = self.state.question.seat
            self._witnesses[seat] = replace(self.witness(seat))  # without worlds that it made in a hurry
            self._hint = None if stopped.is_set() else (position, hint)
            return hint
        return self._hint[1]

    @property
    def slow(self) -> bool:
        """True if a bot has thought without native code."""
        return not all(thinker.standings.rollouts.fast for thinker in self._thinkers.values())

    def _asked(self, stopped: StopSign) -> Seat:
        """Return what the asked seat may know."""
        seat = self.state.question.seat
        return Seat(view(self.state, seat), lambda *asked: self.witness(seat).near_worlds(*asked), stopped)

    def _chance(self) -> Random:
        return chance_for(self.record.setup.seed, self.state.question.seat, len(self.record.moves))

    def _bot(self, name: str) -> Bot:
        return BOTS[name]() if name in BOTS else self._thinker(name)

    def _thinker(self, name: str) -> Thinker:
        if name not in self._thinkers:
            rollouts, time = self.game.rollouts(len(self.seats)), seconds_of(name)
            self._thinkers[name] = Thinker(rollouts, int(name)) if time is None else Thinker(rollouts, seconds=time)
        return self._thinkers[name]

    def seat(self, seat: int, who: str) -> None:
        """Let somebody else play on at a seat: `human`, or the name of a bot. The seat keeps what it has seen."""
        setup = self.record.setup
        if not 1 <= seat <= setup.players:
            raise StateError(f"`seat` must be from 1 to {setup.players}, found {seat!r}")
        seats = seats_of([*setup.seats[: seat - 1], who, *setup.seats[seat:]])
        self.record = replace(self.record, setup=replace(setup, seats=seats))
        self.people = people_of(seats)

    # ------------------------------------------------------------ undo

    def last_decision(self, seat: int | None = None, forced: bool = False) -> DecisionPoint | None:
        """Return the last decision of a seat, or of any person; with `forced`, also a move without an alternative."""
        every = (d for d in reversed(self.decisions) if seat in (None, d.seat) and (forced or not d.forced))
        return next(every, None)

    def undo(self, seat: int | None = None, *, anyway: bool = False, forced: bool = False) -> None:
        """Go back to before `last_decision(seat, forced)`.

        Raises StateError if somebody has learned something since then (see `views.news`), chance has decided anything,
        or another person has decided. `anyway` undoes even then.
        """
        if seat is not None:
            self.witness(seat)
        back = self.last_decision(seat, forced)
        if back is None:
            raise StateError("there is nothing to undo")
        reason = None if anyway else self._against_undo(back)
        if reason is not None:
            raise StateError(f"you can't undo this: since then, {reason}")
        self.decisions = tuple(d for d in self.decisions if d.moves < back.moves)
        self.state, self.record = back.state, self.record.up_to(back.moves)
        self._witnesses = dict(back.witnesses)

    def _against_undo(self, back: DecisionPoint) -> str | None:
        """Return the reason why it is too late to undo a decision."""
        for later in self.decisions:
            if later.moves > back.moves and later.seat != back.seat:  # whether they had a choice can be a secret
                return f"seat {later.seat} has decided"
        if back.state.cells[RANDOM] != self.state.cells[RANDOM]:
            return "chance has decided something"
        for seat in range(1, len(self.seats) + 1):
            if learns(*self.since(back, seat), decided=seat == back.seat):
                return f"seat {seat} has learned something"
        return None

    # ------------------------------------------------------------ saves

    def to_json(self) -> str:
        """Return the whole game as a string, hidden cards included."""
        return self.record.text(self.state)

    @classmethod
    def replayed(cls, game: Game, record: GameRecord) -> Session:
        """Return the session with these moves. Raises SaveError if they aren't possible."""
        session = cls.__new__(cls)
        for step in steps(game, record):
            if step.move is None:
                session._begin(game, record.up_to(0), step.state, step.events)
            else:
                session._made(step.move, step.state, step.events)
        return session

    @classmethod
    def from_json(cls, text: str | bytes, game: Game | None = None, *, name: str = "this") -> Session:
        """Return the session from its `to_json`. Raises SaveError if its rules have changed or it is damaged.

        Without `game`, loads its mix by its ids and files. Messages call the text `name`.
        """
        record, position = read_record(text, name)
        game = record.setup.load() if game is None else game
        if saves.number_of_players(game.program, position) != record.setup.players:
            raise SaveError("the saved game is damaged: its seats and its position don't agree")
        fits = saves.has_layout(game.table(record.setup.players).machine.layout, position)
        try:
            session = cls.replayed(game, record)
        except SaveError as error:
            raise error if fits else SaveError(f"{saves.OTHER_LAYOUT}; it can't replay its moves: {error}") from None
        if fits and session.state.table.restore(position) != session.state:
            raise SaveError("the saved game is damaged: its moves don't lead to its position")
        return session


def people_of(seats: Sequence[str]) -> tuple[int, ...]:
    return tuple(seat for seat, who in enumerate(seats, 1) if who == HUMAN)


def is_forced(state: State) -> bool:
    """Return True if the asked seat has only one move."""
    return len(state.question.legal) + len(state.question.tries) == 1


@dataclass(frozen=True)
class Turn:
    """A player of a common question, the state in which the rules ask them, and an answer that shows nothing."""

    seat: int
    state: State
    quiet: Move
    secret: bool
    """All answers are secret, and `quiet` is any of them."""


def common_question(state: State) -> tuple[Turn, ...]:
    """Return the players whom the current question asks, in turn. Empty if it asks only one."""
    quiet, secret = quiet_move(state)
    if quiet is None:
        return ()
    turn = Turn(state.question.seat, state, quiet, secret)
    try:
        after = state.apply(quiet)
    except RulesetFault:
        return (turn,)
    return (turn, *common_question(after)) if _continues(state, after) else (turn,)


def _continues(before: State, after: State) -> bool:
    """Return True if the same poll asks the next player. Another poll can depend on chance and on hidden cards.

    The state keeps the set of players whom a poll hasn't asked yet, and an answer takes the next one from it.
    """
    if after.over or before.cells[QUESTION] != after.cells[QUESTION]:
        return False
    layout, seat = after.table.machine.layout, 1 << after.question.seat - 1
    sets = [cell for local, cell in layout.kept.items() if layout.program.locals[local][1] == PLAYERS]
    changes = [(before.cells[cell], after.cells[cell]) for cell in sets if before.cells[cell] != after.cells[cell]]
    return len(changes) == 1 and all(seat & old & ~new and not new & ~old for old, new in changes)


def comes_back(turns: Sequence[Turn]) -> bool:
    """Return True if everybody is asked the same again after all of them let it pass, as long as nobody acts. Only
    chance and the numbers of rounds differ then, so it doesn't help to wait."""
    before, asked = turns[0].state, {turn.seat for turn in turns}
    layout, state = before.table.machine.layout, before
    rounds = {cell for local, cell in layout.kept.items() if layout.program.locals[local][0] == ROUNDS}
    for _ in range(MOST_ROUNDS * len(turns)):
        quiet, secret = (None, True) if state.over else quiet_move(state)
        if quiet is None or secret or state.question.seat not in asked:
            return False
        try:
            state = state.apply(quiet)
        except RulesetFault:
            return False
        changed = {n for n, pair in enumerate(zip(before.cells, state.cells, strict=True)) if pair[0] != pair[1]}
        if changed <= rounds | {RANDOM}:
            return True
    return False


def quiet_move(state: State) -> tuple[Move | None, bool]:
    """Return an answer that others don't see, if there is one, and whether they see none."""
    question = state.table.machine.asked(list(state.cells))
    if question.sealed is not None:
        return next(iter(first_of(state.question.legal, 1)), None), True
    quiet = {arm.id for arm in question.arms if arm.quiet}
    return next((move for move in state.question.legal if move.action in quiet), None) if quiet else None, False
