"""One game at one terminal, from the first question to the last."""

from __future__ import annotations

import os
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.bots import BOTS, chance_for
from parlour.console import Console
from parlour.game import Game
from parlour.machine.events import Event
from parlour.machine.moves import Move
from parlour.machine.state import State
from parlour.play.asking import explained, read_moves
from parlour.play.ending import outcome_lines
from parlour.play.keeping import Keeper
from parlour.play.record import Record, steps
from parlour.play.screen import Screen
from parlour.play.telling import told
from parlour.prose import rules_in_words
from parlour.views import Witness, view

HELP = """\
  3, or the text of a move   make that move; the card alone will do where it is clear
  one move; another          several at once, all of them or none
  Enter                      make the move, when there is only one
  ? and a move or a card     why can I do that, or why not?
  v                          view the table again, with all that you remember
  r                          the rules of this game
  u                          undo: back to your last decision (only against bots)
  s, or s FILE               save
  q                          quit; you can go on later"""

COMMANDS = {
    "h": "h", "help": "h", "v": "v", "view": "v", "r": "r", "rules": "r", "u": "u", "undo": "u", "q": "q", "quit": "q",
    "exit": "q", "s": "s", "save": "s",
}  # fmt: skip


class Left(Exception):  # noqa: N818 - somebody has got up; nothing is wrong
    """A person leaves the table before the end."""


@dataclass(frozen=True)
class Moment:
    """Where a game stands, and what those who look on have seen so far."""

    record: Record
    state: State
    witnesses: dict[int, Witness]

    def after(self, move: str, state: State, events: tuple[Event, ...]) -> Moment:
        record = replace(self.record, moves=(*self.record.moves, move))
        return Moment(record, state, {seat: w.saw(events, state) for seat, w in self.witnesses.items()})


