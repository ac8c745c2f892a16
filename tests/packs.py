"""The usual deck, for tests that name cards."""

from parlour.decks.deck_reader import read_deck
from parlour.mixing.compose import usual_deck
from parlour.program import Design


def design() -> Design:
    """The 52 cards and the joker."""
    return read_deck(usual_deck()).design
