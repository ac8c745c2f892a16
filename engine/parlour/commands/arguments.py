"""Parsing of command lines with argparse and our own error messages; the options that several commands share."""

from __future__ import annotations

import math
import os
import re
import textwrap
from argparse import SUPPRESS, Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from parlour.base.diagnostics import did_you_mean, listing, nearest
from parlour.base.usage import UsageError
from parlour.commands import Command
from parlour.mixing.mix_line import NO_CHANGES, MixLine, is_line, read_line
from parlour.terminal.console import Console

if TYPE_CHECKING:
    from parlour.mixing.recipes import Recipe

_SEVERAL = re.compile(r",\s*(?=[\w.-]+\s*=)")  # between options: `a=7,8,b=1` sets two


class Parser(ArgumentParser):
    """Reads the arguments of one command."""

    def __init__(self, command: Command, console: Console) -> None:
        super().__init__(
            prog=f"parlour {command.name}",
            description=textwrap.fill(command.page.text, console.width),
            epilog=_examples(command, console.width),
            formatter_class=lambda prog: RawDescriptionHelpFormatter(prog, max_help_position=30, width=console.width),
            allow_abbrev=False,
            add_help=False,
        )
        self.console = console
        command.page.add_to(self)

    def read(self, arguments: Sequence[str]) -> Namespace | None:
        """Parse the arguments. For `--help`, print the help and return None."""
        before = arguments[: arguments.index("--")] if "--" in arguments else arguments
        if {"-h", "--help"} & set(before):
            with self.console.paged():
                self.console.say(self.format_help().rstrip())
            return None
        asked, unknown = self.parse_known_intermixed_args(arguments)  # options can appear between positional arguments
        if unknown:
            known = {o: a.help or "" for a in self._actions if a.help is not SUPPRESS for o in a.option_strings}
            strange = next((u for u in unknown if u.startswith("-")), unknown[0])
            if strange.startswith("-"):
                name = strange.partition("=")[0]
                raise UsageError(f"`{self.prog}` has no option `{name}`", _option_meant(name, known) or self.way_out)
            from parlour.library.library import Library  # not needed for other arguments, and slow

            is_game = "--with" in known and Library.standard().find(strange, ("game",))[0] is not None
            help = f"to add a house rule, write `--with {strange}`" if "--with" in known else self.way_out
            fewer = "`parlour compare` compares games" if "--against" in known else "this command takes fewer"
            help = f"`{strange}` is a game: {fewer}" if is_game else help
            raise UsageError(f"`{self.prog}`: unexpected argument `{strange}`", help)
        return asked

    @property
    def way_out(self) -> str:
        return f"see `{self.prog} --help`"

    def _check_value(self, action: Action, value: str) -> None:
        known = list(action.choices or ())
        if known and value not in known:
            what, help = "/".join(action.option_strings) or action.metavar, did_you_mean(value, known)
            raise UsageError(f"invalid choice for {what}: `{value}`", help or f"choose {listing(known)}")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"`{self.prog}`: {message}", self.way_out)


def _option_meant(name: str, known: Mapping[str, str]) -> str | None:
    """Suggest the option with the most similar name, or else the only one whose help has this word."""
    word = name.strip("-").casefold()
    near = nearest(word, (option.strip("-") for option in known))  # without hyphens, which would count as alike
    options = [option for option in known if option.strip("-") == near]
    options = options or [option for option, help in known.items() if word in re.findall(r"[\w-]+", help.casefold())]
    return f"did you mean `{options[0]}`?" if len(options) == 1 else None


def _examples(command: Command, width: int) -> str:
    lines = ["examples:"]
    for line, what in command.page.examples:
        lines += [f"  {line}", textwrap.indent(textwrap.fill(what, width - 6), "      ")]
    return "\n".join(lines)


# ---------------------------------------------------------------- options that several commands share


def mix_of(asked: Namespace) -> Recipe:
    """Return the mix of a command line; without a game if the command has no `subject`."""
    mix = _mix("--set", asked.with_, asked.without, asked.options)
    return replace(mix, subject=vars(asked).get("subject") or "")


