"""Reads the help pages of commands, `help/NAME.txt`: what a command does, its arguments, and examples.

    Saves a mix of rules as a small game of its own.

    subject: GAME?            the game to start from: its id or file
    --players N (2..)         a whole number; without limits, one of at least 1
    --format (text|json) =text
                              one of these words, and the default
    --only WHAT...            can be repeated, or, without a name, be several words
    out: -o FILE              `asked.out`; without this, the option would be `asked.o`
    @mix
    [saving] what these have in common
    --no-native               -

    examples:
    parlour mix GAME  # what this does

A line that begins with blanks continues the one before. `-` hides an option. Lines after a heading in brackets are in
its group, up to `[]`. `@mix` stands for the arguments in `_mix.txt`. Numbers that the code defines are in braces.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, _ArgumentGroup
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path
from typing import Any

from parlour.base.usage import UsageError

PAGES = Path(__file__).parent / "help"
COUNTS = ("N", "PERCENT")  # names of values that are whole numbers


@dataclass(frozen=True)
class HelpPage:
    """The paragraph about a command, the lines of its arguments, and its examples with their meanings."""

    text: str
    arguments: tuple[str, ...]
    examples: tuple[tuple[str, str], ...]

    @staticmethod
    def of(name: str, values: Mapping[str, object]) -> HelpPage:
        text, arguments, examples = "\n".join(_lines(name)).format(**values).split("\n\n")
        pairs = (line.partition("  # ") for line in examples.splitlines()[1:])
        return HelpPage(text.replace("\n", " "), tuple(arguments.splitlines()), tuple((a, b) for a, _, b in pairs))

    def add_to(self, parser: ArgumentParser) -> None:
        group: ArgumentParser | _ArgumentGroup = parser
        for line in self.arguments:
            if line.startswith("["):
                title, _, about = line[1:].partition("]")
                group = parser.add_argument_group(title, about.strip() or None) if title else parser
            else:
                head, _, meaning = line.partition("  ")
                _add(group, head.split(" "), " ".join(meaning.split()).replace("%", "%%"))


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a page, continued ones as one, with those of its parts."""
    text = (PAGES / f"{name}.txt").read_text(encoding="utf-8").rstrip()
    for line in re.sub(r"\n {3,}", "  ", text).splitlines():
        yield from _lines(f"_{line[1:]}") if line.startswith("@") else [line]


def _add(group: ArgumentParser | _ArgumentGroup, head: list[str], meaning: str) -> None:
    """Add the argument with these words before its meaning."""
    dest = head.pop(0)[:-1] if re.fullmatch(r"[a-z]+:", head[0]) else None
    names = [word.strip(",") for word in head if word.startswith("-")]
    limits = next((word[1:-1] for word in head if word.startswith("(")), "")
    default = next((word[1:] for word in head if word.startswith("=")), None)
    value = " ".join(word for word in head if word[0] not in "-(=")
    several = next((end for end in ("...", "?", "+") if value.endswith(end)), "")
    value = value.removesuffix(several)
    dest = dest or next((n for n in names if n.startswith("--")), names[0]).lstrip("-").replace("-", "_")
    more: dict[str, Any] = {"dest": f"{dest}_" if iskeyword(dest) else dest}
    if not value and not limits:
        more |= {"action": "store_const", "const": default} if default else {"action": "store_true"}
    elif value in COUNTS and limits != "text":
        low, _, high = limits.partition("..")
        more |= {"action": Count, "low": int(low or 1), "high": int(high) if high else None, "metavar": value}
        more["default"] = None if default is None else int(default)
    else:
        more |= {"metavar": value or None, "choices": limits.split("|") if "|" in limits else None, "default": default}
        if names and several:
            more |= {"action": "append", "default": []}
        elif several:
            more["nargs"] = {"...": "*"}.get(several, several)
    group.add_argument(*names, help=SUPPRESS if meaning == "-" else meaning, **more)


# ---------------------------------------------------------------- whole numbers


class Count(Action):
    """A whole number from `low` on, up to `high` if given. The command decides what 0 means."""

    def __init__(self, option_strings: Sequence[str], dest: str, low: int, high: int | None, **more: Any) -> None:
        super().__init__(option_strings, dest, **more)
        self.low = low
        self.high = high

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: str | None = None
    ) -> None:
        text = str(values)
        if self.high is not None:
            setattr(namespace, self.dest, self._between(text, self.low, self.high, option_string))
            return
        if not re.fullmatch(rf"\d{{1,{DIGITS}}}", text, re.ASCII):
            meant = _number_meant(text)
            message = f"`{option_string} {text}`: expected a whole number of at least {self.low}"
            if re.fullmatch(r"\d+", text, re.ASCII):
                message = f"`{option_string} {text}`: expected a number of at most {DIGITS} digits"
            fits = meant is not None and meant >= self.low
            raise UsageError(message, f"did you mean `{option_string} {meant}`?" if fits else None)
        setattr(namespace, self.dest, int(text))

    @staticmethod
    def _between(text: str, low: int, high: int, option: str | None) -> int:
        if re.fullmatch(rf"-?\d{{1,{len(str(high))}}}", text, re.ASCII) and low <= int(text) <= high:
            return int(text)
        raise UsageError(f"`{option} {text}`: expected a whole number from {low} to {high}")


DIGITS = 18
_LARGE = {"k": 1_000, "m": 1_000_000}


def _number_meant(text: str) -> int | None:
    """Return the number that `1e6`, `1,000,000`, `10k` or `5.0` means, or None."""
    match = re.fullmatch(
        r"\+?([0-9][0-9_,' ]*(?:\.0+)?)(?:e\+?([0-9]{1,2}))?([km])?", text.strip().casefold(), re.ASCII
    )
    if match is None:
        return None
    number = int(re.sub(r"\..*|[_,' ]", "", match[1])) * 10 ** int(match[2] or 0) * _LARGE.get(match[3] or "", 1)
    return number if number < 10**DIGITS else None
