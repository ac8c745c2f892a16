"""One game at one terminal, from the first question to the last.

With one person at the terminal everything is told as it happens. Several people see each only what happened since
their own last decision, and only when nobody else looks. Without anybody the game is told as seat 1 sees it.
Where a person can do only one thing, the table does it: that is no decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from parlour.bots import BOTS, chance_for
from parlour.cli.console import Console, broken
from parlour.game import Game
from parlour.machine.events import Event, Sealed
from parlour.machine.moves import ManyMoves, Move
from parlour.machine.state import State
from parlour.play.asking import has_seen_more
from parlour.play.ending import outcome_lines
from parlour.play.keeping import Keeper
from parlour.play.person import Person
from parlour.play.record import Record, steps
from parlour.play.telling import Teller
from parlour.views import View, Witness, view
from parlour.views.events import AnswerSealed, PlayerAnswered, PlayerLeft

MOST_AT_END = 30  # lines of what the others did after somebody was out; else only the last ones are told
LAST = 12


Back = Literal["nowhere", "back", "wiser"]  # whether a decision was taken back, and whether its player has seen more


@dataclass(frozen=True)
class Moment:
    """Where a game stands, and what those who look on have seen so far.

    `forced` has for a seat the places in its history where it did the only thing that was possible.
    """

    record: Record
    state: State
    witnesses: dict[int, Witness]
    forced: dict[int, frozenset[int]] = field(default_factory=dict)

    def after(self, move: str, state: State, events: tuple[Event, ...], forced: bool) -> Moment:
        record = self.record.after(move, state.seed)
        witnesses = {seat: w.saw(events, state) for seat, w in self.witnesses.items()}
        seat = self.state.question.seat
        if not forced or seat not in witnesses:
            return Moment(record, state, witnesses, self.forced)
        told, history = len(self.witnesses[seat].history), witnesses[seat].history
        place = next(n for n in range(told, len(history)) if isinstance(history[n], PlayerAnswered | AnswerSealed))
        return Moment(record, state, witnesses, {**self.forced, seat: self.forced.get(seat, frozenset()) | {place}})


class Session:
    """Plays a record on, from the position to which its moves lead."""

    def __init__(self, game: Game, record: Record, console: Console, keeper: Keeper, ask_forced: bool = False) -> None:
        self.game = game
        self.ask_forced = ask_forced
        self.console = console
        self.keeper = keeper
        self.setup = record.setup
        self.people = tuple(seat for seat, who in enumerate(self.setup.seats, 1) if who == "human")
        self.bots = {seat: BOTS[who]() for seat, who in enumerate(self.setup.seats, 1) if who != "human"}
        self.table = game.table(self.setup.players)
        self.eyes = None if len(self.people) > 1 else (*self.people, 1)[0]  # through which all is told at once
        self.reader = self.eyes if self.people else None  # who is `you`, also at the end
        self.decisions: list[Moment] = []  # those of people, until now
        self.told = dict.fromkeys(self.people or (1,), 0)  # how much of its history each seat has been told
        self.decided = dict(self.told)  # how much there was of it at its last decision
        layout = self.table.machine.layout
        self.tellers = {seat: Teller(layout, seat if self.people else None) for seat in self.told}
        self.tried: tuple[int, str] | None = None  # whose move is being made, and which
        self.now = self._begin(record)
        self.person = Person(self, console)

    def _begin(self, record: Record) -> Moment:
        """Goes through what has been played already."""
        now: Moment | None = None
        for step in steps(self.game, record):
            if now is None:
                seats = {seat: Witness.at(self.table, seat).saw(step.events, step.state) for seat in self.told}
                now = Moment(record.at_the_beginning(), step.state, seats)
            else:
                forced = self._is_forced(now.state)
                if not forced:
                    self._decide(now)
                now = now.after(str(step.move), step.state, step.events, forced)
        assert now is not None, "a game has at least a beginning"
        if record.moves:
            self.told = dict(self.decided)
        return now

    def _decide(self, moment: Moment) -> None:
        """Whoever is asked answers now."""
        seat = moment.state.question.seat
        if seat in self.people:
            self.decisions.append(moment)
            self.decided[seat] = len(moment.witnesses[seat].history)

    # ------------------------------------------------------------ the game

    @property
    def state(self) -> State:
        return self.now.state

    def view(self, seat: int) -> View:
        """What one of those who look on sees now, and remembers."""
        return self.now.witnesses[seat].view(self.state)

    def run(self) -> None:
        """Until the game is over. Raises Left when a person leaves before."""
        if self.keeper.named is not None:
            self.keep()
        for line in broken(self._greeting()):
            self.console.say(line, "bold")
        while not self.state.over:
            seat = self.state.question.seat
            if self._is_forced(self.state):
                self.make(self.state.question.legal[0])
            elif seat in self.people:
                self.person.decide(seat)
            else:
                self._bot(seat)
        self._finish()

    def _is_forced(self, state: State) -> bool:
        """Is a person asked who can do only one thing?"""
        question = state.question
        return not self.ask_forced and question.seat in self.people and len(question.legal) + len(question.tries) == 1

    def make(self, move: Move) -> None:
        seat = self.state.question.seat
        self.tried = seat, move.text
        forced = self._is_forced(self.state)
        # What the others do after somebody is out is told when that seat is in again, or at the end.
        looking = self.eyes if self.eyes is not None and not self._is_out(self.eyes) else None
        state, events = self.state.apply_recorded(move)
        if not state.over:
            _ = state.question  # where that goes wrong, the game stays where it can be gone on with
        self.tried = None
        if not forced:
            self._decide(self.now)
        self.now = self.now.after(move.text, state, events, forced)
        sealed = any(isinstance(event, Sealed) for event in events)  # perhaps it comes out before anybody is asked
        if looking is None and self.eyes is not None:
            self.console.busy(f"The others play on: {len(self.now.record.moves)} moves")
        if looking is not None and not state.over and state.question.seat != seat and not sealed:
            self.tell(looking)

    def _is_out(self, seat: int) -> bool:
        """Is a person no longer in the game, as things stand?"""
        return seat in self.people and seat in self.view(seat).out

    def back(self) -> Back:
        """To the last decision of a person, if there was one."""
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

    def _bot(self, seat: int) -> None:
        chance = chance_for(self.setup.seed, seat, len(self.now.record.moves))
        chosen = self.bots[seat].choose(view(self.state, seat), chance)
        legal = self.state.question.legal
        move = self.state.read(chosen) if isinstance(legal, ManyMoves) else None
        self.make(move if isinstance(move, Move) else next(move for move in legal if move.text == chosen))

    # ------------------------------------------------------------ telling

    def _greeting(self) -> str:
        seats = [f"seat {n} {'you' if n == self.reader else who}" for n, who in enumerate(self.setup.seats, 1)]
        eyes = "" if self.people else " As seat 1 sees it."
        return f"{self.game.title}: {', '.join(seats)}; {self.setup.cards}.{eyes}"

    def tell(self, seat: int) -> None:
        """What this seat has not been told yet."""
        self.console.busy()
        history = self.now.witnesses[seat].history
        for line in self.tellers[seat].lines(history, self.told[seat], self.now.forced.get(seat, ())):
            self.console.say(line)
        self.told[seat] = len(history)

    def tell_since_decision(self, seat: int) -> None:
        self.told[seat] = self.decided[seat]
        self.tell(seat)

    def tell_rest(self) -> None:
        """What has not been told yet, to the seat that looks on just now, if one does."""
        if self.looking is not None:
            self.tell(self.looking)

    @property
    def looking(self) -> int | None:
        return self.person.sitting if self.people else self.eyes

    def _tell_end(self, seat: int) -> None:
        """What has not been told yet; of what others did long after this seat was out only the last of it."""
        self.console.busy()
        history = self.now.witnesses[seat].history
        if self._is_out(seat):
            left = max(place for place, event in enumerate(history) if event == PlayerLeft(seat)) + 1
            start = max(left, self.told[seat])
            told = self.tellers[seat].lines(history[:start], self.told[seat], self.now.forced.get(seat, ()))
            rest = self.tellers[seat].lines(history, start)
            if len(rest) > MOST_AT_END:
                told += [f"  … the others play on: {len(rest) - LAST} lines of that are left out here …"]
                rest = rest[-LAST:]
            for line in (*told, *rest):
                self.console.say(line)
            self.told[seat] = len(history)
        self.tell(seat)

    def _finish(self) -> None:
        sitting = self.looking
        if sitting is not None:
            self._tell_end(sitting)
            for line in self.tellers[sitting].closing(self.now.witnesses[sitting].history, self.view(sitting)):
                self.console.say(line)
        self.console.say()
        history = next(iter(self.now.witnesses.values())).history  # how it ended was said to everybody
        reason = Teller.reason(history, self.state.outcome)
        for line in outcome_lines(self.state.outcome, reason, self.table.machine.layout, self.reader):
            self.console.say(line)
        again = "Another game like this one" if self.setup.secret else "The same cards again"
        self.console.say(f"\n{again}:\n  {self.setup.command()}")
        kept = self.keeper.finish(self.now.record, self.state) if self.people or self.keeper.named else None
        if kept is not None:
            self.console.say(f"The whole game again:\n  {self.keeper.way_to_see(kept)}")
