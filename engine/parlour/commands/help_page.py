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
HIDDEN = "-"
COUNTS = ("N", "PERCENT")  # names of values that are whole numbers


@dataclass(frozen=True)
class Argument:
    """An option (with `names`), or a positional argument. `value` is what it takes, and `several` how many of these."""

    names: tuple[str, ...]
    dest: str
    value: str
    several: str
    limits: str
    default: str | None
    meaning: str

    @staticmethod
    def of(line: str) -> Argument:
        head, _, meaning = line.partition("  ")
        words = head.split(" ")
        dest = words.pop(0)[:-1] if re.fullmatch(r"[a-z]+:", words[0]) else None
        names = tuple(word.strip(",") for word in words if word.startswith("-"))
        dest = dest or next((n for n in names if n.startswith("--")), names[0]).lstrip("-").replace("-", "_")
        value = " ".join(word for word in words if word[0] not in "-(=")
        several = next((end for end in ("...", "?", "+") if value.endswith(end)), "")
        return Argument(
            names,
            f"{dest}_" if iskeyword(dest) else dest,
            value.removesuffix(several),
            several,
            next((word[1:-1] for word in words if word.startswith("(")), ""),
            next((word[1:] for word in words if word.startswith("=")), None),
            " ".join(meaning.split()),
        )

    @property
    def is_flag(self) -> bool:
        return not self.value and not self.choices

    @property
    def choices(self) -> list[str] | None:
        return self.limits.split("|") if "|" in self.limits else None

    def add_to(self, group: ArgumentParser | _ArgumentGroup) -> None:
        more: dict[str, Any] = {"dest": self.dest}
        if self.is_flag:
            more |= {"action": "store_const", "const": self.default} if self.default else {"action": "store_true"}
        elif self.value in COUNTS and self.limits != "text":
            low, _, high = self.limits.partition("..")
            more |= {"action": Count, "low": int(low or 1), "high": int(high) if high else None, "metavar": self.value}
            more["default"] = None if self.default is None else int(self.default)
        else:
            more |= {"metavar": self.value or None, "choices": self.choices, "default": self.default}
            if self.names and self.several:
                more |= {"action": "append", "default": []}
            elif self.several:
                more["nargs"] = {"...": "*"}.get(self.several, self.several)
        help = SUPPRESS if self.meaning == HIDDEN else self.meaning.replace("%", "%%")
        group.add_argument(*self.names, help=help, **more)


@dataclass(frozen=True)
class HelpPage:
    """The paragraph about a command, its arguments in groups (of a title and a remark), and its examples with their
    meanings."""

    text: str
    groups: tuple[tuple[str, str, tuple[Argument, ...]], ...]
    examples: tuple[tuple[str, str], ...]

    @staticmethod
    def of(name: str, values: Mapping[str, object]) -> HelpPage:
        """Read a page. The `values` are those of the names in braces."""
        text, arguments, examples = "\n".join(_lines(name)).format_map(values).split("\n\n")
        groups = [part.partition("]") for part in f"]\n{arguments}".split("\n[")]
        pairs = (line.partition("  # ") for line in examples.splitlines()[1:])
        return HelpPage(text.replace("\n", " "), tuple(map(_group, groups)), tuple((a, b) for a, _, b in pairs))

    @property
    def arguments(self) -> Iterator[Argument]:
        for _, _, some in self.groups:
            yield from some
        yield HELP

    def add_to(self, parser: ArgumentParser) -> None:
        for title, about, some in self.groups:
            group = parser.add_argument_group(title, about or None) if title else parser
            for argument in some:
                argument.add_to(group)
        HELP.add_to(parser)


HELP = Argument.of("-h, --help  show this help")


def _group(parts: tuple[str, str, str]) -> tuple[str, str, tuple[Argument, ...]]:
    about, *lines = parts[2].split("\n")
    return parts[0], about.strip(), tuple(map(Argument.of, lines))


def _lines(name: str) -> Iterator[str]:
    """Yield the lines of a page, continued ones as one, with those of its parts."""
    text = (PAGES / f"{name}.txt").read_text(encoding="utf-8").rstrip()
    for line in re.sub(r"\n {3,}", "  ", text).splitlines():
        yield from _lines(f"_{line[1:]}") if line.startswith("@") else [line]


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
