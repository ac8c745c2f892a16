"""Finds the rules of a game that mention a word or a card, as the terminal shows them. Slow to import: it needs the
sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.documents.composition import Composition, scalars
from parlour.game import Game
from parlour.program import NO_INT, CardValue, Design
from parlour.sheets.assembly import rules_in_words
from parlour.sheets.chart import chart, kinds
from parlour.sheets.model import PARTS
from parlour.table.cards import Pack
from parlour.views.signs import in_signs


def rules_about(about: str, game: Game) -> list[tuple[str, list[str]]]:
    """Return the rules that mention a word or a card, each with a title and its paragraphs; for no word all rules.

    The rows of the card chart that match come first; the whole chart comes last. The other names and the topics of a
    rule find it too.
    """
    rows = cards_in_words(about, game)
    cards = [(PARTS["chart"], rows)] if rows else []
    rules = [(title, [text]) for title, text in _rules(about, game)]
    return [*cards, *rules] if about else [*rules, *cards]


def cards_in_words(about: str, game: Game) -> list[str]:
    """Return the rows of the card chart for a rank, a suit or a card, and its facts; or the rows that mention a
    word."""
    design = game.program.deck.design
    rows = [(row.cards, f"{' '.join(row.cards)}: {' '.join(p.text for p in row.words)}") for row in chart(game)]
    rows += [(tuple(p.text.rstrip(".").split()), p.text) for p in kinds(game)]
    names = names_of_card(about, design)
    if names:
        return [*(text for cards, text in rows if not names.isdisjoint(cards)), *_facts(about, design)]
    return [text for _, text in rows if _mentions(about, text, design)]


def _facts(about: str, design: Design) -> Iterator[str]:
    """Yield the facts that the deck gives to a card, or to all cards of a rank: `bear: points 6, kind hunter`."""
    face, rank, _ = _meant(about, design)
    if face is None and rank is None:
        return
    faces = [face] if face is not None else [number for number, f in enumerate(design.faces) if f.rank == rank]
    told = []
    for fact in design.facts:
        values = {fact.values[number] for number in faces}
        if len(values) == 1:
            told.append(_fact(fact, values.pop()))
    if told:
        yield f"{design.faces[face].name if face is not None else design.rank_names[rank or 0]}: {', '.join(told)}"


def _fact(fact: CardValue, value: int) -> str:
    if fact.type.kind == "bool":
        return fact.name if value else f"not {fact.name}"
    return f"{fact.name} {fact.words[value] if fact.words else 'none' if value == NO_INT else value}"


def names_of_card(about: str, design: Design) -> frozenset[str]:
    """Return the names under which the chart can have a card: its own, its rank and its suit. A rank or a suit has its
    own name and those of its cards."""
    face, rank, suit = _meant(about, design)
    if face is not None:
        shown = design.faces[face]
        rank_and_suit = {design.rank_names[shown.rank], *([design.signs[shown.suit]] if shown.suit >= 0 else [])}
        return frozenset({shown.name, *rank_and_suit})
    if rank is None and suit is None:
        return frozenset()
    own = {design.rank_names[rank]} if rank is not None else {design.signs[suit]} if suit is not None else set()
    return frozenset(own | {f.name for f in design.faces if (f.rank == rank if rank is not None else f.suit == suit)})


def without_rule(about: str, pack: Pack) -> str:
    """Return a sentence for a word or a card that no rule mentions."""
    design = pack.design
    face, rank, suit = _meant(about, design)
    if face is not None:
        cards = pack.of_face[face]
    else:
        cards = pack.of_rank[rank] if rank is not None else pack.of_suit[suit] if suit is not None else 0
    if (face, rank, suit) == (None, None, None):
        return f"No rule of this game mentions `{about}`."
    if not cards:
        return f"`{about}` isn't in the pack of this game."
    itself = " by itself" if face is None and rank is None else ""
    return f"Parlour finds no rule about `{about}`{itself}."


def _meant(about: str, design: Design) -> tuple[int | None, int | None, int | None]:
    """Return the face, the rank and the suit that some words name."""
    written = (about, "-".join(about.split()), in_signs(about, design))  # `draw two` is the card `draw-two`
    face, rank, suit = (
        next((number for name in written if (number := find(name)) is not None), None)
        for find in (design.face_named, design.rank_named, design.suit_named)
    )
    return face, rank, suit


def _rules(about: str, game: Game) -> list[tuple[str, str]]:
    rules, design = rules_in_words(game), game.program.deck.design
    names = _names(game.composition)
    texts = [" ".join((*rule, *names.get(rule[0], ()))) for rule in rules]
    for loosely in (False, True):
        found = [rule for rule, text in zip(rules, texts, strict=True) if _mentions(about, text, design, loosely)]
        if found:
            return found
    return []


def _names(composition: Composition) -> dict[str, tuple[str, ...]]:
    """Return the id, the other names and the topics of each rule, by its title."""
    return {
        use.rule.title: (
            use.rule.id,
            *(name.value for key in ("also-called", "topics") for name in scalars(use.rule.node.get(key))),
        )
        for use in composition.uses
    }


def _mentions(about: str, text: str, design: Design, loosely: bool = False) -> bool:
    """Return True if a string has a word or its beginning. Ranks and suits match as words and signs, but only whole.

    `loosely` ignores spaces and hyphens: `layoff` and `lay-off` match `lay off`.
    """
    words = in_signs(about, design)
    end = r"s?(?!\w)" if len(words) <= 2 else ""
    wanted = r"[\s-]*".join(map(re.escape, re.sub(r"[\s-]", "", words))) if loosely else re.escape(words)
    return re.search(rf"(?<!\w){wanted}{end}", in_signs(text, design), re.IGNORECASE) is not None if words else True
