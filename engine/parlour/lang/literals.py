"""Literals: numbers, ranks, suits, cards, words, lists and ranges."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import listing
from parlour.decks.deck_reader import read_deck
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.card_words import missing_name, rank_help, spelled_card, unquoted
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Tables, Typed
from parlour.lang.types import in_words
from parlour.program import Const, Expr, Type, fold

ALL_FACES = '"cards"'  # no list of words that a ruleset declares has such a name
Literal = s.Number | s.Truth | s.Nothing | s.RankLit | s.SuitLit | s.CardLit | s.WordLit | s.ListLit | s.RangeLit


def literal(e: Lowerer, node: Literal, scope: Scope, want: Type | None) -> Typed:
    """Lower a literal."""
    match node:
        case s.Number():
            return _number(e, node, want)
        case s.Truth(value=value):
            return Typed(Const(int(value)), types.BOOL)
        case s.Nothing():
            return Typed(Const(ir.NONE), types.NOTHING)
        case s.RankLit():
            return _rank_lit(e, node, want)
        case s.SuitLit():
            return _suit(e, node.sign, node)
        case s.CardLit():
            return _card_lit(e, node)
        case s.WordLit():
            return _word_lit(e, node, want)
        case s.ListLit():
            return _list_lit(e, node, scope, want)
        case s.RangeLit():
            return range_of_ranks(e, node, scope)


def _number(e: Lowerer, node: s.Number, want: Type | None) -> Typed:
    if want is not None and want.kind in ("rank", "ranks"):
        return _rank(e, str(node.value), node)
    return Typed(Const(node.value), types.INT)


def _rank_lit(e: Lowerer, node: s.RankLit, want: Type | None) -> Typed:
    design = e.tables.design
    if node.rank in design.signs and node.rank not in design.rank_names:
        return _suit(e, node.rank, node)
    rank = _rank(e, node.rank, node)
    if want is not None and want.kind in ("card", "cards"):
        return as_face(e, rank) or rank
    return rank


def _rank(e: Lowerer, name: str, node: s.Node) -> Typed:
    design = e.tables.design
    if name in design.rank_names:
        return Typed(Const(design.rank_names.index(name)), types.RANK)
    message = missing_name("rank", name, design, _ranks_in_pack(e.tables))
    e.tables.error("type", message, node.span, help=rank_help(name, design))
    return WRONG


def _suit(e: Lowerer, sign: str, node: s.Node) -> Typed:
    signs = e.tables.design.signs
    if sign in signs:
        return Typed(Const(signs.index(sign)), types.SUIT)
    e.tables.error("type", missing_name("suit", sign, e.tables.design), node.span)
    return WRONG


def as_face(e: Lowerer, rank: Typed) -> Typed | None:
    """Return the card of a rank that has only one, such as the joker; None for other ranks."""
    faces = e.tables.design.faces
    if not isinstance(rank.expr, Const) or rank.type != types.RANK:
        return None
    fitting = [number for number, face in enumerate(faces) if face.rank == rank.expr.value and face.suit == ir.NONE]
    return Typed(Const(fitting[0]), types.FACE) if fitting else None


def face_names(tables: Tables) -> Type:
    """Return the type of a list with the names of all faces."""
    type_ = Type("enum", ALL_FACES)
    tables.enums[type_.name] = tuple(face.name for face in tables.design.faces)
    return type_


def choice_of(slot: ir.Slot) -> Typed:
    """Return a choice as expressions read it: a Program has a named card as a word of the list of all faces."""
    return Typed(ir.Local(slot.local), types.FACE if slot.type.name == ALL_FACES else slot.type)


def cards_of(e: Lowerer, literal: Typed, want: Type, node: s.Expr, alike: bool = False) -> Typed:
    """Return all cards with the faces of a literal, or its card where a single one is needed. `alike`: any of its cards
    will do. A face that somebody chose has a card."""
    several = types.is_set(literal.type)
    cards = ir.FaceCards("face", literal.expr if several else fold.single(literal.expr))
    if types.is_set(want):
        return Typed(cards, want)
    if several:
        return e.misfit(want, in_words(literal.type), node)
    if not alike:
        e.tables.single_cards.append((literal.expr, node.span))
    first = ir.First(cards, cards=True)
    there = want.optional or isinstance(literal.expr, ir.Local)
    return Typed(first if there else e.needed(first, types.optional(want), node), want)


def _card_lit(e: Lowerer, node: s.CardLit) -> Typed:
    face = e.tables.design.face_named(node.name)
    if face is not None:
        return Typed(Const(face), types.FACE)
    design = e.tables.design
    for length in (1, len(node.name) - 1):
        rank, suit = node.name[:-length], node.name[-length:]
        if design.suit_named(suit) is not None and design.rank_named(rank) is None:
            return _rank(e, rank, node)
    return no_such_card(e, node.name, node)


def no_such_card(e: Lowerer, name: str, node: s.Node) -> Typed:
    """Report the name of a card that the deck doesn't have."""
    card = spelled_card(name, e.tables.design)
    help_ = f"write `{card}`" if card is not None else None
    e.tables.error("type", missing_name("card", name, e.tables.design), node.span, help=help_)
    return WRONG


