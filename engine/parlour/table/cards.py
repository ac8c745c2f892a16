"""The cards of one table as numbers, and their names.

An identity is `copy * per_copy + place`, where the cards of one pack come by their faces, as many of each as there are.
A card value is an identity, or identity + size * (1 + face) when the card counts as that face. Knows nothing of zones
or states.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from parlour.program import NONE, Design


@dataclass(frozen=True)
class Pack:
    """The cards of one table. `amounts` has the number of cards of each face in one of its `copies` packs. `used` is
    the set of identities that are in the game.

    The tables are indexed by card value; their last entry is for `none`, which Python reaches with -1.
    """

    design: Design
    amounts: tuple[int, ...]
    copies: int
    used: int
    guises: bool  # True if a card can count as another in this game

    @cached_property
    def per_copy(self) -> int:
        return sum(self.amounts)

    @cached_property
    def size(self) -> int:
        """Return the number of identities, including those that aren't in the game."""
        return self.copies * self.per_copy

    @cached_property
    def count(self) -> int:
        return self.used.bit_count()

    def same_cards(self, other: Pack) -> bool:
        """True if another table has the same cards with the same numbers."""
        mine = self.amounts, self.copies, self.used
        return self.design == other.design and mine == (other.amounts, other.copies, other.used)

    @cached_property
    def faces(self) -> int:
        """The number of faces, including those that no card of this pack shows."""
        return len(self.design.faces)

    @property
    def rank_names(self) -> tuple[str, ...]:
        return self.design.rank_names

    @cached_property
    def _printed(self) -> tuple[int, ...]:
        return tuple(face for face, amount in enumerate(self.amounts) for _ in range(amount)) * self.copies

    def printed(self, identity: int) -> int:
        """The face that is printed on a card."""
        return self._printed[identity]

    @cached_property
    def values(self) -> int:
        """Return the limit that all card values are below."""
        return self.size * (1 + self.faces) if self.guises else self.size

    @cached_property
    def face(self) -> tuple[int, ...]:
        """The face that a card value shows."""
        guised = [v // self.size - 1 for v in range(self.size, self.values)]
        return (*self._printed, *guised, NONE)

    @property
    def rank(self) -> tuple[int, ...]:
        return self.fact("rank")

    @property
    def suit(self) -> tuple[int, ...]:
        return self.fact("suit")

    def fact(self, name: str) -> tuple[int, ...]:
        """A fact of each card value, also one that the deck defines."""
        if name not in self._facts:
            of_face = [self.design.fact(name, face) for face in range(self.faces)]
            self._facts[name] = (*(of_face[face] for face in self.face[:-1]), self.design.missing(name))
        return self._facts[name]

    @cached_property
    def _facts(self) -> dict[str, tuple[int, ...]]:
        return {}

    @cached_property
    def bare(self) -> tuple[int, ...]:
        """The identity of a card value."""
        return (*(v % self.size for v in range(self.values)), NONE)

    @cached_property
    def bit(self) -> tuple[int, ...]:
        """The set with just this card."""
        return (*(1 << (v % self.size) for v in range(self.values)), 0)

    @cached_property
    def of_face(self) -> tuple[int, ...]:
        """Return for each face the set of its cards in the game."""
        sets = [0] * self.faces
        for card, face in enumerate(self._printed):
            sets[face] |= 1 << card & self.used
        return tuple(sets)

    @cached_property
    def doubles(self) -> int:
        """The cards of faces that are in the game more than once."""
        return sum(same for same in self.of_face if same & same - 1)

    def _of(self, fact: str, values: int) -> list[int]:
        """Return for each value of a fact the set of the cards that show it."""
        sets = [0] * values
        for face, of in enumerate(self.of_face):
            value = self.design.fact(fact, face)
            if value != NONE:
                sets[value] |= of
        return sets

    @cached_property
    def of_rank(self) -> tuple[int, ...]:
        """Return for each rank the set of its cards in the game; the last entry, for `none`, is empty."""
        return (*self._of("rank", len(self.design.ranks)), 0)

    @cached_property
    def ladder(self) -> tuple[int, ...]:
        """The cards of each rank in the game that runs can have, from the lowest rank to the highest."""
        return tuple(of for of in self.of_rank[: self.design.ordered] if of)

    @cached_property
    def under_rank(self) -> tuple[int, ...]:
        """Return the cards of all lower ranks for each rank, and for the number after the last rank; none for
        `none`."""
        ranks = self.of_rank[:-1]
        return (*(sum(ranks[:r]) for r in range(len(ranks) + 1)), 0)

    @cached_property
    def of_suit(self) -> tuple[int, ...]:
        return (*self._of("suit", len(self.design.suits)), 0)

    def guise(self, card: int, face: int) -> int:
        """The card value of a card that counts as a face (or as itself, for none)."""
        return card % self.size + self.size * (1 + face)

    # ------------------------------------------------------------ names

    def face_name(self, face: int) -> str:
        return self.design.faces[face].name

    def name(self, value: int) -> str:
        """Return the name of a card value: `10♦`, `Jk`, `Jk as 5♠`; cards of one face have one name."""
        if value < 0:
            return "none"
        bare = self.face_name(self.printed(value % self.size))
        if value < self.size:
            return bare
        return f"{bare} as {self.face_name(value // self.size - 1)}"

    def face_of_name(self, name: str) -> int | None:
        """The face of a name such as `10♦`, `10D`, `Jk`; None if it isn't the name of a card."""
        return self.design.face_named(name)

    def cards_of_face(self, face: int) -> tuple[int, ...]:
        """The cards in the game that show this face."""
        return tuple(members(self.of_face[face]))

    def faces_of(self, cards: int) -> list[int]:
        """The faces that a set of cards shows, in ascending order, each once."""
        return [face for face, alike in enumerate(self.of_face) if alike & cards]


def members(mask: int) -> list[int]:
    """The members of a set in ascending order."""
    out = []
    while mask:
        bit = mask & -mask
        out.append(bit.bit_length() - 1)
        mask ^= bit
    return out


def face_cards(pack: Pack, fact: str, of: int) -> int:
    """The cards of the game whose rank, suit or face is in a set."""
    table = {"rank": pack.of_rank, "suit": pack.of_suit, "face": pack.of_face}[fact]
    cards = 0
    for i in members(of):
        if i < len(table):
            cards |= table[i]
    return cards
