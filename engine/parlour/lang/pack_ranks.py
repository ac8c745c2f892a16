"""The ranks of the cards in the pack. A deck can have others: jokers that no document adds."""

from __future__ import annotations

from parlour.decks.deck_reader import read_deck
from parlour.lang.symbols import Tables


def ranks_in_pack(tables: Tables) -> tuple[str, ...]:
    """Return the names of the ranks of which there are cards, as far as that is clear without options."""
    sections = tables.composition.sections
    deck = read_deck(tables.composition.deck)
    there = {face.name for face, copies in zip(deck.design.faces, deck.copies, strict=True) if copies}
    there |= {member.name for member in sections.get("cards", ())}
    jokers = any(member.name == "jokers" for member in sections.get("deck", ()))
    design = tables.design
    ranks = {face.rank for face in design.faces if face.name in there or (jokers and face.name not in there)}
    return tuple(name for number, name in enumerate(design.rank_names) if number in ranks)
