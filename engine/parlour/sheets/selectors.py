"""Finds the cards that a key of `powers` or of the chart names in a mix, as people write them: `8`, `♥`, `Q♠`.

The checker has already checked the keys. A key that names nothing here has no cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Mapping, Node, Scalar, items_in
from parlour.documents.prose import settings_of
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.program import Design


def order_of(card: str, design: Design) -> tuple[int, int, str]:
    """Return a key that sorts rows: by rank, the rank before its single cards; then suits; cards of no suit last."""
    if card in design.rank_names:
        rank = design.rank_names.index(card)
        return (rank, 0, "") if rank < design.ordered else (rank + 1, 0, "")
    if card in design.signs:
        return design.ordered, design.signs.index(card), ""
    face = design.face_named(card)
    return (
        (design.rank_of(face), 1 + design.suit_of(face), "") if face is not None else (len(design.ranks) + 1, 0, card)
    )


@dataclass(frozen=True)
class Selectors:
    """The names of the cards in a mix."""

    composition: Composition
    design: Design

    def cards_of(self, key: Scalar, document: Document) -> tuple[str, ...]:
        """Return the ranks, suits and cards that a key names, in the order in which it names them."""
        problems: list[Diagnostic] = []
        trees = parser.parse_selector(key, problems) or ()
        return tuple(dict.fromkeys(name for tree in trees for name in self._names(tree, document)))

    def _names(self, tree: s.Expr, document: Document) -> Iterator[str]:
        match tree:
            case s.Number(value=value):
                yield str(value)
            case s.RankLit(rank=rank):
                yield rank
            case s.SuitLit(sign=sign):
                yield sign
            case s.CardLit(name=name) | s.WordLit(word=name):
                face = self.design.face_named(name)
                yield name if face is None else self.design.faces[face].name
            case s.RangeLit(low=low, high=high):
                ends = [name for end in (low, high) for name in self._names(end, document)]
                ranks = self.design.rank_names
                if len(ends) == 2 and set(ends) <= set(ranks):
                    yield from ranks[ranks.index(ends[0]) : ranks.index(ends[1]) + 1]
            case s.ListLit(items=items):
                for item in items:
                    yield from self._names(item, document)
            case s.Name(id=name):
                known = (*self.design.rank_names, *self.design.signs)
                face = self.design.face_named(name)
                is_card = face is not None and all(each.name != name for each in self.composition.sections["classes"])
                yield from (name,) if name in known or is_card else self.members_of(name)
            case s.Field():
                yield from self._option(tree, document)
            case _:
                pass

    def _option(self, tree: s.Field, document: Document) -> Iterator[str]:
        """Yield the cards of an option: `options.ranks`, or `options.rule.ranks`."""
        names = [tree.name]
        of = tree.of
        while isinstance(of, s.Field):
            names.insert(0, of.name)
            of = of.of
        setting = settings_of(document, self.composition).get(".".join(names))
        if setting is not None and isinstance(setting.value, Node):
            yield from self._set(setting.value, setting.document)

    def members_of(self, name: str) -> Iterator[str]:
        """Yield the cards of a class."""
        added: list[str] = []
        removed: set[str] = set()
        for member in self.composition.sections["classes"]:
            if member.name != name:
                continue
            value = member.value
            if not isinstance(value, Mapping):
                added += self._set(value, member.document)
                continue
            for key in ("starts", "adds"):
                node = value.get(key)
                added += self._set(node, member.document) if node is not None else ()
            node = value.get("removes")
            removed |= set(self._set(node, member.document)) if node is not None else set()
        yield from (card for card in added if card not in removed)

    def _set(self, node: Node, document: Document) -> Iterator[str]:
        for item in items_in(node):
            if isinstance(item, Scalar):
                yield from self.cards_of(item, document)
