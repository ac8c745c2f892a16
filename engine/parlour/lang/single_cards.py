"""Warns about a literal card where a single card is needed, if the pack can have several cards with its face."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.base.diagnostics import Diagnostic
from parlour.lang.card_counts import CardCounts
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, If


def check_single_cards(tables: Tables, counts: CardCounts) -> None:
    for face, span in tables.single_cards:
        several = max((_most(counts, one) for one in _faces(face, len(tables.design.faces))), default=0)
        if several > 1:
            text = " ".join(span.text.split())
            message = f"expected one card, found `{text}`, of which the pack has {several}; this means the first one"
            help_ = f"choose one by its place, as in `the c in hand(p) where c == {text}`, or use a set of cards"
            tables.problems.append(Diagnostic("one-of-several", message, span, "warning", help=help_))


def _faces(face: Expr, number: int) -> Iterable[int]:
    """Return the faces that this can be."""
    match face:
        case Const(value):
            return [value] if value >= 0 else []
        case If(_, then, other):
            return [*_faces(then, number), *_faces(other, number)]
        case _:
            return range(number)


def _most(counts: CardCounts, face: int) -> int:
    """Return the largest number of cards with a face at any table; 0 if it is unknown."""
    deck = counts.company.deck
    known = [[counts.number(e, n) or 0 for e in (deck.copies, deck.amounts[face])] for n in counts.players]
    return max((copies * amount for copies, amount in known), default=0)
