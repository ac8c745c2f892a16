"""Melds with wild cards and with identical cards: by hand, in all executions, and against an exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from packs import deck, pack
from parlour import program as p
from parlour.table.cards import members
from scaffold.melds import MeldFunctions
from three_ways import Small

CARD = p.Local(0)
RANK = p.CardFact("rank", CARD)
JOKER = 13
WORTH = p.If(p.Op("==", RANK, p.Const(JOKER)), p.Const(20), p.Op("min", p.Pips(RANK), p.Const(10)))


class Table:
    """One setting of the rules, with the wild cards given by their ranks."""

    def __init__(self, wild: str = "Jk", most: int = 2, copies: int = 1, twins: bool = False, corner: bool = False):
        self.pack = pack(False, 2, copies)
        wild_ranks = sum(1 << self.pack.rank_names.index(rank) for rank in wild.split())
        is_wild = p.Op("!=", p.Op("&", p.Single(RANK), p.Const(wild_ranks)), p.Const(0))
        self.wild = sum(1 << c for c in range(self.pack.size) if wild_ranks >> self.pack.rank[c] & 1)
        melding = p.Melding(3, 3, corner, WORTH, 0, is_wild, most, twins)
        self.melds = MeldFunctions(deck(False, 2, copies), melding, self.pack)
        self.most, self.twins, self.corner = most, twins, corner

    def cards(self, text: str) -> int:
        found = 0
        for name in text.split():
            face = self.pack.face_of_name(name)
            assert face is not None
            found |= 1 << next(c for c in self.pack.cards_of_face(face) if not found >> c & 1)
        return found

    def is_meld(self, cards: tuple[int, ...]) -> bool:
        """By the rules: try each face for each wild card."""
        natural = [self.pack.printed(c) for c in cards if not self.wild >> c & 1]
        wild = len(cards) - len(natural)
        return bool(natural) and wild <= self.most and len(cards) >= 3 and self._fits(tuple(sorted(natural)), wild)

    @cache  # noqa: B019  # a table lives as long as the tests
    def _fits(self, faces: tuple[int, ...], wild: int) -> bool:
        ranks, suits = {f // 4 for f in faces}, {f % 4 for f in faces}
        distinct = len(set(faces)) == len(faces)
        if len(ranks) == 1 and (self.twins or (distinct and len(faces) + wild <= 4)):
            return True
        if not distinct or len(suits) > 1 or len(faces) + wild > 13:
            return False
        count = len(faces) + wild
        starts = range(13 if self.corner else 13 - count + 1)
        return any(ranks <= {(start + i) % 13 for i in range(count)} for start in starts)

    def divisions(self, cards: tuple[int, ...]) -> Iterator[int]:
        """Yield the cards of each way to meld some of these."""
        if not cards:
            yield 0
            return
        lowest, others = cards[0], cards[1:]
        yield from self.divisions(others)
        for size in range(2, len(cards)):
            for more in combinations(others, size):
                if self.is_meld((lowest, *more)):
                    meld = sum(1 << c for c in (lowest, *more))
                    for rest in self.divisions(tuple(c for c in others if c not in more)):
                        yield meld | rest

    def least(self, cards: tuple[int, ...]) -> tuple[int, int]:
        def loose(melded: int) -> tuple[int, int]:
            left = [c for c in cards if not melded >> c & 1]
            return sum(self.melds.worth[c] for c in left), len(left)

        return min(map(loose, self.divisions(cards)))


JOKERS = Table()
ONE_JOKER = Table(most=1)
TWOS = Table(wild="2 Jk")
TWO_PACKS = Table(copies=2)
TWINS = Table(copies=2, twins=True)
ROUND = Table(corner=True)
TABLES = {"jokers": JOKERS, "one": ONE_JOKER, "twos": TWOS, "packs": TWO_PACKS, "twins": TWINS, "round": ROUND}


@pytest.mark.parametrize(
    ("table", "cards", "is_one"),
    [
        (JOKERS, "8♠ 8♥ Jk", True),
        (JOKERS, "8♠ Jk Jk", True),
        (ONE_JOKER, "8♠ Jk Jk", False),
        (JOKERS, "8♠ 8♥ 8♦ 8♣ Jk", False),  # there are only four eights
        (JOKERS, "5♦ 7♦ Jk", True),
        (JOKERS, "5♦ 8♦ Jk", False),
        (JOKERS, "5♦ 8♦ Jk Jk", True),
        (JOKERS, "5♦ 6♥ Jk", False),
        (JOKERS, "Q♦ K♦ Jk", True),
        (JOKERS, "K♦ A♦ Jk", False),
        (ROUND, "K♦ 2♦ Jk", True),
        (JOKERS, "Jk Jk", False),
        (TWOS, "A♦ 2♦ 3♦", True),
        (TWOS, "A♦ 2♠ 3♦", True),
        (TWOS, "9♠ 2♠ 2♥", True),
        (TWOS, "2♠ 2♥ 2♦", False),  # three wild cards
        (TWO_PACKS, "8♠ 8♠ 8♥", False),
        (TWINS, "8♠ 8♠ 8♥", True),
        (TWINS, "8♠ 8♠ 8♥ 8♥ 8♦ 8♣ Jk", True),
        (TWINS, "5♦ 6♦ 6♦ 7♦", False),
    ],
)
def test_what_is_a_meld(table: Table, cards: str, is_one: bool) -> None:
    assert table.melds.is_meld(table.cards(cards)) == is_one
    assert table.is_meld(tuple(members(table.cards(cards)))) == is_one


@pytest.mark.parametrize(
    ("table", "cards", "points"),
    [
        (JOKERS, "8♠ 8♥ Jk K♦", 10),
        (JOKERS, "8♠ K♥ Jk 3♦", 8 + 20 + 10 + 3),  # one joker and one card are no meld
        (JOKERS, "8♠ K♥ Jk Jk", 8),  # the king has the jokers
        (TWOS, "9♠ 9♥ 2♦ Jk 4♣ 5♣", 0),
        (TWOS, "9♠ 9♥ 2♦ Jk", 0),  # all four are one set
        (TWO_PACKS, "5♦ 5♦ 6♦ 6♦ 7♦ 7♦", 0),  # two equal runs
        (TWO_PACKS, "8♠ 8♠ 8♥ 8♥ 8♦", 8 + 8),
        (TWINS, "8♠ 8♠ 8♥ 8♥ 8♦", 0),
    ],
)
def test_deadwood(table: Table, cards: str, points: int) -> None:
    assert table.melds.deadwood(table.cards(cards)) == points


@pytest.mark.parametrize("name", TABLES)
def test_the_best_division_is_the_best_of_all(name: str) -> None:
    table, chance = TABLES[name], Random(17)
    suit = [c for c in range(table.pack.size) if table.pack.suit[c] == 1]
    near = [c for c in range(table.pack.size) if 3 < table.pack.rank[c] < 7]
    wild = members(table.wild)
    for _ in range(25):
        cards = tuple(sorted({*chance.sample(suit, 3), *chance.sample(near, 3), *chance.sample(wild, 2)}))
        held = sum(1 << c for c in cards)
        points, count = table.least(cards)
        melded = table.melds.melded(held)
        assert table.melds.deadwood(held) == points
        assert (held & ~melded).bit_count() == count
        for meld in table.melds.division(held):
            assert table.is_meld(tuple(members(meld)))
            assert all(table.melds.meld_of(c, held) == meld for c in members(meld))


SECTIONS = """
melding: {{{melding}, worth: "20 if c.rank == Jk else min(pips(c.rank), 10)"}}
names: {{c: card, cs: cards, n: int}}
zones:
  hand(player): {{seen: owner}}
  stock: {{ordered: true}}
  table: {{seen: everybody}}
