"""A session at a terminal, and how much of it each seat has read.

This module makes moves and undoes them. `terminal_game` lets people and bots decide on them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from itertools import groupby, islice
from operator import itemgetter

from parlour.play.history_lines import ANSWERS, Teller
from parlour.play.saving import Keeper
from parlour.session.session import Session, is_forced
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.terminal.console import Console
from parlour.views import SeenEvent, View
from parlour.views.seen_events import AnswerSealed, StageBegan
from parlour.views.witnessed import sees_cards

EARLIER = "… (v shows what happened earlier)"


class Progress(ABC):
    """A session, and the lines about it that each seat has read."""

    def __init__(self, session: Session, console: Console, keeper: Keeper, ask_forced: bool = False) -> None:
        self.session = session
        self.game = session.game
        self.ask_forced = ask_forced
        self.console = console
        self.keeper = keeper
        self.setup = session.record.setup
        self.people = session.people
        self.table = session.state.table
        self.eyes = None if len(self.people) > 1 else (*self.people, 1)[0]  # the seat whose view is printed as we go
        self.reader = self.eyes if self.people else None  # the seat that is `you`, also at the end
        self.read = {seat: self.decided(seat) for seat in self.people or (1,)}  # the part that each seat has read
        layout = self.table.machine.layout
        names = self.setup.named
        self.tellers = {seat: Teller(layout, seat if self.people else None, names) for seat in self.read}
        self.ended = False  # lines about the end of a hand are on the screen, and nothing after them
        self.tried: tuple[int, str] | None = None  # seat and text of the move that is being made

    # ------------------------------------------------------------ the game

    @property
    def state(self) -> State:
        return self.session.state

    def view(self, seat: int) -> View:
        """Return what a seat sees now and what it remembers."""
        return self.session.view(seat)

    def history(self, seat: int) -> Sequence[SeenEvent]:
        return self.session.witness(seat).history

    def decided(self, seat: int) -> int:
        """Return the length of a seat's history before its last decision."""
        decision = self.session.last_decision(seat, self.ask_forced)
        return 0 if decision is None else len(decision.witnesses[seat].history)

    def _is_forced(self) -> bool:
        """Return True if the program makes the move of a person."""
        return not self.ask_forced and self.state.question.seat in self.people and is_forced(self.state)

    def make(self, move: Move) -> None:
        seat = self.state.question.seat
        self.tried = seat, move.text
        # A person who is out reads what the others do when in again, or at the end.
        looking = self.eyes if self.eyes is not None and not self._is_out(self.eyes) else None
        before = 0 if looking is None else len(self.history(looking))
        state = self.session.play(move)
        self.tried = None
        if looking is None:
            if self.eyes is not None:
                self.console.busy(f"the others play on: {len(self.session.record.moves)} moves")
        elif self.people and self.console.live and not self._has(StageBegan, looking, before):
            # The remarks share lines before the next question.
            for line in self.tellers[looking].lines(self.history(looking), before):
                self.console.busy(line.strip())
        elif not (state.over or state.question.seat == seat or self._has(AnswerSealed, looking, before)):
            # A secret answer can be revealed before the next question.
            self.tell(looking)

    def _has(self, kind: type[SeenEvent], seat: int, since: int) -> bool:
        """Return True if a seat has seen an event of this kind."""
        return any(isinstance(event, kind) for event in self.history(seat)[since:])

    def _is_out(self, seat: int) -> bool:
        """Return True if a person is out of the game."""
        return seat in self.people and seat in self.view(seat).out

    def back(self, seat: int | None = None) -> bool:
        """Go back to the last decision of this seat, or, even if somebody has learned something, of any person. Return
        True if that person has seen cards since. Raises StateError if there is no such decision."""
        last = self.session.last_decision(seat, self.ask_forced)
        wiser = last is not None and sees_cards(*self.session.since(last, last.seat))
        self.session.undo(seat, anyway=seat is None, forced=self.ask_forced)
        self.read = {seat: min(read, len(self.history(seat))) for seat, read in self.read.items()}
        return wiser

    # ------------------------------------------------------------ telling

    def tell(self, seat: int, room: Callable[[], int] | None = None) -> None:
        """Print what this seat has not read yet. At a terminal, short remarks share lines, and only the last ones are
        printed if there is no `room` for all lines."""
        history = self.history(seat)
        remarks = self.tellers[seat].remarks(history, self.read[seat], self.forced(seat))
        for ends, some in groupby(remarks, key=itemgetter(0)):
            lines = [line for _, line in some]
            if not ends:
                self.pause()
            if ends or not self.console.live:
                self.console.write_up(lines)
            else:
                self._tell_remarks(_in_turns(lines), None if room is None else room())
            self.ended = ends
        self.read[seat] = len(history)

    def _tell_remarks(self, remarks: Sequence[str], room: int | None) -> None:
        """Print remarks that share lines; of many, those that fit the room."""
        lines = list(self.console.packed("  ", remarks, 0))
        first = 0
        while room is not None and len(lines) > room and first < len(remarks) - 1:
            first += 1
            lines = list(self.console.packed("  ", [EARLIER, *remarks[first:]], 0))
        self.console.say_lines(lines)

    def pause(self) -> None:
        """Let a person at a terminal read how a hand has ended."""
        if self.ended and self.people and self.console.live and self.console.typed:
            self.ended = False
            self.wait()
        self.ended = False

    @abstractmethod
    def wait(self) -> None:
        """Wait until a person has read the screen. Raises PersonLeft if the person quits instead."""

    def tell_again(self, seat: int) -> None:
        """Print everything since the last decision of this seat, with a line for each remark."""
        self.read[seat] = self.decided(seat)
        history = self.history(seat)
        self.console.write_up(self.tellers[seat].lines(history, self.read[seat], self.forced(seat)))
        self.read[seat] = len(history)

    def forced(self, seat: int) -> Collection[int]:
        """Return the places in a seat's history where it had only one move."""
        if self.ask_forced:
            return ()
        history, places = self.history(seat), set[int]()
        for decision in self.session.decisions:
            if decision.forced and decision.seat == seat and decision.end > self.read[seat]:
                begin = len(decision.witnesses[seat].history)
                answers = (n for n in range(begin, decision.end) if isinstance(history[n], ANSWERS))
                places.update(islice(answers, 1))  # a quiet answer leaves no event
        return places


def _in_turns(lines: Sequence[str]) -> list[str]:
    """Join each line with those that are indented below it: `seat 2: draw (draw pile → hand 2: a card)`."""
    turns: list[list[str]] = []
    for line in lines:
        if turns and line.startswith("    "):
            turns[-1].append(line.strip())
        else:
            turns.append([line.strip()])
    return [first + (f" ({'; '.join(rest)})" if rest else "") for first, *rest in turns]
