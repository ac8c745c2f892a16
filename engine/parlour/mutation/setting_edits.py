"""Edits of settings: defaults of options, numbers of players, the pack, who sees what, and when it begins again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set

from parlour.documents import document as doc
from parlour.documents.composition import OptionType
from parlour.documents.document import Scalar
from parlour.documents.option_types import option_type
from parlour.mutation.edits import Edit, edit

OptionTypes = Mapping[str, OptionType]
"""By full name: `hand-size`, `last-card-call.penalty`."""

_NUMBER = re.compile(r"-?\d+")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_AUDIENCES = {
    "nobody": "everybody", "owner": "everybody", "partners": "nobody", "opponents": "nobody", "side": "owner",
    "others": "everybody", "everybody": "nobody", "top": "nobody", "last-batch": "last-batch",
}  # fmt: skip
_WORD = re.compile(r"[^][,\s]+")
_FLIPPED = {"true": "false", "false": "true"}


def settings(
    node: doc.Mapping, types: OptionTypes, lifetimes: tuple[str, ...] = (), limits: Set[str] = frozenset()
) -> Iterator[Edit]:
    """Yield an edit for each other value that a setting of a document could have. `lifetimes` are the stages of its mix
    with which variables begin again. `limits` are the options that only stop loops: they stay as they are."""
    for section in node.entries:
        match section.key.value, section.value:
            case "options", doc.Mapping(entries=entries):
                for entry in entries:
                    if entry.key.value not in limits:
                        yield from _default(entry.value)
            case "set", doc.Mapping(entries=entries):
                for entry in entries:
                    if isinstance(entry.value, Scalar):
                        yield from _option(entry.value, types.get(entry.key.value))
            case "players", Scalar() as players:
                yield from _players(players)
            case "deck", doc.Mapping(entries=entries):
                for entry in entries:
                    if isinstance(entry.value, Scalar):
                        yield from _of_deck(entry.key.value, entry.value)
                yield from _of_lifetime(section.value, lifetimes)
            case "zones" | "state", doc.Mapping(entries=entries):
                for entry in entries:
                    yield from _of_audience(entry.value)
                    yield from _of_lifetime(entry.value, lifetimes)


def changes_sight(change: Edit) -> bool:
    """True if an edit only changes who sees or counts something."""
    return change.operator == "setting" and all(word in _AUDIENCES for word in _WORD.findall(change.span.text))


def _default(option: doc.Node) -> Iterator[Edit]:
    default = option.get("default") if isinstance(option, doc.Mapping) else None
    if isinstance(option, doc.Mapping) and isinstance(default, Scalar):
        yield from _option(default, option_type(option))


def _option(scalar: Scalar, declared: OptionType | None) -> Iterator[Edit]:
    if declared is None:
        return
    value = scalar.value
    if declared.kind == "word":
        others = [word for word in declared.words if word != value]
        yield from (edit("option", scalar.span, word) for word in others)
    elif declared.kind == "bool" and value in _FLIPPED:
        yield edit("option", scalar.span, _FLIPPED[value])
    elif declared.kind == "int" and _NUMBER.fullmatch(value):
        yield from (edit("option", scalar.span, str(n)) for n in _near(int(value), declared))


def _near(value: int, declared: OptionType) -> Iterator[int]:
    low = value if declared.low is None else declared.low
    high = value + 1 if declared.high is None else declared.high
    yield from (n for n in (value + 1, value - 1) if low <= n <= high)


def _players(scalar: Scalar) -> Iterator[Edit]:
    found = _RANGE.fullmatch(scalar.value)
    if found:
        low, high = int(found[1]), int(found[2])
        ranges = [(low + 1, high), (low, high - 1), (low - 1, high), (low, high + 1)]
        yield from (edit("setting", scalar.span, f"{a}..{b}") for a, b in ranges if 0 < a <= b)


def _of_deck(key: str, scalar: Scalar) -> Iterator[Edit]:
    if key == "ace":
        yield edit("setting", scalar.span, "low" if scalar.value == "high" else "high")
    elif key in ("jokers", "copies") and scalar.value.isdecimal():
        yield edit("setting", scalar.span, str(int(scalar.value) + 1))


def _of_lifetime(declared: doc.Node, lifetimes: tuple[str, ...]) -> Iterator[Edit]:
    """Let a variable or the deck begin again with the stage beside its own."""
    entry = declared.entry("each") if isinstance(declared, doc.Mapping) else None
    if entry is None or not isinstance(entry.value, Scalar) or entry.value.value not in lifetimes[:-1] + lifetimes[1:]:
        return
    at, whole = lifetimes.index(entry.value.value), entry.key.span.to(entry.value.span)
    yield edit("lifetime", entry.value.span, lifetimes[at + 1] if at + 1 < len(lifetimes) else lifetimes[at - 1], whole)


def _of_audience(declared: doc.Node) -> Iterator[Edit]:
    for entry in declared.entries if isinstance(declared, doc.Mapping) else ():
        if entry.key.value in ("seen", "counted") and isinstance(entry.value, Scalar):
            other = _AUDIENCES.get(entry.value.value)
            if other is not None and other != entry.value.value:
                yield edit("setting", entry.value.span, other)
        elif entry.key.value in ("seen", "counted") and isinstance(entry.value, doc.Sequence):
            words = [item.value for item in entry.value.items if isinstance(item, Scalar)]
            yield from (edit("setting", entry.value.span, _all_but(words, n)) for n in range(len(words)))


def _all_but(words: list[str], n: int) -> str:
    """Return a list of audiences without one of them."""
    return f"[{', '.join(words[:n] + words[n + 1 :])}]" if len(words) > 1 else "nobody"
