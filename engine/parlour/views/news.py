"""Whether a seat has learned anything between two moments of a game, from its views and the events that it saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour.views.known import bare
from parlour.views.seen_events import CardsMoved, CardsShown, CardsTurned, LineSaid, PlayerAnswered, SeenEvent
from parlour.views.view import View


def sees_cards(before: View, after: View, events: Sequence[SeenEvent]) -> bool:
    """Return True if the seat sees cards, or saw some on the way, that it could not locate before."""
    seen = _cards(after)
    for event in events:
        if isinstance(event, CardsMoved | CardsTurned | CardsShown):
            seen |= Counter(bare(card.card) for card in event.cards if card.card is not None)
    return bool(seen - _cards(before))


def _cards(view: View) -> Counter[str]:
    """Return the cards that the seat sees or remembers."""
    return Counter(bare(card.card) for zone in view.zones for card in (*zone.cards, *zone.known))


def learns(before: View, after: View, events: Sequence[SeenEvent], decided: bool) -> bool:
    """Return True if the seat learns something that it remembers after an undo: a card, a line, the answer of another
    seat or the outcome; also changed values, unless the seat itself `decided` on them."""
    for event in events:
        if isinstance(event, LineSaid) or (isinstance(event, PlayerAnswered) and event.seat != after.seat):
            return True
    if after.outcome is not None or sees_cards(before, after, events):
        return True
    return not decided and (before.values, before.lines) != (after.values, after.lines)
