"""Questions to the person at the keyboard: for a line, for yes or no, and for something from a list.

On a screen, typing searches a list, the arrow keys move, Enter chooses; the list is drawn below what was printed
before, and taken away when something is chosen. In a list to tick, space ticks too, and Enter continues if there is no
search. Without keys, somebody types a number or a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from parlour.terminal.console import Console, broken
from parlour.terminal.keys import can_read_keys, keys

QUIT = ("q", "quit", "exit")
YES, NO = ("y", "yes"), ("n", "no", "b", "back")
BACK = ("b", "back")
HELP_WORDS = ("h", "help", "?")
IDLE = 0.25  # seconds without a key, after which slow facts about a choice are looked up
ABOUT = 3  # lines about the choice at most
FEW = 6  # rows of a search that are listed with all that they are about
BEGINNING = 12  # characters of this at which a line ends that has its beginning too

Step = Literal["next", "back"]


class MixLeft(Exception):  # noqa: N818 - somebody has got up; nothing is wrong
    """The person leaves, or there is no more input."""


class Conversation:
    def __init__(self, console: Console) -> None:
        self.console = console

    def say(self, text: str = "", *styles: str) -> None:
        self.console.write_up([text], 2, *styles)

    def paragraph(self, text: str, indent: int = 4) -> None:
        """Print an indented paragraph."""
        self.console.write_up([" " * indent + text], 0)

    def ask(self, prompt: str) -> str:
        """Return the line that the person types. Raises MixLeft if the person leaves."""
        line = self.console.ask(prompt)
        if line is None:
            self.console.say("End of input.")
            raise MixLeft
        text = " ".join(line.split())
        if text.casefold() in QUIT and text != "Q":  # the queen
            raise MixLeft
        return text

    def agrees(self, question: str) -> bool:
        prompt = f"{question} (y or Enter, n) > "
        if len(prompt) > self.console.width:  # a terminal would scroll it sideways
            self.say(question)
            prompt = "y or Enter, n > "
        while True:
            answer = self.ask(prompt).casefold()
            if answer in ("", *YES, *NO):
                return answer not in NO
            self.console.say("Type y or n.")

    def chooses(self, question: str, choices: Sequence[str]) -> int | None:
        """Return the position of the choice that the person takes, or None for none of them, as Enter means."""
        rows = [PickerRow(str(n), choice, names=(choice.partition(":")[0],)) for n, choice in enumerate(choices)]
        rows.append(PickerRow("none", "none of these", names=NO))

        def matching(words: Sequence[str]) -> list[PickerRow]:
            return [row for row in rows if all(word in row.line.casefold() for word in words)]

        _, id = Picker(self, question, matching, at=len(choices)).pick()
        return int(id) if id.isdecimal() else None


@dataclass(frozen=True)
class PickerRow:
    """Something to choose: its line, what it is about, and the names that people can type."""

    id: str
    line: str
    about: str = ""
    names: tuple[str, ...] = ()


class Picker:
    """A list of choices. It remembers the search and the place while the person does something else."""

    def __init__(
        self, talk: Conversation, title: str, choices: Callable[[Sequence[str]], Sequence[PickerRow]], *,
        ticks: bool = False, more: Callable[[str], str] | None = None, at: int = 0,
    ) -> None:  # fmt: skip
        self.talk = talk
        self.console = talk.console
        self.title = title
        self.choices = choices
        self.ticks = ticks
        self.more = more
        self.at = at
        self.words = ""
        self.drawn = 0
        self.facts: dict[str, str] = {}
        self.listed = False

    def pick(self) -> tuple[str, str]:
        """Return the key that ends the choice (enter, space or escape), and the id of the choice or nothing."""
        return self._pick() if can_read_keys(self.console) else self._ask()

    # ------------------------------------------------------------ in lines

    def _ask(self) -> tuple[str, str]:
        """Ask for a line, and return the key that means the same."""
        every = self.choices(())
        shown, self.listed = ([] if self.listed else every), True
        enter = "Enter continues" if self.ticks else f"Enter takes {self.at + 1}"
        while True:
            self._list(shown, every)
            ways = f"a number or words; h lists all, b goes back, q quits, {enter}"
            answer = self.talk.ask(f"{self.title} {ways} > ").casefold()
            if answer in BACK:
                return "escape", ""
            if not answer:
                return "enter", "" if self.ticks else every[self.at].id
            shown = every if answer in HELP_WORDS else self._meant(answer, every)
            named = [row for row in shown if answer.isdecimal() or _has_name(row, answer)]
            if len(named) == 1:
                return "space" if self.ticks else "enter", named[0].id
            if not shown:
                self.talk.say(f"Nothing here is `{answer}`.")

    def _meant(self, answer: str, every: Sequence[PickerRow]) -> Sequence[PickerRow]:
        """Return the rows that a line means: the one with this number or name, or all with these words."""
        if answer.isdecimal():
            return every[int(answer) - 1 : int(answer)]
        rows = self.choices(answer.split())
        return [row for row in rows if answer in (row.id, *map(str.casefold, row.names))] or rows

    def _list(self, shown: Sequence[PickerRow], every: Sequence[PickerRow]) -> None:
        numbers = {row.id: number for number, row in enumerate(every, 1)}
        if len(shown) > FEW:
            self.talk.say()
        for row in shown:
            whole = row.about if len(shown) <= FEW else ""
            line = row.line.partition(whole[:BEGINNING])[0] if whole else row.line
            self.console.say(f"  {numbers[row.id]:>3}  {line}".rstrip())
            if whole:
                self.talk.paragraph(whole, 11)

    # ------------------------------------------------------------ by keys

    def _pick(self) -> tuple[str, str]:
        with keys(self.console) as typed:
            while True:
                shown = self.choices(self.words.split())
                self.at = max(0, min(self.at, len(shown) - 1))
                chosen = shown[self.at] if shown else None
                self._draw(shown, chosen)
                lacking = chosen if chosen is not None and chosen.id not in self.facts else None
                key = typed.next(IDLE if self.more is not None and lacking is not None else None)
                match key:
                    case "":
                        if self.more is not None and lacking is not None:
                            self.facts[lacking.id] = self.more(lacking.id)
                    case "up" | "down":
                        self.at += 1 if key == "down" else -1
                    case "page up" | "page down":
                        self.at += self._room() if key == "page down" else -self._room()
                    case "backspace":
                        self.words, self.at = self.words[:-1], 0
                    case "escape" if self.words:
                        self.words, self.at = "", 0
                    case "enter" if self.ticks and self.words:  # a space is part of the search
                        if chosen is not None:
                            key, self.words = "space", ""
                            self.at = [row.id for row in self.choices(())].index(chosen.id)
                            break
                    case "enter" | "escape":
                        break
                    case "end":
                        key = "escape"
                        break
                    case " " if self.ticks and not self.words:
                        key = "space"
                        break
                    case _:
                        self.words, self.at = self.words + key, 0
            self._wipe()
        return key, chosen.id if chosen is not None and key != "escape" else ""

    # ------------------------------------------------------------ drawing

    def _room(self) -> int:
        """Return the number of choices on the screen."""
        return max(3, self.console.size.lines - ABOUT - 6)

    def _draw(self, shown: Sequence[PickerRow], chosen: PickerRow | None) -> None:
        width = self.console.width - 1
        lines = [(_cut(f"{self.title}  {self.words}", width), "bold")]
        first = max(0, min(self.at - self._room() // 2, len(shown) - self._room()))
        for choice in shown[first : first + self._room()]:
            mark = ">" if choice is chosen else " "
            lines.append((_cut(f"{mark} {choice.line}", width), "bold" if choice is chosen else ""))
        if not shown:
            lines.append(("  nothing has these words", ""))
        rest = len(shown) - first - self._room()
        lines.append((f"  and {rest} more below" if rest > 0 else "", "dim"))
        about = [self.facts.get(chosen.id, ""), chosen.about] if chosen is not None else []
        text = " · ".join(filter(None, about))
        lines += [(line, "dim") for line in broken(f"  {text}", 0, width)[:ABOUT] if text]
        tick = "Enter ticks" if self.words else "space ticks, Enter continues"
        choosing = tick if self.ticks else "Enter chooses"
        leaving = "Esc ends the search" if self.words else "Esc goes back; type to search"
        lines.append((_cut(f"  ↑↓ move, {choosing}, {leaving}", width), "dim"))
        self._wipe()
        for line, style in lines:
            self.console.say(line, *([style] if style else []))
        self.drawn = len(lines)
        self.console.finish()

    def _wipe(self) -> None:
        """Take the list away."""
        if self.drawn:
            self.console.wipe(self.drawn)
        self.drawn = 0


def _has_name(row: PickerRow, words: str) -> bool:
    return words == row.id or any(words in name.casefold() for name in row.names)


def _cut(line: str, width: int) -> str:
    """Return a line that fits the screen: a longer one ends after a word."""
    return line if len(line) <= width else f"{line[: width - 1].rpartition(' ')[0].rstrip(' ,;:.')}…"
