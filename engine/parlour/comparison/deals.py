"""Compares the deals of two mixes: finds a new game that begins differently, and its differences.

Both mixes deal with the same seed, so they shuffle in the same way until one of them needs chance for something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from parlour.base.printable import capitalised, closed
from parlour.comparison.compared_mixes import ComparedMix
from parlour.play.labels import Labels
from parlour.states.state import State, asked_in_words
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, RANDOM, Instance
from parlour.views.seen_events import count_of_cards

MOST_COUNTS = 3  # numbers of players that are tried
MOST_SEEDS = 40  # deals that are tried
MOST_FOUND = 8  # deals with a difference, of which the simplest is shown
MOST_SHOWN = 3  # cards of a pile that are named

ZoneWords = dict[str, str]  # what is said about each part of a deal


@dataclass(frozen=True)
class DealWitness:
    """A new game that begins differently: the common facts of both mixes, and those of each alone. `slight`: only the
    number of cards in one pile differs."""

    position: str
    was: str
    now: str
    slight: bool


@dataclass(frozen=True)
class Opening:
    """A new game at its first question: the sizes of zones, the cards for everybody, the cards that only their players
    see, and the question. `chance` is the next state of chance."""

    sizes: ZoneWords
    shown: ZoneWords
    hands: ZoneWords
    asked: str
    seat: int
    question: str | None
    chance: int

    @classmethod
    @lru_cache(1024)
    def of(cls, side: ComparedMix, players: int, seed: int) -> Opening | None:
        try:
            state = side.table(players).start(seed)
        except RulesetFault:
            return None
        if state.over:
            return None
        (seat, prompt, wording), shown = state.asked, dict(_cards(state, own=False))
        return cls(
            {name: words for name, words in _sizes(state).items() if name not in shown},
            shown, dict(_cards(state, own=True)), asked_in_words(seat, wording), seat, prompt, state.cells[RANDOM],
        )  # fmt: skip


@dataclass(frozen=True)
class DealDifference:
    """What one of two deals has, and the other one doesn't: its zones, and its question unless both ask the same."""

    zones: list[str]
    asked: str

    def __len__(self) -> int:
        return len(self.zones) + bool(self.asked)

    @property
    def sentence(self) -> str:
        zones = ", ".join(self.zones)
        return closed(capitalised("; ".join(filter(None, (zones, self.asked))) or "none of them"))


def deal_witness(one: ComparedMix, other: ComparedMix) -> DealWitness | None:
    """Return the simplest of some new games that begin differently, for the fewest players."""
    for players in sorted({*one.game.players} & {*other.game.players})[:MOST_COUNTS]:
        first = min(islice(_witnesses(one, other, players), MOST_FOUND), key=lambda each: each[0], default=None)
        if first is not None:
            return first[1]
    return None


def _witnesses(one: ComparedMix, other: ComparedMix, players: int) -> Iterator[tuple[int, DealWitness]]:
    """Yield new games that begin differently, each with the number of its differences."""
    for seed in range(1, MOST_SEEDS + 1):
        was, now = Opening.of(one, players, seed), Opening.of(other, players, seed)
        if was is not None and now is not None and any(both := _compared(was, now)):
            yield sum(map(len, both)), _witness(players, was, now, *both)


def _witness(players: int, was: Opening, now: Opening, here: DealDifference, there: DealDifference) -> DealWitness:
    common = [words for name, words in was.shown.items() if now.shown.get(name) == words]
    position = ", ".join([f"a new game for {players} players", *common])
    piles = [(was.sizes[name], now.sizes.get(name)) for name in was.sizes]
    slight = len(here) == len(there) == 1 and (*here.zones, *there.zones) in piles
    return DealWitness(position, here.sentence, there.sentence, slight)


def _compared(was: Opening, now: Opening) -> tuple[DealDifference, DealDifference]:
    """Return the differences in words, for both. Cards and players count only if both have shuffled in the same way."""
    same_hands, same_chance = was.hands == now.hands, was.chance == now.chance
    here, there = ({**deal.sizes, **(deal.shown if same_hands else {})} for deal in (was, now))
    if here == there and same_chance:
        here, there = {**was.hands}, {**now.hands}
    other_seat = was.seat != now.seat and was.sizes == now.sizes and same_chance
    asks = was.asked != now.asked and (was.question != now.question or other_seat or same_hands)
    names = [name for name in {**here, **there} if here.get(name) != there.get(name)]
    return (
        DealDifference([here[name] for name in names if name in here], was.asked if asks else ""),
        DealDifference([there[name] for name in names if name in there], now.asked if asks else ""),
    )


def _sizes(state: State) -> ZoneWords:
    """Return `each hand: 5 cards` and `draw pile: 41 cards` by the zones."""
    layout, cells = state.table.machine.layout, list(state.cells)
    labels, sizes = Labels(layout, None), dict[int, list[tuple[Instance, int]]]()
    for i in layout.instances[BOX + 1 :]:
        sizes.setdefault(i.zone, []).append((i, len(layout.contents(cells, i))))
    words: ZoneWords = {}
    for of in sizes.values():
        (i, first), *others = of
        if others and first and all(size == first for _, size in others):
            words[labels.what(i)] = f"each {labels.what(i)}: {count_of_cards(first)}"
        else:
            words |= {labels.instance(i): f"{labels.instance(i)}: {count_of_cards(size)}" for i, size in of if size}
    return words


def _cards(state: State, own: bool) -> Iterator[tuple[str, str]]:
    """Yield the zones with cards that everybody sees, or that their owners see, with a few of the cards."""
    layout, cells = state.table.machine.layout, list(state.cells)
    labels = Labels(layout, None)
    for i in layout.instances[BOX + 1 :]:
        zone, cards = layout.program.zones[i.zone], layout.contents(cells, i)
        if cards and (zone.private if own else zone.public):
            some = " ".join(layout.pack.name(c) for c in (cards if own else cards[-MOST_SHOWN:]))
            yield labels.instance(i), f"{labels.instance(i)}: {some}"
