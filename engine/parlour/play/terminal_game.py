"""A game at one terminal, from the first question to the end: what people at the keyboard read and type.

One person reads everything as it happens. Several people each read what happened since their own last decision, when
nobody else is looking. A game of bots appears as seat 1 sees it. Makes forced moves without asking.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import NoReturn

from parlour.base.diagnostics import did_you_mean
from parlour.base.printable import capitalised, shell_word
from parlour.bots import in_words
from parlour.game import numbers
from parlour.play.explaining import Explainer
from parlour.play.hinting import hint_lines
from parlour.play.history_lines import Teller, outcome_lines
from parlour.play.labels import Labels
from parlour.play.menu import distinctions, legal, menu, on_screen, tries
from parlour.play.painting import CardWords, painter
from parlour.play.progress import Progress
from parlour.play.saving import Keeper, new_game
from parlour.play.screen import Screen
from parlour.play.typed import read_moves
from parlour.session.record import HUMAN
from parlour.session.session import Session
from parlour.table.faults import RulesetFault, StateError
from parlour.terminal.console import Console, glued
from parlour.terminal.files import SAVED, FileError, check_place, last_game, may_write
from parlour.terminal.keys import can_read_keys, keys
from parlour.views.seen_events import PlayerLeft

MOST_AT_END = 30  # lines of what the others did after a person was out; of more, only the last ones are printed
LAST = 12
MANY = 6  # bots of a kind in a row, whom a terminal names together
ADVICE = '(bots see further in the same time with native code: pip install "parlour[native]")'

HELP, LEAVING = (Path(__file__).parent / "help.txt").read_text(encoding="utf-8").rstrip().split("\n\n")
ENTER = "  Enter                      make the move if there is only one"
UNDO = "  u                          undo your last decision"
FAIR = ", if nobody has learned anything since"  # with several people

COMMANDS = {
    "h": "h", "help": "h", "v": "v", "view": "v", "r": "r", "rules": "r", "u": "u", "undo": "u", "q": "q", "quit": "q",
    "exit": "q", "s": "s", "save": "s", "hint": "hint",
}  # fmt: skip
WITH_TABLE = ("score", "scores", "last", "table")  # `v` shows what these words ask for
_PLACE = re.compile(r"\[[^\[\]]+:\d+:\d+\]")


class PersonLeft(Exception):  # noqa: N818 - somebody has got up; nothing is wrong
    """The exception for a person who leaves the game before its end."""


class TerminalGame(Progress):
    """Continues a session until the game is over, with a person or a bot at each seat. `sitting` is the seat of the
    person at the keyboard, or None while it changes hands."""

    def __init__(
        self, session: Session, console: Console, keeper: Keeper, ask_forced: bool = False, places: bool = False
    ) -> None:
        super().__init__(session, console, keeper, ask_forced)
        layout, design, self.names = self.table.machine.layout, self.game.program.deck.design, self.setup.named
        self.screen = Screen(layout, console, self.names)
        self.sitting = self.people[0] if len(self.people) == 1 else None
        self.labels = Labels(layout, None, self.names)
        self.explainer = Explainer(self.game, places)
        self.card_words = CardWords(design)
        self.doubtful: str | None = None  # a number that is also a rank; typed again it is the number
        self.advised = False
        console.paint = painter(design)
        if console.live:
            console.words = self.card_words.spoken

    # ------------------------------------------------------------ the game

    def run(self) -> None:
        """Play until the game is over. Raises PersonLeft if a person leaves before."""
        if self.keeper.named is not None:
            self.keeper.keep()
        self.console.lines = 0  # what was printed before can scroll away
        self.console.write_up([self._greeting()], 2, "bold")
        while not self.state.over:
            seat = self.state.question.seat
            if self._is_forced():
                self.make(self.state.question.legal[0])
            elif seat in self.people:
                self.decide(seat)
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

    def tell_rest(self) -> None:
        """Print what the seat at the keyboard, if any, has not read yet."""
        if self.looking is not None:
            self.tell(self.looking)

    @property
    def looking(self) -> int | None:
        return self.sitting if self.people else self.eyes

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

    # ------------------------------------------------------------ a decision

    def decide(self, seat: int) -> None:
        """Ask the person at a seat until a move is made. Raises PersonLeft if the person leaves."""
        self._hand_over(seat)
        self.tell(seat, lambda: self._room(seat))
        self.pause()
        self._show(seat)
        while (line := self._ask()) is not None:
            if self._answer(seat, self.card_words.written(line.strip())):
                return
        self.console.say("End of input.")
        self.leave()

    def _hand_over(self, seat: int) -> None:
        """Hand the keyboard over, without showing the cards of the previous player."""
        if self.sitting == seat:
            return
        if self.sitting is not None:
            self.tell(self.sitting)
            self._until_enter(f"Press Enter, then hand over to {self.labels.seat(seat)}. ")
        self.sitting = None
        self.console.forget()
        who = capitalised(self.labels.seat(seat))
        self._until_enter(f"{who}, it's your turn. Press Enter when nobody else is looking. ")
        self.sitting = seat
        self.read[seat] = self.decided(seat)

    def wait(self) -> None:
        """Wait for a key where the terminal passes on single keys, else for Enter. q leaves the game."""
        key = "" if can_read_keys(self.console) else "enter"
        if key:
            self._until_enter("Press Enter to continue. ")
        while key in ("", "q"):
            if key:
                self._quit()
            with keys(self.console) as typed:  # first of all: what is typed before is lost
                self.console.say("Press any key to continue.")
                self.console.lines = 0
                key = typed.next()
        if key == "end":
            self.console.say("End of input.")
            self.leave()

    def _until_enter(self, words: str) -> None:
        """Wait for Enter. Commands that show no cards work meanwhile."""
        while (line := self.console.ask(words)) is not None:
            first, _, rest = line.strip().partition(" ")
            match COMMANDS.get(first.casefold()):
                case None if not first:
                    return
                case "s":
                    self._save(rest.strip())
                case "q" if not rest:
                    self._quit()
                case "h" if not rest:
                    self.console.say(f"  Enter                      continue\n{LEAVING}")
                case _:
                    self.console.say("Press Enter to continue, or type s to save or q to quit.")
        self.console.say("End of input.")
        self.leave()

    # ------------------------------------------------------------ the question

    def _show(self, seat: int, everything: bool = False) -> None:
        seen = self.view(seat)
        if everything and self.console.live:
            self.tell_again(seat)
        self.console.say()
        fewest = len(self._menu(seat, 0)[0])
        self.screen.show(seen, self.state, self.history(seat), everything, fewest)
        asked = self.labels.named(self.explainer.asked(self.state))
        self.console.write_up([f"{capitalised(self.labels.seat(seat))}, {asked}"], 2, "bold")
        lines, remark = self._menu(seat, None if everything else self.screen.spare(0))
        self.console.say_lines([*lines, remark] if remark else lines)

    def _menu(self, seat: int, spare: int | None) -> tuple[list[str], str]:
        """Return the lines of the moves that fit so many lines, or of all, and a remark if they aren't all."""
        state = self.state
        allowed = legal(state)
        everything = [*enumerate(allowed, 1)]
        shown = everything if spare is None else on_screen(state, allowed, self.screen.room(allowed, spare))
        risky = [*enumerate(tries(state), 1 + len(allowed))]
        apart = distinctions(state, seat, [move for _, move in (*shown, *risky)])
        texts = {n: f"{m.text} ({apart[m.number]})" if m.number in apart else m.text for n, m in (*shown, *risky)}
        lines = list(self.screen.moves([(n, texts[n]) for n, _ in shown], [(n, texts[n]) for n, _ in risky]))
        count = len(state.question.legal)
        if len(shown) == count:
            return lines, ""
        all_ = ", or type v to see all" if len(shown) < len(allowed) == count else ""
        return lines, f"  These are {len(shown)} of {count:,} moves. You can type the others too{all_}."

    def _room(self, seat: int) -> int:
        """Return how many lines there are for what happened, above the table and the first moves."""
        least = self.screen.least(self.view(seat), self.state, self.history(seat))
        return self.screen.spare(least + len(self._menu(seat, 0)[0]) + 1)

    def _ask(self) -> str | None:
        moves = [self.console.words(move.text) for move in menu(self.state)]
        choice = "1 or Enter" if len(moves) == 1 else numbers(range(1, len(moves) + 1))
        return self.console.ask(f"{choice}; h for help > ", moves)

    def _answer(self, seat: int, line: str) -> bool:
        """Carry out what a person typed. Return True if that made a move."""
        moves, line = menu(self.state), self._with_seats(line)
        if not line and len(moves) > 1:
            self.console.say("Type a move or its number, or h for help.")
            return False
        first, _, rest = ("?", "", line[1:]) if line.startswith("?") else line.partition(" ")
        if first.casefold() in ("?", "why"):
            if not self._quote(rest.strip()):
                self._explain(rest.strip())
            return False
        command = COMMANDS.get(first.casefold()) if line not in [move.text for move in moves] else None
        if first == "Q":  # the queen; to quit is a small q
            command = None
        if command is not None and (not rest or command in ("r", "s")):
            return self._command(command, rest.strip(), seat)
        return self._move(line or moves[0].text)

    def _with_seats(self, line: str) -> str:
        """Return a move as the ruleset words it, if a person typed it with the name of a player."""
        if not any(name.casefold() in line.casefold() for name in self.names.values()):
            return line
        texts = {self.labels.named(move.text).casefold(): move.text for move in menu(self.state)}
        asks, text = line[: line.startswith("?")], line.removeprefix("?").strip()
        return asks + texts.get(text.casefold(), text)

    def _move(self, text: str) -> bool:
        answer = read_moves(self.state, f"#{text}" if text == self.doubtful else text)
        self.doubtful = text if answer.refused and answer.refused.number else None
        for move in answer.moves:
            self.make(move)
        if answer.refused and not answer.refused.choices and ";" not in text:
            self._explain(text)
        elif answer.refused:
            self._say_reasons(answer.refused.lines)
        command = did_you_mean(text, [word for word in COMMANDS if len(word) > 1])
        if answer.refused and text.casefold() in WITH_TABLE:
            command = "type v to see the table with all scores and all cards that you remember"
        if answer.refused and command and text.isalpha():
            self.console.say(f"  {command}")
        if answer.moves and not self.state.over:
            self.keeper.keep()
        return bool(answer.moves)

    # ------------------------------------------------------------ what else can be typed

    def _command(self, command: str, rest: str, seat: int) -> bool:
        match command:
            case "h":
                self._help()
            case "v":
                self._show(seat, everything=True)
            case "r":
                with self.console.paged():
                    self._rules(rest)
            case "hint":
                self._hint()
            case "u":
                return self._undo()
            case "s":
                self._save(rest)
            case "q":
                self._quit()
        return False

    def _help(self) -> None:
        enter = [ENTER] if self.ask_forced else []
        undo = UNDO if len(self.people) == 1 else UNDO + FAIR
        self.console.say("\n".join([HELP, *enter, undo, LEAVING]))

    def _hint(self) -> None:
        """Say what the best moves bring in games that may be this one."""
        try:
            lines = [*hint_lines(self.session.hint())]
        except StateError:
            lines = ["No hint: nearly every deal that I could imagine is one that you can rule out."]
        except RulesetFault as fault:
            lines = [f"No hint: a game that I imagined fails ({fault.message})."]
        self.console.write_up(map(self.labels.named, lines))

    def _explain(self, text: str) -> None:
        state = self.state
        self._say_reasons(self.explainer.move(state, text) if text else self.explainer.question(state))

    def _quote(self, question: str) -> bool:
        """Quote the rules for words that aren't a move. Return False if they are one, or if no sentence fits."""
        if not question or self.explainer.is_about_move(self.state, question):
            return False
        lines = self._sentences(question)
        from parlour.rulebook.rule_search import NOTE

        self._say_reasons([*lines, NOTE] if lines else ())
        return bool(lines)

    def _sentences(self, question: str) -> list[str]:
        """Return the sentences of the rules that fit some words best."""
        from parlour.rulebook.rule_search import quoted, sentences_about  # slow to import, and seldom needed

        sentences = sentences_about(question, self.game)
        return [f"  {line}" for line in quoted(sentences, self.game)] if sentences else []

    def _say_reasons(self, lines: Iterable[str]) -> None:
        """Print lines; a place in a file is never broken."""
        self.console.write_up(_PLACE.sub(lambda place: glued(place[0]), self.labels.named(line)) for line in lines)

    def _rules(self, about: str) -> None:
        """Print all rules, or the sentences that fit some words best."""
        from parlour.sheets.assembly import rules_in_words  # slow to import, and seldom needed

        if about:
            self._say_reasons(self._sentences(about) or [f"No rule of this game mentions `{about}`."])
            return
        for title, text in rules_in_words(self.game):
            self.console.say(f"  {title}", "bold")
            self.console.write_up((f"    {line}" for line in text.split("\n")), 0)

    def _undo(self) -> bool:
        try:
            wiser = self.back(None if len(self.people) == 1 else self.sitting)
        except StateError as error:
            self.console.say(f"{capitalised(self.labels.named(str(error)))}.")
            return False
        self.keeper.keep()
        seen = " You have seen cards since then." if wiser else ""
        self.console.say(f"Back to your last decision.{seen}")
        return True

    # ------------------------------------------------------------ saving and leaving

    def _save(self, name: str) -> bool:
        path = Path(os.path.expanduser(name)) if name else None
        if path is None:
            saved = self.keeper.keep()
        elif not self._may_write(path):
            self.console.say("Not saved.")
            return False
        else:
            saved = self.keeper.keep_in(path)
        if saved:
            self.console.say(f"Saved. Continue later:\n  {glued(self.keeper.way_back())}")
        return saved

    def _may_write(self, path: Path) -> bool:
        """Ask before overwriting a saved game or creating a folder, which might be misspelt."""
        try:
            check_place(path, SAVED, new_folder=True)
        except FileError as error:
            self.console.tell(f"(can't save the game: {error})")
            return False
        return may_write(path, self._agrees, self.keeper.path)

    def _agrees(self, question: str) -> bool:
        answer = self.console.ask(f"{question} (y or n) > ")
        return (answer or "").strip().casefold() in ("y", "yes")

    def _quit(self) -> None:
        answer = self.console.ask("Save the game? (y or Enter, n, a file name, or b to go back) > ")
        text = "n" if answer is None else answer.strip()
        if text.casefold() in ("b", "back"):
            return
        if text.casefold() in ("n", "no"):
            self.keeper.drop()
            raise PersonLeft
        if text.casefold() in ("", "y", "yes"):
            self.leave()
        if not text.endswith(".json") and "/" not in text:
            self.console.say(f"Expected y, n, b or a file name such as {text}.json. The game continues.")
            return
        if self._save(text):
            raise PersonLeft

    def leave(self) -> NoReturn:
        """Save the game and say how to continue it."""
        self._save("")
        raise PersonLeft
