"""The nodes of a YAML text, with exact places.

Parlour uses a subset of YAML in which the program gets exactly the visible text. Keys and scalars are strings as
written, without guessed types; there are no anchors, tags or merge keys; keys are unique. `yaml_text` parses it. This
module knows nothing about rulesets or their language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import field
from functools import cached_property
from typing import TypeAlias

from parlour.base.diagnostics import Diagnostic
from parlour.base.frozen import frozen
from parlour.base.source import Source, Span
from parlour.documents import scalars


@frozen
class Scalar:
    """`draw(p, 2)`, `"draw(p, 2)"`, or a string over several lines."""

    value: str
    plain: bool
    """Written without quotes, and without `|` or `>`."""
    span: Span
    """The scalar as it is written, with its quotes."""
    _written: tuple[int, str, int] | None = field(default=None, repr=False, compare=False)
    """Its end including trailing blanks, its style, and the column of the collection around it."""

    @property
    def source(self) -> Source:
        return self.span.source

    @property
    def place(self) -> tuple[int, ...]:
        """Its place in its source, which is different for each scalar of a source."""
        return self.span.start, self.span.end

    @property
    def style(self) -> str:
        """`|` or `>` for a block, a quote, or nothing for a plain scalar."""
        return self._written[1] if self._written is not None else ""

    def __getstate__(self) -> dict[str, object]:
        return {"value": self.value, "plain": self.plain, "span": self.span, "_written": self._written}

    def at(self, start: int, end: int) -> Span:
        """Return the span of `value[start:end]`. An offset beyond the value means its end."""
        if not self._runs:
            return self.span
        start = min(max(start, 0), len(self.value))
        end = min(max(end, start), len(self.value))
        return Span(self.span.source, *scalars.place(self._runs, start, end))

    def edited(self, stretch: Span, new: str) -> Scalar:
        """Return the scalar with another text in a stretch of its file. Its places are those in the edited file."""
        written = self.span.source.text
        source = Source(self.span.source.name, written[: stretch.start] + new + written[stretch.end :])
        more = len(new) - (stretch.end - stretch.start)
        end, style, column = self._written or (self.span.end, "", -1)
        value, _ = scalars.decode(source.text, self.span.start, end + more, style, column)
        return Scalar(
            value, self.plain, Span(source, self.span.start, self.span.end + more), (end + more, style, column)
        )

    @cached_property
    def _runs(self) -> tuple[scalars.Stretch, ...]:
        """The places of its characters; empty if they are unknown. Computed lazily, since few scalars need it."""
        if self._written is None:
            return ()
        end, style, column = self._written
        value, runs = scalars.decode(self.span.source.text, self.span.start, end, style, column)
        return runs if value == self.value else ()


@frozen
class Pair:
    """`key: value`"""

    key: Scalar
    value: Node

    @property
    def span(self) -> Span:
        return self.key.span.to(self.value.span)


@frozen
class Mapping:
    """Entries in block style or `{key: value, …}`. Keys are unique."""

    entries: tuple[Pair, ...]
    span: Span

    def __getstate__(self) -> dict[str, object]:
        return {"entries": self.entries, "span": self.span}

    @cached_property
    def _by_key(self) -> dict[str, Pair]:
        return {entry.key.value: entry for entry in self.entries}

    def entry(self, key: str) -> Pair | None:
        return self._by_key.get(key)

    def get(self, key: str) -> Node | None:
        entry = self.entry(key)
        return entry.value if entry is not None else None


@frozen
class Sequence:
    """Items after dashes, or `[one, two]`."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = Scalar | Mapping | Sequence
Findings: TypeAlias = tuple[Diagnostic, ...]


def entries_in(node: Node | None) -> tuple[Pair, ...]:
    """Return the entries of a mapping; other nodes have none."""
    return node.entries if isinstance(node, Mapping) else ()


def keys_in(node: Node | None) -> tuple[str, ...]:
    """Return the keys of a mapping; other nodes have none."""
    return tuple(entry.key.value for entry in entries_in(node))


def items_in(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a sequence; another node is its own only item."""
    return node.items if isinstance(node, Sequence) else () if node is None else (node,)


def node_at(node: Node | None, key: str) -> Node | None:
    """Return the node under a key of a mapping."""
    return node.get(key) if isinstance(node, Mapping) else None


def scalar_at(node: Node | None, key: str) -> Scalar | None:
    """Return the scalar under a key of a mapping."""
    value = node_at(node, key)
    return value if isinstance(value, Scalar) else None


def string_at(node: Node | None, key: str) -> str:
    """Return the string under a key of a mapping on one line, or an empty string."""
    scalar = scalar_at(node, key)
    return " ".join(scalar.value.split()) if scalar is not None else ""


def flat(node: Node) -> str:
    """Return the content of a node as one string, without its layout."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{entry.key.value}: {flat(entry.value)}" for entry in node.entries) + "}"
    return "[" + ", ".join(flat(item) for item in node.items) + "]"


def walk(node: Node, without: Collection[str] = ()) -> Iterator[Node]:
    """Yield a node and every node inside it, outer ones first, except the values of some keys."""
    left = [node]
    while left:
        here = left.pop()
        yield here
        if isinstance(here, Mapping):
            left += [entry.value for entry in reversed(here.entries) if entry.key.value not in without]
        elif isinstance(here, Sequence):
            left += reversed(here.items)


def inner_scalars(node: Node, without: Collection[str] = ()) -> Iterator[Scalar]:
    """Yield every scalar inside a node, except under some keys."""
    return (part for part in walk(node, without) if isinstance(part, Scalar))


def typed(scalar: Scalar) -> str | int | bool | None:
    """Return the value of a scalar where a value other than a string is expected.

    Only plain `true`, `false`, `null`, the empty scalar, and whole numbers without leading zeros have another
    value than their text.
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
    """True for a member that a frame leaves for its games to define."""
    return isinstance(value, Scalar) and value.plain and value.value == "required"
