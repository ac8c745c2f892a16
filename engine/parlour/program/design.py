"""The design of a deck: what its cards show. Ranks, suits, colours, faces and facts, and all their names.

Knows neither how many cards there are of a face nor how they are numbered at a table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache

from parlour.base.frozen import frozen
from parlour.program.values import NONE, Type

_VARIANTS = str.maketrans({"♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣", "\ufe0e": None, "\ufe0f": None})
_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one",
)  # fmt: skip


@frozen
class Rank:
    name: str  # `10`, `J`, `skip`
    pips: int
    word: str = ""  # `jack`; empty if the name is a word
    also_called: tuple[str, ...] = ()  # `T`

    @property
    def in_words(self) -> str:
        if self.word:
            return self.word
        number = int(self.name) if self.name.isdecimal() else len(_NUMBERS)
        return _NUMBERS[number] if number < len(_NUMBERS) else self.name

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.name, *self.also_called)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words for one and for several: `six`, `sixes`."""
        word = self.in_words
        return word, plural(word)


@frozen
class Suit:
    sign: str  # `♥`, `R`
    word: str  # `hearts`, `red`
    colour: int
    also_called: tuple[str, ...] = ()  # `H`

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.sign, *self.also_called, self.word)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.word, self.word.removesuffix("s"))))


@frozen
class Colour:
    name: str


@frozen
class Face:
    """What a card shows: `rank` is a number in the design's ranks; `suit` is NONE for a card of no suit."""

    name: str
    rank: int
    suit: int = NONE
    also_called: tuple[str, ...] = ()


@frozen
class CardValue:
    """A fact about cards that the deck defines, with its value for each face."""

    name: str
    type: Type
    values: tuple[int, ...]
    words: tuple[str, ...] = ()  # if the type is an enumeration

    @property
    def default(self) -> int:
        """Return the value of the fact for cards without one."""
        return self.type.default


