"""Edits of everything in a document but code: dropped entries, defaults of options, numbers of players, the pack, who
sees what, and when it begins again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from parlour.documents import document as doc
from parlour.documents.composition import OptionType
from parlour.documents.document import Scalar
from parlour.documents.option_types import option_type
from parlour.mutation.edits import Edit, edit, without

OptionTypes = Mapping[str, OptionType]
"""By full name: `hand-size`, `last-card-call.penalty`."""

_NUMBER = re.compile(r"-?\d+")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_AUDIENCES = {
    "nobody": "everybody", "owner": "everybody", "partners": "nobody", "opponents": "nobody", "side": "owner",
    "others": "everybody", "everybody": "nobody", "top": "nobody",
}  # fmt: skip
_DROPPED = {
    "may": "drop-clause", "when": "drop-hook", "powers": "drop-power", "classes": "drop-member", "uses": "drop-rule",
}  # fmt: skip


def dropped(node: doc.Node) -> Iterator[Edit]:
    """Yield an edit for each entry that the rest of a document can do without."""
    for section in doc.entries_in(node):
        name, value = section.key.value, section.value
        if name == "with":
            for rule in doc.entries_in(value):
                yield from dropped(rule.value)
        elif name in _DROPPED:
            yield from _in_section(_DROPPED[name], value)


def _in_section(operator: str, section: doc.Node) -> Iterator[Edit]:
    if isinstance(section, doc.Sequence):
        yield from (without(operator, item.span) for item in section.items)
    for entry in doc.entries_in(section):
        inner = entry.value
        if operator == "drop-member" and isinstance(inner, doc.Mapping):
            lists = (part.value for part in inner.entries)
            items = (item for each in lists if isinstance(each, doc.Sequence) for item in each.items)
            yield from (without(operator, item.span) for item in items)
        elif operator != "drop-hook" and isinstance(inner, doc.Mapping) and len(inner.entries) > 1:
            yield from (without(operator, part.span) for part in inner.entries)
        else:
            yield without(operator, entry.span)


# ---------------------------------------------------------------- settings


def settings(node: doc.Mapping, types: OptionTypes, lifetimes: tuple[str, ...], limits: Set[str]) -> Iterator[Edit]:
    """Yield an edit for each other value that a setting of a document could have. `lifetimes` are the stages of its mix
    with which variables begin again. `limits` are the options that only stop loops: they stay as they are."""
    for section in node.entries:
        if section.key.value == "players" and isinstance(section.value, Scalar):
            yield from _players(section.value)
        for entry in doc.entries_in(section.value):
            match section.key.value, entry.value:
                case "options", doc.Mapping() as option if entry.key.value not in limits:
                    yield from _option(option.get("default"), option_type(option))
                case "set", value:
                    yield from _option(value, types.get(entry.key.value))
                case "deck", Scalar() as scalar:
                    yield from _of_deck(entry.key.value, scalar)
                case "zones" | "state", doc.Mapping() as declared:
                    yield from (e for key in ("seen", "counted") for e in _of_audience(declared.get(key)))
                    yield from _of_lifetime(declared, lifetimes)
        if section.key.value == "deck" and isinstance(section.value, doc.Mapping):
            yield from _of_lifetime(section.value, lifetimes)


def changes_sight(change: Edit) -> bool:
    """True if an edit only changes who sees or counts something."""
    return change.operator == "setting" and change.span.text in _AUDIENCES


def _option(node: doc.Node | None, declared: OptionType | None) -> Iterator[Edit]:
    if declared is None or not isinstance(node, Scalar):
        return
    value = node.value
    yield from (edit("option", node.span, word) for word in declared.choices if word != value)
    if declared.kind == "int" and _NUMBER.fullmatch(value):
        low = int(value) if declared.low is None else declared.low
        high = int(value) + 1 if declared.high is None else declared.high
        yield from (edit("option", node.span, str(n)) for n in (int(value) + 1, int(value) - 1) if low <= n <= high)


def _players(scalar: Scalar) -> Iterator[Edit]:
    numbers = _RANGE.fullmatch(scalar.value)
    if numbers:
        low, high = int(numbers[1]), int(numbers[2])
        ranges = [(low + 1, high), (low, high - 1), (low - 1, high), (low, high + 1)]
        yield from (edit("setting", scalar.span, f"{a}..{b}") for a, b in ranges if 0 < a <= b)


def _of_deck(key: str, scalar: Scalar) -> Iterator[Edit]:
    if key == "ace":
        yield edit("setting", scalar.span, "low" if scalar.value == "high" else "high")
    elif key in ("jokers", "copies") and scalar.value.isdecimal():
        yield edit("setting", scalar.span, str(int(scalar.value) + 1))


def _of_lifetime(declared: doc.Mapping, lifetimes: tuple[str, ...]) -> Iterator[Edit]:
    """Let a variable or the deck begin again with the stage beside its own."""
    entry = declared.entry("each")
    if entry is None or not isinstance(entry.value, Scalar) or entry.value.value not in lifetimes[:-1] + lifetimes[1:]:
        return
    at = lifetimes.index(entry.value.value)
    other = lifetimes[at + 1] if at + 1 < len(lifetimes) else lifetimes[at - 1]
    yield edit("lifetime", entry.value.span, other, entry.span)


def _of_audience(node: doc.Node | None) -> Iterator[Edit]:
    if isinstance(node, Scalar) and node.value in _AUDIENCES:
        yield edit("setting", node.span, _AUDIENCES[node.value])
    elif isinstance(node, doc.Sequence) and len(node.items) > 1:
        yield from (without("setting", item.span) for item in node.items)
    elif isinstance(node, doc.Sequence):
        yield from (edit("setting", item.span, "nobody") for item in node.items)
