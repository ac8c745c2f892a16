"""Questions to the person at the keyboard, and the answers that every question takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from parlour.cli.console import Console

QUIT = ("q", "quit", "exit")
YES, NO = ("y", "yes"), ("n", "no", "b", "back")


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
        """Return the position of the choice that the person takes, or None for none of them."""
        self.say(question)
        for number, choice in enumerate(choices, 1):
            self.say(f"  {number}  {choice}")
        while True:
            answer = self.ask(f"1 to {len(choices)}, or n for none > ").casefold()
            if answer in ("", *NO):
                return None
            if answer.isdecimal() and 1 <= int(answer) <= len(choices):
                return int(answer) - 1
            named = [number for number, choice in enumerate(choices) if answer in choice.partition(":")[0].casefold()]
            if len(named) == 1 and not answer.isdecimal():
                return named[0]
            self.console.say("Type one of the numbers, or n.")


Step = Literal["next", "back"]

BACK = ("b", "back")
HELP_WORDS = ("h", "help", "?")
