"""Tries a suggested example: does it pass with the rules as they are, and fail with the mutant?

It might not. Examples give quiet answers by themselves, for instance, so they can't show that somebody was asked.
"""

from __future__ import annotations

from parlour.base.source import Source
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.yaml_text import read_data
from parlour.examples import Case, play_case
from parlour.mutation.asked_examples import SECONDS, TooLongError, at_most
from parlour.mutation.mutated_mixes import MutatedMixes


def notices(example: str, document: Document, baseline: MutatedMixes, mixes: MutatedMixes) -> bool:
    """True if an example for the file of a document notices its mutant."""
    source = Source(document.source.name, example + "\n")
    node, _ = read_data(source.text.encode(), source)
    written = node.items[0] if isinstance(node, doc.Sequence) and node.items else None
    if not isinstance(written, doc.Mapping):
        return False
    case = Case(document, written)
    try:
        with at_most(SECONDS):
            return play_case(case, baseline)[0].passed and not play_case(case, mixes)[0].passed
    except TooLongError:
        return True