@frozen
class Design:
    """The design of the cards, with the ranks in order. `ordered` counts those of the order itself; cards with a
    name of their own have ranks after these. Faces come by rank, then by suit."""

    id: str
    ranks: tuple[Rank, ...]
    ordered: int
    suits: tuple[Suit, ...]
    colours: tuple[Colour, ...]
    faces: tuple[Face, ...]
    facts: tuple[CardValue, ...] = ()

    def __hash__(self) -> int:  # cheaper than that of all fields
        return hash((self.id, self.ordered, len(self.faces)))

    # ------------------------------------------------------------ what a face shows

    def rank_of(self, face: int) -> int:
        return self.faces[face].rank

    def suit_of(self, face: int) -> int:
        return self.faces[face].suit

    def colour_of(self, face: int) -> int:
        return self.colour_of_suit[self.faces[face].suit]

    def fact(self, name: str, face: int) -> int:
        """Return the value of any fact of a face: `rank`, `suit`, `colour`, `face`, or one that the deck defines."""
        match name:
            case "rank":
                return self.rank_of(face)
            case "suit":
                return self.suit_of(face)
            case "colour":
                return self.colour_of(face)
            case "face":
                return face
        return self.values[name].values[face]

    def missing(self, name: str) -> int:
        """Return the number for `none` of a fact."""
        fact = self.values.get(name)
        return NONE if fact is None else fact.type.none

    @cached_property
    def values(self) -> dict[str, CardValue]:
        return {value.name: value for value in self.facts}

    @cached_property
    def colour_of_suit(self) -> tuple[int, ...]:
        """Return the colour of each suit; the last entry is for `none`."""
        return (*(suit.colour for suit in self.suits), NONE)

    @cached_property
    def pips(self) -> tuple[int, ...]:
        """Return the number of each rank; the last entry, for `none`, is 0."""
        return (*(rank.pips for rank in self.ranks), 0)

    @cached_property
    def suits_of_colour(self) -> tuple[int, ...]:
        """Return for each colour the set of its suits."""
        return tuple(
            sum(1 << u for u, suit in enumerate(self.suits) if suit.colour == colour)
            for colour in range(len(self.colours))
        )

    def faces_by_value(self, fact: str) -> dict[int, int]:
        """Return for each value of a fact the set of its faces."""
        faces: dict[int, int] = {}
        for face in range(len(self.faces)):
            value = self.fact(fact, face)
            faces[value] = faces.get(value, 0) | 1 << face
        return faces

    def without(self, fact: str) -> int:
        """Return the set of the faces without a fact, such as those of no suit."""
        missing = self.missing(fact)
        return sum(1 << face for face in range(len(self.faces)) if self.fact(fact, face) == missing)

    def ranks_without(self, fact: str) -> int:
        """Return the set of the ranks of these faces."""
        without = self.without(fact)
        return sum(1 << rank for rank in {face.rank for f, face in enumerate(self.faces) if without >> f & 1})

    # ------------------------------------------------------------ names

    def in_words(self, faces: int) -> Iterator[str]:
        """Yield words for a set of faces: `queens` for all cards of a rank, `Q♠` for a single card."""
        for rank, all_of_it in sorted(self.faces_by_value("rank").items()):
            if faces & all_of_it == all_of_it:
                yield self.ranks[rank].words[1]
                continue
            yield from (face.name for number, face in enumerate(self.faces) if faces & all_of_it & 1 << number)

    @cached_property
    def rank_names(self) -> tuple[str, ...]:
        return tuple(rank.name for rank in self.ranks)

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """The signs of the suits."""
        return tuple(suit.sign for suit in self.suits)

    @cached_property
    def colour_names(self) -> tuple[str, ...]:
        return tuple(colour.name for colour in self.colours)

    def rank_named(self, text: str) -> int | None:
        """Return the rank with a name, in any case: `10`, `k`, `T`."""
        return self._ranks_by_name.get(plain(text))

    def suit_named(self, text: str) -> int | None:
        return self._suits_by_name.get(plain(text))

    def sign_of(self, text: str) -> str | None:
        """Return the sign of the suit with a name: `♥` for `h`."""
        suit = self.suit_named(text)
        return None if suit is None else self.signs[suit]

    def face_named(self, text: str) -> int | None:
        """Return the face with a name, in any case: `10♦`, `10D`, `Jk`."""
        return self._faces_by_name.get(plain(text))

    @cached_property
    def _ranks_by_name(self) -> dict[str, int]:
        return _numbered((r, rank.names) for r, rank in enumerate(self.ranks))

    @cached_property
    def _suits_by_name(self) -> dict[str, int]:
        return _numbered((u, suit.names) for u, suit in enumerate(self.suits))

    @cached_property
    def _faces_by_name(self) -> dict[str, int]:
        numbers = _numbered((f, (face.name,)) for f, face in enumerate(self.faces))
        for names in (self._short_names, lambda face: face.also_called):
            for name, f in _numbered((f, tuple(names(face))) for f, face in enumerate(self.faces)).items():
                numbers.setdefault(name, f)
        return numbers

    def _short_names(self, face: Face) -> Iterator[str]:
        """Yield `10♦`, `TD`, `D10`."""
        rank = self.ranks[face.rank]
        if face.suit == NONE:
            yield from rank.names
            return
        suit = self.suits[face.suit]
        for one in rank.names:
            for other in (suit.sign, *suit.also_called):
                yield f"{one}{other}"

    def with_ranks(self, order: tuple[int, ...]) -> Design:
        """Return the design with only these of its ranks, in this order, and with the cards of no order."""
        left = set(range(self.ordered)) - set(order)
        whole = self.reordered((*order, *range(self.ordered, len(self.ranks)), *sorted(left)))
        there = [f for f, face in enumerate(whole.faces) if face.rank < len(self.ranks) - len(left)]
        return replace(
            whole,
            ranks=whole.ranks[: len(self.ranks) - len(left)],
            ordered=len(order),
            faces=tuple(whole.faces[f] for f in there),
            facts=tuple(replace(fact, values=tuple(fact.values[f] for f in there)) for fact in whole.facts),
        )

    def reordered(self, order: tuple[int, ...]) -> Design:
        """Return the design with its ranks in another order, by their numbers. The faces follow."""
        places = {rank: place for place, rank in enumerate(order)}
        faces = sorted(range(len(self.faces)), key=lambda f: (places[self.faces[f].rank], f))
        return replace(
            self,
            ranks=tuple(self.ranks[rank] for rank in order),
            faces=tuple(replace(self.faces[f], rank=places[self.faces[f].rank]) for f in faces),
            facts=tuple(replace(fact, values=tuple(fact.values[f] for f in faces)) for fact in self.facts),
        )


def shape(text: str) -> str:
    """Return a name with the usual signs of suits: `♥` for `♡`."""
    return text.translate(_VARIANTS)


@lru_cache(1 << 12)
def plain(text: str) -> str:
    """Return a name in the form in which names are compared."""
    return shape(text).casefold()


def _numbered(names: Iterator[tuple[int, tuple[str, ...]]]) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for number, all_ in names:
        for name in all_:
            numbers.setdefault(plain(name), number)
    return numbers


def plural(word: str) -> str:
    """Return `sixes`, `fireflies`, `jokers`."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
