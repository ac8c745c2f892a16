"""Positions in which two rules might meet: those of their examples, and random ones like them with few cards.

The authors of examples lay out exactly the cards that their rule is about. So a random position takes the zones of such
an example, and its cards mostly from the examples of both rules.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from parlour.base.diagnostics import has_errors
from parlour.comparison.compared_mixes import ComparedMix
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.documents.document import Scalar
from parlour.examples.finding import Case, cases_of
from parlour.examples.given import read_given
from parlour.examples.laying import position_of
from parlour.examples.permitted import pairs
from parlour.examples.player_count import players_of
from parlour.examples.position import GAP, Position
from parlour.examples.terms import Terms
from parlour.examples.words import MalformedError, Word, steps
from parlour.program import NONE
from parlour.states.machine import Machine
from parlour.states.table_sizes import dealable
from parlour.storage.cache_entries import CacheEntry
from parlour.table.cards import Pack, members
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, OVER, QUESTION, Layout
from parlour.table.texts import zone_name

_JUDGING = ("may not", "may", "only may", "would be right", "would be wrong")  # keys of a result


@dataclass(frozen=True)
class Beginning:
    """A position, and moves to make there. `judged` are the plays after them that the example allows or refuses.
    `shown`: its author chose the example to show the rule."""

    position: Position
    moves: tuple[str, ...] = ()
    judged: tuple[str, ...] = ()
    shown: bool = False


def from_examples(
    mix: ComparedMix, rule: Document, wanted: Callable[[Case], bool] = lambda _: True, partly: bool = False,
    shortest: int | None = None, whole: bool = False,
) -> Iterator[Beginning]:
    """The positions of the examples of a rule that this mix can lay out too; `partly` without the zones and values of
    rules that it doesn't have. `shortest`: only of this number of examples, the best to show first. `whole`: with as
    many cards as an example names or counts, even in large zones."""
    cases = cases_of(rule)
    for case in cases if shortest is None else sorted(filter(wanted, cases), key=_length)[:shortest]:
        given = case.node.get("given")
        if not isinstance(given, doc.Mapping) or not wanted(case):
            continue
        stated = players_of(case.node, mix.program)
        for players in mix.program.players if stated is None else {stated} & {*mix.program.players}:
            beginning = _begun(mix, case, given, players, partly, whole)
            if beginning is not None:
                yield beginning
                break


@lru_cache(16)
def _terms(machine: Machine) -> Terms:
    """Return the words of a table. All examples of a mix have the same few tables."""
    return Terms(machine.layout)


def _length(case: Case) -> tuple[bool, bool, int, int]:
    """Return a sort key: the examples that their authors chose to show the rule first, then those with plays, few moves
    and short positions."""
    entries = doc.entries_in(case.node.get("given"))
    length = sum(len(entry.value.value) for entry in entries if isinstance(entry.value, Scalar))
    moves = _moves(case.node)
    return not case.shown, not (moves or _judged(case.node)), len(moves), length


def _begun(
    mix: ComparedMix, case: Case, given: doc.Mapping, players: int, partly: bool, whole: bool
) -> Beginning | None:
    """The position of an example with this number of players, if this mix can lay it out."""
    try:
        table = mix.table(players)
        names = _terms(table.machine)
        placed, problems = read_given(names, given)
        if has_errors(problems) and not partly:
            return None
        named = {number: zone.size or len(zone.named) for number, zone in placed.zones.items() if whole}
        position = position_of(table, names, placed, 1).trimmed(table.machine, named)
        return Beginning(position, _moves(case.node), _judged(case.node), case.shown)
    except (MalformedError, RulesetFault, IndexError):
        return None


def _moves(example: doc.Mapping) -> tuple[str, ...]:
    try:
        return tuple(step.text for step in steps(example) if isinstance(step, Word))
    except MalformedError:
        return ()  # the example shows nothing


def _judged(example: doc.Mapping) -> tuple[str, ...]:
    parts = [doc.node_at(example.get("then"), key) for key in _JUDGING]
    try:
        return tuple(dict.fromkeys(move.text for part in parts if part is not None for move, _ in pairs(part)))
    except MalformedError:
        return ()


@dataclass(frozen=True)
class Templates:
    """Positions to vary. `telling` are the cards that a rule mentions: those of its examples, others of their ranks,
    and those with its powers. `pack` has all cards."""

    given: tuple[tuple[Beginning, ...], ...]  # of each rule
    telling: tuple[tuple[int, ...], ...]
    pack: tuple[int, ...]

    @classmethod
    def of(
        cls, layout: Layout, beginnings: Sequence[Sequence[Beginning]], own_ranks: Sequence[frozenset[str]]
    ) -> Templates:
        faces, ranks = layout.pack.face, layout.pack.rank
        pack = tuple(members(layout.pack.used))
        telling = []
        for some, own in zip(beginnings, own_ranks, strict=True):
            named = {faces[c] for beginning in some for c in beginning.position.cards}
            telling.append(tuple(c for c in pack if faces[c] in named) or pack)
            alike = {ranks[c] for beginning in some for c in beginning.position.cards}
            telling.append(tuple(c for c in pack if ranks[c] in alike) or pack)
            powers = tuple(c for c in pack if layout.pack.rank_names[ranks[c]] in own)
            telling += [powers] if powers else []
        return cls(tuple(map(tuple, beginnings)), tuple(telling), pack)

    @property
    def beginnings(self) -> tuple[tuple[Beginning, ...], ...]:
        """The positions of each rule that has any."""
        return tuple(some for some in self.given if some)

    def given_of(self, owner: int, most: int) -> list[Beginning]:
        """The first positions of a rule, beginning with those that have most cards from examples of the other rule."""
        others = {c for beginning in self.given[1 - owner] for c in beginning.position.cards}
        first = self.given[owner][:most]
        return sorted(first, key=lambda beginning: -len(others.intersection(beginning.position.cards)))

    def crossed(self, most: int) -> Iterator[Beginning]:
        """Yield positions of each rule with the hands of the other one: each position and each hand once or more, and
        at most this number for each rule."""
        for ours, theirs in itertools.permutations(self.beginnings, 2):
            tables = list({b.position.with_zone(_hand(b.position), ()): b.position for b in ours}.values())
            others = [b.position for b in theirs if _hand(b.position)]
            hands = list({position.in_zone(_hand(position)): position for position in others}.values())
            if not hands:
                continue
            for n in range(min(most, len(tables) * len(hands))):
                round_, table = divmod(n, len(tables))
                yield Beginning(_crossed(tables[table], hands[(table + round_) % len(hands)]))

    def random(self, chance: Random) -> Beginning:
        """Return one of the positions with some cards changed, often with the hand of another position."""
        beginning = chance.choice(chance.choice(self.beginnings))
        position = beginning.position
        if chance.random() < 0.7:
            position = _crossed(position, chance.choice(chance.choice(self.beginnings)).position)
        used = set(position.cards)
        for name, cards in position.zones:
            changed = [self._other(card, chance, used) for card in cards]
            more = 2 if name == _hand(position) and chance.random() < 0.5 else chance.random() < 0.2
            for new in [self._card(chance, used) for _ in range(more)] if GAP not in cards else ():
                changed += [new] if new is not None and new not in changed else []
            used.update(changed)
            shown = dict(position.up).get(name, ())
            turned = [new for old, new in zip(cards, changed, strict=False) if old in shown]
            position = position.with_zone(name, tuple(changed)).turned_up(name, turned)
        return Beginning(position, beginning.moves if chance.random() < 0.2 else ())

    def _other(self, card: int, chance: Random, used: set[int]) -> int:
        """Return the same card, or now and then another one."""
        if card == GAP or chance.random() < 0.8:
            return card
        new = self._card(chance, used)
        if new is None:
            return card
        used.add(new)
        return new

    def _card(self, chance: Random, used: set[int]) -> int | None:
        """Return an unused card, mostly one that the rules are about."""
        which = chance.choice([*self.telling, *self.telling, self.pack])
        free = [c for c in which if c not in used]
        return chance.choice(free) if free else None


def _hand(position: Position) -> str:
    """The zone with the cards of the player who is to move: the first of their zones that has any."""
    own = [name for name, _ in position.zones if name.endswith(f" {position.mover + 1}")]
    return next((name for name in own if name.startswith("hand")), own[0] if own else "")


def _crossed(one: Position, other: Position) -> Position:
    """Return a position with the hand that the mover has in another position. Cards that both have stay in the hand."""
    cards = other.in_zone(_hand(other))
    if not cards or not one.in_zone(_hand(one)):
        return one
    crossed = one
    for name, lying in one.zones:
        crossed = crossed.with_zone(name, tuple(c for c in lying if c not in cards))
    return crossed.with_zone(_hand(one), cards)


GAMES, DECISIONS, EACH = 4, 160, 3
ENOUGH = 40  # cards in a zone before it is judged by them


@dataclass(frozen=True)
class UsualPlaces:
    """The cards of each rank that each zone held in some games, and those of each suit that each instance of it held.

    A card counts once a game in each place: the cards of a pile that only grows say little about other games. A pack
    has few cards without a suit, such as Jokers. In a few games some hands never get one, so the places of these cards
    prove nothing.
    """

    pack: frozenset[str] = frozenset()
    """The ranks in these games. They say nothing about other ranks."""
    ranks: Counter[tuple[str, str]] = field(default_factory=Counter)
    suits: Counter[tuple[str, int]] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)

    def filtered(self, layout: Layout, position: Position) -> Position:
        """A position without the cards in places that they never reach."""
        for name, cards in position.zones:
            zone = name.partition(" ")[0]
            usual = tuple(c for c in cards if c == GAP or self._usual(layout.pack, zone, name, c))
            if usual != cards:
                position = position.with_zone(name, usual if any(c != GAP for c in usual) else ())
        return position

    def lacks(self, name: str, suit: int) -> bool:
        """True if a zone, such as the hand of a seat, never had a card of a suit among many cards."""
        return self.cards[name] >= ENOUGH and (name, suit) not in self.suits

    def _usual(self, pack: Pack, zone: str, name: str, card: int) -> bool:
        rank = pack.rank_names[pack.rank[card]]
        if rank not in self.pack:
            return True
        if self.cards[zone] >= ENOUGH and (zone, rank) not in self.ranks:
            return False
        suit = pack.suit[card]
        return suit == NONE or not self.lacks(name, suit)


def usual_places_of(mix: ComparedMix) -> UsualPlaces:
    """Return the usual places of a mix, from the cache if possible, since several processes need them."""
    entry = CacheEntry("usual-places", mix.program.digest.encode())
    return entry.kept(UsualPlaces, lambda: _played(mix))


def _played(mix: ComparedMix) -> UsualPlaces:
    """Play some random games, and look at the table at each occurrence of the most common question."""
    players = dealable(mix.program)
    if not players:
        return UsualPlaces()
    machine, chance = mix.table(players[0]).machine, random.Random(1)
    pack = machine.layout.pack
    ranks = frozenset(pack.rank_names[pack.rank[c]] for c in members(pack.used))
    places: dict[int, UsualPlaces] = {}  # at each question
    for seed in range(1, GAMES + 1):
        try:
            s, seen = machine.start(seed), set[tuple[int, int, int]]()
            for n in range(DECISIONS):
                if s[QUESTION] == OVER:
                    break
                if n % EACH == 0:
                    there = places.setdefault(s[QUESTION], UsualPlaces(ranks))
                    _look(there, seen, machine.layout, s)
                legal = machine.legal(s)
                machine.step(s, legal[chance.randrange(len(legal))])
        except RulesetFault:
            continue
    return max(places.values(), key=lambda there: there.cards.total(), default=UsualPlaces(ranks))


def _look(places: UsualPlaces, seen: set[tuple[int, int, int]], layout: Layout, s: list[int]) -> None:
    """Count the cards in each zone, except those `seen` there at the same question of this game."""
    pack = layout.pack
    for i in layout.instances:
        if i.number == BOX:
            continue
        name, zone = zone_name(layout, i.number), layout.program.zones[i.zone].name
        for c in layout.contents(s, i):
            if (s[QUESTION], i.number, c) in seen:
                continue
            seen.add((s[QUESTION], i.number, c))
            places.ranks[zone, pack.rank_names[pack.rank[c]]] += 1
            places.suits[name, pack.suit[c]] += 1
            places.cards[name] += 1
            if zone != name:
                places.cards[zone] += 1
