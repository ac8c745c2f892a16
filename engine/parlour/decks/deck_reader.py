"""Reads a document `deck:` as a design: suits, ranks, cards with copies, and facts of cards.

The structure of the document is checked already. This module reports errors that the schema can't find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from parlour.base.diagnostics import Diagnostic, Related, did_you_mean, listing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Contents, scalars
from parlour.documents.document import Node, Scalar, scalar_at, string_at
from parlour.program import NO_INT, NONE, CardValue, Colour, Design, Face, Rank, Suit, Type

TYPES = {"int": Type("int"), "int or none": Type("int", "", True), "bool": Type("bool")}
TAKEN = frozenset({"rank", "suit", "colour", "face", "place", "size", "first", "top", "bottom"})
Report = Callable[[str, Span, str | None], None]
"""Reports an error with its place and help."""
_NUMBER = re.compile(r"-?\d{1,6}")


@dataclass(frozen=True)
class FactTypes:
    """The type of each fact, and the possible words of facts that are words."""

    types: Mapping[str, Type]
    words: Mapping[str, tuple[str, ...]]

    @classmethod
    def read(cls, id: str, node: Node | None, error: Report) -> FactTypes:
        types: dict[str, Type] = {}
        words: dict[str, tuple[str, ...]] = {}
        for entry in doc.entries_in(node):
            name = entry.key.value
            if name in TAKEN:
                error(f"`{name}` can't be a fact of this deck: the language uses this name", entry.key.span, None)
            elif isinstance(entry.value, Scalar):
                types[name] = TYPES.get(entry.value.value, TYPES["int"])
            else:
                words[f"{id}.{name}"] = tuple(item.value for item in scalars(entry.value))
                types[name] = Type("enum", f"{id}.{name}")
        return cls(types, words)

    def given(self, entry: doc.Mapping, keys: frozenset[str], where: str, error: Report) -> dict[str, int]:
        """Return the facts in an entry about cards. Report wrong values, and names that are neither facts nor keys."""
        values: dict[str, int] = {}
        for pair in entry.entries:
            name = pair.key.value
            if name in keys:
                continue
            if name not in self.types:
                help = did_you_mean(name, sorted([*keys, *self.types])) or "declare a fact of cards under `facts:`"
                error(f"unknown key `{name}` in {where}", pair.key.span, help)
                continue
            value = _plain_value(pair.value, self.types[name], self.words)
            if value is None:
                pips = "for the number of a card's rank, rules write `pips(c.rank)`"
                is_number = self.types[name].kind == "int"
                error(f"`{name}`: expected {self.wanted(name)}", pair.value.span, pips if is_number else None)
            else:
                values[name] = value
        return values

    def wanted(self, name: str) -> str:
        type_ = self.types[name]
        if type_.kind == "enum":
            return listing(list(self.words[type_.name]))
        return "true or false" if type_.kind == "bool" else "a whole number"


def _plain_value(node: Node, type_: Type, words: Mapping[str, tuple[str, ...]]) -> int | None:
    """Return the number for a value, or None if it doesn't fit the type."""
    if not isinstance(node, Scalar):
        return None
    text = node.value
    if type_.kind == "bool":
        return {"true": 1, "false": 0}.get(text)
    if type_.kind == "enum":
        return words[type_.name].index(text) if text in words[type_.name] else None
    if text == "none" and type_.optional:
        return NO_INT
    return int(text) if _NUMBER.fullmatch(text) else None


ALL = "all"
MOST_COPIES = 64
_RANGE = re.compile(r"(\d{1,3})\.\.(\d{1,3})")
_KEYS = frozenset({"suits", "ranks", "copies", "card", "name", "also-called", "pips"})


@dataclass(frozen=True)
class ReadDeck:
    """`copies` has the number of cards of each face in one pack. Without errors, the design is complete."""

    design: Design
    copies: tuple[int, ...]
    problems: tuple[Diagnostic, ...]


@lru_cache(256)
def read_deck(document: Contents) -> ReadDeck:
    return _Reader(document.node, document.id).read()