def other_mix_of(asked: Namespace) -> Recipe | None:
    """Return the second mix, if there is one. A part of it can undo a part of the line."""
    mix = _mix("--against-set", asked.against_with, asked.against_without, asked.against_set)
    if not mix.changes and not asked.against:
        return None
    line = NO_CHANGES if asked.against else asked.mix_line or NO_CHANGES
    added = [rule for rule in line.with_ if rule not in mix.without]
    added += [str(rule) for rule in mix.with_ if rule not in line.without]
    removed = [rule for rule in line.without if rule not in mix.with_]
    removed += [rule for rule in mix.without if rule not in line.with_]
    options = {**line.options, **mix.options}
    return replace(mix, subject=asked.subject or "", with_=(*added,), without=(*removed,), options=options)


def _mix(option: str, with_: Sequence[str], without: Sequence[str], set_: Sequence[str]) -> Recipe:
    from parlour.mixing.recipes import Recipe  # not needed for help, and slow

    options: dict[str, str] = {}
    for text in (part for texts in set_ for part in _SEVERAL.split(texts)):
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise UsageError(f"`{option} {text}` needs a name and a value", f"write `{option} NAME=VALUE`")
        if name in options:
            raise UsageError(f"two values for the option `{name}`")
        options[name] = value
    return Recipe("", several(with_), several(without), options)


def several(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the items of an option that can be repeated and takes lists, such as `--with a,b`."""
    return tuple(item for text in texts for item in _items(text) if item)


def _items(text: str) -> list[str]:
    from parlour.library.library import is_path  # not needed for help, and slow

    whole = is_path(text) and os.path.exists(os.path.expanduser(text))
    return [text] if whole else [item.strip() for item in text.split(",")]


def seconds(minutes: str) -> float:
    """Return the seconds of `--minutes`."""
    try:
        number = float(minutes)
    except ValueError:
        number = math.nan
    if not 0 < number <= 10_000:
        raise UsageError(f"`--minutes {minutes}`: expected a number above 0, such as 5 or 0.5")
    return 60 * number


# ---------------------------------------------------------------- a mix in one line


def take_line(asked: Namespace) -> MixLine | None:
    """Add the parts of a mix in one line to the values of `--with`, `--without` and `--set`. Return the line."""
    asked.mix_line = None
    text = _subject(asked) if hasattr(asked, "with_") else None
    if text is None or not is_line(text):
        return None
    line = read_line(text)
    if hasattr(asked, "without"):
        _check_sides(line, asked)
        asked.without = [*line.without, *asked.without]
        asked.options = [*(f"{name}={value}" for name, value in line.options.items()), *asked.options]
    elif line.without or line.options:
        raise UsageError("this command can only add rules to a game", "write `GAME + RULE`, without `-` and options")
    asked.with_ = [*line.with_, *asked.with_]
    if hasattr(asked, "subjects"):
        asked.subjects = [line.subject]
    else:
        asked.subject = line.subject
    asked.mix_line = line
    return line


def _subject(asked: Namespace) -> str | None:
    """Return the argument that names the game."""
    several = getattr(asked, "subjects", None)
    if several is None:
        move_instead = getattr(asked, "move", "") is None  # `why` has only a move if a saved game is the subject
        return None if move_instead else getattr(asked, "subject", None)
    lines = [name for name in several if is_line(name)]
    if lines and len(several) > 1:
        raise UsageError(f"expected only one mix, found {len(several)} rulesets", f'check "{lines[0]}" by itself')
    return lines[0] if lines else None


def _check_sides(line: MixLine, asked: Namespace) -> None:
    """Refuse a rule that the line adds and an option removes, or vice versa."""
    for option, here, there in (("--without", line.with_, asked.without), ("--with", line.without, asked.with_)):
        for rule in here:
            if rule in several(there):
                raise UsageError(f"`{rule}` is in the mix and after `{option}`", "leave one of them out")
