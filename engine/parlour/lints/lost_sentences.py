"""Finds members that a game replaces without a word, although the rule sheet had a sentence about them."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic, Related
from parlour.documents.composition import Composition
from parlour.documents.replaced_members import replacing
from parlour.documents.sheet_sentences import owners, sheet_sentences


def check_sentences(composition: Composition) -> Iterator[Diagnostic]:
    """Yield a note for each member whose replacement takes its sentence off the sheet, without another sentence."""
    sentences = [
        (member, key, name, replaced)
        for member in composition.sections["sheet"]
        for key, _ in sheet_sentences(member.value)
        for name, replaced in owners(key)
    ]
    spoken = {(member.document.id, name) for member, _, name, _ in sentences}
    foreseen = {(member.name, name) for member, _, name, replaced in sentences if replaced}
    for member, key, name, _ in sentences:
        new = replacing(name, member.document, composition)
        if new is None or new.document.kind != "game" or (member.name, name) in foreseen:
            continue
        if (new.document.id, name) not in spoken:
            message = f"`{new.document.id}` replaces `{name}`, so the sheet loses its sentence"
            help_ = f"say what holds in this game: `sheet: {{{member.name}: {{{name}: …}}}}`"
            there = (Related((key or member.key).span, "the sentence"),)
            yield Diagnostic("sheet-sentence", message, new.key.span, "note", there, help_)
