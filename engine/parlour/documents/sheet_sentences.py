"""What documents say on the rule sheet: paragraphs, and sentences that belong to members.

A part of the sheet is a paragraph or a list of them. A paragraph is a text, or a mapping from members to sentences. A
sentence disappears if something replaces its member; a sentence of a `replaced` member appears only then.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.documents import document as doc
from parlour.documents.composition import Composition, Member
from parlour.documents.document import Mapping, Node, Scalar
from parlour.documents.replaced_members import replacing

REPLACED = " replaced"  # after the name of a member


def sheet_paragraphs(value: Node) -> Iterator[Scalar | Mapping]:
    """Yield the paragraphs of a part of the sheet: texts, and mappings from members to sentences."""
    instead = value.get("instead") if isinstance(value, Mapping) else None
    value = value if instead is None else instead
    for item in value.items if isinstance(value, doc.Sequence) else (value,):
        if isinstance(item, Scalar | Mapping):
            yield item


def sheet_sentences(value: Node) -> Iterator[tuple[Scalar | None, Scalar]]:
    """Yield the texts of a part of the sheet or of the card chart, each with the members that it belongs to."""
    for paragraph in sheet_paragraphs(value):
        if isinstance(paragraph, Scalar):
            yield None, paragraph
        else:
            yield from ((entry.key, entry.value) for entry in paragraph.entries if isinstance(entry.value, Scalar))


def sheet_texts(value: Node) -> Iterator[Scalar]:
    """Yield the texts of a part of the sheet or of the card chart."""
    yield from (text for _, text in sheet_sentences(value))


def owners(key: Scalar) -> Iterator[tuple[str, bool]]:
    """Yield the members that a sentence belongs to, each with whether the sentence needs it `replaced`."""
    for name in filter(None, (name.strip() for name in key.value.split(","))):
        yield name.removesuffix(REPLACED), name.endswith(REPLACED)


def texts_in_force(member: Member, composition: Composition) -> Iterator[Scalar | list[Scalar]]:
    """Yield the paragraphs of a part of the sheet, each a text or the sentences of members that hold in this mix."""
    for paragraph in sheet_paragraphs(member.value):
        if isinstance(paragraph, Scalar):
            yield paragraph
        else:
            yield [
                text
                for key, text in sheet_sentences(paragraph)
                if key is not None
                and all(bool(replacing(name, member.document, composition)) == gone for name, gone in owners(key))
            ]


def sentences_in_force(member: Member, composition: Composition) -> Iterator[str]:
    """Yield the sentences of members of a part of the sheet that hold in this mix."""
    for paragraph in texts_in_force(member, composition):
        yield from (text.value for text in paragraph) if isinstance(paragraph, list) else ()
