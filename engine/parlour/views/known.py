"""Cards that a seat knows to lie somewhere without seeing them there, because it saw them go.

Folded from the events that the seat saw, and from nothing else. What is noted is always true: where a card may
have left unseen, all that was known about that zone is forgotten; where places are seen, it is followed by place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from parlour.views.events import CardsGathered, CardsMoved, CardsShown, CardsTurned, SeenEvent, Spotted, ZoneShuffled

Loose = Mapping[str, int]  # names of cards, and how many of each there are at least
Placed = Mapping[int, str]  # what lies at a place


@dataclass(frozen=True)
class Known:
    """By the names of zones. `rows` are those where a card that leaves makes the ones above move down."""

    rows: frozenset[str]
    placed_zones: frozenset[str]
    loose: Mapping[str, Loose] = field(default_factory=lambda: MappingProxyType({}))
    placed: Mapping[str, Placed] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, events: Iterable[SeenEvent]) -> Known:
        notes = _Notes(self)
        for event in events:
            notes.take(event)
        return notes.known()

    def together_with(self, spots: Iterable[Spotted]) -> Known:
        """With cards that are seen where they lie now."""
        notes = _Notes(self)
        notes.spot(spots)
        return notes.known()


class _Notes:
    """The working copy."""

    def __init__(self, known: Known) -> None:
        self.before = known
        self.loose = {zone: Counter(dict(cards)) for zone, cards in known.loose.items()}
        self.placed = {zone: dict(cards) for zone, cards in known.placed.items()}

    def known(self) -> Known:
        loose = {zone: MappingProxyType(dict(+cards)) for zone, cards in self.loose.items() if +cards}
        placed = {zone: MappingProxyType(cards) for zone, cards in self.placed.items() if cards}
        return Known(self.before.rows, self.before.placed_zones, MappingProxyType(loose), MappingProxyType(placed))

    def take(self, event: SeenEvent) -> None:
        match event:
            case CardsMoved():
                self._moved(event)
            case CardsGathered():
                self.loose.clear()
                self.placed.clear()
            case ZoneShuffled(zone):
                self.forget(zone)
            case CardsTurned(_, cards) | CardsShown(_, cards):
                self.spot(cards)
            case _:
                pass

    def forget(self, zone: str) -> None:
        self.loose.pop(zone, None)
        self.placed.pop(zone, None)

    def spot(self, spots: Iterable[Spotted]) -> None:
        """Cards that were seen, all at one time, where they lie."""
        seen: dict[str, Counter[str]] = {}
        for spot in spots:
            if spot.card is None:
                continue
            if spot.zone in self.before.placed_zones and spot.place is not None:
                self.placed.setdefault(spot.zone, {})[spot.place] = bare(spot.card)
            elif spot.zone not in self.before.placed_zones:
                seen.setdefault(spot.zone, Counter())[bare(spot.card)] += 1
        for zone, cards in seen.items():
            self.loose[zone] = self.loose.get(zone, Counter()) | cards

    # ------------------------------------------------------------ moving

    def _moved(self, event: CardsMoved) -> None:
        names = [self._leaving(card.source, card.from_place, card.card) for card in event.cards]
        for source in dict.fromkeys([c.source for c in event.cards]):
            self._close_up(source, [c.from_place for c in event.cards if c.source == source and c.from_place])
        for source in event.more:
            self.forget(source)
        target = event.target
        if target in self.before.placed_zones:
            self._open_up(target, [c.to_place for c in event.cards if c.to_place])
            here = self.placed.setdefault(target, {})
            here.update({c.to_place: n for c, n in zip(event.cards, names, strict=True) if n and c.to_place})
        else:
            self.loose.setdefault(target, Counter()).update(name for name in names if name)

    def _leaving(self, zone: str, place: int | None, seen: str | None) -> str | None:
        """The name of a card that leaves a zone, if the seat knows it."""
        if zone in self.before.placed_zones:
            noted = self.placed.get(zone, {}).pop(place, None) if place is not None else None
            return bare(seen) if seen is not None else noted
        cards = self.loose.get(zone)
        if seen is None:
            self.loose.pop(zone, None)
            return None
        if cards is not None and cards[bare(seen)]:
            cards[bare(seen)] -= 1
        return bare(seen)

    def _close_up(self, zone: str, gone: list[int]) -> None:
        if zone in self.before.rows and zone in self.placed:
            self.placed[zone] = {q - sum(g < q for g in gone): name for q, name in self.placed[zone].items()}

    def _open_up(self, zone: str, come: list[int]) -> None:
        """The cards that lay there before keep their order around those that have come."""
        if zone not in self.before.rows or zone not in self.placed:
            return
        there = self.placed[zone]
        moved: dict[int, str] = {}
        q, new = 0, 0
        while len(moved) < len(there):
            new += 1
            if new in come:
                continue
            q += 1
            if q in there:
                moved[new] = there[q]
        self.placed[zone] = moved


def bare(name: str) -> str:
    """The card itself, whatever it counts as."""
    return name.split(" as ")[0]
