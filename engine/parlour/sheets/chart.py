"""The card chart of a mix: for each card with powers, their effects, in the words of the rules that give them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from parlour.base.printable import capitalised
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Mapping, Node, Scalar, node_at, string_at
from parlour.documents.prose import SHOWN_VALUE, filled, passages
from parlour.documents.sheet_sentences import sheet_sentences
from parlour.game import Game
from parlour.sheets.model import Paragraph, Row
from parlour.sheets.selectors import Selectors, order_of

_PLAIN = re.compile(r"-?\d+|[\w-]+")  # a number or a word, which people can read


def chart(game: Game) -> tuple[Row, ...]:
    """Return the rows, lowest card first; cards with the same effect share a row."""
    composition, deck = game.composition, game.program.deck
    selectors = Selectors(composition, deck.design)
    words: dict[str, dict[Paragraph, Member]] = {}
    charted: set[tuple[str, str]] = set()
    for member in composition.sections["chart"]:
        charted |= {(member.document.id, card) for card in selectors.cards_of(member.key, member.document)}
    for member, paragraph in _written(composition):
        for card in selectors.cards_of(member.key, member.document):
            words.setdefault(card, {}).setdefault(paragraph, member)
    for member, paragraph in _derived(composition):
        for card in selectors.cards_of(member.key, member.document):
            if (member.document.id, card) not in charted:
                words.setdefault(card, {}).setdefault(paragraph, member)
    cards = sorted(filter(deck.can_have, words), key=lambda card: order_of(card, deck.design))
    rows: dict[tuple[Paragraph, ...], list[str]] = {}
    for card in cards:
        rows.setdefault(tuple(words[card]), []).append(card)
    return tuple(Row(tuple(cards), texts, words[cards[0]][texts[0]].key.span.place) for texts, cards in rows.items())


def kinds(game: Game) -> tuple[Paragraph, ...]:
    """Return the members of the classes that are shown."""
    deck, selectors = game.program.deck, Selectors(game.composition, game.program.deck.design)
    classes: list[Paragraph] = []
    for member in game.composition.sections["classes"]:
        heading = string_at(member.value, "text")
        cards = sorted(set(selectors.members_of(member.name)), key=lambda card: order_of(card, deck.design))
        there = [*filter(deck.can_have, cards)]
        if string_at(member.value, "shown") == "true" and heading and there:
            classes.append(Paragraph(f"{capitalised(heading)}: {' '.join(there)}.", member.document.id))
    return tuple(classes)


def paragraph_of(member: Member, text: str, composition: Composition, title: str | None = None) -> Paragraph | None:
    """Return some words of a member as they read in this mix, or None if nothing of them applies."""
    parts = list(passages(text, member.document, composition))
    words = " ".join("".join(passage.words for passage in parts).split())
    because = tuple(dict.fromkeys(reason for passage in parts for reason in passage.because))
    return Paragraph(words, member.document.id, because, title) if words else None


def _written(composition: Composition) -> Iterator[tuple[Member, Paragraph]]:
    """Yield the entries of the charts of documents."""
    for member in composition.sections["chart"]:
        for _, text in sheet_sentences(member.value) if composition.holds_at_start(member.document) else ():
            paragraph = paragraph_of(member, text.value, composition)
            if paragraph is not None:
                yield member, paragraph


def _derived(composition: Composition) -> Iterator[tuple[Member, Paragraph]]:
    """Yield the powers of cards in the words of the facet, or else by the title of the document."""
    facets = {facet.name: facet for facet in composition.sections["facets"]}
    for member in composition.sections["powers"]:
        if not isinstance(member.value, Mapping) or not composition.holds_at_start(member.document):
            continue
        for entry in member.value.entries:
            facet = facets.get(entry.key.value)
            words = node_at(facet.value, "words") if facet is not None else None
            value = _shown(entry.value, member.document, composition)
            if facet is None or not isinstance(words, Scalar) or (SHOWN_VALUE in words.value and value is None):
                yield member, Paragraph(f"{member.document.title}.", member.document.id)
                continue
            paragraph = paragraph_of(facet, words.value.replace(SHOWN_VALUE, value or ""), composition)
            if paragraph is not None:
                yield member, replace(paragraph, document=member.document.id)


def _shown(power: Node, document: Document, composition: Composition) -> str | None:
    """Return the value of a power as people read it: a number, a word, or the value of an option."""
    written = power.value.strip() if isinstance(power, Scalar) else ""
    if written.startswith("options."):
        shown = filled(f"{{{written}}}", document, composition)
        return None if shown.startswith("{") else shown
    return written if _PLAIN.fullmatch(written) else None
