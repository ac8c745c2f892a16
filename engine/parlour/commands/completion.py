"""`parlour completion`: prints the script that lets a shell complete the commands of Parlour, or answers this script.

At each Tab, a script asks `parlour completion --line` for the possible last words of an unfinished command line. They
come from the help pages: an argument takes its choices, or the values for the words in its value (`GAME`, `RULE`, …).
Other words, such as FILE, have no candidates.
"""

from __future__ import annotations

import itertools
import re
import shlex
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path

from parlour.base.codes import CODES
from parlour.base.diagnostics import RulesetError
from parlour.commands import SUMMARIES, command
from parlour.commands.help_page import HIDDEN, Argument
from parlour.documents.composition import KINDS, Composition, Kind
from parlour.documents.prose import options_by_name, setting_in_words
from parlour.library.description import read_summary
from parlour.library.library import Library
from parlour.mixing.recipes import Recipe
from parlour.storage.cache_entries import CacheEntry
from parlour.terminal.console import Console

SCRIPTS = Path(__file__).parent / "shells"


def run(asked: Namespace, console: Console) -> int:
    if asked.line is None:
        console.say((SCRIPTS / f"parlour.{asked.shell}").read_text(encoding="utf-8").rstrip())
        return 0
    for name, meaning in candidates(asked.line):
        console.say(name if asked.shell == "bash" else f"{name}\t{meaning}")
    return 0


Candidate = tuple[str, str]
"""A word and its meaning."""

KINDS_OF: dict[str, tuple[Kind, ...]] = {
    "GAME": ("game",), "A": ("game",), "B": ("game",), "FAMILY": ("frame",), "RULESET": KINDS,
}  # fmt: skip


def arguments_of(name: str) -> tuple[Argument, ...]:
    """Return the arguments of a command in the order of its help."""
    entry = CacheEntry("arguments", name.encode())
    known = entry.read(tuple)
    if isinstance(known, tuple):
        return known
    arguments = tuple(argument for argument in command(name).page.arguments if argument.meaning != HIDDEN)
    entry.write(arguments, ())
    return arguments


def candidates(line: str) -> list[Candidate]:
    """Return the possible last words of a command line; its first word is the name of the program."""
    *before, last = _words(line)
    match before[1:]:
        case [] if last.startswith("-"):
            known: Iterable[Candidate] = (("--help", "list all commands"), ("--version", "print Parlour's version"))
        case [] | ["help"]:
            known = SUMMARIES.items()
        case [name, *words] if name in SUMMARIES:
            known = _of_command(arguments_of(name), words, last)
        case _:
            known = ()
    return [(name, " ".join(meaning.split())) for name, meaning in known if name.startswith(last)]


def _words(line: str) -> list[str]:
    """Split a line as a shell does; the last word can be empty. A quotation can be open."""
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(line + closing)
        except ValueError:
            continue
        return words if closing or not (line[-1:].isspace() or not words) else [*words, ""]
    return line.split(" ")


def _of_command(arguments: Sequence[Argument], words: Sequence[str], last: str) -> Iterator[Candidate]:
    """Yield the words that can follow those of a command."""
    options = {name: argument for argument in arguments for name in argument.names}
    waiting = options.get(words[-1]) if words else None
    name, sign, value = last.partition("=")
    if waiting is not None and not waiting.is_flag:
        yield from _values(waiting, words, last)
    elif sign and name in options and not options[name].is_flag:
        yield from ((f"{name}={word}", meaning) for word, meaning in _values(options[name], words, value))
    elif last.startswith("-"):
        yield from ((name, argument.meaning) for name, argument in options.items())
    else:
        for argument in arguments:
            if not argument.names:
                yield from _values(argument, words, last)


def _values(argument: Argument, words: Sequence[str], last: str) -> Iterator[Candidate]:
    yield from ((choice, "") for choice in argument.choices or ())
    kinds = re.findall("[A-Z]+", argument.value)
    if "VALUE" in kinds:
        settings = options_by_name(mix) if (mix := _mix(words)) is not None else {}
        name, sign, _ = last.partition("=")
        if not sign:
            yield from ((f"{name}=", setting_in_words(setting)) for name, setting in settings.items())
        elif name in settings:
            type_ = settings[name].type
            yield from ((f"{name}={value}", type_.meaning(value)) for value in type_.choices)
    named = [*_rules(_mix(words), argument)] if "RULE" in kinds else []
    named += [each for word in kinds for each in rulesets(KINDS_OF.get(word, ()))]
    named += [(code.name, code.meaning) for code in CODES.values() if {"CODE", "CODES"} & {*kinds}]
    before = last[: last.rfind(",") + 1] if argument.names else ""  # options that take ids take several, with commas
    yield from ((before + name, meaning) for name, meaning in named if name not in before.split(","))


def _mix(words: Sequence[str]) -> Composition | None:
    """Return the mix that a line begins with, with the rules that its `--with` adds."""
    subject, *others = words or [""]
    with_ = [rule for option, text in itertools.pairwise(others) if option == "--with" for rule in text.split(",")]
    try:
        mix = Recipe.of(subject, with_, (), {})
        return mix.composed()[0] or replace(mix, with_=()).composed()[0]
    except RulesetError:
        return None


def _rules(mix: Composition | None, argument: Argument) -> Iterator[Candidate]:
    """Yield the rules that an argument can name: those of the mix to remove, or of its frames to add."""
    if mix is None:
        yield from rulesets(("rule",))
        return
    used = {use.rule.id: use.rule.title for use in mix.uses}
    if any(name.endswith("without") for name in argument.names):
        yield from used.items()
        return
    yield from (each for each in rulesets(("rule",), {d.id for d in mix.documents}) if each[0] not in used)


def rulesets(kinds: Sequence[Kind], frames: Set[str] = frozenset()) -> Iterator[Candidate]:
    """Yield the rulesets of some kinds; only rules for these frames, if there are any."""
    for listed in Library.standard().listed(*kinds) if kinds else ():
        summary = read_summary(listed.path)
        if summary is not None and (not frames or not frames.isdisjoint(summary.wanted)):
            yield listed.id, summary.title or ""
