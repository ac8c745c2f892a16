"""Lines about what happens to cards: they move, are turned, shown or shuffled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from parlour.base.diagnostics import listing
from parlour.play.labels import Labels
from parlour.views import SeenEvent
from parlour.views.seen_events import (
    CardsGathered,
    CardsMoved,
    CardsShown,
    CardsTurned,
    LineSaid,
    Spotted,
    ZoneShuffled,
    count_of_cards,
    movements,
)

TOLD = CardsMoved | CardsGathered | CardsTurned | CardsShown | ZoneShuffled | LineSaid


def happenings(labels: Labels, events: Sequence[SeenEvent], brief: bool = False) -> Iterator[str]:
    """Yield a line for each event. Cards with the same movement share one. A `brief` line doesn't name cards that
    somebody takes from a shared zone, where everybody has seen them."""
    for stretch in _stretches(event for event in events if isinstance(event, TOLD)):
        moving = [event for event in stretch if isinstance(event, CardsMoved)]
        if moving:
            yield from _movements(labels, moving, brief)
        else:
            yield from filter(None, (_line(labels, event) for event in stretch))


def _stretches(events: Iterable[SeenEvent]) -> Iterator[list[SeenEvent]]:
    """Split events into stretches of movements that can share lines, and of others. A stretch ends where a zone that
    has received cards loses some."""
    stretch: list[SeenEvent] = []
    targets: set[str] = set()
    for event in events:
        sources = event.sources if isinstance(event, CardsMoved) else set()
        alike = not stretch or isinstance(event, CardsMoved) == isinstance(stretch[-1], CardsMoved)
        if not alike or targets & sources:
            yield stretch
            stretch, targets = [], set()
        if isinstance(event, CardsMoved):
            targets.add(event.target)
        stretch.append(event)
    if stretch:
        yield stretch


def _line(labels: Labels, event: SeenEvent) -> str:
    match event:
        case CardsGathered():
            return "all cards are gathered"
        case ZoneShuffled(zone):
            return f"{labels.zone(zone)} is shuffled"
        case CardsTurned(True, cards):
            return f"turned up: {_spots(labels, cards)}" if cards else ""
        case CardsTurned(False, cards):
            # In a zone without places, a card that was visible before looks like the others afterwards.
            placed = tuple(card for card in cards if card.place is not None)
            return f"turned down: {_spots(labels, placed)}" if placed else ""
        case CardsShown(seats, cards):
            return f"{_who_sees(labels, seats)}: {_spots(labels, cards)}"
        case LineSaid(text):
            return labels.addressed(text or "")
        case _:
            return ""


def _who_sees(labels: Labels, seats: Sequence[int]) -> str:
    if len(seats) == labels.layout.players:
        return "everybody sees"
    names = [labels.seat(seat) for seat in seats]
    return f"{listing(names, 'and', '')} {'see' if len(names) > 1 or names == ['you'] else 'sees'}"


def _spots(labels: Labels, cards: Iterable[Spotted]) -> str:
    """Return `4♦ 9♦ and a card in hand 2, 5♣ in pile at 3`; cards without a place share the name of their zone."""
    loose: dict[str, list[Spotted]] = {}
    told: list[str] = []
    for card in cards:
        if card.place is None:
            loose.setdefault(card.zone, []).append(card)
        else:
            told.append(f"{card.card or 'a card'} in {labels.zone(card.zone)} at {card.place}")
    for zone, of in loose.items():
        names = labels.sorting.names(card.card for card in of if card.card is not None)
        hidden = len(of) - len(names)
        parts = [" ".join(names)] if names else []
        parts += [count_of_cards(hidden)] if hidden else []
        told.append(f"{' and '.join(parts)} in {labels.zone(zone)}")
    return ", ".join(told)


# ---------------------------------------------------------------- movements


def _movements(labels: Labels, events: Iterable[CardsMoved], brief: bool) -> Iterator[str]:
    alike: dict[tuple[str, str, str], list[str]] = {}  # zones to which as many unseen cards have gone share a line
    for way in movements(events):
        if way.within:
            yield f"{labels.zone(way.source)}: {way.what}"
            continue
        taken = labels.is_shared(way.source, open=True) and not labels.is_shared(way.target)
        what = "" if brief and way.names and taken else way.what
        alike.setdefault((way.source, what, way.target if way.names else ""), []).append(way.target)
    for (source, what, _), targets in alike.items():
        cards = f": {what}{' each' if len(targets) > 1 else ''}" if what else ""
        yield f"{labels.zone(source)} → {labels.zones(targets)}{cards}"
