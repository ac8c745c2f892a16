"""Candidates for the next part of a mix: games, rules to add or to remove, options and their values.

The parts can be arguments, or inside of a mix in one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from parlour.base.diagnostics import RulesetError
from parlour.documents.composition import Composition, Kind, OptionSetting
from parlour.documents.prose import options_by_name, setting_in_words, value_text
from parlour.library.description import Summary, read_summary
from parlour.library.library import Library
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import is_line, read_line

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
