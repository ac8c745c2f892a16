"""Reports braces that people would read in titles and texts, such as `{options.high + 1}`.

Also reports words in braces for a value that the option can't have. Wording and messages of the language are
templates; the parser reports their braces.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from parlour.base.diagnostics import did_you_mean, listing, nearest
from parlour.documents.composition import Document
from parlour.documents.document import Scalar, node_at
from parlour.documents.prose import (
    SHEET_SECTIONS,
    SHOWN_VALUE,
    all_conditions,
    braces_in,
    settings_of,
    unfilled,
    values_of,
)
from parlour.documents.replaced_members import called, is_known
from parlour.documents.sheet_sentences import changes, owners, sheet_sentences
from parlour.lang.symbols import Tables

_TEXTS = ("endings", "groups")  # sections whose members can be texts
_HOLES = "a rule text can show `{options.NAME}`, and words that depend on a value: `{options.NAME is VALUE: …}`"
_PLAIN = "write the value itself: only the texts of whole games, rules and frames can show the values of options"


def check_braces(tables: Tables) -> None:
    """Report braces in the texts of the documents and of their members, unless they are filled in."""
    composition = tables.composition
    for document in composition.documents:
        title = document.node.get("title")
        if isinstance(title, Scalar):
            _report_all(tables, title)
    for document, text, words in _told(tables):
        for start, end in unfilled(document, composition, words):
            _report(tables, text, start, end, _help(words[start:end], values_of(document, composition)))
        _compare(tables, document, text)
    for scalar in _texts(tables):
        _report_all(tables, scalar)
    _check_owners(tables)


def _check_owners(tables: Tables) -> None:
    """Report unknown members with sentences of the sheet, or changes to them."""
    composition = tables.composition
    keys = [key for member in composition.sections["sheet"] for key, _ in sheet_sentences(member.value) if key]
    for key in (*keys, *(name for _, name in changes(composition))):
        for name in [name for name, _ in owners(key) if not is_known(name, composition)]:
            message = f"this mix has no member `{name}` for a sentence of its sheet"
            tables.error("unknown-name", message, key.span, did_you_mean(name, called(composition)))


def _told(tables: Tables) -> Iterator[tuple[Document, Scalar, str]]:
    """Yield the texts that can show options, each with its words: those of documents, of the sheet, of the card chart
    and of facets."""
    for document in tables.composition.documents:
        text = document.node.get("text")
        if isinstance(text, Scalar):
            yield document, text, text.value
    for section in SHEET_SECTIONS:
        for member in tables.composition.sections[section]:
            yield from ((member.document, text, text.value) for _, text in sheet_sentences(member.value))
    for member in tables.composition.sections["facets"]:
        text = node_at(member.value, "words")
        if isinstance(text, Scalar):
            yield member.document, text, text.value.replace(SHOWN_VALUE, "_" * len(SHOWN_VALUE))


def _compare(tables: Tables, document: Document, text: Scalar) -> None:
    """Report words for a value that the option can't have."""
    settings = settings_of(document, tables.composition)
    for condition in all_conditions(text.value):
        setting = settings.get(condition.option or "")
        words = () if setting is None else setting.type.choices
        if not words or condition.value in words or condition.value is None:
            continue
        near = nearest(condition.value, words)
        help = f"did you mean `{near}`?" if near is not None else f"it can be {listing(words)}"
        message = f"the option `{condition.option}` is never `{condition.value}`"
        tables.error("text-condition", message, text.at(condition.start, condition.end), help)


def _texts(tables: Tables) -> Iterator[Scalar]:
    """Yield the texts of all members."""
    for section, members in tables.composition.sections.items():
        for member in members:
            text = node_at(member.value, "text")
            if section in _TEXTS and isinstance(member.value, Scalar):
                text = member.value
            if isinstance(text, Scalar) and section != "examples":
                yield text


def _report_all(tables: Tables, scalar: Scalar) -> None:
    for start, end in braces_in(scalar.value):
        _report(tables, scalar, start, end, _PLAIN)


def _report(tables: Tables, scalar: Scalar, start: int, end: int, help: str) -> None:
    shown = scalar.value[start:end]
    tables.error("text-braces", f"players would read the braces of `{shown}`", scalar.at(start, end), help)


def _help(hole: str, options: Collection[str]) -> str:
    """Return a suggestion for braces about an option or a misspelt one, or else what braces in a text can hold."""
    if len(hole) == 1:
        return f"for a brace in the text itself, write `{hole * 2}`"
    name = hole.strip("{ }").removeprefix("not ").removeprefix("options.").replace(":", " ").partition(" ")[0]
    if name in options:
        shown = f"`{{options.{name}}}`"
        return f"a text can show {shown}, and words that depend on it: `{{options.{name} is VALUE: …}}`, or `is not`"
    near = nearest(name, options) if hole == f"{{options.{name}}}" else None
    return f"did you mean `{{options.{near}}}`?" if near is not None else _HOLES
