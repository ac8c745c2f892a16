"""Zones as pictures: which cards and places of a zone are on the page, and what a tap can choose there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from parlour.play.labels import Labels
from parlour.play.table_words import Lying, TableWords
from parlour.program import Design
from parlour.sheets.drawing import back, card, in_colours, in_words
from parlour.table.layout import Instance
from parlour.views import CardSeen, ZoneSeen
from parlour.views.chosen_cards import ChosenCard

LONG = 8  # cards of a pile that lie side by side; of more, only the last ones are drawn


@dataclass(frozen=True)
class Tile:
    """A card, or a place for one. `spot` is its id for taps; `count` is for several cards in one picture."""

    picture: Markup
    label: str
    spot: str | None = None
    note: str = ""
    count: int = 0
    real: int = 1
    """0 for a place without a card."""


@dataclass(frozen=True)
class ZoneTiles:
    """A zone with its tiles. `kind` is `fan`, `pile` or `column`, or `count` for a zone of which only the number of
    cards is worth showing. `below` counts the cards that aren't drawn, and `known` are unseen ones."""

    label: str
    name: str
    kind: str
    tiles: tuple[Tile, ...]
    size: int | None
    below: int
    known: tuple[Markup, ...]


@dataclass
class TileDrawer:
    """Draws the zones of one page, and remembers what is at each spot."""

    labels: Labels
    words: TableWords
    pictures: dict[str, Markup]
    """All cards drawn so far, for all pages of a table."""
    things: dict[str, ChosenCard] = field(default_factory=dict)

    @property
    def design(self) -> Design:
        return self.words.layout.pack.design

    def zones(self, lying: Iterable[Lying], own: bool) -> list[ZoneTiles]:
        """Return zones without the empty ones of many that an owner has, such as one for the melds of each rank."""
        drawn = ((self.zone(each, own), each[1]) for each in lying)
        return [zone for zone, i in drawn if zone.kind != "count" or zone.size != 0 or self._alike(i) < 3]

    def zone(self, lying: Lying, own: bool) -> ZoneTiles:
        zone, i = lying
        tiles = tuple(self._tiles(zone, i, own))
        drawn = sum(tile.count or tile.real for tile in tiles)
        below = 0 if zone.size is None else max(0, zone.size - drawn)
        name = self.labels.numbered(i)
        return ZoneTiles(
            name if own else self.labels.instance(i), name, self._kind(zone, i, tiles), tiles, zone.size, below,
            self._known(zone, i),
        )  # fmt: skip

    def _kind(self, zone: ZoneSeen, i: Instance, tiles: Sequence[Tile]) -> str:
        declared = self.words.program.zones[i.zone]
        if not any(tile.spot for tile in tiles) and (declared.owner or (declared.closed and not zone.size)):
            return "count"
        if self._lies_in_columns(i):
            return "column"
        return "pile" if i.form == "row" and len(tiles) < 2 else "fan"

    def _lies_in_columns(self, i: Instance) -> bool:
        """Return True for several ordered zones of one kind on the table, as in patience."""
        return i.form == "row" and self.words.program.zones[i.zone].owner is None and self._alike(i) > 2

    def _alike(self, i: Instance) -> int:
        return len([other for other in self.words.layout.of_zone(i.zone) if other.owner == i.owner])

    def _known(self, zone: ZoneSeen, i: Instance) -> tuple[Markup, ...]:
        """Return what the seat remembers of the unseen cards of a player."""
        if self.words.program.zones[i.zone].owner is None or (zone.size or 0) <= len(zone.cards):
            return ()
        names = self.words.sorted.names({card.card for card in zone.known}, i)
        return tuple(Markup(in_colours(name, self.design)) for name in names)

    def _tiles(self, zone: ZoneSeen, i: Instance, own: bool) -> Iterator[Tile]:
        at = {card.place: card for card in zone.cards}
        if zone.columns is not None and (zone.cards or zone.filled):
            for place in range(1, zone.columns + 1):
                filled = place in at or place in zone.filled
                yield self._place(zone, i, own, place, at.get(place)) if filled else self._empty()
        elif i.form == "row" and zone.size is not None and (zone.cards or own):
            yield from self._row(zone, i, own, at)
        else:
            cards = list(zone.cards)
            if i.form == "set":
                order = self.words.sorted.names({card.card for card in cards}, i)
                cards.sort(key=lambda card: order.index(card.card))
            yield from (self._card(i, n, card) for n, card in enumerate(cards))
            hidden = None if zone.size is None else zone.size - len(cards)
            yield from self._face_down(hidden or 0)

    def _face_down(self, count: int) -> Iterator[Tile]:
        if count:
            yield Tile(self._back(), "face down", count=count)

    def _row(self, zone: ZoneSeen, i: Instance, own: bool, at: Mapping[int | None, CardSeen]) -> Iterator[Tile]:
        """Yield the tiles of an ordered zone: all, or those on top."""
        size = zone.size or 0
        choosable = own and i.zone in self.words.numbered[i.form]
        first = 1
        if not own and not self._lies_in_columns(i):
            first = size if len(zone.cards) == 1 and size in at else max(1, size - LONG + 1)
        hidden = 0
        for place in range(first, size + 1):
            if place in at or choosable:
                yield from self._face_down(hidden)
                hidden = 0
                yield self._place(zone, i, own, place, at.get(place))
            else:
                hidden += 1
        yield from self._face_down(hidden)

    def _place(self, zone: ZoneSeen, i: Instance, own: bool, place: int, card: CardSeen | None) -> Tile:
        """Return the tile of a place: its card, or one face down that a player can choose by its number."""
        if card is not None:
            return self._card(i, place, card)
        known = next((known.card for known in zone.known if known.place == place), "")
        marks = next((self.words.marked_with(marked.marks, self.labels) for marked in zone.marked
                      if marked.place == place), "")  # fmt: skip
        spot = f"{i.number}-{place}" if own else None
        if spot:
            self.things[spot] = ChosenCard(i.number, place=place)
        note = ", ".join(filter(None, (known and f"{known}?", marks)))
        return Tile(self._back(), f"card {place}, face down", spot, note or (str(place) if own else ""))

    def _card(self, i: Instance, place: int, seen: CardSeen) -> Tile:
        spot = f"{i.number}-{place}"
        self.things[spot] = ChosenCard(i.number, seen.card.partition(" as ")[0])
        played = "" if seen.player is None else self.labels.seat(seen.player)
        marks = self.words.marked_with(seen.marks, self.labels)
        up = "face up" if seen.up and i.number in self.words.partly else ""
        note = ", ".join(filter(None, (played, marks, up)))
        return Tile(self._picture(seen.card), self._said(seen.card), spot, note)

    def _said(self, name: str) -> str:
        shown, _, guise = name.partition(" as ")
        return in_words(shown, self.design) + (f" as {in_words(guise, self.design)}" if guise else "")

    def _picture(self, name: str) -> Markup:
        if name not in self.pictures:
            self.pictures[name] = Markup(card(name, self.design))
        return self.pictures[name]

    def _back(self) -> Markup:
        return self.pictures.setdefault("", Markup(back()))

    def _empty(self) -> Tile:
        return Tile(self._picture("-"), "empty place", real=0)
