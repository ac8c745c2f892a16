"""`parlour show DECK`: the suits, ranks and cards of a deck."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.base.diagnostics import RulesetError, has_errors, listing
from parlour.base.printable import printable, value_word
from parlour.cli.console import Console
from parlour.decks.deck_reader import ReadDeck, read_deck
from parlour.documents.composition import Document
from parlour.library.loading import shown
from parlour.program import NO_INT, NONE, CardValue


def print_deck(document: Document, json: bool, console: Console) -> None:
    deck = read_deck(document)
    if has_errors(deck.problems):
        raise RulesetError(deck.problems)
    if json:
        console.say_json(_data(document, deck))
        return
    console.say(f"{document.id}: {document.title}", "bold")
    if document.text:
        console.paragraph(f"  {' '.join(document.text.split())}", 0)
    console.say(f"deck, {printable(shown(document.path))}", "dim")
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
            console.paragraph(f"  {'  '.join(face.name if n == 1 else f'{face.name} ×{n}' for face, n in faces)}", 0)
    for fact in design.facts:
        console.say(f"fact   {fact.name}: {_values(fact)}")
        rows = list(_by_value(deck, fact))
        width = max(len(value) for value, _ in rows)
        for value, cards in rows:
            first, others = f"  {value:<{width}}  ", " " * (width + 4)
            for line in textwrap.wrap(cards, console.width - width - 4, break_on_hyphens=False):
                console.say(first + line)
                first = others


def _values(fact: CardValue) -> str:
    """Return `0 to 50`, or the words that cards have."""
    there = sorted({value for value in fact.values if value != NO_INT})
    if fact.words:
        return listing(fact.words, quote="")
    if fact.type.kind == "bool":
        return "true or false"
    ends = " to ".join(dict.fromkeys(map(str, (there[0], there[-1]))))
    return f"{ends}{' or none' if fact.type.optional else ''}"


def _by_value(deck: ReadDeck, fact: CardValue) -> Iterator[tuple[str, str]]:
    """Yield each value with its cards: numbers from the highest, words in their order. The value of most cards is last,
    without their names."""
    groups: dict[int, list[str]] = {}
    for face, number, value in zip(deck.design.faces, deck.copies, fact.values, strict=True):
        if number:
            groups.setdefault(value, []).append(face.name)
    rest = max(groups, key=lambda value: len(groups[value]))
    for value in sorted(groups.keys() - {rest}, reverse=not fact.words):
        yield value_word(_value(fact, value)), "  ".join(groups[value])
    yield value_word(_value(fact, rest)), "all other cards" if len(groups) > 1 else "all cards"


def _value(fact: CardValue, value: int) -> str | int | bool | None:
    """Return a value as data for programs."""
    if fact.words:
        return fact.words[value]
    if fact.type.kind == "bool":
        return bool(value)
    return None if value == NO_INT else value


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
            {"name": face.name, "copies": number, **{f.name: _value(f, f.values[place]) for f in design.facts}}
            for place, (face, number) in enumerate(zip(design.faces, deck.copies, strict=True))
        ],
    }
