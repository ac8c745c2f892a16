"""Finds added cards that are named like cards of a suit. Only the deck itself can give its cards suits."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.decks.deck_reader import read_deck
from parlour.documents.composition import Composition


def check_added_cards(composition: Composition) -> Iterator[Diagnostic]:
    """Yield a warning for each new card with a suit in its name, as in the names of the deck's cards."""
    design = read_deck(composition.deck).design
    for member in composition.sections["cards"]:
        words = (member.name[0], member.name[-1], *re.split("[- ]", member.name))
        suit = next((word for suit in design.suits for word in (suit.sign, *suit.words) if word in words), None)
        if suit is not None and design.face_named(member.name) is None:
            message = f"`{member.name}` has no suit: a card that a game or rule adds belongs to no suit"
            help_ = f"choose a name without `{suit}`, or list the card in a `deck:` of your own"
            yield Diagnostic("suit-in-name", message, member.key.span, "warning", help=help_)
