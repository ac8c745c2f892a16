"""A game at one terminal, from the first question to the end.

One person reads everything as it happens. Several people each read what happened since their own last decision, when
nobody else is looking. A game of bots appears as seat 1 sees it. Makes forced moves without asking.
"""

from __future__ import annotations

from itertools import groupby

from parlour.base.printable import shell_word
from parlour.bots import in_words
from parlour.cli.console import Console, glued
from parlour.play.ending import outcome_lines
from parlour.play.folders import last_game
from parlour.play.history_lines import Teller
from parlour.play.labels import Labels
from parlour.play.painting import painter
from parlour.play.person import Person
from parlour.play.progress import Progress
from parlour.play.saving import Keeper, new_game
from parlour.session.record import HUMAN
from parlour.session.session import Session
from parlour.views.seen_events import PlayerLeft

MOST_AT_END = 30  # lines of what the others did after a person was out; of more, only the last ones are printed
LAST = 12
MANY = 6  # bots of a kind in a row, whom a terminal names together
ADVICE = '(bots see further in the same time with native code: pip install "parlour[native]")'


class TerminalGame(Progress):
    """Continues a session until the game is over, with a person or a bot at each seat."""

    def __init__(
        self, session: Session, console: Console, keeper: Keeper, ask_forced: bool = False, places: bool = False
    ) -> None:
        super().__init__(session, console, keeper, ask_forced)
        self.person = Person(self, console, places)
        self.advised = False
        console.paint = painter(self.game.program.deck.design)
        if console.live:
            console.words = self.person.card_words.spoken

    # ------------------------------------------------------------ the game

    def run(self) -> None:
        """Play until the game is over. Raises Left if a person leaves before."""
        if self.keeper.named is not None:
            self.keeper.keep()
        self.console.lines = 0  # what was printed before can scroll away
        self.console.write_up([self._greeting()], 2, "bold")
        while not self.state.over:
            seat = self.state.question.seat
            if self._is_forced():
                self.make(self.state.question.legal[0])
            elif seat in self.people:
                self.person.decide(seat)
            else:
                self.make(self.session.bot_move())
            if self.session.slow and not self.advised:
                self.console.tell(ADVICE)
                self.advised = True
        self._finish()

    # ------------------------------------------------------------ telling

    def _greeting(self) -> str:
        seats = list[str]()
        for who, same in groupby(enumerate(self.setup.seats, 1), key=lambda seat: self._who(*seat)):
            numbers = [n for n, _ in same]
            if self.console.live and len(numbers) > MANY:
                seats.append(f"seats {numbers[0]} to {numbers[-1]} {who}")
            else:
                seats += [f"seat {n} {who}" for n in numbers]
        eyes = "" if self.people else " This is what seat 1 sees."
        return f"{self.game.title}: {', '.join(seats)}; {self.setup.cards}.{eyes}"

    def _who(self, seat: int, who: str) -> str:
        if seat == self.reader:
            return "you"
        words, name = "person" if who == HUMAN else in_words(who), self.setup.named.get(seat)
        return words if name is None else f"{name} ({words})"

    def wait(self) -> None:
        self.person.pause()

    def tell_rest(self) -> None:
        """Print what the seat at the keyboard, if any, has not read yet."""
        if self.looking is not None:
            self.tell(self.looking)

    @property
    def looking(self) -> int | None:
        return self.person.sitting if self.people else self.eyes

    def _tell_end(self, seat: int) -> None:
        """Print what this seat has not read yet; of a long ending without it only the last lines."""
        history = self.history(seat)
        if self._is_out(seat):
            left = max(place for place, event in enumerate(history) if event == PlayerLeft(seat)) + 1
            start = max(left, self.read[seat])
            lines = self.tellers[seat].lines(history[:start], self.read[seat], self.forced(seat))
            rest = self.tellers[seat].lines(history, start)
            if len(rest) > MOST_AT_END:
                lines += [f"  … the others play on; {len(rest) - LAST} lines omitted …"]
                rest = rest[-LAST:]
            self.console.write_up([*lines, *rest])
            self.read[seat] = len(history)
        self.tell(seat)

    def _finish(self) -> None:
        sitting = self.looking
        if sitting is not None:
            self._tell_end(sitting)
            self.console.write_up(self.tellers[sitting].closing(self.history(sitting), self.view(sitting)))
        self.console.say()
        history = self.history(next(iter(self.read)))  # everybody knows how it ended
        reason = Teller.reason(history, self.state.outcome)
        labels = Labels(self.table.machine.layout, self.reader, self.setup.named)
        self.console.write_up(outcome_lines(self.state.outcome, reason, labels))
        again = "Play another game like this" if self.setup.secret else "Play the same cards again"
        self.console.say(f"\n{again}:\n  {glued(new_game(self.setup))}")
        file = self.keeper.finish() if self.people or self.keeper.named else None
        if file is not None:
            again = "parlour replay" if file == last_game() else f"parlour replay {shell_word(str(file))}"
            self.console.say(f"See the whole game:\n  {glued(again)}")
