"""The cards of one table as numbers, and their names.

An identity is `copy * (52 + jokers) + face`; the faces are rank index * 4 + suit in the order of the deck,
then the jokers. A card value is an identity, or identity + size * (1 + face) when the card counts as that
face; every joker counts as face 52. Knows nothing of zones or states.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from parlour.program import NONE

JOKER = 52  # the face of every joker
JOKER_RANK = 13
FACES = 53
RANKS = 14  # with the joker's
SUITS = 4
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
BLACK, RED = range(2)
COLOUR_OF_SUIT = (BLACK, RED, RED, BLACK)
SUIT_NAMES = ("♣", "♦", "♥", "♠")
COLOUR_NAMES = ("black", "red")

_LETTERS = {"c": 0, "d": 1, "h": 2, "s": 3, "♣": 0, "♦": 1, "♥": 2, "♠": 3}
_CARD = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])\ufe0f?", re.IGNORECASE)
_SPECIAL_PIPS = {"A": 1, "J": 11, "Q": 12, "K": 13, "Jk": 0}


def card_of_name(name: str) -> tuple[str, int | None] | None:
    """The rank and suit in the name of a card, whatever the pack; a joker has no suit."""
    if name.casefold() in ("jk", "joker"):
        return "Jk", None
    match = _CARD.fullmatch(name)
    return (match[1].upper().replace("T", "10"), _LETTERS[match[2].lower()]) if match is not None else None


def rank_names(ace_high: bool) -> tuple[str, ...]:
    """The names of the ranks 0..13 in the order of the deck."""
    middle = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return (*middle, "A", "Jk") if ace_high else ("A", *middle, "Jk")


def pips_of(rank_name: str) -> int:
    special = _SPECIAL_PIPS.get(rank_name)
    return int(rank_name) if special is None else special


def face_rank(face: int) -> int:
    return face >> 2 if face < JOKER else JOKER_RANK


def face_suit(face: int) -> int:
    return face & 3 if face < JOKER else NONE


def face_colour(face: int) -> int:
    return COLOUR_OF_SUIT[face & 3] if face < JOKER else NONE


@dataclass(frozen=True)
class Pack:
    """The cards of one table. `used` is the set of identities that are in the game.

    The tables are indexed by card value; their last entry is for `none`, which Python reaches with -1.
    """

    ace_high: bool
    jokers: int
    copies: int
    used: int
    guises: bool  # True if a card can count as another in this game

    @cached_property
    def per_copy(self) -> int:
        return 52 + self.jokers

    @cached_property
    def size(self) -> int:
        """The number of identities; some of them may not be in the game."""
        return self.copies * self.per_copy

    @cached_property
    def count(self) -> int:
        return self.used.bit_count()

    @cached_property
    def rank_names(self) -> tuple[str, ...]:
        return rank_names(self.ace_high)

    @cached_property
    def pips(self) -> tuple[int, ...]:
        """For each rank its number; the last entry, for `none`, is 0."""
        return (*map(pips_of, self.rank_names), 0)

    def printed(self, identity: int) -> int:
        """The face that is printed on a card."""
        return min(identity % self.per_copy, JOKER)

    @cached_property
    def values(self) -> int:
        """Card values are below this."""
        return self.size * (1 + FACES) if self.guises else self.size

    @cached_property
    def face(self) -> tuple[int, ...]:
        """The face that a card value shows."""
        bare = [self.printed(c) for c in range(self.size)]
        guised = [v // self.size - 1 for v in range(self.size, self.values)]
        return (*bare, *guised, NONE)

    @cached_property
    def rank(self) -> tuple[int, ...]:
        return (*(face_rank(f) for f in self.face[:-1]), NONE)

    @cached_property
    def suit(self) -> tuple[int, ...]:
        return (*(face_suit(f) for f in self.face[:-1]), NONE)

    @cached_property
    def colour(self) -> tuple[int, ...]:
        return (*(face_colour(f) for f in self.face[:-1]), NONE)

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
        """For each face the set of its cards in the game."""
        sets = [0] * FACES
        for c in range(self.size):
            if self.used >> c & 1:
                sets[self.printed(c)] |= 1 << c
        return tuple(sets)

    def _joined(self, parts: list[list[int]]) -> tuple[int, ...]:
        return tuple(sum(self.of_face[f] for f in faces) for faces in parts)

    @cached_property
    def of_rank(self) -> tuple[int, ...]:
        """For each rank the set of its cards in the game; the last entry, for `none`, is empty."""
        return self._joined([[f for f in range(FACES) if face_rank(f) == r] for r in range(RANKS)] + [[]])

    @cached_property
    def under_rank(self) -> tuple[int, ...]:
        """For each rank, and for the number after the last one, the cards of all lower ranks; for `none` no cards."""
        lower = [[f for f in range(FACES) if 0 <= face_rank(f) < r] for r in range(RANKS + 1)]
        return self._joined([*lower, []])

    @cached_property
    def of_suit(self) -> tuple[int, ...]:
        return self._joined([[f for f in range(FACES) if face_suit(f) == s] for s in range(SUITS)] + [[]])

    def guise(self, card: int, face: int) -> int:
        """The card value of a card that counts as a face (or as itself, for none)."""
        return card % self.size + self.size * (1 + face)

    # ------------------------------------------------------------ names

    def face_name(self, face: int) -> str:
        if face == JOKER:
            return "Jk"
        return self.rank_names[face >> 2] + SUIT_NAMES[face & 3]

    def name(self, value: int) -> str:
        """`10♦`, `Jk`, `Jk as 5♠`; cards of one face have one name."""
        if value < 0:
            return "none"
        bare = self.face_name(self.printed(value % self.size))
        if value < self.size:
            return bare
        return f"{bare} as {self.face_name(value // self.size - 1)}"

    def face_of_name(self, name: str) -> int | None:
        """The face of a name such as `10♦`, `10D`, `Jk`; None if it isn't the name of a card."""
        card = card_of_name(name)
        if card is None:
            return None
        rank, suit = card
        return JOKER if suit is None else self.rank_names.index(rank) * 4 + suit

    def cards_of_face(self, face: int) -> tuple[int, ...]:
        """The cards in the game that show this face."""
        return tuple(c for c in range(self.size) if self.of_face[face] >> c & 1)

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
    found = 0
    for i in members(of):
        if i < len(table):
            found |= table[i]
    return found
