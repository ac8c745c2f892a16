"""The moves of an example, in any of the ways to write them, as a list of the moves of single seats and of checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from parlour.documents import document as doc
from parlour.documents.document import Scalar

_NEXT_SEAT = re.compile(r"\s*;\s*(?=\d+\s*:)")


def in_steps(example: doc.Mapping) -> doc.Mapping:
    """Return an example with such a list. A result after the last moves becomes its `then`."""
    moves = example.entry("moves")
    if moves is None:
        return example
    items = moves.value.items if isinstance(moves.value, doc.Sequence) else (moves.value,)
    steps = [step for item in items for step in _steps(item)]
    last = items[-1].entries[-1] if items and isinstance(items[-1], doc.Mapping) else None
    then: tuple[doc.Pair, ...] = ()
    if last is not None and last.key.value != "check" and example.get("then") is None:
        then = (replace(last, key=replace(last.key, value="then")),)
        steps.pop()
    listed = replace(moves, value=doc.Sequence(tuple(steps), moves.value.span))
    return doc.Mapping((*(listed if entry is moves else entry for entry in example.entries), *then), example.span)


def _steps(item: doc.Node) -> Iterator[doc.Node]:
    """Yield the moves of each seat in a string; the moves and then the check in a mapping."""
    if isinstance(item, Scalar):
        yield from _of_seats(item)
    elif isinstance(item, doc.Mapping):
        for entry in item.entries:
            yield from () if entry.key.value == "check" else _of_seats(entry.key)
            yield doc.Mapping((replace(entry, key=replace(entry.key, value="check")),), entry.value.span)


def _of_seats(moves: Scalar) -> Iterator[Scalar]:
    """Yield the parts of `1: play 4♦; 2: draw; pass`: the moves of seat 1, and those of seat 2."""
    breaks = [match.span() for match in _NEXT_SEAT.finditer(moves.value)]
    if not breaks:
        yield moves  # with the places of all its characters
        return
    for (_, start), (end, _) in pairwise([(0, 0), *breaks, (len(moves.value), 0)]):
        yield Scalar(moves.value[start:end], moves.plain, moves.at(start, end))
