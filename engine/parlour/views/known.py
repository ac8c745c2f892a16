"""Cards that a seat knows to be in a zone without seeing them there, because it saw them go there.

Computed only from the events that the seat saw and the sizes of the zones that it can count. Every entry is certain. If
the seat sees places, it follows each card by its place. Elsewhere it counts. If all cards of a zone leave unseen, the
seat knows them in the next zone. If only some leave, they could be any of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from parlour.table.cards import Pack
from parlour.views import seen_events

Loose = Mapping[str, int]  # names of cards, and the least number of each
Placed = Mapping[int, str]  # the card at a place


@dataclass(frozen=True)
class Known:
    """Known cards by the names of zones. `rows` are zones where the cards above a leaving card move down.

    `sizes` has the zones whose cards the seat has counted.
    """

    rows: frozenset[str]
    placed_zones: frozenset[str]
    loose: Mapping[str, Loose] = field(default_factory=lambda: MappingProxyType({}))
    placed: Mapping[str, Placed] = field(default_factory=lambda: MappingProxyType({}))
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def after(self, events: Iterable[seen_events.SeenEvent]) -> Known:
        notes = _Notes(self)
        for event in events:
            notes.take(event)
        return notes.known()

    def together_with(self, spots: Iterable[seen_events.Spotted], sizes: Mapping[str, int]) -> Known:
        """Return this knowledge combined with the cards that are seen now, and the sizes of the zones that can be
        counted."""
        notes = _Notes(self)
        notes.spot(spots)
        notes.sizes = dict(sizes)
        return notes.known()


class _Notes:
    """The working copy."""

    def __init__(self, known: Known) -> None:
        self.before = known
        self.loose = {zone: Counter(dict(cards)) for zone, cards in known.loose.items()}
        self.placed = {zone: dict(cards) for zone, cards in known.placed.items()}
        self.sizes = dict(known.sizes)

    def known(self) -> Known:
        loose = {zone: MappingProxyType(dict(+cards)) for zone, cards in self.loose.items() if +cards}
        placed = {zone: MappingProxyType(cards) for zone, cards in self.placed.items() if cards}
        return replace(
            self.before,
            loose=MappingProxyType(loose),
            placed=MappingProxyType(placed),
            sizes=MappingProxyType(self.sizes),
        )

    def take(self, event: seen_events.SeenEvent) -> None:
        match event:
            case seen_events.CardsMoved():
                self._moved(event)
            case seen_events.CardsGathered():
                self.loose.clear()
                self.placed.clear()
                self.sizes = dict.fromkeys(self.sizes, 0)
            case seen_events.ZoneShuffled(zone):
                self.forget(zone)
            case seen_events.CardsTurned(_, cards) | seen_events.CardsShown(_, cards):
                self.spot(cards)
            case _:
                pass

    def forget(self, zone: str) -> None:
        self.loose.pop(zone, None)
        self.placed.pop(zone, None)

    def spot(self, spots: Iterable[seen_events.Spotted]) -> None:
        """Note cards that were seen at their places, all at the same time."""
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

    def _moved(self, event: seen_events.CardsMoved) -> None:
        target, come = event.target, Counter[str]()
        names: dict[int | None, str] = {}  # by the new place
        for source in dict.fromkeys(card.source for card in event.cards):
            cards = [card for card in event.cards if card.source == source]
            placed = source in self.before.placed_zones
            left = self._from_places(source, cards) if placed else self._from(source, cards)
            come.update(name for name in left if name)
            if not placed:
                left = _told_apart(cards, left)
            names.update({card.to_place: name for card, name in zip(cards, left, strict=True) if name})
            self._close_up(source, [card.from_place for card in cards if card.from_place])
            self._count(source, -len(cards))
        for source in event.more:
            self.forget(source)
        self._count(target, len(event.cards))
        if target in self.before.placed_zones:
            self._open_up(target, [c.to_place for c in event.cards if c.to_place])
            self.placed.setdefault(target, {}).update({place: name for place, name in names.items() if place})
        else:
            self.loose.setdefault(target, Counter()).update(come)

    def _count(self, zone: str, more: int) -> None:
        if zone in self.sizes:
            self.sizes[zone] += more

    def _from_places(self, zone: str, cards: Sequence[seen_events.Travelled]) -> list[str | None]:
        """Return the names of cards that leave their places, as far as the seat knows them."""
        there = self.placed.get(zone, {})
        noted = [there.pop(card.from_place, None) if card.from_place else None for card in cards]
        return [bare(card.card) if card.card else name for card, name in zip(cards, noted, strict=True)]

    def _from(self, zone: str, cards: Sequence[seen_events.Travelled]) -> list[str | None]:
        """Return the names of cards that leave a zone without places; unseen ones are in no order.

        If there are more cards of a name than cards that leave, the rest stays. If there are more than cards that stay,
        the rest leaves.
        """
        there = self.loose.get(zone, Counter())
        seen = [bare(card.card) for card in cards if card.card]
        there -= Counter(seen)
        unseen = len(cards) - len(seen)
        stay = self.sizes[zone] - len(cards) if zone in self.sizes else unseen + there.total()
        left = Counter({name: count - stay for name, count in there.items()})
        if unseen:
            self.loose[zone] = +Counter({name: count - unseen for name, count in there.items()})
        known = iter((+left).elements())
        return [bare(card.card) if card.card else next(known, None) for card in cards]

    def _close_up(self, zone: str, gone: list[int]) -> None:
        if zone in self.before.rows and zone in self.placed:
            self.placed[zone] = {q - sum(g < q for g in gone): name for q, name in self.placed[zone].items()}

    def _open_up(self, zone: str, come: list[int]) -> None:
        """Make room for new cards; the cards that were there keep their order."""
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


def _told_apart(cards: Sequence[seen_events.Travelled], names: list[str | None]) -> list[str | None]:
    """Return the cards without the names of unseen ones, unless all of these have the same name."""
    unseen = {name for card, name in zip(cards, names, strict=True) if not card.card}
    return names if len(unseen) == 1 else [name if card.card else None for card, name in zip(cards, names, strict=True)]


def bare(name: str) -> str:
    """Return the card itself, without what it counts as."""
    return name.split(" as ")[0]


def face_of(pack: Pack, name: str | None) -> int:
    """Return the face of a card by its name, to sort cards; an unseen one comes first."""
    face = -1 if name is None else pack.face_of_name(bare(name))
    assert face is not None, "every card has a readable name"
    return face
