"""Finds texts that mention a rule outside the mix, although the words don't depend on that rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar
from parlour.documents.prose import SHEET_SECTIONS, passages
from parlour.documents.sheet_sentences import sheet_sentences
from parlour.lints.unused_names import Documents


def check_absent(composition: Composition, others: Documents) -> Iterator[Diagnostic]:
    """Yield a note for each text that mentions the title or another name of a rule of this family outside the mix.

    A name shared with a part of the mix means that part. `others` returns the documents outside the mix.
    """
    frames = {document.id for document in composition.documents if document.kind == "frame"}
    known = "\n".join(name for document in composition.documents for name in names_of(document))
    absent: dict[str, str] = {}
    for document in others():
        if document.kind == "rule" and frames & {*document.strings("for")}:
            absent |= {name: document.id for name in names_of(document) if name not in known}
    if not absent:
        return
    names = re.compile(rf"\b({'|'.join(re.escape(name) for name in sorted(absent, key=len, reverse=True))})\b", re.I)
    for document, text in _texts(composition):
        said = {found[0] for p in passages(text.value, document, composition) for found in names.finditer(p.words)}
        for found in names.finditer(text.value):
            if found[0] in said:
                rule = absent[found[0].casefold()]
                message = f"`{found[0]}` is the name of a rule that isn't in this mix, `{rule}`"
                help_ = f"write `{{with {rule}: …}}` around the words that need the rule"
                yield Diagnostic("text-absent", message, text.at(*found.span()), "note", help=help_)


def names_of(document: Document) -> tuple[str, ...]:
    """Return the title and the other names of a document, in small letters."""
    also = document.strings("also-called")
    return tuple(" ".join(name.split()).casefold() for name in (document.title, *also))


def _texts(composition: Composition) -> Iterator[tuple[Document, Scalar]]:
    for document in composition.documents:
        text = document.node.get("text")
        if isinstance(text, Scalar):
            yield document, text
    for section in SHEET_SECTIONS:
        for member in composition.sections[section]:
            yield from ((member.document, text) for _, text in sheet_sentences(member.value))
