"""Relates the facts of a card in conditions: a heart is red, and Q♠ is a spade and a queen.

Looks at the syntax alone, as `logic` does. A card that counts as another one has the facts of that card, so a face
implies no facts in mixes with such cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Contents
from parlour.lang import syntax as s
from parlour.lints.logic import PossibleValues, Token

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
