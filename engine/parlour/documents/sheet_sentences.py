"""What documents say on the rule sheet: paragraphs, and sentences that belong to members.

A part of the sheet is a paragraph or a list of them. A paragraph is a text, or a mapping from members to sentences. A
sentence disappears if something replaces its member; a sentence of a `replaced` member appears only then. A member that
another document lists under `changes` counts as replaced.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Member, scalars
from parlour.documents.document import Node, Scalar
from parlour.documents.replaced_members import replacing

REPLACED = " replaced"  # after the name of a member
CHANGES = "changes"  # beside the parts of the sheet
Sentence: TypeAlias = tuple[Scalar | None, Scalar]
"""Words of the sheet, behind the members that they belong to. A text belongs to none, and is a whole paragraph."""


def sheet_paragraphs(value: Node) -> Iterator[list[Sentence]]:
    """Yield the paragraphs of a part of the sheet or of the card chart."""
    instead = doc.node_at(value, "instead")
    value = value if instead is None else instead
    for item in doc.items_in(value):
        if isinstance(item, Scalar):
            yield [(None, item)]
        elif isinstance(item, doc.Mapping):
            yield [(entry.key, entry.value) for entry in item.entries if isinstance(entry.value, Scalar)]


def sheet_sentences(value: Node) -> Iterator[Sentence]:
    """Yield the sentences and texts of a part of the sheet or of the card chart."""
    for paragraph in sheet_paragraphs(value):
        yield from paragraph


def owners(key: Scalar | None) -> Iterator[tuple[str, bool]]:
    """Yield the members that a sentence belongs to, each with whether the sentence needs it `replaced`."""
    for name in filter(None, (name.strip() for name in key.value.split(","))) if key is not None else ():
        yield name.removesuffix(REPLACED), name.endswith(REPLACED)


def applies(key: Scalar | None, member: Member, composition: Composition, but: Collection[str] = ()) -> bool:
    """True if a sentence of a part of the sheet, or a text, holds in this mix, whatever happens to members `but`."""
    of = member.document
    changed = {name.value for document, name in changes(composition) if document is not of}
    return all(
        name in but or (name in changed or replacing(name, of, composition) is not None) == gone
        for name, gone in owners(key)
    )


def changes(composition: Composition) -> Iterator[tuple[Document, Scalar]]:
    """Yield the members that documents change without replacing them."""
    for member in composition.sections["sheet"]:
        if member.name == CHANGES and composition.holds_at_start(member.document):
            yield from ((member.document, name) for name in scalars(member.value))