class Session:
    """Plays a record on, from the position to which its moves lead.

    With one person at the terminal everything is told as it happens. Several people see each only what happened
    since their own last decision, and only when nobody else looks. Without anybody the game is told as seat 1 sees it.
    """

    def __init__(self, game: Game, record: Record, console: Console, keeper: Keeper) -> None:
        self.game = game
        self.console = console
        self.keeper = keeper
        self.people = tuple(seat for seat, who in enumerate(record.setup.seats, 1) if who == "human")
        self.bots = {seat: BOTS[who]() for seat, who in enumerate(record.setup.seats, 1) if who != "human"}
        self.table = game.table(record.setup.players)
        self.screen = Screen(self.table.machine.layout, console)
        self.reader = None if len(self.people) > 1 else (*self.people, 1)[0]
        self.at_keyboard = self.reader
        self.decisions: list[Moment] = []  # those of people, up to the one that is waiting
        self.told = dict.fromkeys(self.people or (1,), 0)  # how much of its history each seat has been told
        self.decided = dict(self.told)  # how much there was of it at the last decision
        self.now = self._begin(record)

    def _begin(self, record: Record) -> Moment:
        """Goes through what has been played already."""
        now: Moment | None = None
        for step in steps(self.game, record):
            if now is None:
                seats = {seat: Witness.at(self.table, seat).saw(step.events, step.state) for seat in self.told}
                now = Moment(replace(record, moves=()), step.state, seats)
            else:
                self._decided(now)
                now = now.after(str(step.move), step.state, step.events)
        assert now is not None, "a game has at least a beginning"
        if record.moves:
            self.told = dict(self.decided)
        return now

    def _decided(self, moment: Moment) -> None:
        """Somebody answers now."""
        seat = moment.state.question.seat
        if seat in self.people:
            if not self.decisions or len(self.decisions[-1].record.moves) < len(moment.record.moves):
                self.decisions.append(moment)
            self.decided[seat] = len(moment.witnesses[seat].history)

    # ------------------------------------------------------------ the game

    @property
    def state(self) -> State:
        return self.now.state

    def run(self) -> None:
        """Until the game is over. Raises Left when a person leaves before."""
        if self.keeper.named is not None:
            self.keeper.keep(self.now.record, self.state)
        self.console.say(self._greeting(), "bold")
        while not self.state.over:
            seat = self.state.question.seat
            if seat in self.people:
                self._person(seat)
            else:
                self._bot(seat)
        self._finish()

    def _greeting(self) -> str:
        setup = self.now.record.setup
        seats = ", ".join(
            f"seat {seat} {'you' if seat == self.reader and self.people else who}"
            for seat, who in enumerate(setup.seats, 1)
        )
        eyes = "" if self.people else " As seat 1 sees it."
        return f"{self.game.title}: {seats}; seed {setup.seed}.{eyes}"

    def _bot(self, seat: int) -> None:
        self._tell_live()
        chance = chance_for(self.now.record.setup.seed, seat, len(self.now.record.moves))
        chosen = self.bots[seat].choose(view(self.state, seat), chance)
        self._make(next(move for move in self.state.question.legal if move.text == chosen))

    def _make(self, move: Move) -> None:
        self._decided(self.now)
        state, events = self.state.apply_recorded(move)
        self.now = self.now.after(move.text, state, events)

    def _tell_live(self) -> None:
        if self.reader is not None:
            self._tell(self.reader)

    def _tell(self, seat: int) -> None:
        """What this seat has not been told yet."""
        history = self.now.witnesses[seat].history
        for line in told(history[self.told[seat] :], seat if self.people else None):
            self.console.say(line)
        self.told[seat] = len(history)

    def _finish(self) -> None:
        if self.at_keyboard is not None:
            self._tell(self.at_keyboard)
        self.console.say()
        layout = self.table.machine.layout
        for line in outcome_lines(self.state.outcome, layout, self.reader if self.people else None):
            self.console.say(line)
        record = self.now.record
        kept = self.keeper.finish(record, self.state) if self.people or self.keeper.named else None
        self.console.say(f"\nThe same cards again:\n  {record.setup.command()}")
        if kept is not None:
            self.console.say(f"The whole game again:\n  {self.keeper.way_to_see(kept)}")

    # ------------------------------------------------------------ people

    def _person(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell(seat)
        self._show(seat)
        while (line := self._ask(seat)) is not None:
            if self._answer(seat, line.strip()):
                return
        self.console.say("Nobody types any more.")
        self.leave()

    def _hand_over(self, seat: int) -> None:
        """Nobody sees the cards of the one who sat here before."""
        if self.at_keyboard == seat:
            return
        if self.at_keyboard is not None:
            self._tell(self.at_keyboard)
            if self.console.ask(f"Press Enter, then let seat {seat} sit here. ") is None:
                self.leave()
        self.console.forget()
        self.at_keyboard = None
        if self.console.ask(f"Seat {seat}, it is up to you. Press Enter when nobody else is looking. ") is None:
            self.leave()
        self.at_keyboard = seat
        self.told[seat] = self.decided[seat]

    def _show(self, seat: int, everything: bool = False) -> None:
        seen = self.now.witnesses[seat].view(self.state)
        question = seen.question
        assert question is not None, "somebody is asked"
        assert question.moves is not None, "this seat is asked"
        title = next((q.origin.title for q in self.game.program.questions if q.name == question.prompt), "")
        self.console.say()
        self.screen.show(seen, everything)
        self.console.say(f"Seat {seat}, you are asked to {_spoken(question.prompt)} ({title})", "bold")
        self.screen.moves(question.moves, question.tries or ())

    def _ask(self, seat: int) -> str | None:
        question = self.state.question
        count = len(question.legal) + len(question.tries)
        numbers = "1, or Enter" if count == 1 else f"1 to {count}"
        return self.console.ask(f"{numbers}; h helps > ")

    def _answer(self, seat: int, line: str) -> bool:
        """Does what a person has typed. Has the game gone on?"""
        question = self.state.question
        moves = (*question.legal, *question.tries)
        if not line:
            if len(moves) == 1:
                self._do((moves[0],))
                return True
            self.console.say("Choose a number, or type h for help.")
            return False
        first, _, rest = line.partition(" ")
        command = COMMANDS.get(first.casefold()) if line not in [move.text for move in moves] else None
        if command and (not rest or command == "s"):
            return self._command(command, rest.strip(), seat)
        if line.startswith("?"):
            self._explain(line[1:].strip())
            return False
        answer = read_moves(self.state, line)
        self._do(answer.moves)
        for text in answer.refused.lines if answer.refused else ():
            self.console.say(text)
        return bool(answer.moves)

    def _do(self, moves: tuple[Move, ...]) -> None:
        for move in moves:
            self._make(move)
        if moves and not self.state.over:
            self.keeper.keep(self.now.record, self.state)

    def _command(self, command: str, rest: str, seat: int) -> bool:
        match command:
            case "h":
                self.console.say(HELP)
            case "v":
                self._show(seat, everything=True)
            case "r":
                self._rules()
            case "u":
                return self._undo()
            case "s":
                self._save(rest)
            case "q":
                self._quit()
        return False

    def _explain(self, text: str) -> None:
        if not text:
            self.console.say("Type ? and a move or a card, and you are told why you can do that, or why not.")
            return
        for line in explained(self.state, text):
            self.console.say(line)

    def _rules(self) -> None:
        for title, text in rules_in_words(self.game.composition):
            self.console.say(f"  {title}", "bold")
            self.console.say(textwrap.fill(text, 76, initial_indent="    ", subsequent_indent="    "))

    def _undo(self) -> bool:
        if len(self.people) > 1:
            self.console.say("Several people play here: what one has seen can't be taken back.")
            return False
        if not self.decisions:
            self.console.say("There is nothing to take back.")
            return False
        self.now = self.decisions.pop()
        self.told = {seat: len(w.history) for seat, w in self.now.witnesses.items()}
        self.decided = dict(self.told)
        self.keeper.keep(self.now.record, self.state)
        self.console.say("Back to your last decision.")
        return True

    # ------------------------------------------------------------ leaving

    def _save(self, name: str) -> None:
        if name:
            path = Path(os.path.expanduser(name))
            if path.exists() and path != self.keeper.path:
                yes = self.console.ask(f"There is a file {path} already. Write over it? (y, n) > ")
                if not (yes or "").strip().casefold().startswith("y"):
                    self.console.say("Not saved.")
                    return
            kept = self.keeper.keep_in(path, self.now.record, self.state)
        else:
            kept = self.keeper.keep(self.now.record, self.state)
        if kept:
            self.console.say(f"Saved. Go on with it later:\n  {self.keeper.way_back()}")

    def _quit(self) -> None:
        answer = self.console.ask("Keep the game, to go on with it later? (y, n, or a file; Enter is y) > ")
        text = (answer or "").strip()
        if text.casefold() in ("n", "no"):
            self.keeper.drop()
            raise Left
        if text.casefold() not in ("", "y", "yes"):
            self._save(text)
            if self.keeper.named is None:
                return
            raise Left
        self.leave()

    def leave(self) -> None:
        """Keeps the game and says how to go on with it."""
        if self.keeper.keep(self.now.record, self.state):
            self.console.say(f"The game is kept. Go on with it:\n  {self.keeper.way_back()}")
        raise Left


def _spoken(name: str) -> str:
    """`call_last_card` as people read it."""
    return name.replace("_", " ").replace("-", " ")
