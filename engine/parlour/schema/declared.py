"""Are the names that a document declares names that a text can use?

A name is declared once and used in texts; one that no text could use is told where it is declared. What stands inside
the texts, and in the brackets of a heading, is read elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents import document as doc
from parlour.documents.document import Node, Scalar
from parlour.lang.lexer import RESERVED, is_name

SECTIONS = (
    "types", "classes", "options", "endings", "zones", "marks", "state",
    "stages", "functions", "procedures", "prompts", "outcome",
)  # fmt: skip
"""Sections whose keys are names, some with parameters in brackets behind them. The names of records begin with a
capital letter, as no word of the language does; those of clauses, groups and facets don't stand in texts."""


def check_names(document: doc.Mapping) -> Iterator[Diagnostic]:
    yield from _names_of(document)
    additions = document.get("with")
    for entry in _entries(additions):
        if isinstance(entry.value, doc.Mapping):
            yield from _names_of(entry.value)


def _names_of(sections: doc.Mapping) -> Iterator[Diagnostic]:
    for key in SECTIONS:
        for entry in _entries(sections.get(key)):
            yield from _check(entry.key, entry.key.value.partition("(")[0], 0)
    for record in _entries(sections.get("records")):
        for entry in _entries(record.value):
            yield from _check(entry.key, entry.key.value, 0)
    for entry in _entries(sections.get("names")):
        start = 0
        for word in entry.key.value.split(" "):
            yield from _check(entry.key, word, start)
            start += len(word) + 1


def _check(key: Scalar, name: str, start: int) -> Iterator[Diagnostic]:
    place = key.at(start, start + len(name))
    if name in RESERVED:
        message = f"`{name}` is a word of the language and can't be a name"
        help = f"take another name; it may be part of a longer one, such as `my-{name}`"
        yield Diagnostic("syntax-name", message, place, help=help)
    elif not is_name(name):
        message = f"`{name}` is no name: texts would read a figure behind a hyphen as a number to be taken away"
        help = f"write `{name.replace('-', '_')}`"
        yield Diagnostic("syntax-name", message, place, help=help)


def _entries(node: Node | None) -> tuple[doc.Entry, ...]:
    return node.entries if isinstance(node, doc.Mapping) else ()
