"""Reading command lines: argparse, with our words for what goes wrong, and what several commands take."""

from __future__ import annotations

import os
import re
import textwrap
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from parlour.base.diagnostics import did_you_mean
from parlour.cli.console import Console
from parlour.cli.usage import UsageError
from parlour.commands import Command

WIDTH = 100


class Parser(ArgumentParser):
    """Reads the arguments of one command."""

    def __init__(self, command: Command, console: Console) -> None:
        super().__init__(
            prog=f"parlour {command.name}",
            description=textwrap.fill(command.text, WIDTH),
            epilog=_examples(command),
            formatter_class=lambda prog: RawDescriptionHelpFormatter(prog, max_help_position=30, width=WIDTH),
            allow_abbrev=False,
            add_help=False,
        )
        self.console = console
        command.arguments(self)
        self.add_argument("-h", "--help", action="store_true", help="this text")

    def read(self, arguments: Sequence[str]) -> Namespace | None:
        """What was asked for; nothing when it was help, which has been given then."""
        before = arguments[: arguments.index("--")] if "--" in arguments else arguments
        if {"-h", "--help"} & set(before):
            self.console.say(self.format_help().rstrip())
            return None
        found, unknown = self.parse_known_intermixed_args(arguments)  # options may stand between the words
        if unknown:
            known = [o for a in self._actions if a.help is not SUPPRESS for o in a.option_strings]
            strange = next((u for u in unknown if u.startswith("-")), unknown[0])
            if strange.startswith("-"):
                name = strange.partition("=")[0]
                help = did_you_mean(name, known) or self.way_out
                raise UsageError(f"`{self.prog}` has no option `{name}`", help)
            raise UsageError(f"`{strange}` is one word too many for `{self.prog}`", self.way_out)
        return found

    @property
    def way_out(self) -> str:
        return f"`{self.prog} --help` shows how it is used"

    def error(self, message: str) -> NoReturn:
        choice = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
        if choice:
            known = re.findall(r"'(.*?)'", choice[2])
            what = re.match(r"argument ([^:]*):", message)
            named = f" for {what[1]}" if what else ""
            raise UsageError(f"`{choice[1]}` is no choice{named}", did_you_mean(choice[1], known) or _one_of(known))
        raise UsageError(f"{message} (in `{self.prog}`)", self.way_out)


def _one_of(known: Sequence[str]) -> str:
    return "there is " + ", ".join(f"`{k}`" for k in known)


def _examples(command: Command) -> str:
    lines = ["examples:"]
    for line, what in command.examples:
        lines += [f"  {line}", textwrap.indent(textwrap.fill(what, WIDTH - 6), "      ")]
    return "\n".join(lines)


# ---------------------------------------------------------------- what several commands take


@dataclass(frozen=True)
class Mix:
    """Other rules and options than a game has by itself."""

    with_: tuple[str, ...]
    without: tuple[str, ...]
    options: Mapping[str, str]

    @property
    def changes(self) -> bool:
        return bool(self.with_ or self.without or self.options)


def add_mix(parser: ArgumentParser) -> None:
    group = parser.add_argument_group("the mix")
    group.add_argument("--with", dest="with_", metavar="RULE", action="append", default=[],
                       help="add a house rule: its id, or a file such as ./mine.yaml (several: a,b)")  # fmt: skip
    group.add_argument("--without", metavar="RULE", action="append", default=[], help="leave a rule out")
    group.add_argument("--set", dest="options", metavar="NAME=VALUE", action="append", default=[],
                       help="set an option of the game, or of a rule as RULE.NAME=VALUE")  # fmt: skip


def add_other_mix(parser: ArgumentParser) -> None:
    """Another mix of the same game, to compare with."""
    group = parser.add_argument_group("another mix to compare with")
    group.add_argument("--against", action="store_true", help="the game as it is by itself, or with what follows")
    group.add_argument("--against-with", metavar="RULE", action="append", default=[], help="it has this rule")
    group.add_argument("--against-without", metavar="RULE", action="append", default=[], help="it lacks this one")
    group.add_argument("--against-set", metavar="NAME=VALUE", action="append", default=[],
                       help="this option is set there")  # fmt: skip


def mix_of(found: Namespace) -> Mix:
    return _mix("--set", found.with_, found.without, found.options)


def other_mix_of(found: Namespace) -> Mix | None:
    mix = _mix("--against-set", found.against_with, found.against_without, found.against_set)
    return mix if mix.changes or found.against else None


def _mix(option: str, with_: Sequence[str], without: Sequence[str], set_: Sequence[str]) -> Mix:
    options: dict[str, str] = {}
    for text in set_:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise UsageError(f"`{option} {text}` says no value", f"write `{option} NAME=VALUE`")
        if name in options:
            raise UsageError(f"`{name}` is set twice")
        options[name] = value
    return Mix(_several(with_), _several(without), options)


def _several(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(item for text in texts for item in _items(text) if item)


def _items(text: str) -> list[str]:
    from parlour.library.library import is_path  # not needed for help, and slow

    whole = is_path(text) and os.path.exists(os.path.expanduser(text))
    return [text] if whole else [item.strip() for item in text.split(",")]


class Count(Action):
    """A whole number. `low` is the least that makes sense, `high` the most if there is one; what a 0 means in its place
    is left to the command."""

    def __init__(
        self,
        option_strings: Sequence[str],
        dest: str,
        low: int = 1,
        metavar: str | None = None,
        help: str | None = None,
        high: int | None = None,
    ) -> None:
        super().__init__(option_strings, dest, metavar=metavar, help=help)
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
            message = f"`{option_string} {text}`: a whole number of at least {self.low} is wanted"
            if re.fullmatch(r"\d+", text, re.ASCII):
                message = f"`{option_string} {text}`: a number of at most {DIGITS} digits is wanted"
            fits = meant is not None and meant >= self.low
            raise UsageError(message, f"did you mean `{option_string} {meant}`?" if fits else None)
        setattr(namespace, self.dest, int(text))

    @staticmethod
    def _between(text: str, low: int, high: int, option: str | None) -> int:
        if re.fullmatch(rf"-?\d{{1,{len(str(high))}}}", text, re.ASCII) and low <= int(text) <= high:
            return int(text)
        raise UsageError(f"`{option} {text}`: a whole number from {low} to {high} is wanted")


DIGITS = 18
_LARGE = {"k": 1_000, "m": 1_000_000}


def _number_meant(text: str) -> int | None:
    """`1e6`, `1,000,000`, `10k` and `5.0` are whole numbers too, in other ways of writing."""
    match = re.fullmatch(
        r"\+?([0-9][0-9_,' ]*(?:\.0+)?)(?:e\+?([0-9]{1,2}))?([km])?", text.strip().casefold(), re.ASCII
    )
    if match is None:
        return None
    number = int(re.sub(r"\..*|[_,' ]", "", match[1])) * 10 ** int(match[2] or 0) * _LARGE.get(match[3] or "", 1)
    return number if number < 10**DIGITS else None
