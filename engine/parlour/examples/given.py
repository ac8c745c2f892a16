"""Reads `given:` against one table: the cards of zones, the values of variables, the player to move.

Judges each line by itself; `laying` judges the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour import program as p
from parlour.base.diagnostics import Diagnostic, did_you_mean, listing
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.terms import CardWord, Copy, LogKey, Terms, ZoneKey
from parlour.examples.words import MalformedError, Word, one_word, whole_number, words
from parlour.table.layout import Instance

RESERVED = ("to move", "rest", "out", "direction")
ASPECTS = ("top", "bottom", "has", "lacks", "size", "up")
DIRECTIONS = {"clockwise": 1, "counterclockwise": -1}


@dataclass
class GivenZone:
    """The content of one zone in `given:`."""

    name: str
    instance: Instance
    span: Span  # of the size, or of the cards
    exact: list[CardWord] | None = None
    top: list[CardWord] = field(default_factory=list)  # from the top down
    bottom: list[CardWord] = field(default_factory=list)  # from the bottom up
    has: list[CardWord] = field(default_factory=list)
    lacks: list[CardWord] = field(default_factory=list)
    up: list[CardWord] = field(default_factory=list)
    size: int | None = None
    aspects: set[str] = field(default_factory=set)  # which of them are given

    @property
    def named(self) -> list[CardWord]:
        """Return the named cards, from the bottom up if that is known."""
        return [*self.bottom, *(self.exact or ()), *self.has, *reversed(self.top)]

    @property
    def complete(self) -> bool:
        """True if no other cards are added."""
        return self.exact is not None or self.size is not None


@dataclass
class GivenTable:
    """The content of a `given:`. `rest_at` is true if it names a zone for the rest, or `none`."""

    node: doc.Mapping
    zones: dict[int, GivenZone] = field(default_factory=dict)  # by number of the zone
    values: list[tuple[int, tuple[int, ...], int, Span]] = field(default_factory=list)  # variable, keys, value, place
    copies: list[tuple[int, tuple[int, ...], list[Copy]]] = field(default_factory=list)  # variable, keys, value
    marks: list[tuple[int, Copy, int]] = field(default_factory=list)  # mark, card, value
    to_move: list[Word] = field(default_factory=list)
    rest: Instance | None = None
    rest_at: Span | None = None
    out: int = 0  # a set of seats
    out_at: Span | None = None
    direction: int = 1
    direction_at: Span | None = None


def read_given(terms: Terms, node: doc.Mapping) -> tuple[GivenTable, tuple[Diagnostic, ...]]:
    """Read a position; return it with the problems in it."""
    reader = _Reader(terms, GivenTable(node))
    problems: list[Diagnostic] = []
    for entry in node.entries:
        try:
            reader.read(entry)
        except MalformedError as error:
            problems.append(error.diagnostic)
    return reader.given, tuple(problems)


class _Reader:
    def __init__(self, terms: Terms, given: GivenTable) -> None:
        self.terms = terms
        self.layout = terms.layout
        self.given = given
        self.keys: set[str] = set()

    def read(self, entry: doc.Pair) -> None:
        text, node = " ".join(entry.key.value.split()), entry.value
        marks = [mark.name for mark in self.layout.program.marks]
        if text in self.keys:
            raise MalformedError(f"duplicate `{text}`", entry.key.span, "delete one of the two")
        self.keys.add(text)
        if text == "to move":
            self.given.to_move = words(node)
        elif text == "rest":
            self.given.rest_at = entry.key.span
            self.given.rest = self._rest(node)
        elif text == "out":
            self.given.out_at = node.span
            for word in words(node):
                self.given.out |= 1 << self.terms.seat(word)
        elif text == "direction":
            self.given.direction_at = node.span
            self.given.direction = direction(node)
        elif text in marks:
            self._marks(marks.index(text), node)
        else:
            key = self.terms.key(entry.key, ASPECTS, (*RESERVED, *marks))
            if isinstance(key, ZoneKey):
                self._zone(key, entry)
            elif isinstance(key, LogKey):
                self._log(key, node)
            elif (placed := self.terms.placed(key.type, node)) is not None:
                self.given.copies.append((key.variable, key.keys, placed))
            else:
                value = self.terms.value(key.type, node)
                self.given.values.append((key.variable, key.keys, value, node.span))

    def _log(self, key: LogKey, node: Node) -> None:
        entries = self.terms.entries(key, node)
        self.given.values += [(key.log.entries, (n,), value, node.span) for n, value in enumerate(entries)]
        self.given.values.append((key.log.length, (), len(entries), node.span))

    def _rest(self, node: Node) -> Instance | None:
        name = Word(" ".join(word.text for word in words(node)), node.span)
        return None if name.text == "none" else self.terms.zone(name)

    def _marks(self, mark: int, node: Node) -> None:
        for entry in self.terms.marked(self.layout.program.marks[mark].name, node):
            self.given.marks.append((mark, self.terms.copy(entry.key), self._mark_value(mark, entry.value)))

    def _mark_value(self, mark: int, node: Node) -> int:
        if self.layout.program.marks[mark].guise:
            word = one_word(node, "a card")
            return p.NONE if word.text == "none" else self.terms.face(word, in_pack=False)
        return self.terms.value(self.layout.program.marks[mark].type, node)

    def _zone(self, key: ZoneKey, entry: doc.Pair) -> None:
        content = self.given.zones.setdefault(key.instance.number, GivenZone(key.name, key.instance, entry.value.span))
        if key.aspect in content.aspects:  # under another name of the same zone
            text = f"{key.name} {key.aspect}".rstrip()
            raise MalformedError(f"duplicate `{text}`", entry.key.span)
        content.aspects.add(key.aspect)
        if key.aspect == "size":
            content.size = whole_number(entry.value, "a number of cards")
            content.span = entry.value.span
            return
        cards = self.terms.cards(entry.value)
        if key.instance.form != "columns" or key.aspect:
            for card in cards:
                if card.face is None:
                    raise MalformedError(f"`-` means an empty column, but `{key.name}` has no columns", card.span)
        setattr(content, key.aspect or "exact", cards)  # the fields have the names of the aspects
        lacking = {card.face for card in content.lacks}
        for card in content.named:
            if card.face in lacking:
                raise MalformedError(f"`{key.name}` can't both have and lack {card.text}", card.span)
        if content.exact is not None and (content.top or content.bottom or content.has or content.lacks):
            message = f"`{key.name}` already lists all its cards; remove that line or this one"
            raise MalformedError(message, entry.key.span)


def direction(node: Node) -> int:
    word = one_word(node, listing([*DIRECTIONS]))
    if word.text not in DIRECTIONS:
        help = did_you_mean(word.text, DIRECTIONS)
        raise MalformedError(f"expected {listing([*DIRECTIONS])}, found `{word.text}`", word.span, help)
    return DIRECTIONS[word.text]
