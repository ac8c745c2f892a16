"""Joins the movements of cards that move several times: only where they were and where they are now matters.

Works on the events that a seat has seen; must not import states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from parlour.views import SeenEvent
from parlour.views.seen_events import CardsMoved, Travelled


def net(events: Iterable[SeenEvent]) -> Iterator[SeenEvent]:
    """Yield the events. Movements that follow each other show each card once, if the seat saw all these cards."""
    for moving, stretch in groupby(events, key=lambda event: isinstance(event, CardsMoved)):
        some = list(stretch)
        yield from _joined([event for event in some if isinstance(event, CardsMoved)]) if moving else some


def _joined(events: list[CardsMoved]) -> Iterator[CardsMoved]:
    cards = [(event.target, card) for event in events for card in event.cards]
    found: dict[tuple[str, str | None], list[Travelled]] = {}  # by where they are now, and their names
    for target, card in cards:
        moved = found.get((card.source, card.card), [])
        first = moved.pop() if moved else card
        found.setdefault((target, card.card), []).append(replace(first, to_place=card.to_place))
    seen = all(card.card is not None for _, card in cards) and not any(event.more for event in events)
    if not seen or sum(map(len, found.values())) == len(cards):
        yield from events
        return
    for (target, _), some in found.items():
        yield from (CardsMoved(target, (card,)) for card in some if card.source != target)
