"""Candidates for the last word of an unfinished command line. They come from the commands' own parsers. An argument
takes its `choices`, or the values for the words of its metavar (`GAME`, `RULE`, …). Other words, such as FILE, have no
candidates."""

from __future__ import annotations

import re
import shlex
from argparse import SUPPRESS, Action
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from parlour.base.codes import CODES
from parlour.base.diagnostics import RulesetError, listing
from parlour.cli.arguments import Parser
from parlour.cli.console import Console
from parlour.commands import SUMMARIES, command
from parlour.documents.composition import KINDS, Composition, Kind, OptionSetting
from parlour.documents.prose import options_by_name, setting_in_words, value_text
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library, is_path
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import is_line, read_line
from parlour.storage.cache_entries import CacheEntry


@dataclass(frozen=True)
class Argument:
    """An option (with `names`), or a positional argument."""

    names: tuple[str, ...]
    metavar: str
    help: str
    takes_value: bool
    repeated: bool
    hidden: bool
    choices: tuple[str, ...] | None

    @cached_property
    def words(self) -> list[str]:
        """Return the words of the metavar, which say what kind of value it takes."""
        return re.findall(r"[A-Z]+", self.metavar)


def arguments_of(name: str, console: Console) -> tuple[Argument, ...]:
    """Return the arguments of a command in the order of its help."""
    entry = CacheEntry("arguments", name.encode())
    known = entry.read(tuple)
    if isinstance(known, tuple):
        return known
    arguments = tuple(_argument(action) for action in Parser(command(name), console)._actions)
    entry.write(arguments, ())
    return arguments


def _argument(action: Action) -> Argument:
    option = bool(action.option_strings)
    return Argument(
        tuple(action.option_strings),
        str(action.metavar or ""),
        action.help or "",
        action.nargs != 0,
        isinstance(action.default, list) if option else action.nargs in ("*", "+"),
        action.help is SUPPRESS,
        tuple(map(str, action.choices)) if action.choices is not None else None,
    )


KINDS_OF: dict[str, tuple[Kind, ...]] = {
    "GAME": ("game",), "A": ("game",), "B": ("game",), "FAMILY": ("frame",), "RULESET": KINDS,
}  # fmt: skip
_ID = re.compile(r"[\w-]+")


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
    """Split a line as a shell does; the last word can be empty. A quotation can be open."""
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
        """Sort the words of the line into positional arguments and options. Return the option that still needs its
        value."""
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
        if argument.names == () and _names_game(argument) and is_line(last):
            return in_line(last)
        if argument.choices is not None:
            return ((choice, "") for choice in argument.choices)
        if "VALUE" in argument.words:
            return settings_of_mix(self._composition(argument), last)
        if "WHO" in argument.words:
            return _players(last)
        found: list[Candidate] = []
        for name in argument.words:
            if name in KINDS_OF:
                named = rulesets(KINDS_OF[name])
                found += with_titles(named, last) if " " in last else named
            elif name == "RULE":
                found += self._rules(argument)
            elif name == "PART":
                found += _parts(self._composition(argument))
            elif name in ("CODE", "CODES"):
                found += ((code.name, code.meaning) for code in CODES.values())
        if argument.names and found:  # the options that take ids take several, with commas
            before = last[: last.rfind(",") + 1]
            return [(before + name, meaning) for name, meaning in found if name not in before.split(",")]
        return found

    def _rules(self, argument: Argument) -> Iterable[Candidate]:
        """Yield the rules that the argument can name: those of the mix to remove, or of its frames to add."""
        composition = self._composition(argument)
        if composition is None:
            return rulesets(("rule",))
        removes = any(name.endswith("without") for name in argument.names)
        return rules_to_remove(composition) if removes else rules_to_add(composition)

    def _composition(self, argument: Argument) -> Composition | None:
        """Return the mix on the line, without the option that is being typed; None if there is none."""
        subject = next((word for a, word in self.given if _names_game(a)), None)
        if subject is None:
            return None
        other = "--against-" if any(name.startswith("--against-") for name in argument.names) else "--"
        with_, without = (self._several(f"{other}{what}") for what in ("with", "without"))
        return mix_composed(subject, with_, without)

    def _several(self, option: str) -> list[str]:
        texts = [word for argument, word in self.given if option in argument.names]
        return [item for text in texts for item in ([text] if is_path(text) else text.split(",")) if item]


def _names_game(argument: Argument) -> bool:
    return not argument.names and not KINDS_OF.keys().isdisjoint(argument.words)


