"""Finds the possible values of options and numbers of players in all mixes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING

from parlour.base.reachable import reachable
from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Composition, Contents, Document, OptionSetting, scalars
from parlour.documents.document import Node, keys_in, node_at
from parlour.lang import syntax as s
from parlour.lints.logic import PossibleValues, Token

if TYPE_CHECKING:  # it imports the parser, which many commands need not
    from parlour.lints.member_texts import MemberText

MAX_KEPT = 64  # decks
_MISSING = "none"
_OTHER = {"suit": "colour", "colour": "suit"}
_FACTS = ("rank", "suit", "colour")


@dataclass(frozen=True)
class CardFacts:
    """The facts of the cards of a deck, all of them as values of expressions."""

    suits: tuple[tuple[str, str], ...]  # each suit and its colour; the last entry is for cards without a suit
    faces: dict[Token, tuple[Token, str, str]]  # by the name of a face: its rank, suit and colour

    def possible(self, node: s.Expr) -> PossibleValues | None:
        """Return the values of an expression if it is a suit or a colour."""
        match node:
            case s.Field(_, _, "suit" | "colour" as fact):
                return PossibleValues(only=frozenset(pair[fact == "colour"] for pair in self.suits))
            case _:
                return None

    def implied(self, node: s.Expr, values: PossibleValues) -> Iterator[tuple[s.Expr, PossibleValues]]:
        """Yield the possible values of other facts, if a card or one of its facts has only these values."""
        there = (values.only or frozenset()) - values.but
        match node:
            case s.Field(_, _, "suit" | "colour" as fact):
                of_colour = fact == "colour"
                only = frozenset(pair[not of_colour] for pair in self.suits if pair[of_colour] in there)
                yield replace(node, name=_OTHER[fact]), PossibleValues(only=only)
            case _ if there and there <= self.faces.keys():
                for number, name in enumerate(_FACTS):
                    facts = frozenset(self.faces[face][number] for face in there)
                    yield s.Field(node.span, node, name, node.span), PossibleValues(only=facts)


@lru_cache(MAX_KEPT)
def card_facts(deck: Contents, guises: bool) -> CardFacts:
    """Return the facts of the cards of a deck. With `guises`, a card can count as another one."""
    design = read_deck(deck).design
    colours = (*(f"colour {colour.name}" for colour in design.colours), _MISSING)
    suits = (*((f"suit {suit.sign}", colours[suit.colour]) for suit in design.suits), (_MISSING, _MISSING))
    faces: dict[Token, tuple[Token, str, str]] = {}
    for face in () if guises else design.faces:
        rank = design.ranks[face.rank].name
        faces[f"card {face.name}"] = (int(rank) if rank.isdecimal() else rank, *suits[face.suit])
    return CardFacts(suits, faces)


_RANGE = re.compile(r"(\d+)(?:\.\.(\d+))?")
MOST_SEATS = 20


@dataclass(frozen=True)
class Declarations:
    """The declarations that a document of a composition can know: its own, and those of its frames and games."""

    composition: Composition
    document: Document

    def __call__(self, node: s.Expr) -> PossibleValues | None:
        """Return the values of an expression by its declaration alone, or None if no declaration restricts them."""
        setting = self.option(node)
        if setting is not None:
            return _of_option(setting)
        match node:
            case s.Call(_, "pips") if not self.composition.sections["cards"]:  # added cards have pips of their own
                pips = read_deck(self.composition.deck).design.pips
                return PossibleValues(min(pips), max(pips))
            case s.Field(_, s.Name(_, "players"), "size"):
                return self.seats
            case s.Field(_, s.Name(_, "sides" | "playing"), "size"):
                return PossibleValues(0, self.seats.high)
            case _:
                return self._facts.possible(node) if self._is_of_card(node) else None

    def implied(self, node: s.Expr, values: PossibleValues) -> Iterator[tuple[s.Expr, PossibleValues]]:
        """Yield what other expressions can be if this one has these values."""
        return self._facts.implied(node, values) if self._is_of_card(node) else iter(())

    @property
    def _facts(self) -> CardFacts:
        guises = any(node_at(mark.value, "guise") for mark in self.composition.sections["marks"])
        return card_facts(self.composition.deck, guises)

    def _is_of_card(self, node: s.Expr) -> bool:
        """False for a suit or colour that isn't a card's: options, marks and fields of records can have these names."""
        sections = self.composition.sections
        other = {mark.name for mark in sections["marks"]}.union(*(keys_in(m.value) for m in sections["records"]))
        names = {part.id for part in s.walk(node) if isinstance(part, s.Name)}
        return other.isdisjoint(("suit", "colour")) and "options" not in names

    def option(self, node: s.Expr) -> OptionSetting | None:
        """Return the option that an expression names."""
        match node:
            case s.Field(_, s.Name(_, "options"), name):
                return self.composition.option(self.document, name)
            case s.Field(_, s.Field(_, s.Name(_, "options"), rule), name):
                return self.composition.option(self.document, f"{rule}.{name}")
            case _:
                return None

    @property
    def seats(self) -> PossibleValues:
        """The numbers of players that frames and games allow. A rule is for all games of its frames."""
        nodes = [
            member.value
            for last in self.composition.sections["players"]
            for member in (*last.over, last)
            if self._knows(member.document)
        ]
        ranges = [span for node in nodes for span in seats_of(node)]
        if not ranges:
            return PossibleValues(1, MOST_SEATS)
        return PossibleValues(min(low for low, _ in ranges), max(high for _, high in ranges))

    def _knows(self, other: Document) -> bool:
        if other is self.document:
            return True
        return other.kind == "frame" and (self.document.kind == "game" or other.id in self._frames)

    @property
    def _frames(self) -> set[str]:
        """The frames that this document extends or is for, and those that these extend."""
        above = {frame.id: frame.strings("extends") for frame in self.composition.frames}
        named = (*self.document.strings("for"), *self.document.strings("extends"))
        return reachable(named, lambda frame: above.get(frame, ())) & above.keys()


def seats_of(node: Node) -> list[tuple[int, int]]:
    """Return the ranges under `players`: `4`, `2..7`, or a list of these."""
    matches = [_RANGE.fullmatch(item.value) for item in scalars(node)]
    return [(int(match[1]), int(match[2] or match[1])) for match in matches if match is not None]


def _of_option(setting: OptionSetting) -> PossibleValues | None:
    kind = setting.type
    if kind.optional:
        return None
    match kind.kind:
        case "int":
            return PossibleValues(-inf if kind.low is None else kind.low, inf if kind.high is None else kind.high)
        case "bool":
            return PossibleValues(only=frozenset({"true", "false"}))
        case "word":
            return PossibleValues(only=frozenset(f"word {word}" for word in kind.words))
        case _:
            return None


def options_in(text: MemberText, composition: Composition) -> Iterator[OptionSetting]:
    """Yield the options that a text reads."""
    declared = Declarations(composition, text.member.document)
    options = (declared.option(node) for node in s.walk(text.syntax) if isinstance(node, s.Field))
    yield from (setting for setting in options if setting is not None)
