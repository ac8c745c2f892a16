"""The deck of a composition: what its cards show, and how many there are.

A game can use some of the deck's ranks, in another order, and documents can add cards or change their numbers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from parlour.base.diagnostics import did_you_mean, listing
from parlour.base.source import Span
from parlour.decks.deck_reader import FactTypes, names_of, read_deck
from parlour.documents.composition import Member
from parlour.documents.document import Mapping, Node, Scalar, Sequence, entries_in, string_at
from parlour.lang import parser, types
from parlour.lang.declarations import members
from parlour.lang.expressions import Expressions
from parlour.lang.symbols import Scope, Tables
from parlour.program import Const, Design, Expr, Face, Rank

JOKER, ACE = "joker", "ace"  # the words for the cards that `jokers` and `ace` are about
_KEYS = frozenset({"copies", "name", "pips", "text", "instead"})  # of a card under `cards:`


def design_of(tables: Tables) -> Design:
    """Return the design of the cards, with the ranks in the order of the game. Report parts that don't fit the deck."""
    parts = {member.name: member for member in members(tables, "deck")}
    design = read_deck(tables.composition.deck).design
    design = _with_added(tables, design)
    if "ranks" in parts and isinstance(parts["ranks"].value, Sequence):
        design = _restricted(tables, design, parts["ranks"].value)
    if "ace" in parts and isinstance(parts["ace"].value, Scalar):
        design = _with_ace(tables, design, parts["ace"].value)
    return design


def _with_ace(tables: Tables, design: Design, node: Scalar) -> Design:
    ace = next((r for r, rank in enumerate(design.ranks[: design.ordered]) if ACE in rank.words), None)
    if ace is None:
        tables.error("deck", f"{_called(tables)} has no aces", node.span, help="remove `ace`")
        return design
    others = [rank for rank in range(design.ordered) if rank != ace]
    order = (ace, *others) if node.value == "low" else (*others, ace)
    return _reordered(design, (*order, *range(design.ordered, len(design.ranks))))


@lru_cache(64)
def _reordered(design: Design, order: tuple[int, ...]) -> Design:
    """Return one design for each order: comparing two that are the same object costs nothing."""
    return design if order == tuple(range(len(design.ranks))) else design.reordered(order)


def _restricted(tables: Tables, design: Design, node: Sequence) -> Design:
    """Return the design with some of its ranks, in this order."""
    known = list(design.rank_names[: design.ordered])
    chosen: list[int] = []

    def error(message: str, span: Span, help: str | None) -> None:
        tables.error("deck", message, span, help=help)

    for item in node.items:
        for name in names_of(item, error) if isinstance(item, Scalar) else ():
            if name not in known:
                help_ = did_you_mean(name, known) or f"the ranks are {listing(known, 'and', '')}"
                tables.error("deck", f"{_called(tables)} has no rank `{name}`", item.span, help=help_)
            elif known.index(name) not in chosen:
                chosen.append(known.index(name))
    return design.with_ranks(tuple(chosen)) if chosen else design


def _with_added(tables: Tables, design: Design) -> Design:
    """Return the design with the cards that documents add."""
    for member in members(tables, "cards"):
        if design.face_named(member.name) is not None:
            _check_changed(tables, member)
            continue
        if design.rank_named(member.name) is not None or design.suit_named(member.name) is not None:
            message = f"`{member.name}` is the name of a rank or suit of this deck"
            tables.error("deck", message, member.key.span, help="choose another name for the card")
            continue
        rank = Rank(member.name, int(string_at(member.value, "pips") or 0), string_at(member.value, "name"))
        given = _facts_of(tables, member)
        facts = tuple(
            replace(fact, values=(*fact.values, given.get(fact.name, fact.default))) for fact in design.facts
        )
        faces = (*design.faces, Face(member.name, len(design.ranks)))
        design = replace(design, ranks=(*design.ranks, rank), faces=faces, facts=facts)
    return design


def _facts_of(tables: Tables, member: Member) -> dict[str, int]:
    """Return the facts that a document gives to its new card."""
    deck = tables.composition.deck
    if not isinstance(member.value, Mapping):
        return {}

    def error(message: str, span: Span, help: str | None) -> None:
        tables.error("deck", message, span, help=help)

    types_ = FactTypes.read(deck.id, deck.node.get("facts"), lambda *_: None)
    return types_.given(member.value, _KEYS, "a new card", error)


def _check_changed(tables: Tables, member: Member) -> None:
    """Report parts of a card that only its deck can give."""
    for entry in entries_in(member.value):
        if entry.key.value not in _KEYS:
            message = f"`{entry.key.value}`: the deck gives the facts of `{member.name}`"
            help_ = "change only its `copies`, or add a card with another name"
            tables.error("deck", message, entry.key.span, help=help_)


def amounts(tables: Tables, expressions: Expressions) -> tuple[Expr, ...]:
    """Return how many cards of each face there are in one pack."""
    deck = read_deck(tables.composition.deck)
    copies = {face.name: Const(number) for face, number in zip(deck.design.faces, deck.copies, strict=True)}
    design = tables.design
    amounts_: list[Expr] = [copies.get(face.name, Const(0)) for face in design.faces]
    jokers = [member for member in members(tables, "deck") if member.name == "jokers"]
    if jokers:
        joker = joker_of(design)
        if joker is None:
            tables.error("deck", f"{_called(tables)} has no jokers", jokers[-1].key.span, help="remove `jokers`")
        else:
            amounts_[joker] = _value(tables, expressions, jokers[-1], jokers[-1].value)
    for member in members(tables, "cards"):
        face = design.face_named(member.name)
        if face is not None and isinstance(member.value, Mapping):
            amounts_[face] = _value(tables, expressions, member, member.value.get("copies"))
    return tuple(amounts_)


def joker_of(design: Design) -> int | None:
    """Return the face of the jokers that `jokers` adds."""
    return next((f for f, face in enumerate(design.faces) if JOKER in design.ranks[face.rank].words), None)


def number(tables: Tables, expressions: Expressions, key: str, default: int) -> Expr:
    """Return a number of the section `deck`."""
    written = [member for member in members(tables, "deck") if member.name == key]
    return _value(tables, expressions, written[-1], written[-1].value) if written else Const(default)


def _value(tables: Tables, expressions: Expressions, member: Member, node: Node | None) -> Expr:
    tree = parser.parse_expression(node, tables.problems) if isinstance(node, Scalar) else None
    return Const(0) if tree is None else expressions.lower(tree, Scope(member.document), types.INT).expr


def lacking(tables: Tables, expressions: Expressions) -> frozenset[str]:
    """Return the facts that some card can lack. Errors in the numbers of cards are reported where the deck is read."""
    before = len(tables.problems)
    there = sum(1 << f for f, amount in enumerate(amounts(tables, expressions)) if amount != Const(0))
    del tables.problems[before:]
    optional = [fact.name for fact in tables.design.facts if fact.type.optional]
    return frozenset(fact for fact in ("suit", "colour", *optional) if tables.design.without(fact) & there)


def _called(tables: Tables) -> str:
    return f"the deck `{tables.composition.deck.id}`"