def _players(last: str) -> Iterator[Candidate]:
    """Yield the players who can sit at the seat after the last comma."""
    from parlour.bots import BOTS, LEVELS, RANDOM  # slow to import, and needed for this only

    before = last[: last.rfind(",") + 1]
    yield f"{before}human", "somebody at this terminal"
    yield from ((f"{before}{name}", "a bot" if name != RANDOM else "any legal move") for name in BOTS)
    yield from ((f"{before}{level}", f"a bot that thinks for {of.seconds:g} s") for level, of in LEVELS.items())


def _parts(composition: Composition | None) -> Iterator[Candidate]:
    """Yield the parts that `show GAME PART` can name: the rules of a mix, the sections, and their members."""
    if composition is None:
        return
    yield from ((use.rule.id, use.rule.title) for use in composition.uses)
    places: dict[str, dict[str, None]] = {}
    for section, members in composition.sections.items():
        if members:
            yield section, "a section"
        for member in members:
            if _ID.fullmatch(member.name):
                places.setdefault(member.name, {})[section] = None
    yield from ((name, f"in {listing([*s], 'and', quote='')}") for name, s in places.items() if name not in s)


Candidate = tuple[str, str]
"""A word and its meaning."""

LONGEST_RANGE = 50  # numbers
_PART = re.compile(
    r"(?P<before>.*?)(?P<sign>\s*(?:\+|,|(?<=\s)-))(?P<space>\s*)(?P<part>(?:(?!\s-\s)[^+,])*)", re.DOTALL
)


def in_line(last: str) -> Iterator[Candidate]:
    """Yield unfinished mixes in one line, each with another rule or option at its end."""
    found = _PART.fullmatch(last)
    composition = mix_composed(found["before"]) if found is not None else None
    if found is None or composition is None:
        return
    space = found["space"] or ("" if found["part"] else " ")
    head = f"{found['before']}{found['sign']}{space}"
    match found["sign"].strip():
        case "+":
            parts = with_titles(rules_to_add(composition), found["part"])
        case "-":
            parts = with_titles(rules_to_remove(composition), found["part"])
        case _:
            parts = settings_of_mix(composition, found["part"])
    yield from ((f"{head}{part}", meaning) for part, meaning in parts)


def mix_composed(subject: str, with_: Sequence[str] = (), without: Sequence[str] = ()) -> Composition | None:
    """Return a mix, or the game without its changes if they don't fit, or None if there is no such game."""
    try:
        if is_line(subject):
            line = read_line(subject)
            subject, with_, without = line.subject, [*line.with_, *with_], [*line.without, *without]
        found, _ = compose(Library.standard(), subject, with_, without)
        return found or compose(Library.standard(), subject)[0]
    except RulesetError:
        return None


def with_titles(named: Iterable[Candidate], typed: str) -> Iterator[Candidate]:
    """Yield rulesets by their ids, and by their titles if the typed words begin these: `Jacks skip` for `Jacks s`."""
    for id, title in named:
        yield id, title
        if typed and title.casefold().startswith(typed.casefold()) and not set("+,") & {*title}:
            yield f"{typed}{title[len(typed) :]}", id


def rules_to_remove(composition: Composition) -> Iterable[Candidate]:
    return ((use.rule.id, use.rule.title) for use in sorted(composition.uses, key=lambda use: use.rule.id))


def rules_to_add(composition: Composition) -> Iterable[Candidate]:
    """Yield the rules for the frames of a mix that it doesn't have."""
    used = {use.rule.id for use in composition.uses}
    frames = {document.id for document in composition.documents}
    for id, summary in _summaries(("rule",)):
        if id not in used and frames & set(summary.wanted):
            yield id, summary.title or ""


def _summaries(kinds: Sequence[Kind]) -> Iterator[tuple[str, Summary]]:
    for listed in Library.standard().listed(*kinds):
        summary = read_summary(listed.path)
        if summary is not None:
            yield listed.id, summary


def rulesets(kinds: Sequence[Kind]) -> Iterator[Candidate]:
    return ((id, summary.title or "") for id, summary in _summaries(kinds))


def settings_of_mix(composition: Composition | None, last: str) -> Iterator[Candidate]:
    """Yield the options as `NAME=`, or after that the values of one."""
    settings = options_by_name(composition) if composition is not None else {}
    name, sign, _ = last.partition("=")
    if not sign:
        yield from ((f"{name}=", setting_in_words(setting)) for name, setting in settings.items())
    elif name in settings:
        yield from ((f"{name}={value}", _remark(settings[name], value)) for value in _allowed(settings[name]))


def _remark(setting: OptionSetting, value: str) -> str:
    told = (setting.type.meaning(value), "as it is" if value == value_text(setting) else "")
    return "; ".join(part for part in told if part)


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
