"""The lines of the card chart for the cards that an input names. Slow to import: it needs the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.game import Game
from parlour.program import Design
from parlour.sheets.chart import chart


def powers(game: Game, text: str) -> Iterator[str]:
    """Yield `  10: Goes on almost anything. It clears the discard pile.` for each named card with powers."""
    named = frozenset(_names(text, game.program.deck.design))
    for row in chart(game) if named else ():
        cards = [card for card in row.cards if card in named]
        if cards:
            yield f"  {' '.join(cards)}: {' '.join(paragraph.text for paragraph in row.words)}"


def _names(text: str, design: Design) -> Iterator[str]:
    """Yield the cards and ranks among the words, as the chart names them."""
    for word in text.replace(";", " ").split():
        face = design.face_named(word)
        if face is not None:
            yield design.faces[face].name
            yield design.rank_names[design.rank_of(face)]
        elif word in design.rank_names:
            yield word
