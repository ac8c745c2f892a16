"""Compiles expressions about faces, ranks, suits and sets to closures."""

from __future__ import annotations

from parlour import program as p
from parlour.interpreter.expression_compiler import ExpressionCompiler
from parlour.table.cards import face_cards
from parlour.table.cells import Cells, Value


def same_card(x: ExpressionCompiler, e: p.SameCard) -> Value:
    a, b = x.value(e.left), x.value(e.right)
    if not x.layout.pack.guises:
        return lambda s: a(s) == b(s)
    bare = x.layout.pack.bare
    return lambda s: bare[a(s)] == bare[b(s)]


def card_fact(x: ExpressionCompiler, e: p.CardFact) -> Value:
    table = x.layout.pack.fact(e.fact)
    cell = x.cell_of(e.card)
    if cell is not None and not x.facts.may_count(e.card):
        return lambda s: table[s[cell]]
    card = _counting(x, e.card)
    return lambda s: table[card(s)]


def _counting(x: ExpressionCompiler, card: p.Expr) -> Value:
    """The card value with what the card counts as where it is, unless the value says so itself."""
    value = x.value(card)
    if not x.facts.may_count(card):
        return value
    assert x.layout.guise is not None, "only a mark makes a card count as another where it is"
    mark, size = x.layout.marks[x.layout.guise], x.layout.pack.size

    def counting(s: Cells) -> int:
        v = value(s)
        return v + size * (1 + s[mark + v]) if 0 <= v < size else v

    return counting


def pips(x: ExpressionCompiler, e: p.Pips) -> Value:
    table, rank = x.layout.pack.pips, x.value(e.rank)
    return lambda s: table[rank(s)]


def colour(x: ExpressionCompiler, e: p.ColourOf) -> Value:
    table, suit = x.layout.pack.design.colour_of_suit, x.value(e.suit)
    return lambda s: table[suit(s)]


def single(x: ExpressionCompiler, e: p.Single) -> Value:
    member = x.value(e.member)
    if x.card_like(e.member):
        bit = x.layout.pack.bit
        return lambda s: bit[member(s)]
    if x.facts.never_none(e.member):
        cell = x.cell_of(e.member)
        if cell is not None:
            return lambda s: 1 << s[cell]
        return lambda s: 1 << member(s)

    def of_one(s: Cells) -> int:
        m = member(s)
        return 1 << m if m >= 0 else 0

    return of_one


def size(x: ExpressionCompiler, e: p.Size) -> Value:
    of = x.value(e.of)
    return lambda s: of(s).bit_count()


def first(x: ExpressionCompiler, e: p.First) -> Value:
    of, order = x.value(e.of), x.compilation.premises.order
    if e.cards and order.possible:
        return lambda s: order.first(s, of(s))

    def lowest(s: Cells) -> int:
        m = of(s)
        return (m & -m).bit_length() - 1

    return lowest


def guised(x: ExpressionCompiler, e: p.Guised) -> Value:
    card, face, size = x.value(e.card), x.value(e.face), x.layout.pack.size

    def counting(s: Cells) -> int:
        c = card(s)
        return c % size + size * (1 + face(s)) if c >= 0 else c

    return counting


def cards_showing(x: ExpressionCompiler, e: p.FaceCards) -> Value:
    pack, fact = x.layout.pack, e.fact
    table = {"rank": pack.of_rank, "suit": pack.of_suit, "face": (*pack.of_face, 0)}[fact]
    match e.of:
        case p.Single(p.CardFact(shown, card)) if shown == fact:
            like = tuple(table[f] for f in pack.fact(fact))  # for each card value the cards that show the same
            what = _counting(x, card)
            return lambda s: like[what(s)]
        case p.Single(value):
            cell = x.cell_of(value)
            if cell is not None:
                return lambda s: table[s[cell]]
            one = x.value(value)
            return lambda s: table[one(s)]
    of = x.value(e.of)
    if fact == "face":
        return lambda s: face_cards(pack, "face", of(s))
    known: dict[int, int] = {}  # there are few sets of ranks or suits

    def found(s: Cells) -> int:
        m = of(s)
        cards = known.get(m)
        if cards is None:
            cards = known[m] = face_cards(pack, fact, m)
        return cards

    return found
