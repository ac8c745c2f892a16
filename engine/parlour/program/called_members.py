"""The functions, permissions and questions that nodes depend on. Knows no bodies, only which nodes name them."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.program.expressions import CallFunction, Offers, Permitted
from parlour.program.questions import Slot
from parlour.program.walking import walk

Called = tuple[str, int]
"""The kind of a member, and its number."""

_CALLING = frozenset({CallFunction, Permitted, Offers, Slot})  # most nodes are none of these


def called_in(node: object) -> Iterator[Called]:
    """Yield what the nodes in a node or tuple call."""
    for part in walk(node):
        if type(part) in _CALLING:
            yield from _called(part)


def _called(part: object) -> Iterator[Called]:
    match part:
        case CallFunction(number):
            yield "function", number
        case Permitted(number):
            yield "permission", number
        case Offers(number):
            yield "question", number
        case Slot(faces=int(number)):
            yield "function", number
