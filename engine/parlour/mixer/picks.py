"""Numbered rulesets on the screen, and what a person types to pick some: numbers, ranges, names.

A name is the id, the title or another name that players use; a part of it is enough if only one ruleset has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from parlour.base.diagnostics import did_you_mean
from parlour.library.spellings import has_words, spelling
from parlour.rulebook.entries import ListedRuleset

_NUMBERS = re.compile(r"\d+(?:\s*[-–]\s*\d+)?(?:\s+\d+(?:\s*[-–]\s*\d+)?)*")
_SHORT = 2  # letters of a part of a name; `y` answers a question that is over
_LONG = 4  # letters of a word that can stand for a name
_MANY = 6  # rulesets that are too many to be meant
_RANGE = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
_SIGNED = re.compile(r"(?:(?P<sign>[+−–-])\s*)?(?P<name>.*)")


@dataclass(frozen=True)
class NumberedRuleset:
    number: int
    entry: ListedRuleset
    reference: str
    """Its name in a mix: its id or its file."""


@dataclass(frozen=True)
class Picked:
    """A ruleset, and the sign typed before it: `+` to add, `-` to remove, or empty to change."""

    row: NumberedRuleset
    sign: str = ""
    name: str = ""
    """The name that was typed; empty for a number."""


@dataclass
class Picks:
    """The picked rulesets, and the words that name none."""

    found: list[Picked] = field(default_factory=list)
    problem: str = ""
    several: tuple[NumberedRuleset, ...] = ()
    """The rulesets that an ambiguous name fits."""
    similar: tuple[NumberedRuleset, ...] = ()
    """The rulesets with some words of an unknown name."""


def picks(text: str, rows: Sequence[NumberedRuleset]) -> Picks:
    """Return the rulesets that a line names. Names and groups of numbers are separated by commas."""
    result = Picks()
    whole = named(text, rows)
    parts = [text] if len(whole) == 1 else [part for part in re.split(r"\s*[,;]\s*|\s+(?=\+)", text) if part]
    for part in parts:
        match = _SIGNED.fullmatch(part)
        assert match is not None, "a sign is optional"
        sign, name = "-" if match["sign"] not in (None, "+") else match["sign"] or "", match["name"].strip()
        _pick(name, sign, rows, result)
        if result.problem:
            break
    if not parts:
        result.problem = "Type a number or a name."
    return result


def _pick(name: str, sign: str, rows: Sequence[NumberedRuleset], result: Picks) -> None:
    if _NUMBERS.fullmatch(name):
        for low, high in _RANGE.findall(name):
            numbered = {row.number: row for row in rows}
            wrong = next((end for end in (low, high) if end and int(end) not in numbered), None)
            if wrong is not None:
                result.problem = f"There is no number {wrong}: the numbers are {_span(rows)}."
                return
            numbers = range(int(low), int(high or low) + 1)
            result.found += [Picked(numbered[number], sign) for number in numbers if number in numbered]
        return
    matches = named(name, rows)
    if len(matches) == 1:
        result.found.append(Picked(matches[0], sign, name))
    elif matches:
        result.problem, result.several = f"Several names match `{name}`:", matches
    else:
        known = {each for row in rows for each in (row.entry.id, row.entry.title, *row.entry.other_names)}
        help = did_you_mean(name, known)
        result.similar = () if help else _similar(name, rows)
        help = "these are similar:" if result.similar else help or f"/{name} searches the texts too"
        result.problem = f"Nothing here is called `{name}`; {help}"


def _similar(name: str, rows: Sequence[NumberedRuleset]) -> tuple[NumberedRuleset, ...]:
    """Return the rulesets with a longer word of a name in their names, unless there are many."""
    words = [word for word in name.split() if len(word) >= _LONG]
    found = tuple(row for row in rows if any(has_words(each, word) for each in _names(row.entry) for word in words))
    return found if len(found) <= _MANY else ()


def _span(rows: Sequence[NumberedRuleset]) -> str:
    return f"{rows[0].number} to {rows[-1].number}" if rows else "none"


def named(name: str, rows: Sequence[NumberedRuleset]) -> tuple[NumberedRuleset, ...]:
    """Return the rulesets with a name, or else those with a name that contains it."""
    said = spelling(name)
    if not said:
        return ()
    same = tuple(row for row in rows if name.casefold() in {each.casefold() for each in _names(row.entry)})
    heard = same or tuple(row for row in rows if said in {spelling(each) for each in _names(row.entry)})
    if heard or len(said) < _SHORT:
        return heard
    return tuple(row for row in rows if any(has_words(each, name) for each in _names(row.entry)))


def _names(entry: ListedRuleset) -> Iterable[str]:
    summary = entry.summary
    return (entry.id, entry.title, *((*summary.also_called, *summary.topics) if summary else ()))
