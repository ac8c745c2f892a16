"""A list on the screen to choose from: typing searches, the arrow keys move, Enter or space choose.

It is drawn below what was printed before, and taken away when something is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parlour.cli.console import Console, broken
from parlour.cli.keys import keys

IDLE = 0.25  # seconds without a key, after which slow facts about a choice are looked up
ABOUT = 3  # lines about the choice at most


@dataclass(frozen=True)
class PickerRow:
    """Something to choose: what it is called, and its line. `heading` is the group that begins with it."""

    id: str
    line: str
    about: str = ""
    heading: str = ""


class Picker:
    """A list of choices. It remembers the search and the place while the person does something else."""

    def __init__(
        self, console: Console, title: str, choices: Callable[[Sequence[str]], Sequence[PickerRow]], *,
        ticks: bool = False, more: Callable[[str], str] | None = None, at: int = 0,
    ) -> None:  # fmt: skip
        self.console = console
        self.title = title
        self.choices = choices
        self.ticks = ticks
        self.more = more
        self.at = at
        self.words = ""
        self.drawn = 0
        self.facts: dict[str, str] = {}

    def pick(self) -> tuple[str, str]:
        """Return the key that ends the choice (enter, space or escape), and the id of the choice or nothing."""
        with keys(self.console) as typed:
            while True:
                shown = self.choices(self.words.split())
                self.at = max(0, min(self.at, len(shown) - 1))
                chosen = shown[self.at] if shown else None
                self._draw(shown, chosen)
                key = typed.next(IDLE if self._lacks_facts(chosen) else None)
                match key:
                    case "":
                        self._look_up(chosen)
                    case "up" | "down":
                        self.at += 1 if key == "down" else -1
                    case "page up" | "page down":
                        self.at += self._room() if key == "page down" else -self._room()
                    case "backspace":
                        self.words, self.at = self.words[:-1], 0
                    case "escape" if self.words:
                        self.words, self.at = "", 0
                    case "enter" | "escape":
                        break
                    case " " if self.ticks:
                        key = "space"
                        break
                    case _:
                        self.words, self.at = self.words + key, 0
            self._wipe()
        return key, chosen.id if chosen is not None and key != "escape" else ""

    def _lacks_facts(self, chosen: PickerRow | None) -> bool:
        return self.more is not None and chosen is not None and chosen.id not in self.facts

    def _look_up(self, chosen: PickerRow | None) -> None:
        if self.more is not None and chosen is not None:
            self.facts[chosen.id] = self.more(chosen.id)

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
        choosing = "space ticks, Enter continues" if self.ticks else "Enter chooses"
        lines.append((_cut(f"  ↑↓ move, {choosing}, Esc goes back; type to search", width), "dim"))
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


def _cut(line: str, width: int) -> str:
    """Return a line that fits the screen: a longer one ends after a word."""
    return line if len(line) <= width else f"{line[: width - 1].rpartition(' ')[0].rstrip(' ,;:.')}…"
