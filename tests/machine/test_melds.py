"""The best melds and the best way to lay off, compared with an exhaustive search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs import deck, pack
from parlour import program as p
from parlour.table.cards import members
from scaffold.melds import MeldFunctions

CARD = p.Local(0)
RANK, SUIT = p.CardFact("rank", CARD), p.CardFact("suit", CARD)
PIPS = p.Op("min", p.Pips(RANK), p.Const(10))
UNEVEN = p.Op("-", p.Pips(RANK), p.Op("*", p.Const(4), SUIT))  # some cards count nothing, others less than that

Cards = tuple[int, ...]
Division = tuple[Cards, ...]


class Table:
    """One setting of the rules of melding, for the functions under test and for the search."""

    def __init__(
        self,
        worth: p.Expr = PIPS,
        sets: int = 3,
        runs: int = 3,
        corner: bool = False,
        high: bool = False,
        jokers: int = 0,
        without: str = "",
    ) -> None:
        whole = pack(high, jokers)
        used = sum(1 << c for c in range(whole.size) if c >= 52 or whole.rank_names[c // 4] not in without.split())
        self.pack = pack(high, jokers, used=used)
        self.melds = MeldFunctions(deck(high, jokers), p.Melding(sets, runs, corner, worth, 0), self.pack)
        self.least_set, self.least_run, self.corner = sets, runs, corner
        self.ranks = sorted({c // 4 for c in members(used) if c < 52})

    def cards(self, text: str) -> int:
        return mask(c for name in text.split() for c in self.pack.cards_of_face(self.pack.face_of_name(name) or 0))

    def names(self, cards: int) -> str:
        return " ".join(self.pack.name(c) for c in members(cards))

    # ------------------------------------------------------------ by trying everything

    def is_meld(self, cards: Cards) -> bool:
        if not cards or max(cards) >= 52:
            return False
        if len({c // 4 for c in cards}) == 1:
            return len(cards) >= self.least_set
        return len(cards) >= self.least_run and len({c % 4 for c in cards}) == 1 and self._follow(cards)

    def _follow(self, cards: Cards) -> bool:
        places = sorted(self.ranks.index(c // 4) for c in cards)
        if not self.corner:
            return places[-1] - places[0] == len(places) - 1
        around = [*places[1:], places[0] + len(self.ranks)]
        return sum(b - a != 1 for a, b in zip(places, around, strict=True)) <= 1

    def divisions(self, cards: Cards) -> Iterator[Division]:
        """Yield all ways to meld some of the cards, the preferred ones first."""
        if not cards:
            yield ()
            return
        lowest, others = cards[0], cards[1:]
        for meld in self._beginning(lowest, others):
            for rest in self.divisions(tuple(c for c in others if c not in meld)):
                yield (meld, *rest)
        yield from self.divisions(others)

    @cache  # noqa: B019  # a table lives as long as the tests
    def _beginning(self, lowest: int, others: Cards) -> list[Cards]:
        mine = [c for c in others if c // 4 == lowest // 4 or c % 4 == lowest % 4]
        found = [
            (lowest, *more)
            for size in range(len(mine) + 1)
            for more in combinations(mine, size)
            if self.is_meld((lowest, *more))
        ]
        return sorted(found, key=lambda m: (m[0] // 4 != m[-1] // 4, -len(m), m))

    def loose(self, cards: Cards, division: Division) -> tuple[int, int]:
        left = set(cards).difference(*division)
        return sum(self.melds.worth[c] for c in left), len(left)

    def best(self, cards: Cards) -> tuple[tuple[int, int], Division]:
        return min(((self.loose(cards, d), d) for d in self.divisions(cards)), key=lambda found: found[0])

    def layings(self, cards: Cards, table: list[Cards]) -> set[Cards]:
        """Yield every set of cards that players can lay off, one card after the other."""
        found = {((), tuple(table))}
        pending = list(found)
        while pending:
            laid, melds = pending.pop()
            for c in cards:
                for i, meld in enumerate(melds):
                    if c not in laid and self.is_meld(tuple(sorted((*meld, c)))):
                        grown = (*melds[:i], tuple(sorted((*meld, c))), *melds[i + 1 :])
                        step = (tuple(sorted((*laid, c))), grown)
                        if step not in found:
                            found.add(step)
                            pending.append(step)
        return {laid for laid, _ in found}

    def best_laying(self, cards: Cards, table: list[Cards]) -> Cards:
        def goodness(laid: Cards) -> tuple[tuple[int, int], int, Cards]:
            return self.best(tuple(c for c in cards if c not in laid))[0], len(laid), laid

        return min(self.layings(cards, table), key=goodness)


def mask(cards: Iterable[int]) -> int:
    return sum(1 << c for c in cards)


GIN = Table()
TABLES = {
    "gin": GIN, "uneven": Table(UNEVEN), "round the corner": Table(corner=True),
    "pairs and long runs": Table(sets=2, runs=4), "seven up": Table(high=True, without="2 3 4 5 6", jokers=2),
    "a pack of forty, round the corner": Table(UNEVEN, without="8 9 10", corner=True),
}  # fmt: skip


NUMBERS = st.tuples(st.integers(0, 51), st.lists(st.integers(0, 4 * 52 - 1), max_size=12))


def hand(table: Table, numbers: tuple[int, list[int]]) -> Cards:
    """Return close cards or cards of one suit, which have several melds, and some others."""
    used = members(table.pack.used)
    start, chosen = numbers
    near = [used[(start + i) % len(used)] for i in range(12)]
    of_suit = [c for c in used if c % 4 == start % 4]
    kinds = (near, near, of_suit, used)
    return tuple(sorted({among[n // 4 % len(among)] for n in chosen for among in (kinds[n % 4],)}))


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=60, deadline=None)
@given(numbers=NUMBERS)
def test_the_best_melds(name: str, numbers: tuple[int, list[int]]) -> None:
    table = TABLES[name]
    cards = hand(table, numbers)
    (points, count), division = table.best(cards)
    held = mask(cards)
    assert table.melds.deadwood(held) == points
    assert [tuple(members(m)) for m in table.melds.division(held)] == list(division)
    assert table.melds.melded(held) == mask(c for meld in division for c in meld)
    assert (held & ~table.melds.melded(held)).bit_count() == count
    for c in cards:
        assert table.melds.meld_of(c, held) == next((mask(m) for m in division if c in m), 0)


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=60, deadline=None)
@given(knocks=NUMBERS, answers=NUMBERS)
def test_the_best_laying_off(name: str, knocks: tuple[int, list[int]], answers: tuple[int, list[int]]) -> None:
    table = TABLES[name]
    knocker = hand(table, knocks)
    _, on_table = table.best(knocker)
    cards = tuple(c for c in hand(table, (knocks[0], answers[1])) if c not in knocker)
    laid = table.melds.laid_off(mask(cards), [mask(m) for m in on_table])
    assert table.names(laid) == table.names(mask(table.best_laying(cards, list(on_table))))


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=100, deadline=None)
@given(start=st.integers(0, 51), numbers=st.lists(st.integers(0, 4 * 52 - 1), max_size=5))
def test_what_is_a_meld(name: str, start: int, numbers: list[int]) -> None:
    table = TABLES[name]
    cards = hand(table, (start, numbers))
    assert table.melds.is_meld(mask(cards)) == table.is_meld(cards)


# ---------------------------------------------------------------- by hand
