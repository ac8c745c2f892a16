"""The places that cards reach in real games of a mix. A random position with other cards would show impossible plays.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.examples.layable import ExampleGame
from parlour.examples.position import GAP, Position
from parlour.program import NONE
from parlour.states.table_sizes import dealable
from parlour.storage.cache_entries import CacheEntry
from parlour.table.cards import Pack, members
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, OVER, QUESTION, Layout
from parlour.table.texts import zone_name

GAMES, DECISIONS, EACH = 4, 160, 3
ENOUGH = 40  # cards in a zone before it is judged by them


@dataclass(frozen=True)
class UsualPlaces:
    """The cards of each rank that each zone held in some games, and those of each suit that each instance of it held.

    A card counts once a game in each place: the cards of a pile that only grows say little about other games. A pack
    has few cards without a suit, such as Jokers. In a few games some hands never get one, so the places of these cards
    prove nothing.
    """

    ranks: Mapping[tuple[str, str], int]
    suits: Mapping[tuple[str, int], int]
    cards: Mapping[str, int]
    pack: frozenset[str]
    """The ranks in these games. They say nothing about other ranks."""

    def kept(self, layout: Layout, position: Position) -> Position:
        """A position without the cards in places that they never reach."""
        for name, cards in position.zones:
            zone = name.partition(" ")[0]
            kept = tuple(c for c in cards if c == GAP or self._usual(layout.pack, zone, name, c))
            if kept != cards:
                position = position.with_zone(name, kept if any(c != GAP for c in kept) else ())
        return position

    def lacks(self, name: str, suit: int) -> bool:
        """True if a zone, such as the hand of a seat, never had a card of a suit among many cards."""
        return self.cards.get(name, 0) >= ENOUGH and (name, suit) not in self.suits

    def _usual(self, pack: Pack, zone: str, name: str, card: int) -> bool:
        rank = pack.rank_names[pack.rank[card]]
        if rank not in self.pack:
            return True
        if self.cards.get(zone, 0) >= ENOUGH and (zone, rank) not in self.ranks:
            return False
        suit = pack.suit[card]
        return suit == NONE or not self.lacks(name, suit)


@dataclass(frozen=True)
class _Tally:
    """Counts of the ranks, suits and cards in each zone while games are played. `there` has the cards and zones of the
    present game."""

    there: set[tuple[int, int]] = field(default_factory=set)
    ranks: Counter[tuple[str, str]] = field(default_factory=Counter)
    suits: Counter[tuple[str, int]] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)


def usual_places_of(mix: ExampleGame) -> UsualPlaces:
    """Return the usual places of a mix, from the cache if possible, since several processes need them."""
    entry = CacheEntry("usual-places", mix.program.digest.encode())
    return entry.kept(UsualPlaces, lambda: _played(mix))


def _played(mix: ExampleGame) -> UsualPlaces:
    """Play some random games, and look at the table at each occurrence of the most common question."""
    players = dealable(mix.program)
    if not players:
        return UsualPlaces({}, {}, {}, frozenset())
    found: dict[int, _Tally] = {}
    machine, chance = mix.table(players[0]).machine, random.Random(1)
    for seed in range(1, GAMES + 1):
        try:
            s = machine.start(seed)
            for tally in found.values():
                tally.there.clear()
            for n in range(DECISIONS):
                if s[QUESTION] == OVER:
                    break
                if n % EACH == 0:
                    _look(found.setdefault(s[QUESTION], _Tally()), machine.layout, s)
                legal = machine.legal(s)
                machine.step(s, legal[chance.randrange(len(legal))])
        except RulesetFault:
            continue
    most = max(found.values(), key=lambda tally: tally.cards.total(), default=_Tally())
    pack = machine.layout.pack
    ranks = frozenset(pack.rank_names[pack.rank[c]] for c in members(pack.used))
    return UsualPlaces(dict(most.ranks), dict(most.suits), dict(most.cards), ranks)


def _look(tally: _Tally, layout: Layout, s: list[int]) -> None:
    pack = layout.pack
    for i in layout.instances:
        if i.number == BOX:
            continue
        name, zone = zone_name(layout, i.number), layout.program.zones[i.zone].name
        for c in layout.contents(s, i):
            if (i.number, c) in tally.there:
                continue
            tally.there.add((i.number, c))
            tally.ranks[zone, pack.rank_names[pack.rank[c]]] += 1
            tally.suits[name, pack.suit[c]] += 1
            tally.cards[name] += 1
            if zone != name:
                tally.cards[zone] += 1
