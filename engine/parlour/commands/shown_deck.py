"""`parlour show DECK`: the suits, ranks and cards of a deck."""

from __future__ import annotations

import textwrap

from parlour.base.diagnostics import RulesetError, has_errors, listing
from parlour.cli.console import WIDEST, Console
from parlour.decks.deck_reader import ReadDeck, read_deck
from parlour.documents.composition import Document
from parlour.library.loading import shown
from parlour.program import NO_INT, NONE, CardValue, Face


def print_deck(document: Document, json: bool, console: Console) -> None:
    deck = read_deck(document)
    if has_errors(deck.problems):
        raise RulesetError(deck.problems)
    if json:
        console.say_json(_data(document, deck))
        return
    console.say(f"{document.id}: {document.title}", "bold")
    if document.text:
        _wrapped(" ".join(document.text.split()), "  ", console)
    console.say(f"deck, {shown(document.path)}", "dim")
    design = deck.design
    console.say(f"\n{sum(deck.copies)} cards")
    if design.suits:
        suits = (f"{suit.sign}{f' ({suit.word})' if suit.word != suit.sign else ''}" for suit in design.suits)
        console.say(f"suits  {'  '.join(suits)}")
    if design.ordered:
        console.say(f"ranks  {' '.join(design.rank_names[: design.ordered])}")
    for suit in [*range(len(design.suits)), NONE]:
        faces = [(face, n) for face, n in zip(design.faces, deck.copies, strict=True) if face.suit == suit and n]
        if faces:
            _wrapped("  ".join(_counted(face, n) for face, n in faces), "  ", console)
    for fact in design.facts:
        console.say(f"fact   {fact.name}: {_values(fact)}")


def _wrapped(text: str, indent: str, console: Console) -> None:
    for line in textwrap.wrap(text, WIDEST, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False):
        console.say(line)


def _values(fact: CardValue) -> str:
    """Return `0 to 50`, or the words that cards have."""
    there = sorted({value for value in fact.values if value != NO_INT})
    if fact.words:
        return listing(fact.words, quote="")
    if fact.type.kind == "bool":
        return "true or false"
    return f"{there[0]} to {there[-1]}{' or none' if fact.type.optional else ''}"


def _counted(face: Face, number: int) -> str:
    return face.name if number == 1 else f"{face.name} ×{number}"


def _data(document: Document, deck: ReadDeck) -> dict[str, object]:
    design = deck.design
    return {
        "id": document.id,
        "kind": "deck",
        "title": document.title,
        "cards": sum(deck.copies),
        "suits": list(design.signs),
        "ranks": list(design.rank_names[: design.ordered]),
        "faces": [
            {"name": face.name, "copies": number, **{f.name: f.values[place] for f in design.facts}}
            for place, (face, number) in enumerate(zip(design.faces, deck.copies, strict=True))
        ],
    }
