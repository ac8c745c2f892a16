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
    """The content of a `given:`. `rest_said` is true if it names a zone for the rest, or `none`."""

    node: doc.Mapping
    lying: dict[int, GivenZone] = field(default_factory=dict)  # by number of the zone
    values: list[tuple[int, tuple[int, ...], int, Span]] = field(default_factory=list)  # variable, keys, value, place
    copies: list[tuple[int, tuple[int, ...], list[Copy]]] = field(default_factory=list)  # variable, keys, value
    marks: list[tuple[int, Copy, int]] = field(default_factory=list)  # mark, card, value
    to_move: list[Word] = field(default_factory=list)
    rest: Instance | None = None
    rest_said: Span | None = None
    out: int = 0  # a set of seats
    out_said: Span | None = None
    direction: int = 1
    direction_said: Span | None = None


def read_given(names: Terms, node: doc.Mapping) -> tuple[GivenTable, tuple[Diagnostic, ...]]:
    """Read a position; return it with the problems in it."""
    reader = _Reader(names, GivenTable(node))
    problems: list[Diagnostic] = []
    for entry in node.entries:
        try:
            reader.read(entry)
        except MalformedError as error:
            problems.append(error.diagnostic)
    return reader.said, tuple(problems)


class _Reader:
    def __init__(self, names: Terms, said: GivenTable) -> None:
        self.names = names
        self.layout = names.layout
        self.said = said
        self.keys: set[str] = set()

    def read(self, entry: doc.Pair) -> None:
        said, node = " ".join(entry.key.value.split()), entry.value
        marks = [mark.name for mark in self.layout.program.marks]
        if said in self.keys:
            raise MalformedError(f"duplicate `{said}`", entry.key.span, "delete one of the two")
        self.keys.add(said)
        if said == "to move":
            self.said.to_move = words(node)
        elif said == "rest":
            self.said.rest_said = entry.key.span
            self.said.rest = self._rest(node)
        elif said == "out":
            self.said.out_said = node.span
            for word in words(node):
                self.said.out |= 1 << self.names.seat(word)
        elif said == "direction":
            self.said.direction_said = node.span
            self.said.direction = direction(node)
        elif said in marks:
            self._marks(marks.index(said), node)
        else:
            key = self.names.key(entry.key, ASPECTS, (*RESERVED, *marks))
            if isinstance(key, ZoneKey):
                self._zone(key, entry)
            elif isinstance(key, LogKey):
                self._log(key, node)
            elif (placed := self.names.placed(key.type, node)) is not None:
                self.said.copies.append((key.variable, key.keys, placed))
            else:
                value = self.names.value(key.type, node)
                self.said.values.append((key.variable, key.keys, value, node.span))

    def _log(self, key: LogKey, node: Node) -> None:
        entries = self.names.entries(key, node)
        self.said.values += [(key.log.entries, (n,), value, node.span) for n, value in enumerate(entries)]
        self.said.values.append((key.log.length, (), len(entries), node.span))

    def _rest(self, node: Node) -> Instance | None:
        name = Word(" ".join(word.text for word in words(node)), node.span)
        return None if name.text == "none" else self.names.zone(name)

    def _marks(self, mark: int, node: Node) -> None:
        for entry in self.names.marked(self.layout.program.marks[mark].name, node):
            self.said.marks.append((mark, self.names.copy(entry.key), self._mark_value(mark, entry.value)))

    def _mark_value(self, mark: int, node: Node) -> int:
        if self.layout.program.marks[mark].guise:
            word = one_word(node, "a card")
            return p.NONE if word.text == "none" else self.names.face(word, in_pack=False)
        return self.names.value(self.layout.program.marks[mark].type, node)

    def _zone(self, key: ZoneKey, entry: doc.Pair) -> None:
        lying = self.said.lying.setdefault(key.instance.number, GivenZone(key.name, key.instance, entry.value.span))
        if key.aspect in lying.aspects:  # under another name of the same zone
            said = f"{key.name} {key.aspect}".rstrip()
            raise MalformedError(f"duplicate `{said}`", entry.key.span)
        lying.aspects.add(key.aspect)
        if key.aspect == "size":
            lying.size = whole_number(entry.value, "a number of cards")
            lying.span = entry.value.span
            return
        cards = self.names.cards(entry.value)
        if key.instance.form != "columns" or key.aspect:
            for card in cards:
                if card.face is None:
                    raise MalformedError(f"`-` means an empty column, but `{key.name}` has no columns", card.span)
        setattr(lying, key.aspect or "exact", cards)  # the fields have the names of the aspects
        lacking = {card.face for card in lying.lacks}
        for card in lying.named:
            if card.face in lacking:
                raise MalformedError(f"`{key.name}` can't both have and lack {card.text}", card.span)
        if lying.exact is not None and (lying.top or lying.bottom or lying.has or lying.lacks):
            message = f"`{key.name}` already lists all its cards; remove that line or this one"
            raise MalformedError(message, entry.key.span)


def direction(node: Node) -> int:
    word = one_word(node, listing([*DIRECTIONS]))
    if word.text not in DIRECTIONS:
        help = did_you_mean(word.text, DIRECTIONS)
        raise MalformedError(f"expected {listing([*DIRECTIONS])}, found `{word.text}`", word.span, help)
    return DIRECTIONS[word.text]
