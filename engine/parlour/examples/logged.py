"""The entries of a log in examples: a list of values, or the words that players read."""

from __future__ import annotations

from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.results import Failure
from parlour.examples.terms import LogKey, Terms
from parlour.examples.words import words
from parlour.views import View
from parlour.views.shown_lines import ShownLines

NOT_SEEN = "not seen"


def check_entries(names: Terms, shown: ShownLines, cells: list[int], key: LogKey, node: Node) -> Failure | None:
    """Compare a log with a list of entries, or with the words that players read."""
    actual = shown.entries(cells, key.log)
    if isinstance(node, doc.Scalar):
        wanted = " ".join(node.value.split())
    else:
        wanted = shown.in_words(names.entries(key, node), key.log)
    return None if wanted == actual else Failure(f"`{key.name}`", wanted, actual, node.span)


def check_seen_words(view: View, name: str, actual: str | None, node: Node) -> Failure | None:
    """Compare what a seat reads with the words in an example; `not seen` if it reads nothing."""
    wanted = " ".join(word.text for word in words(node))
    if wanted == (NOT_SEEN if actual is None else actual):
        return None
    return Failure(f"seat {view.seat} sees `{name}`", wanted, actual or NOT_SEEN, node.span)
