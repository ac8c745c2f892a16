"""Helpers for the tests of the language."""

import dataclasses
from collections.abc import Callable
from typing import TypeVar

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.base.source import Source, Span
from parlour.lang.text_to_parse import Text

T = TypeVar("T")
NOWHERE = Span(Source("", ""), 0, 0)


@dataclasses.dataclass(frozen=True)
class Plain:
    """A text at an offset of a file."""

    value: str
    before: str = ""

    @property
    def source(self) -> Source:
        return Source("test", self.before + self.value)

    @property
    def place(self) -> tuple[int, ...]:
        return (len(self.before),)

    def at(self, start: int, end: int) -> Span:
        offset = len(self.before)
        return Span(self.source, offset + start, offset + end)


def parsed(parse: Callable[[Text, list[Diagnostic]], T | None], value: str) -> T:
    problems: list[Diagnostic] = []
    node = parse(Plain(value), problems)
    assert not problems, f"{value}\n{render_text(problems)}"
    assert node is not None
    return node


def problems_of(parse: Callable[[Text, list[Diagnostic]], object], value: str) -> list[Diagnostic]:
    problems: list[Diagnostic] = []
    parse(Plain(value), problems)
    return problems


def placeless(node: object) -> object:
    """The same node with all its spans made equal."""
    if isinstance(node, Span):
        return NOWHERE
    if isinstance(node, tuple):
        return tuple(placeless(part) for part in node)
    if dataclasses.is_dataclass(node) and not isinstance(node, type):
        fields = {f.name: placeless(getattr(node, f.name)) for f in dataclasses.fields(node)}
        return dataclasses.replace(node, **fields)
    return node