state:
  x: {{type: int, each: game}}
  y: {{type: int, each: game}}
  z: {{type: int, each: game}}
  v: {{type: int, each: game}}
"""


def ends(folder: Path, steps: str, melding: str, copies: int = 1) -> dict[str, int]:
    cards = f"deck: {{pack: 52, jokers: 2, copies: {copies}, ace: low, each: game}}\n"
    found = Small(folder, steps, SECTIONS.format(melding=melding), deck=cards).ends()
    assert isinstance(found, dict), found
    return found


def test_wild_cards_in_all_executions(tmp_path: Path) -> None:
    """The joker completes the nines; then the king, the 5 and the 6 are loose. With the 7♣ on the table, 5♣ and 6♣ go
    there instead."""
    steps = """
        for p in those q in players where q == (the o in players):
          move [9♠, 9♥, K♦, 5♣, 6♣] to hand(p)
          let joker = the c in box where c.rank == Jk
          if joker is some: move joker to hand(p)
          x = deadwood(hand(p))
          y = melded(hand(p)).size
          move [7♣, 8♣, 9♣] to table
          let laid = lay_off(hand(p), table)
          z = laid.size
          v = deadwood(hand(p) - laid)
          for c in hand(p) where c.rank == K: v += 100 * meld_of(c, hand(p)).size
          ask p:
            done: nothing
        """
    found = ends(tmp_path, steps, "wild: c.rank == Jk")
    # the set of nines leaves 10 + 5 + 6; a run of 5♣ 6♣ and the joker would leave 28
    assert (found["x"], found["y"]) == (21, 3)
    # 5♣ and 6♣ go on the run of the table; the king is left
    assert (found["z"], found["v"]) == (2, 10)


def test_two_packs_in_all_executions(tmp_path: Path) -> None:
    """Two equal runs of diamonds; the third five is loose, but goes on the fives of the table."""
    steps = """
        for p in those q in players where q == (the o in players):
          move those c in box where c.suit == ♦ and c.rank in 5..7 to hand(p)
          for c in box where c == 5♠ and hand(p).size < 7: move c to hand(p)
          x = deadwood(hand(p))
          y = melded(hand(p)).size
          for c in box where c.rank == 5 and c.suit == ♥ and table.size < 1: move c to table
          for c in box where c.rank == 5 and c.suit == ♣ and table.size < 2: move c to table
          for c in box where c.rank == Jk and table.size < 3: move c to table
          z = lay_off(hand(p), table).size
          v = 1 if is_meld(table.cards) else 0
          ask p:
            done: nothing
        """
    found = ends(tmp_path, steps, "wild: c.rank == Jk", copies=2)
    assert (found["x"], found["y"], found["z"], found["v"]) == (5, 6, 1, 1)


def test_of_wild_cards_that_count_the_same_the_lowest_go_first(tmp_path: Path) -> None:
    """The 2♥ of the second pack comes before the 2♠ of the first one. And a meld on the table doesn't take its own
    card: only the other 9♠ is added."""
    steps = """
        for p in those q in players where q == (the o in players):
          move 2♥ to stock
          move stock.top to hand(p)
          for c in box where c.rank == 2 and c.suit == ♠ and hand(p).size < 2: move c to hand(p)
          move 8♦ to hand(p)
          for c in melded(hand(p)) where c.rank == 2: x += 1 if c.suit == ♥ else 10
          y = melded(hand(p)).size
          move [9♠, 9♥, 9♦] to table
          let own = the c in table where c.suit == ♠
          z = lay_off(table - 9♥ - 9♦, those c in table where c.suit != ♠ or c == own).size
          v = lay_off(table - 9♥ - 9♦, those c in table where c.suit != ♠).size
          ask p:
            done: nothing
        """
    found = ends(tmp_path, steps, "wild: c.rank == 2, most-wild: 1, twins: true", copies=2)
    assert (found["x"], found["y"]) == (1, 3)
    assert (found["z"], found["v"]) == (1, 2)


@pytest.mark.parametrize("name", TABLES)
def test_the_melds_among_cards_are_all_melds(name: str) -> None:
    """Of identical cards, the sets that differ only in them count once. Each wild card can be chosen."""
    table, chance = TABLES[name], Random(23)
    near = [c for c in range(table.pack.size) if 3 < table.pack.rank[c] < 7]

    def kind(meld: int) -> tuple[tuple[int, ...], int]:
        natural = meld & ~table.wild
        return tuple(sorted(table.pack.printed(c) for c in members(natural))), meld & table.wild

    for _ in range(10):
        cards = sorted({*chance.sample(near, 7), *chance.sample(members(table.wild), 2)})
        subsets = (sum(1 << c for c in of) for size in range(3, len(cards) + 1) for of in combinations(cards, size))
        found = table.melds.among(sum(1 << c for c in cards))
        assert found == sorted(set(found))
        assert sorted(map(kind, found)) == sorted({kind(m) for m in subsets if table.is_meld(tuple(members(m)))})


def test_each_kind_of_wild_card_can_be_chosen() -> None:
    """The two nines with the two, with the joker, or with both; or one of the nines with both."""
    found = TWOS.melds.among(TWOS.cards("9♠ 9♥ 2♦ Jk"))
    wanted = ("9♠ 9♥ 2♦", "9♠ 9♥ Jk", "9♠ 9♥ 2♦ Jk", "9♠ 2♦ Jk", "9♥ 2♦ Jk")
    assert found == sorted(map(TWOS.cards, wanted))
