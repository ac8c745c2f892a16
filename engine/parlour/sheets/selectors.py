"""The cards that a key of `powers` or of the chart names in a mix, as people write them: `8`, `♥`, `Q♠`.

The checker has already checked the keys. A key that names nothing here has no cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Mapping, Node, Scalar, Sequence
from parlour.documents.prose import settings_of
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.literals import SUITS as SUIT_LETTERS
from parlour.table.cards import SUIT_NAMES, rank_names

SUITS = dict(zip(SUIT_LETTERS, SUIT_NAMES, strict=True))


def cards_of(key: Scalar, document: Document, composition: Composition) -> tuple[str, ...]:
    """Return the ranks, suits and cards that a key names, in the order in which it names them."""
    problems: list[Diagnostic] = []
    trees = parser.parse_selector(key, problems) or ()
    return tuple(dict.fromkeys(name for tree in trees for name in _names(tree, document, composition)))


def order_of(card: str, ace_high: bool = True) -> tuple[int, int, str]:
    """Return a key that sorts rows: by rank, the rank before its single cards; then suits, and jokers last."""
    ranks = rank_names(ace_high)
    if card in SUIT_NAMES:
        return ranks.index("Jk"), SUIT_NAMES.index(card), ""
    if card == "Jk":
        return len(ranks), 0, ""
    suit = card[-1] if card[-1] in SUIT_NAMES else ""
    return ranks.index(card.removesuffix(suit)), 1 + SUIT_NAMES.index(suit) if suit else 0, ""


def _names(tree: s.Expr, document: Document, composition: Composition) -> Iterator[str]:
    match tree:
        case s.Number(value=value):
            yield str(value)
        case s.RankLit(rank=rank):
            yield rank
        case s.SuitLit(suit=suit):
            yield SUITS[suit]
        case s.CardLit(rank=rank, suit=suit):
            yield f"{rank}{SUITS[suit]}"
        case s.RangeLit(low=low, high=high):
            ends = [name for end in (low, high) for name in _names(end, document, composition)]
            ranks = rank_names(ace_high=ends[:1] != ["A"])
            if len(ends) == 2 and set(ends) <= set(ranks):
                yield from ranks[ranks.index(ends[0]) : ranks.index(ends[1]) + 1]
        case s.ListLit(items=items):
            for item in items:
                yield from _names(item, document, composition)
        case s.Name(id=name):
            yield from members_of(name, composition)
        case s.Field():
            yield from _option(tree, document, composition)
        case _:
            pass


def _option(tree: s.Field, document: Document, composition: Composition) -> Iterator[str]:
    """Yield the cards of an option: `options.ranks`, or `options.rule.ranks`."""
    names = [tree.name]
    of = tree.of
    while isinstance(of, s.Field):
        names.insert(0, of.name)
        of = of.of
    setting = settings_of(document, composition).get(".".join(names))
    if setting is not None and isinstance(setting.value, Node):
        yield from _set(setting.value, setting.document, composition)


def members_of(name: str, composition: Composition) -> Iterator[str]:
    """Yield the cards of a class in this mix."""
    added: list[str] = []
    removed: set[str] = set()
    for member in composition.sections["classes"]:
        if member.name != name:
            continue
        value = member.value
        if not isinstance(value, Mapping):
            added += _set(value, member.document, composition)
            continue
        for key in ("starts", "adds"):
            node = value.get(key)
            added += _set(node, member.document, composition) if node is not None else ()
        node = value.get("removes")
        removed |= set(_set(node, member.document, composition)) if node is not None else set()
    yield from (card for card in added if card not in removed)


def _set(node: Node, document: Document, composition: Composition) -> Iterator[str]:
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            yield from cards_of(item, document, composition)
