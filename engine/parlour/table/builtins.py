"""The language's built-ins that need an algorithm of their own. They know cards, but no particular game.

Each makes a closure from the closures of its arguments.
"""

from __future__ import annotations

from collections.abc import Callable

from parlour.table.cells import Cells, Value
from parlour.table.layout import Layout

BELOW = "below"  # the set of the numbers 0..n-1
BESIDE = "beside"  # the set of the cards of each rank with another card in a set


def _below(layout: Layout, args: list[Value]) -> Value:
    """The set of the numbers 0..n-1."""
    (n,) = args

    def below(s: Cells) -> int:
        k = n(s)
        return (1 << k) - 1 if k > 0 else 0

    return below


def _beside(layout: Layout, args: list[Value]) -> Value:
    """Return the cards that differ from some card of a set: all if it has two cards, all except its only card, or
    none."""
    pack, (of,) = (1 << layout.pack.size) - 1, args

    def beside(s: Cells) -> int:
        cards = of(s)
        return pack if cards & cards - 1 else pack & ~cards if cards else 0

    return beside


def _run_at_top(layout: Layout, args: list[Value]) -> Value:
    """The cards at the top of an ordered zone that show one rank, as a set."""
    (zone,) = args

    def run(s: Cells) -> int:
        lying = layout.contents(s, layout.instances[zone(s)])
        found, rank = 0, None
        for c in reversed(lying):
            shown = layout.pack.rank[layout.value_of(s, c)]
            if rank is not None and shown != rank:
                break
            rank = shown
            found |= 1 << c
        return found

    return run


def _is_meld(layout: Layout, args: list[Value]) -> Value:
    melds, (cards,) = layout.melds, args
    return lambda s: melds.is_meld(cards(s))


def _deadwood(layout: Layout, args: list[Value]) -> Value:
    melds, (cards,) = layout.melds, args
    return lambda s: melds.deadwood(cards(s))


def _melded(layout: Layout, args: list[Value]) -> Value:
    melds, (cards,) = layout.melds, args
    return lambda s: melds.melded(cards(s))


def _meld_of(layout: Layout, args: list[Value]) -> Value:
    melds, bit, (card, cards) = layout.melds, layout.pack.bit, args
    return lambda s: melds.meld_of(bit[card(s)], cards(s))


def _lay_off(layout: Layout, args: list[Value]) -> Value:
    melds, (cards, *table) = layout.melds, args
    return lambda s: melds.laid_off(cards(s), [meld(s) for meld in table])


BUILTINS: dict[str, Callable[[Layout, list[Value]], Value]] = {
    BELOW: _below,
    BESIDE: _beside,
    "run_at_top": _run_at_top,
    "is_meld": _is_meld,
    "deadwood": _deadwood,
    "melded": _melded,
    "meld_of": _meld_of,
    "lay_off": _lay_off,
}
