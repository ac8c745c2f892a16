"""Lines about what happens to cards: they move, are turned, shown or shuffled. Leaves out what the text of a move says
already: `play 4♦` needs no second line about 4♦.

Works on the events that a seat has seen; must not import states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from parlour.base.diagnostics import listing
from parlour.play.labels import Labels
from parlour.program import Design
from parlour.views import SeenEvent
from parlour.views.known import bare
from parlour.views.seen_events import (
    CardsGathered,
    CardsMoved,
    CardsShown,
    CardsTurned,
    LineSaid,
    PlayerAnswered,
    Spotted,
    Travelled,
    ZoneShuffled,
    count_of_cards,
    movements,
)

TOLD = CardsMoved | CardsGathered | CardsTurned | CardsShown | ZoneShuffled | LineSaid


def happenings(labels: Labels, events: Sequence[SeenEvent]) -> Iterator[str]:
    """Yield a line for each event. Cards with the same movement share one."""
    for stretch in _stretches(event for event in events if isinstance(event, TOLD)):
        moving = [event for event in stretch if isinstance(event, CardsMoved)]
        if moving:
            yield from _movements(labels, moving)
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
    places: list[str] = []
    for card in cards:
        if card.place is None:
            loose.setdefault(card.zone, []).append(card)
        else:
            places.append(f"{card.card or 'a card'} in {labels.zone(card.zone)} at {card.place}")
    for zone, of in loose.items():
        names = labels.sorting.names(card.card for card in of if card.card is not None)
        hidden = len(of) - len(names)
        parts = [" ".join(names)] if names else []
        parts += [count_of_cards(hidden)] if hidden else []
        places.append(f"{' and '.join(parts)} in {labels.zone(zone)}")
    return ", ".join(places)


# ---------------------------------------------------------------- movements


def _movements(labels: Labels, events: Iterable[CardsMoved]) -> Iterator[str]:
    alike: dict[tuple[str, str, str], list[str]] = {}  # zones to which as many unseen cards have gone share a line
    for way in movements(events):
        if way.within:
            yield f"{labels.zone(way.source)}: {way.what}"
            continue
        alike.setdefault((way.source, way.what, way.target if way.names else ""), []).append(way.target)
    for (source, what, _), targets in alike.items():
        yield f"{labels.zone(source)} → {labels.zones(targets)}: {what}{' each' if len(targets) > 1 else ''}"


# ---------------------------------------------------------------- what an answer describes


def consequences(labels: Labels, part: Iterable[SeenEvent]) -> list[SeenEvent]:
    """Return the events without the answers, and without the movements that the answers describe completely.

    An answer describes the movements right after it if the cards that it names end in one zone, each once. No zone of
    another player can gain or lose a card. Otherwise all of these movements stay; cards that move several times go
    straight to where they end.
    """
    rest: list[SeenEvent] = []
    described = _Described(labels)
    for event in part:
        if isinstance(event, PlayerAnswered):
            rest += described.left_open()
            described = _Described(labels, event)
        elif not described.takes(event):
            rest += [*described.left_open(), event]
            described = _Described(labels)
    return [*_net([*rest, *described.left_open()])]


def describes(labels: Labels, answer: PlayerAnswered, event: CardsMoved) -> bool:
    """True if an answer names all cards of a movement."""
    return _Described(labels, answer).takes(event)


class _Described:
    """The movements that one answer can describe: those that directly follow it."""

    def __init__(self, labels: Labels, answer: PlayerAnswered | None = None) -> None:
        self.labels = labels
        self.seat = answer.seat if answer is not None else 0
        self.named = Counter(_cards(answer.text, labels.layout.pack.design) if answer is not None else ())
        self.unmoved = self.named
        self.moved: list[CardsMoved] = []

    def takes(self, event: SeenEvent) -> bool:
        if not isinstance(event, CardsMoved) or event.more or not event.cards:
            return False
        names = Counter(bare(card.card) for card in event.cards if card.card is not None)
        if not self.unmoved or names.total() < len(event.cards) or not names <= self.named:
            return False
        self.unmoved = self.unmoved - names
        self.moved.append(event)
        return True

    def left_open(self) -> list[CardsMoved]:
        """Return the movements that the answer doesn't describe."""
        moved = [*_joined(self.moved)]
        zones = {zone for event in moved for zone in (event.target, *event.sources)}
        one_target = len({event.target for event in moved}) == 1
        by_another = any(self.labels.is_of_another(zone, self.seat) for zone in zones)
        return [] if one_target and not self.unmoved and not by_another else self.moved


# ---------------------------------------------------------------- cards that move several times


def _net(events: Iterable[SeenEvent]) -> Iterator[SeenEvent]:
    """Yield the events. Movements that follow each other show each card once, if the seat saw all these cards."""
    for moving, stretch in groupby(events, key=lambda event: isinstance(event, CardsMoved)):
        some = list(stretch)
        yield from _joined([event for event in some if isinstance(event, CardsMoved)]) if moving else some


def _joined(events: list[CardsMoved]) -> Iterator[CardsMoved]:
    cards = [(event.target, card) for event in events for card in event.cards]
    by_place: dict[tuple[str, str | None], list[Travelled]] = {}  # by where they are now, and their names
    for target, card in cards:
        moved = by_place.get((card.source, card.card), [])
        first = moved.pop() if moved else card
        by_place.setdefault((target, card.card), []).append(replace(first, to_place=card.to_place))
    seen = all(card.card is not None for _, card in cards) and not any(event.more for event in events)
    if not seen or sum(map(len, by_place.values())) == len(cards):
        yield from events
        return
    for (target, _), some in by_place.items():
        yield from (CardsMoved(target, (card,)) for card in some if card.source != target)


def _cards(text: str, design: Design) -> Iterable[str]:
    """Yield the cards in the text of a move; in `Jk as 5♠` only the joker."""
    before = ""
    for word in (word.strip(",;:.()") for word in text.split()):
        face = design.face_named(word)
        if before != "as" and face is not None and design.faces[face].name == word:
            yield word
        before = word