def names_of(item: Scalar, error: Callable[[str, Span, str | None], None]) -> list[str]:
    """Return the names in an item of a list: a single name, or the numbers of a range. Report an empty range."""
    match = _RANGE.fullmatch(item.value)
    if match is None:
        return [item.value]
    low, high = int(match[1]), int(match[2])
    if low > high:
        error(f"the range {low}..{high} is empty", item.span, f"write `{high}..{low}`")
    return [str(n) for n in range(low, high + 1)]


@dataclass
class _FaceDraft:
    """A face before all ranks and names are known."""

    rank: int
    suit: int
    copies: int
    span: Span
    also_called: tuple[str, ...] = ()
    facts: dict[str, int] = field(default_factory=dict)


class _Reader:
    def __init__(self, node: doc.Mapping, id: str) -> None:
        self.node = node
        self.id = id
        self.problems: list[Diagnostic] = []
        self.colours: list[str] = []
        self.suits: list[Suit] = []
        self.ranks: list[Rank] = []
        self.made: dict[tuple[int, int], _FaceDraft] = {}
        self.facts = FactTypes.read(id, node.get("facts"), self._error)

    def _error(self, message: str, span: Span, help: str | None = None, related: tuple[Related, ...] = ()) -> None:
        self.problems.append(Diagnostic("deck", message, span, help=help, related=related))

    def read(self) -> ReadDeck:
        self._read_suits()
        self._read_ranks()
        ordered = len(self.ranks)
        cards = self.node.get("cards")
        whole = doc.Sequence((doc.Mapping((), self.node.span),), self.node.span)
        for entry in cards.items if isinstance(cards, doc.Sequence) else whole.items:
            if isinstance(entry, doc.Mapping):
                self._read_cards(entry, ordered)
        made = [self.made[key] for key in sorted(self.made, key=lambda key: (key[0], key[1]))]
        pattern = self._pattern()
        faces = tuple(Face(self._name(one, pattern), one.rank, one.suit, one.also_called) for one in made)
        values = tuple(
            CardValue(
                name,
                type_,
                tuple(one.facts.get(name, type_.default) for one in made),
                self.facts.words.get(type_.name, ()),
            )
            for name, type_ in self.facts.types.items()
        )
        colours = tuple(map(Colour, self.colours))
        design = Design(self.id, tuple(self.ranks), ordered, tuple(self.suits), colours, faces, values)
        if not made and not self.problems:
            self._error("this deck has no cards", self.node.entries[0].key.span, "add some under `cards:`")
        self._check_names(design, made)
        return ReadDeck(design, tuple(one.copies for one in made), tuple(self.problems))

    # ------------------------------------------------------------ suits and ranks

    def _read_suits(self) -> None:
        entries = doc.entries_in(self.node.get("suits"))
        for entry in entries:
            node = entry.value
            colour = node if isinstance(node, Scalar) else scalar_at(node, "colour")
            number = NONE
            if colour is not None:
                if colour.value not in self.colours:
                    self.colours.append(colour.value)
                number = self.colours.index(colour.value)
            name, letter = string_at(node, "name") or entry.key.value, string_at(node, "letter")
            self.suits.append(Suit(entry.key.value, name, number, (letter,) if letter else ()))
        colourless = [suit for suit in self.suits if suit.colour == NONE]
        if self.colours and colourless:
            key = next(entry.key for entry in entries if entry.key.value == colourless[0].sign)
            self._error(f"the suit `{key.value}` has no colour, but others do", key.span, "give all suits a colour")

    def _read_ranks(self) -> None:
        ranks = self.node.get("ranks")
        for item in ranks.items if isinstance(ranks, doc.Sequence) else ():
            if isinstance(item, Scalar):
                self.ranks += [_rank(name, item) for name in names_of(item, self._error)]
            elif isinstance(item, doc.Mapping) and item.entries:
                self.ranks.append(_rank(item.entries[0].key.value, item.entries[0].value))
        names = [rank.name for rank in self.ranks]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            assert ranks is not None, "there are ranks"
            self._error(f"the rank {name} appears twice", ranks.span)

    # ------------------------------------------------------------ cards

    def _read_cards(self, entry: doc.Mapping, ordered: int) -> None:
        facts = self.facts.given(entry, _KEYS, "the cards of a deck", self._error)
        copies, called = self._copies(entry), tuple(item.value for item in scalars(entry.get("also-called")))
        span = entry.entries[0].key.span if entry.entries else entry.span
        card = entry.get("card")
        if isinstance(card, Scalar):
            if any(rank.name == card.value for rank in self.ranks):
                self._error(f"`{card.value}` is the name of two cards, or of a rank", card.span)
                return
            self.ranks.append(Rank(card.value, _pips(entry, card.value), string_at(entry, "name")))
            self._add(_FaceDraft(len(self.ranks) - 1, NONE, copies, span, called, facts))
            return
        suits = self._chosen(entry.get("suits"), [suit.sign for suit in self.suits], "suit")
        ranks = self._chosen(entry.get("ranks"), [rank.name for rank in self.ranks[:ordered]], "rank")
        for rank in ranks:
            for suit in suits or [NONE]:
                self._add(_FaceDraft(rank, suit, copies, span, called, facts))

    def _add(self, made: _FaceDraft) -> None:
        other = self.made.setdefault((made.rank, made.suit), made)
        if other is not made:
            suit = self.suits[made.suit].sign if made.suit != NONE else ""
            what = f"{self.ranks[made.rank].name} {suit}".strip()
            related = (Related(other.span, "the first ones"),)
            self._error(f"the card {what} is listed twice", made.span, "list it once, with `copies`", related)

    def _chosen(self, node: Node | None, known: list[str], what: str) -> list[int]:
        """Return the numbers of suits or ranks in a list; all, if there is none."""
        items = scalars(node)
        if node is None or [item.value for item in items] == [ALL]:
            return list(range(len(known)))
        numbers: list[int] = []
        for item in items:
            for name in names_of(item, self._error):
                if name in known:
                    numbers.append(known.index(name))
                else:
                    there = f"the {what}s are {listing(known, 'and', '')}" if known else f"add it under `{what}s:`"
                    help = did_you_mean(name, known) or there
                    self._error(f"this deck has no {what} `{name}`", item.span, help)
        return numbers

    def _copies(self, entry: doc.Mapping) -> int:
        node = entry.get("copies")
        if not isinstance(node, Scalar):
            return 1
        number = int(node.value)
        if number > MOST_COPIES:
            self._error(f"expected at most {MOST_COPIES} copies, found {number}", node.span)
        return min(number, MOST_COPIES)

    # ------------------------------------------------------------ names

    def _pattern(self) -> str:
        node = self.node.get("named")
        if isinstance(node, Scalar):
            return node.value
        return "{rank}{suit}" if all(len(suit.sign) == 1 for suit in self.suits) else "{suit}-{rank}"

    def _name(self, made: _FaceDraft, pattern: str) -> str:
        rank = self.ranks[made.rank].name
        if made.suit == NONE:
            return rank
        return pattern.replace("{rank}", rank).replace("{suit}", self.suits[made.suit].sign)

    def _check_names(self, design: Design, made: list[_FaceDraft]) -> None:
        """Report names that could mean two things."""
        taken: dict[str, str] = {}
        for what, name in dict.fromkeys(_names(design)):
            other = taken.setdefault(name.casefold(), what)
            if other != what:
                place = next((one.span for one in made), self.node.entries[0].key.span)
                self._error(f"`{name}` can mean {other} and {what}", place, "choose names that differ in a letter")


def _names(design: Design) -> Iterator[tuple[str, str]]:
    """Yield each name of a suit, rank or card with its meaning."""
    for suit in design.suits:
        for name in dict.fromkeys((suit.sign, *suit.also_called)):
            yield f"the suit {suit.sign}", name
    for number, rank in enumerate(design.ranks):
        alone = number >= design.ordered
        for name in rank.names:
            yield f"the {'card' if alone else 'rank'} {rank.name}", name
    for face in design.faces:
        rank = design.ranks[face.rank]
        if face.suit == NONE and face.rank < design.ordered and face.name == rank.name:
            continue
        yield f"the card {face.name}", face.name


def _rank(name: str, node: Node) -> Rank:
    letter = string_at(node, "letter")
    return Rank(name, _pips(node, name), string_at(node, "name"), (letter,) if letter else ())


def _pips(node: Node, name: str) -> int:
    return int(string_at(node, "pips") or (name if name.isdecimal() else 0))
