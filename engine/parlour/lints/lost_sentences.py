"""Finds members that a game replaces without a word, although the rule sheet had a sentence about them."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, Related
from parlour.documents.composition import Composition
from parlour.documents.prose import owners, sheet_sentences
from parlour.documents.replaced_members import replacing


def check_sentences(composition: Composition) -> Iterator[Diagnostic]:
    """Yield a note for each member whose replacement takes its sentence off the sheet, and has none of its own."""
    sentences = [
        (member, key, name)
        for member in composition.sections["sheet"]
        for key, _ in sheet_sentences(member.value)
        for name in (owners(key) if key is not None else ())
    ]
    spoken = {(member.document.id, name) for member, _, name in sentences}
    for member, key, name in sentences:
        new = replacing(name, member.document, composition)
        if new is not None and new.document.kind == "game" and (new.document.id, name) not in spoken:
            message = f"`{new.document.id}` replaces `{name}`, so the sheet loses its sentence"
            help_ = f"say what holds in this game: `sheet: {{{member.name}: {{{name}: …}}}}`"
            there = (Related(key.span if key is not None else member.key.span, "the sentence"),)
            yield Diagnostic("sheet-sentence", message, new.key.span, "note", there, help_)
