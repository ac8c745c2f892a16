"""The progress of a game at a terminal: its position, and what each seat has seen and read so far.

This module makes moves and undoes them. `session` lets people and bots decide on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from parlour.cli.console import Console
from parlour.game import Game
from parlour.play.history_lines import Teller
from parlour.play.record import GameRecord, steps
from parlour.play.saving import Keeper
from parlour.play.typed import has_seen_more
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.events import Event, Sealed
from parlour.views import View, Witness, view
from parlour.views.seen_events import AnswerSealed, PlayerAnswered

Back = Literal["nowhere", "back", "wiser"]  # `wiser`: the player has seen more since the decision


@dataclass(frozen=True)
class PlayMoment:
    """A position of the game, and what each seat has seen so far.

    `forced` has the places in a seat's history where it had only one move.
    """

    record: GameRecord
    state: State
    witnesses: dict[int, Witness]
    forced: dict[int, frozenset[int]] = field(default_factory=dict)

    def after(self, move: str, state: State, events: tuple[Event, ...], forced: bool) -> PlayMoment:
        record = self.record.after(move, state.seed)
        witnesses = {seat: w.saw(events, state) for seat, w in self.witnesses.items()}
        seat = self.state.question.seat
        if not forced or seat not in witnesses:
            return PlayMoment(record, state, witnesses, self.forced)
        told, history = len(self.witnesses[seat].history), witnesses[seat].history
        answers = (n for n in range(told, len(history)) if isinstance(history[n], PlayerAnswered | AnswerSealed))
        places = self.forced.get(seat, frozenset()).union(islice(answers, 1))  # a quiet answer leaves no event
        return PlayMoment(record, state, witnesses, {**self.forced, seat: places})


class Progress:
    """A record, and the position to which its moves lead."""

    def __init__(
        self, game: Game, record: GameRecord, console: Console, keeper: Keeper, ask_forced: bool = False
    ) -> None:
        self.game = game
        self.ask_forced = ask_forced
        self.console = console
        self.keeper = keeper
        self.setup = record.setup
        self.people = tuple(seat for seat, who in enumerate(self.setup.seats, 1) if who == "human")
        self.table = game.table(self.setup.players)
        self.eyes = None if len(self.people) > 1 else (*self.people, 1)[0]  # the seat whose view is printed as we go
        self.reader = self.eyes if self.people else None  # the seat that is `you`, also at the end
        self.decisions: list[PlayMoment] = []  # of people
        self.told = dict.fromkeys(self.people or (1,), 0)  # how much of its history each seat has read
        self.decided = dict(self.told)  # how long its history was at its last decision
        layout = self.table.machine.layout
        self.tellers = {seat: Teller(layout, seat if self.people else None) for seat in self.told}
        self.tried: tuple[int, str] | None = None  # seat and text of the move that is being made
        self.now = self._begin(record)

    def _begin(self, record: GameRecord) -> PlayMoment:
        """Replay the moves of the record."""
        now: PlayMoment | None = None
        for step in steps(self.game, record):
            if now is None:
                seats = {seat: Witness.at(self.table, seat).saw(step.events, step.state) for seat in self.told}
                now = PlayMoment(record.at_the_beginning(), step.state, seats)
            else:
                forced = self._is_forced(now.state)
                if not forced:
                    self._decide(now)
                now = now.after(str(step.move), step.state, step.events, forced)
        assert now is not None, "a game has at least a beginning"
        if record.moves:
            self.told = dict(self.decided)
        return now

    def _decide(self, moment: PlayMoment) -> None:
        """Record a decision of a person."""
        seat = moment.state.question.seat
        if seat in self.people:
            self.decisions.append(moment)
            self.decided[seat] = len(moment.witnesses[seat].history)

    # ------------------------------------------------------------ the game

    @property
    def state(self) -> State:
        return self.now.state

    def view(self, seat: int) -> View:
        """Return what a seat sees now and what it remembers."""
        return self.now.witnesses[seat].view(self.state)

    def _is_forced(self, state: State) -> bool:
        """Return True if a person is asked and has only one move."""
        question = state.question
        return not self.ask_forced and question.seat in self.people and len(question.legal) + len(question.tries) == 1

    def make(self, move: Move) -> None:
        seat = self.state.question.seat
        self.tried = seat, move.text
        forced = self._is_forced(self.state)
        # A person who is out reads what the others do when in again, or at the end.
        looking = self.eyes if self.eyes is not None and not self._is_out(self.eyes) else None
        state, events = self.state.apply_recorded(move)
        if not state.over:
            _ = state.question  # if this fails, the game stays at a position from which it can continue
        self.tried = None
        if not forced:
            self._decide(self.now)
        self.now = self.now.after(move.text, state, events, forced)
        sealed = any(isinstance(event, Sealed) for event in events)  # can be revealed before the next question
        if looking is None and self.eyes is not None:
            self.console.busy(f"the others play on: {len(self.now.record.moves)} moves")
        if looking is not None and not state.over and state.question.seat != seat and not sealed:
            self.tell(looking)

    def _is_out(self, seat: int) -> bool:
        """Return True if a person is out of the game."""
        return seat in self.people and seat in self.view(seat).out

    def back(self) -> Back:
        """Go back to the last decision of a person, if there was one."""
        if not self.decisions:
            return "nowhere"
        later, self.now = self.now, self.decisions.pop()
        self.told = {seat: len(w.history) for seat, w in self.now.witnesses.items()}
        self.decided = dict(self.told)
        seat = self.now.state.question.seat
        since = later.witnesses[seat].history[len(self.now.witnesses[seat].history) :]
        wiser = has_seen_more(view(self.now.state, seat), view(later.state, seat), since)
        return "wiser" if wiser else "back"

    def keep(self) -> bool:
        return self.keeper.keep(self.now.record, self.state)

    # ------------------------------------------------------------ telling

    def tell(self, seat: int) -> None:
        """Print what this seat has not read yet."""
        self.console.busy()
        history = self.now.witnesses[seat].history
        for line in self.tellers[seat].lines(history, self.told[seat], self.now.forced.get(seat, ())):
            self.console.say(line)
        self.told[seat] = len(history)

    def tell_since_decision(self, seat: int) -> None:
        self.told[seat] = self.decided[seat]
        self.tell(seat)
