"""What can be the last word of an unfinished command line.

The commands' own parsers say what they take: an argument takes the values of its `choices`, or else those that the
words of its metavar stand for (`GAME`, `RULE`, …). A word that stands for none, such as FILE, has no candidates.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from parlour.base.codes import CODES
from parlour.base.diagnostics import RulesetError
from parlour.cli.console import Console
from parlour.commands import SUMMARIES
from parlour.commands.argument_list import Argument, arguments_of
from parlour.documents.composition import KINDS, Composition, Kind, OptionSetting
from parlour.documents.prose import options_by_name, setting_in_words, value_text
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library, is_path
from parlour.mixing.compose import compose

Candidate = tuple[str, str]
"""A word, and what it means."""

KINDS_OF: dict[str, tuple[Kind, ...]] = {
    "GAME": ("game",), "A": ("game",), "B": ("game",), "FAMILY": ("frame",), "RULESET": KINDS,
}  # fmt: skip
LONGEST_RANGE = 50  # numbers


def candidates(line: str, console: Console) -> list[Candidate]:
    """Return the possible last words of a command line; its first word is the name of the program."""
    *before, last = _words(line)
    match before[1:]:
        case []:
            found: Iterable[Candidate] = _commands(last)
        case ["help"]:
            found = SUMMARIES.items()
        case [name, *words] if name in SUMMARIES:
            found = _Line(arguments_of(name, console), words).candidates(last)
        case _:
            found = ()
    return [(name, " ".join(meaning.split())) for name, meaning in found if name.startswith(last)]


def _words(line: str) -> list[str]:
    """Split a line as a shell does; the last word can be empty. A quotation may be open."""
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(line + closing)
        except ValueError:
            continue
        return words if closing or not (line[-1:].isspace() or not words) else [*words, ""]
    return line.split(" ")


def _commands(last: str) -> Iterable[Candidate]:
    if last.startswith("-"):
        return (("--help", "list all commands"), ("--version", "print the version of Parlour"))
    return SUMMARIES.items()


@dataclass
class _Line:
    """The words of a command before the last one, each with the argument that takes it."""

    arguments: tuple[Argument, ...]
    words: Sequence[str]
    given: list[tuple[Argument, str]] = field(default_factory=list)

    def candidates(self, last: str) -> Iterable[Candidate]:
        waiting = self._read()
        if waiting is not None:
            return self._values(waiting, last)
        option, sign, value = last.partition("=")
        argument = self._option(option)
        if sign and argument is not None and argument.takes_value:
            return ((f"{option}={name}", meaning) for name, meaning in self._values(argument, value))
        if last.startswith("-"):
            return self._options()
        place = self._place(sum(not argument.names for argument, _ in self.given))
        return self._values(place, last) if place is not None else self._options()

    def _read(self) -> Argument | None:
        """Sort the words. Return the option that still needs its value."""
        waiting: Argument | None = None
        places = 0
        for word in self.words:
            if waiting is not None:
                self.given.append((waiting, word))
                waiting = None
                continue
            name, sign, value = word.partition("=")
            argument = self._option(name)
            if argument is None:
                place = self._place(places)
                if place is not None and not (word.startswith("-") and word != "-"):
                    self.given.append((place, word))
                    places += 1
            elif sign or not argument.takes_value:
                self.given.append((argument, value))
            else:
                waiting = argument
        return waiting

    def _option(self, name: str) -> Argument | None:
        return next((a for a in self.arguments if name in a.names), None)

    def _place(self, number: int) -> Argument | None:
        """Return the positional argument with this number. The last one can take all others."""
        places = [a for a in self.arguments if not a.names]
        if number < len(places):
            return places[number]
        return places[-1] if places and places[-1].repeated else None

    def _options(self) -> Iterator[Candidate]:
        """Yield the options that aren't on the line, or that can be repeated."""
        there = {argument for argument, _ in self.given}
        for argument in self.arguments:
            if not argument.hidden and (argument.repeated or argument not in there):
                yield from ((name, argument.help) for name in argument.names)

    def _values(self, argument: Argument, last: str) -> Iterable[Candidate]:
        if argument.choices is not None:
            return ((choice, "") for choice in argument.choices)
        if "VALUE" in argument.words:
            return _settings(self._composition(argument), last)
        found: list[Candidate] = []
        for name in argument.words:
            if name in KINDS_OF:
                found += _rulesets(KINDS_OF[name])
            elif name == "RULE":
                found += self._rules(argument)
            elif name in ("CODE", "CODES"):
                found += ((code.name, code.meaning) for code in CODES.values())
        if argument.names and found:  # the options that take ids take several, with commas
            before = last[: last.rfind(",") + 1]
            return [(before + name, meaning) for name, meaning in found if name not in before.split(",")]
        return found

    def _rules(self, argument: Argument) -> Iterable[Candidate]:
        """Yield the rules that the argument can name: those of the mix to remove, or of its frames to add."""
        rules = _rulesets(("rule",))
        composition = self._composition(argument)
        if composition is None:
            return rules
        used = {use.rule.id for use in composition.uses}
        if any(name.endswith("without") for name in argument.names):
            return ((id, meaning) for id, meaning in rules if id in used)
        frames = {document.id for document in composition.documents}
        fitting = {id for id, summary in _summaries(("rule",)) if frames & set(summary.wanted)}
        return ((id, meaning) for id, meaning in rules if id in fitting - used)

    def _composition(self, argument: Argument) -> Composition | None:
        """Return the mix on the line, without the option that is being typed; None if there is none."""
        subject = next((word for a, word in self.given if _names_game(a)), None)
        if subject is None:
            return None
        other = "--against-" if any(name.startswith("--against-") for name in argument.names) else "--"
        with_, without = (self._several(f"{other}{what}") for what in ("with", "without"))
        try:
            found, _ = compose(Library.standard(), subject, with_, without)
            return found or compose(Library.standard(), subject)[0]
        except RulesetError:
            return None

    def _several(self, option: str) -> list[str]:
        texts = [word for argument, word in self.given if option in argument.names]
        return [item for text in texts for item in ([text] if is_path(text) else text.split(",")) if item]


