"""The nodes of a YAML text, with exact places.

A document here is less than YAML allows, so that what a person reads is what the program gets: names and
scalars are the text that was written, without guesses at types; there are no anchors, tags or merge keys;
a name occurs once. `yaml_text` reads them. This module knows nothing about rulesets or their language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Source, Span
from parlour.documents import scalars


@dataclass(frozen=True)
class Scalar:
    """`draw(p, 2)`, `"draw(p, 2)"`, or a text over several lines."""

    value: str
    plain: bool
    """Written without quotes, and without `|` or `>`."""
    span: Span
    """The scalar as it is written, with its quotes."""
    _written: tuple[int, str, int] | None = field(default=None, repr=False, compare=False)
    """Where it ends with the blanks behind it, its style, and the column of the collection around it."""

    @property
    def source(self) -> Source:
        return self.span.source

    @property
    def place(self) -> tuple[int, ...]:
        """Where it stands in its source: two scalars of one source never stand at one place."""
        return self.span.start, self.span.end

    def __getstate__(self) -> dict[str, object]:
        return {"value": self.value, "plain": self.plain, "span": self.span, "_written": self._written}

    def at(self, start: int, end: int) -> Span:
        """Where `value[start:end]` is written. An offset behind the text means its end."""
        if not self._runs:
            return self.span
        start = min(max(start, 0), len(self.value))
        end = min(max(end, start), len(self.value))
        return Span(self.span.source, *scalars.place(self._runs, start, end))

    @cached_property
    def _runs(self) -> tuple[scalars.Run, ...]:
        """The places of its characters: nothing where they are not known. Few scalars are ever asked."""
        if self._written is None:
            return ()
        end, style, column = self._written
        value, runs = scalars.decode(self.span.source.text, self.span.start, end, style, column)
        return runs if value == self.value else ()


@dataclass(frozen=True)
class Entry:
    """`key: value`"""

    key: Scalar
    value: Node


@dataclass(frozen=True)
class Mapping:
    """Entries one below the other, or `{key: value, …}`. No key occurs twice."""

    entries: tuple[Entry, ...]
    span: Span

    def __getstate__(self) -> dict[str, object]:
        return {"entries": self.entries, "span": self.span}

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        return {entry.key.value: entry for entry in self.entries}

    def entry(self, key: str) -> Entry | None:
        return self._by_key.get(key)

    def get(self, key: str) -> Node | None:
        entry = self.entry(key)
        return entry.value if entry is not None else None

    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)


@dataclass(frozen=True)
class Sequence:
    """Items behind dashes, or `[one, two]`."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence
Findings: TypeAlias = tuple[Diagnostic, ...]


def typed(scalar: Scalar) -> str | int | bool | None:
    """What a scalar says where a value other than a text is wanted.

    Only plain `true`, `false`, `null`, nothing at all, and whole numbers without leading zeros are more
    than their text.
    """
    if scalar.plain:
        if scalar.value in _WORDS:
            return _WORDS[scalar.value]
        if _NUMBER.fullmatch(scalar.value):
            return int(scalar.value)
    return scalar.value


_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "": None}
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}")


def is_required(value: Node) -> bool:
    """True for a part that a frame leaves to the games."""
    return isinstance(value, Scalar) and value.plain and value.value == "required"
