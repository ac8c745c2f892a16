"""Checking that expressions can use the names that a document declares.

Reports a name that no expression could use at its declaration. Expressions, and the parameters in headings, are
parsed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents import document as doc
from parlour.documents.document import Scalar
from parlour.lang.lexer import RESERVED, is_name

SECTIONS = (
    "types", "classes", "options", "endings", "zones", "marks", "state", "logs", "shows",
    "stages", "functions", "procedures", "prompts", "outcome",
)  # fmt: skip
"""Sections whose keys are names, some followed by parameters in brackets. Names of records need no check: unlike
keywords, they begin with a capital letter. Clauses, groups and facets need none either, because expressions never use
them."""


def check_names(document: doc.Mapping) -> Iterator[Diagnostic]:
    yield from _names_of(document)
    additions = document.get("with")
    for entry in doc.entries_in(additions):
        if isinstance(entry.value, doc.Mapping):
            yield from _names_of(entry.value)


def _names_of(sections: doc.Mapping) -> Iterator[Diagnostic]:
    for key in SECTIONS:
        for entry in doc.entries_in(sections.get(key)):
            yield from _check(entry.key, entry.key.value.partition("(")[0], 0)
    for record in doc.entries_in(sections.get("records")):
        for entry in doc.entries_in(record.value):
            yield from _check(entry.key, entry.key.value, 0)
    for entry in doc.entries_in(sections.get("names")):
        start = 0
        for word in entry.key.value.split(" "):
            yield from _check(entry.key, word, start)
            start += len(word) + 1


def _check(key: Scalar, name: str, start: int) -> Iterator[Diagnostic]:
    place = key.at(start, start + len(name))
    if name in RESERVED:
        message = f"`{name}` is a keyword and can't be a name"
        help = f"choose another name, for example `my-{name}`"
        yield Diagnostic("syntax-name", message, place, help=help)
    elif not is_name(name):
        message = f"`{name}` is not a valid name: expressions would read the hyphen before a digit as a minus sign"
        help = f"write `{name.replace('-', '_')}`"
        yield Diagnostic("syntax-name", message, place, help=help)