def _names_game(argument: Argument) -> bool:
    return not argument.names and not KINDS_OF.keys().isdisjoint(argument.words)


def _summaries(kinds: Sequence[Kind]) -> Iterator[tuple[str, Summary]]:
    for listed in Library.standard().listed(*kinds):
        summary = read_summary(listed.path)
        if summary is not None:
            yield listed.id, summary


def _rulesets(kinds: Sequence[Kind]) -> Iterator[Candidate]:
    return ((id, summary.title or "") for id, summary in _summaries(kinds))


def _settings(composition: Composition | None, last: str) -> Iterator[Candidate]:
    """Yield the options as `NAME=`, or after that the values of one."""
    settings = options_by_name(composition) if composition is not None else {}
    name, sign, _ = last.partition("=")
    if not sign:
        yield from ((f"{name}=", setting_in_words(setting)) for name, setting in settings.items())
    elif name in settings:
        yield from ((f"{name}={value}", _remark(settings[name], value)) for value in _allowed(settings[name]))


def _remark(setting: OptionSetting, value: str) -> str:
    return "as it is" if value == value_text(setting) else ""


def _allowed(setting: OptionSetting) -> list[str]:
    """Return the values of an option if they are few, or else its value as an example."""
    type_ = setting.type
    values = list(type_.words)
    if type_.kind == "bool":
        values = ["true", "false"]
    elif type_.low is not None and type_.high is not None and type_.high - type_.low < LONGEST_RANGE:
        values = [str(number) for number in range(type_.low, type_.high + 1)]
    values += ["none"] if type_.optional else []
    now = value_text(setting)
    return values if now in values else [*values, now.replace(", ", ",")]
