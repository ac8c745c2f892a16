"""Melds of packs with wild cards or with identical cards.

A meld is a shape: its natural cards, and how many wild cards it needs. Wild cards are interchangeable: those that
would cost the most when loose go first, then the lowest. Of identical cards the lowest go first, so the cards of a hand
are sorted: their number decides which identities stand for them. Everything else is as in `melds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from parlour import program as p
from parlour.table.cards import Pack, members
from parlour.table.faults import RulesetFault
from parlour.table.melds import Melds, by_card

MOST_CARDS = 40  # that are divided; each card more makes the search longer by a fifth
Shape = tuple[int, int]  # the natural cards, the lowest of identical ones; the number of wild cards


class OpenMelds(Melds):
    """Divides cards of one table into melds, with wild cards and identical cards."""

    def __init__(self, program: p.Program, melding: p.Melding, pack: Pack, wild: int) -> None:
        super().__init__(program, melding, pack)
        self.wild = wild
        self.wild_order = sorted(members(wild), key=lambda c: (-self.worth[c], pack.printed(c), c))

    # ------------------------------------------------------------ what there is

    @cached_property
    def _copies(self) -> dict[int, list[int]]:
        """For each natural card of a face with several cards all cards of this face."""
        return {
            c: members(face & ~self.wild)
            for face in self.pack.of_face
            if face & (face - 1)
            for c in members(face & ~self.wild)
        }

    @cached_property
    def doubles(self) -> int:
        """The natural cards of faces with several cards."""
        return sum(1 << c for c in self._copies)

    def sorted(self, cards: int) -> int:
        """The same cards by their faces, with the lowest identities of each face."""
        found = cards & ~self.doubles
        for c in members(cards & self.doubles):
            same = self._copies[c]
            before = sum(1 for d in same if d < c and cards >> d & 1)
            found |= 1 << same[before]
        return found

    @cached_property
    def _natural(self) -> int:
        return self.pack.used & ~self.wild

    @cached_property
    def _lowest(self) -> int:
        """The first natural card of each face."""
        return self._natural & ~_mask([c for c, same in self._copies.items() if c != same[0]])

    @cached_property
    def _set_shapes(self) -> list[Shape]:
        found = []
        for rank in self.pack.of_rank[: self.pack.design.ordered]:
            of = members(rank & (self._natural if self.melding.twins else self._lowest))
            most = len(members(rank)) if self.melding.twins else len(self.pack.design.suits)
            chosen = {self.sorted(_mask(cards)) for size in range(1, len(of) + 1) for cards in combinations(of, size)}
            found += [
                (cards, wild)
                for cards in chosen
                for wild in range(self._most_wild + 1)
                if self.melding.sets <= cards.bit_count() + wild <= most
            ]
        return found

    @cached_property
    def _run_shapes(self) -> list[Shape]:
        found: set[Shape] = set()
        ranks = [rank for rank in self.pack.of_rank[: self.pack.design.ordered] if rank]
        for suit in range(len(self.pack.design.suits)):
            cards = [rank & self.pack.of_suit[suit] & self._lowest for rank in ranks]
            count = len(cards)
            for start in range(count):
                for length in range(self.melding.runs, (count if self.melding.corner else count - start) + 1):
                    found |= self._with_gaps([cards[(start + i) % count] for i in range(length)])
        return list(found)

    def _with_gaps(self, cards: list[int]) -> set[Shape]:
        """All ways to fill such a run, with wild cards in some places."""
        lacking, there = sum(1 for bit in cards if not bit), [bit for bit in cards if bit]
        found = set()
        for more in range(min(self._most_wild - lacking, len(there) - 1) + 1):
            for replaced in combinations(there, more):
                found.add((sum(there) - sum(replaced), lacking + more))
        return found

    @cached_property
    def _most_wild(self) -> int:
        return min(self.melding.most_wild, len(self.wild_order))

    @cached_property
    def shapes(self) -> list[list[Shape]]:
        """The melds that begin with each natural card, in the order in which they are preferred."""
        found: list[list[Shape]] = [[] for _ in range(self.pack.size)]
        sets = set(self._set_shapes)
        runs = [shape for shape in self._run_shapes if shape not in sets]  # 9♠ and two wild cards are a set
        for shapes in (self._set_shapes, runs):
            for shape in sorted(shapes, key=lambda m: (-m[0].bit_count() - m[1], m[1], members(m[0]))):
                found[members(shape[0])[0]].append(shape)
        return found

    @cached_property
    def _each(self) -> frozenset[Shape]:
        return frozenset(shape for of in self.shapes for shape in of)

    def among(self, held: int) -> list[int]:
        """The melds among some cards, with each choice of wild cards, in ascending order."""
        natural, most = self._shape(held)
        return sorted(
            self.taken(held, (cards, 0)) | _mask(chosen)
            for c in members(natural)
            for cards, wild in self.shapes[c]
            if cards & natural == cards and wild <= most
            for chosen in combinations(members(held & self.wild), wild)
        )

    def entries(self) -> list[list[Shape]]:
        return self.shapes

    def _shape(self, cards: int) -> Shape:
        return self.sorted(cards & ~self.wild), (cards & self.wild).bit_count()

    def is_meld(self, cards: int) -> bool:
        return self._shape(cards) in self._each

    # ------------------------------------------------------------ the best division

    def wilds(self, held: int, number: int) -> int:
        """So many of the wild cards that are held."""
        found = [c for c in self.wild_order if held >> c & 1]
        return _mask(found[:number])

    def taken(self, held: int, shape: Shape) -> int:
        """The held cards of such a meld."""
        cards, wild = shape
        found = cards & ~self.doubles | self.wilds(held, wild)
        for c in members(cards & self.doubles):
            held_copies = [d for d in self._copies[c] if held >> d & 1]
            found |= 1 << next(d for d in held_copies if not found >> d & 1)
        return found

    def least(self, held: int) -> int:
        known = self._known.get(held)
        if known is None:
            if held.bit_count() > MOST_CARDS:
                message = f"can't divide {held.bit_count()} cards into melds; the limit is {MOST_CARDS}"
                raise RulesetFault(f"{message} in a pack with wild or identical cards", self.melding.origin)
            self._forget()
            known = self._known[held] = self._search(self.sorted(held))
        return known

    def _search(self, rest: int) -> int:
        known = self._known.get(rest)
        if known is not None:
            return known
        natural = rest & ~self.wild
        if not natural:
            return sum(self.costs[c] for c in members(rest))
        card = (natural & -natural).bit_length() - 1
        best = self.costs[card] + self._search(self.sorted(rest ^ 1 << card))
        wild = (rest & self.wild).bit_count()
        for cards, needed in self.shapes[card]:
            if cards & rest == cards and needed <= wild:
                best = min(best, self._search(self.sorted(rest ^ cards ^ self.wilds(rest, needed))))
        self._known[rest] = best
        return best

    def division(self, held: int) -> list[int]:
        found = []
        rest, least = held, self.least(held)
        while natural := self.sorted(rest & ~self.wild):
            card = (natural & -natural).bit_length() - 1
            wild = (rest & self.wild).bit_count()
            for shape in self.shapes[card]:
                if shape[0] & natural == shape[0] and shape[1] <= wild:
                    meld = self.taken(rest, shape)
                    if self.least(rest ^ meld) == least:
                        found.append(meld)
                        rest ^= meld
                        break
            else:
                least -= self.costs[card]
                rest ^= self.taken(rest, (1 << card, 0))
        return found

    # ------------------------------------------------------------ laying off

    def laid_off(self, held: int, table: Sequence[int]) -> int:
        best, chosen = self.least(held), 0
        for laid in self._ways(held, [meld for meld in table if self.is_meld(meld)]):
            least = self.least(held & ~laid)
            if self.better(least, laid, best, chosen):
                best, chosen = least, laid
        return chosen

    def _ways(self, held: int, table: Sequence[int]) -> Iterator[int]:
        if not table:
            yield 0
            return
        for more in self._additions(held, table[0]):
            for others in self._ways(held & ~more, table[1:]):
                yield more | others

    def _additions(self, held: int, meld: int) -> set[int]:
        """The held cards that make another meld with this one."""
        cards, wild = self._shape(meld)
        held &= ~meld
        natural, most = self._shape(held)
        found = set()
        for larger, needed in self._each:
            if larger & cards == cards and wild <= needed <= wild + most:
                more = self.sorted(larger ^ cards)
                if more & natural == more:
                    found.add(self.taken(held, (more, needed - wild)))
        return found


def melds_of(program: p.Program, melding: p.Melding, pack: Pack) -> Melds:
    """The melds of a table: in their simplest form if no card is wild and no two are identical."""
    wild = _mask([c for c, is_wild in enumerate(by_card(program, melding, melding.wild, pack)) if is_wild]) & pack.used
    if wild or any(of & (of - 1) for of in pack.of_face[: pack.faces] if of & _ordered(pack)):
        return OpenMelds(program, melding, pack, wild)
    return Melds(program, melding, pack)


def _ordered(pack: Pack) -> int:
    """The cards of ranks that melds can have."""
    return sum(pack.of_rank[: pack.design.ordered])


def _mask(chosen: Sequence[int]) -> int:
    return sum(1 << c for c in chosen)
