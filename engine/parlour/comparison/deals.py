"""Compares the deals of two mixes: finds a new game that begins differently, and its differences.

Both mixes deal with the same seed, so they shuffle in the same way until one of them needs chance for something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from parlour.base.printable import capitalised
from parlour.comparison.mix_sides import MixSide
from parlour.play.explaining import END_OF_SENTENCE
from parlour.play.labels import Labels
from parlour.states.state import State, asked_in_words
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, Instance
from parlour.views.seen_events import count_of_cards

MOST_COUNTS = 3  # numbers of players that are tried
MOST_SEEDS = 40  # deals that are tried
MOST_SHOWN = 3  # cards of a pile that are named


@dataclass(frozen=True)
class DealWitness:
    """A new game that begins differently, in words. `slight`: only the number of cards in one pile differs."""

    position: str
    was: str
    now: str
    slight: bool


def deal_witness(one: MixSide, other: MixSide) -> DealWitness | None:
    """Return a new game that begins differently, for as few players as possible."""
    counts = sorted({*one.game.players} & {*other.game.players})[:MOST_COUNTS]
    for players, seed in product(counts, range(1, MOST_SEEDS + 1)):
        try:
            was, now = (side.tables.table(players).start(seed) for side in (one, other))
        except RulesetFault:
            continue
        if was.over or now.over:
            continue
        sizes = [list(_sizes(state)) for state in (was, now)]
        facts = sizes if sizes[0] != sizes[1] or _hands(was) != _hands(now) else [list(_shown(s)) for s in (was, now)]
        here, there = ([fact for fact in facts[n] if fact not in facts[1 - n]] for n in (0, 1))
        if here or there:
            slight = facts is sizes and len(here) == len(there) == 1
            return DealWitness(f"a new game for {players} players", _sentence(here), _sentence(there), slight)
    return None


def _sentence(facts: list[str]) -> str:
    text = ", ".join(facts) or "none of them"
    return f"{capitalised(text)}{'' if text.endswith(END_OF_SENTENCE) else '.'}"


def _zones(state: State) -> Iterator[tuple[Instance, list[int]]]:
    layout, cells = state.table.machine.layout, list(state.cells)
    yield from ((i, layout.contents(cells, i)) for i in layout.instances if i.number != BOX)


def _hands(state: State) -> list[list[int]]:
    """Return the cards that only their owners see. If they differ, so does the chance of everything after them."""
    zones = state.table.machine.layout.program.zones
    return [cards for i, cards in _zones(state) if zones[i.zone].private]


def _sizes(state: State) -> Iterator[str]:
    """Yield `each hand: 5 cards` and `draw pile: 41 cards`."""
    labels, sizes = Labels(state.table.machine.layout, None), dict[int, list[tuple[Instance, int]]]()
    for i, cards in _zones(state):
        sizes.setdefault(i.zone, []).append((i, len(cards)))
    for of in sizes.values():
        (i, first), *others = of
        if others and first and all(size == first for _, size in others):
            yield f"each {labels.what(i)}: {count_of_cards(first)}"
        else:
            yield from (f"{labels.instance(i)}: {count_of_cards(size)}" for i, size in of if size)


def _shown(state: State) -> Iterator[str]:
    """Yield a few of the cards of each zone that everybody sees, and the question."""
    layout = state.table.machine.layout
    labels = Labels(layout, None)
    for i, cards in _zones(state):
        if cards and layout.program.zones[i.zone].public:
            yield f"{labels.instance(i)}: {' '.join(layout.pack.name(c) for c in cards[-MOST_SHOWN:])}"
    seat, _, wording = state.asked
    yield asked_in_words(seat, wording)