def _word_lit(e: Lowerer, node: s.WordLit, want: Type | None) -> Typed:
    word = e.word(node.word, want)
    if word is not None:
        return word
    face = e.tables.design.face_named(node.word)
    if face is not None and (want is None or want.kind in ("card", "cards")):
        return Typed(Const(face), types.FACE)
    if want is None and node.word in node.span.text.split():  # a card in a key, which needs no quotes
        return no_such_card(e, node.word, node)
    if want is None or want == ERROR:
        message = "unexpected word in quotes: only words of a list of words need quotes"
        e.tables.error("type", message, node.span, help="write names without quotes")
    elif want.kind in ("enum", "values"):
        words = list(e.tables.enums[want.name])
        message = f"expected {listing(words)}, found `{node.word}`"
        e.tables.unknown("unknown-name", message, node.word, node.span, words)
    elif want.kind in ("card", "cards"):
        return no_such_card(e, node.word, node)
    elif (name := unquoted(node.word, want.kind, e.tables.design)) is not None:
        message = f"expected {types.expected(want)}, found a word in quotes"
        e.tables.error("type", message, node.span, help=f"write it without quotes: `{name}`")
    else:
        return e.misfit(want, "a word in quotes", node)
    return WRONG


def _list_lit(e: Lowerer, node: s.ListLit, scope: Scope, want: Type | None) -> Typed:
    set_type = want if want is not None and types.is_set(want) else None
    known = [None if e.needs_want(item, scope) else e.lower(item, scope) for item in node.items]
    of_cards = want is not None and want.kind == "cards"
    if set_type is None and any(_is_card(e, *pair) for pair in zip(node.items, known, strict=True)):
        set_type, of_cards = types.FACES, True
    values: list[Typed] = []
    for item, value in zip(node.items, known, strict=True):
        hint = types.FACE if of_cards else types.member(set_type) if set_type else None
        if isinstance(item, s.RangeLit):
            value = range_of_ranks(e, item, scope)
        value = value or e.hinted(item, scope, hint)
        if value.type == ERROR:
            return WRONG
        plural = value.type if types.is_set(value.type) else types.set_of(types.plain(value.type))
        if plural is None:
            e.tables.error("type", f"a list can't contain {in_words(value.type)}", item.span)
            return WRONG
        set_type = set_type or plural
        values.append(value)
    if of_cards and values:
        set_type = types.FACES if all(types.is_literal(v.type) for v in values) else types.CARDS
    if set_type is None:
        return Typed(Const(ir.NONE), types.NOTHING)
    total: Expr = Const(0)
    for item, value in zip(node.items, values, strict=True):
        total = fold.op("|", total, e.fit(value, set_type, item).expr)
    return Typed(total, set_type)


def _is_card(e: Lowerer, item: s.Expr, value: Typed | None) -> bool:
    """True if an item of a list can only be a card: `10♦`, `"red-7"`, `red-skip`."""
    if value is not None:
        return types.is_literal(value.type)
    return isinstance(item, s.WordLit) and e.tables.design.face_named(item.word) is not None


def check_range(e: Lowerer, node: s.RangeLit, low: Expr, high: Expr) -> None:
    """Report a range with literal ends that is empty."""
    literal = isinstance(node.low, s.Number | s.RankLit) and isinstance(node.high, s.Number | s.RankLit)
    if literal and isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
        help_ = "write the lower end first"
        e.tables.error("empty-range", "this range is empty", node.span, help=help_)


def range_of_ranks(e: Lowerer, node: s.RangeLit, scope: Scope) -> Typed:
    low, high = e.lower(node.low, scope, types.RANK), e.lower(node.high, scope, types.RANK)
    if ERROR in (low.type, high.type):
        return WRONG
    if not (isinstance(low.expr, Const) and isinstance(high.expr, Const)):
        e.tables.error("type", "the ends of a range of ranks must be constants", node.span)
        return WRONG
    check_range(e, node, low.expr, high.expr)
    mask = sum(1 << r for r in range(low.expr.value, high.expr.value + 1))
    return Typed(Const(mask), types.RANKS)


def _ranks_in_pack(tables: Tables) -> tuple[str, ...]:
    """Return the names of the ranks of which there are cards, as far as that is clear without options."""
    sections = tables.composition.sections
    deck = read_deck(tables.composition.deck)
    there = {face.name for face, copies in zip(deck.design.faces, deck.copies, strict=True) if copies}
    there |= {member.name for member in sections.get("cards", ())}
    jokers = any(member.name == "jokers" for member in sections.get("deck", ()))
    design = tables.design
    ranks = {face.rank for face in design.faces if face.name in there or (jokers and face.name not in there)}
    return tuple(name for number, name in enumerate(design.rank_names) if number in ranks)
