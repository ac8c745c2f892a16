"""The ranks that a rule is about. Knows documents, and no Program."""

from __future__ import annotations

from parlour.documents import document as doc
from parlour.documents.composition import Document, scalars
from parlour.table.cards import card_of_name, rank_names


def own_ranks(rule: Document) -> frozenset[str]:
    """Return the ranks to which a rule gives a power or a class."""
    words: list[str] = []
    powers, classes = rule.node.get("powers"), rule.node.get("classes")
    for entry in powers.entries if isinstance(powers, doc.Mapping) else ():
        words += entry.key.value.split()
    for entry in classes.entries if isinstance(classes, doc.Mapping) else ():
        words += [item.value for item in scalars(entry.value)]
    cards = [card_of_name(word) for word in words]
    return frozenset((*(card[0] for card in cards if card is not None), *(set(words) & set(rank_names(True)))))
