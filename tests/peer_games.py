"""The rulesets of tests/peers at a table: their cards, their results, and sensible players. Tests that compare a peer
with plain Python or with the package itself begin here."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

from parlour.mixing.compiler import NO_OPTIONS, Options, compile_ruleset, require
from parlour.states.state import State, Table
from parlour.table.cards import Pack
from parlour.table.texts import zone_name

PEERS = Path(__file__).parent / "peers"
SUITS = "♣♦♥♠"

Cards = frozenset[str]


def table(name: str, players: int, options: Options = NO_OPTIONS) -> Table:
    return Table.of(require(compile_ruleset(PEERS / f"{name}.yaml", options=options))[1], players)


@cache
def _names(pack: Pack) -> list[str]:
    return [pack.name(card) for card in range(pack.size)]


def lying(state: State, *zones: str) -> dict[str, list[str]]:
    """Return the cards of these zones, or of all."""
    layout = state.table.machine.layout
    names = _names(layout.pack)
    cells = list(state.cells)
    found = {}
    for instance in layout.instances:
        name = zone_name(layout, instance.number)
        if not zones or name in zones:
            found[name] = [names[c] for c in layout.contents(cells, instance)]
    return found


def hands(state: State) -> list[set[str]]:
    names = [f"hand {seat}" for seat in range(1, state.table.machine.players + 1)]
    found = lying(state, *names)
    return [set(found[name]) for name in names]


def results(state: State, name: str) -> list[object]:
    """Return the results of all seats, the first one first."""
    found = state.outcome.values[name]
    assert isinstance(found, Mapping)
    return [found[seat] for seat in sorted(found)]


# ---------------------------------------------------------------- hearts

HEIGHTS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def height(card: str) -> int:
    return HEIGHTS.index(card[:-1])


def hearts_card(legal: set[str], greedy: bool, careful: bool, chooser: Random) -> str:
    """Choose a card of Hearts: one greedy player wants every trick and sometimes shoots the moon; the others play
    low."""
    if greedy:
        return max(sorted(legal), key=height)
    if careful:
        return min(sorted(legal), key=height)
    return chooser.choice(sorted(legal))


# ---------------------------------------------------------------- gin

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def rank(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def worth(cards: Iterable[str]) -> int:
    return sum(min(rank(card), 10) for card in cards)


def run(suit: str, low: int, length: int) -> Cards:
    return frozenset(RANKS[n - 1] + suit for n in range(low, low + length))


MELDS = [
    *(frozenset(r + s for s in suits) for r in RANKS for size in (3, 4) for suits in combinations(SUITS, size)),
    *(run(suit, low, length) for length in (3, 4, 5) for suit in SUITS for low in range(1, 15 - length)),
]


@cache
def loose(hand: Cards) -> int:
    """Return the least deadwood, by trying every meld."""
    return _loose(hand, [meld for meld in MELDS if meld <= hand])


def _loose(hand: Cards, melds: list[Cards]) -> int:
    left = worth(hand)
    for place, meld in enumerate(melds, 1):
        left = min(left, _loose(hand - meld, [other for other in melds[place:] if not other & meld]))
    return left


def meld_text(meld: Iterable[str]) -> str:
    return "meld " + " ".join(sorted(meld, key=lambda c: (rank(c), SUITS.index(c[-1]))))


def gin_move(hand: Cards, up_card: str, legal: list[str], chooser: Random) -> str:
    """Choose mostly a move that improves the hand, so that players knock."""
    if chooser.random() < 0.2:
        return chooser.choice(legal)
    if "knock" in legal:
        return "knock"
    if "take" in legal:
        better = loose(hand | {up_card}) < loose(hand) + worth([up_card])
        return "take" if better else legal[0]
    discards = [move for move in legal if move.startswith("discard")]
    if discards:
        return min(discards, key=lambda move: loose(hand - {move.partition(" ")[2]}))
    return chooser.choice([move for move in legal if move.startswith(("meld", "lay"))] or legal)
