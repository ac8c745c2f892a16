"""The ranks that a rule is about. Knows documents, and no Program."""

from __future__ import annotations

from collections.abc import Collection

from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.program import Design


def own_ranks(rule: Document, design: Design) -> frozenset[str]:
    """Return the ranks to which a rule gives a power or a class."""
    words: list[str] = []
    for entry in doc.entries_in(rule.node.get("powers")):
        words += entry.key.value.split()
    for entry in doc.entries_in(rule.node.get("classes")):
        value = entry.value
        for part in (value.get("starts"), value.get("adds")) if isinstance(value, doc.Mapping) else (value,):
            words += [item.value for item in scalars(part)]
    return ranks_named(words, design)


def ranks_named(words: Collection[str], design: Design) -> frozenset[str]:
    """Return the ranks among these words, and those of the cards among them."""
    faces = [face for word in words if (face := design.face_named(word)) is not None]
    return frozenset((*(design.ranks[design.rank_of(face)].name for face in faces), *{*words} & {*design.rank_names}))
