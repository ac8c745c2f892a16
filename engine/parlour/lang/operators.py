"""Operators between two expressions: their types and results."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.card_words import unquoted
from parlour.lang.literals import check_range, no_such_card
from parlour.lang.lowerer import Lowerer
from parlour.lang.needed_wording import needed_divisor
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed, origin, type_by_name
from parlour.lang.types import expected, in_words
from parlour.program import BinOp, Const, Expr, Type, fold

_OF_SETS: dict[str, BinOp] = {"+": "|", "-": "-set", "&": "&"}  # union, difference, intersection
_VALUES = (s.Number, s.RankLit, s.SuitLit, s.CardLit, s.WordLit)
_NUMBERS_HELP = "compare a number with a list or a range, as in `n in [2, 4..6]` or `n in 2..4`"


def binary(e: Lowerer, node: s.Binary, scope: Scope, want: Type | None) -> Typed:
    """Lower `a + b` and the like."""
    if node.op in ("and", "or"):
        return _logic(e, node, scope)
    if node.op in ("in", "not in"):
        return _membership(e, node, scope)
    if node.op in ("==", "!=", "<", "<=", ">", ">="):
        return _comparison(e, node, scope)
    return _arithmetic(e, node, scope, want)


def _logic(e: Lowerer, node: s.Binary, scope: Scope) -> Typed:
    if node.op == "or" and _is_list_of_values(e, node):
        return WRONG
    left, right = e.condition(node.left, scope), e.condition(node.right, scope)
    join = fold.conjunction if node.op == "and" else fold.disjunction
    return Typed(join((left, right)), types.BOOL)


def _is_list_of_values(e: Lowerer, node: s.Binary) -> bool:
    """Report `c.rank == 8 or 9 or J`."""
    values: list[s.Expr] = []
    first: s.Expr = node
    while isinstance(first, s.Binary) and first.op == "or" and isinstance(first.right, _VALUES):
        values.insert(0, first.right)
        first = first.left
    if not values or not isinstance(first, s.Binary) or first.op != "==":
        return False
    listed = ", ".join(value.span.text for value in (first.right, *values))
    help_ = f"to compare with several values, write `{first.left.span.text} in [{listed}]`"
    message = f"expected {expected(types.BOOL)}, found a value"
    e.tables.error("type", message, values[0].span, help=help_)
    return True


def _membership(e: Lowerer, node: s.Binary, scope: Scope) -> Typed:
    if isinstance(node.right, s.RangeLit):
        return _in_range(e, node, node.right, scope)
    if e.needs_want(node.left, scope) or isinstance(node.left, s.CardLit):
        right = e.lower(node.right, scope)
        right = e.fit(right, types.CARDS, node.right) if right.type.kind == "zone" else right
        if right.type == ERROR or not _set_wanted(e, right, node.right):
            return WRONG
        single = types.FACE if right.type.kind == "cards" else types.member(right.type)
        several = types.CARDS if right.type.kind == "cards" else right.type
        left = e.lower(node.left, scope, several if isinstance(node.left, s.ListLit) else single)
    else:
        left = e.lower(node.left, scope)
        left = e.fit(left, types.CARDS, node.left) if left.type.kind == "zone" else left
        if types.plain(left.type) == types.INT and isinstance(node.right, s.ListLit):
            return _in_numbers(e, node, node.right, left, scope)
        plural = types.CARDS if types.is_literal(left.type) else types.set_of(types.plain(left.type))
        if left.type == ERROR or (plural is None and not types.is_set(left.type)):
            if left.type == ERROR:
                _look(e, node.right, scope)
            else:
                help_ = _NUMBERS_HELP if types.plain(left.type) == types.INT else None
                e.tables.error("type", f"a set can't contain {in_words(left.type)}", node.left.span, help=help_)
            return WRONG
        right = e.hinted(node.right, scope, plural or left.type)
        right = e.fit(right, types.CARDS, node.right) if right.type.kind == "zone" else right
        if right.type == ERROR or not _set_wanted(e, right, node.right):
            return WRONG
    if left.type == ERROR:
        return WRONG
    test = _is_member(e, left, right, node)
    return Typed(fold.negation(test) if node.op == "not in" else test, types.BOOL)


def _look(e: Lowerer, node: s.Expr, scope: Scope) -> None:
    """Check the other side of an operator if one is wrong, unless its type depends on the wrong side."""
    if not e.needs_want(node, scope):
        e.lower(node, scope)


def _set_wanted(e: Lowerer, right: Typed, node: s.Expr) -> bool:
    if types.is_set(right.type):
        return True
    e.tables.error("type", f"expected a set after `in`, found {in_words(right.type)}", node.span)
    return False


def _is_member(e: Lowerer, left: Typed, right: Typed, node: s.Binary) -> Expr:
    if types.is_set(left.type):
        if left.type == types.CARDS:
            e.tables.card_tests.append((left.expr, node))
            right = e.fit(right, types.CARDS, node.right)
        return fold.op("within", e.fit(left, right.type, node.left).expr, right.expr)
    if left.type.kind == "card" and right.type.kind == "cards":
        if right.type == types.FACES:
            face = left.expr if types.is_literal(left.type) else ir.CardFact("face", left.expr)
            return fold.op("has", right.expr, face)
        if types.is_literal(left.type):
            cards = ir.FaceCards("face", fold.single(left.expr))
            return fold.negation(fold.op("==", fold.op("&", right.expr, cards), Const(0)))
        return _among(right.expr, left.expr, isinstance(node.right, s.ListLit))
    fitted = e.fit(left, replace(types.member(right.type), optional=left.type.optional), node.left)
    return fold.op("has", right.expr, fitted.expr)


def _among(cards: Expr, card: Expr, listed: bool) -> Expr:
    """Return a test for a card of a set. It shows one of the literals of a list, or is one of the other cards."""
    match cards:
        case ir.Op("|", first, second) if listed:
            return fold.disjunction((_among(first, card, listed), _among(second, card, listed)))
        case ir.FaceCards("face", faces) if listed:
            return fold.op("has", faces, ir.CardFact("face", card))
    return ir.Op("has", cards, card)


def _in_range(e: Lowerer, node: s.Binary, domain: s.RangeLit, scope: Scope) -> Typed:
    left = e.lower(node.left, scope)
    if left.type == ERROR:
        return WRONG
    base = types.plain(left.type)
    if base not in (types.INT, types.RANK):
        e.tables.error(
            "type", f"expected a number or a rank before `in` and a range, found {in_words(left.type)}", node.left.span
        )
        return WRONG
    low, high = e.lower(domain.low, scope, base).expr, e.lower(domain.high, scope, base).expr
    inside = _between(left.expr, low, high)
    return Typed(fold.negation(inside) if node.op == "not in" else inside, types.BOOL)


def _between(value: Expr, low: Expr, high: Expr) -> Expr:
    return fold.conjunction((fold.op(">=", value, low), fold.op("<=", value, high)))


def _in_numbers(e: Lowerer, node: s.Binary, numbers: s.ListLit, left: Typed, scope: Scope) -> Typed:
    """Lower `n in [2, 4..6]` to comparisons, because there are no sets of numbers."""
    number = e.fit(left, types.INT, node.left).expr
    tests = []
    for item in numbers.items:
        if isinstance(item, s.RangeLit):
            low, high = (e.lower(end, scope, types.INT).expr for end in (item.low, item.high))
            check_range(e, item, low, high)
            tests.append(_between(number, low, high))
        else:
            tests.append(fold.op("==", number, e.lower(item, scope, types.INT).expr))
    inside = fold.disjunction(tests)
    return Typed(fold.negation(inside) if node.op == "not in" else inside, types.BOOL)


def _pair(e: Lowerer, node: s.Binary, scope: Scope) -> tuple[Typed, Typed]:
    """Lower both sides of a comparison; the side with a type of its own decides for the other."""
    if e.needs_want(node.left, scope) and not e.needs_want(node.right, scope):
        right = e.lower(node.right, scope)
        left = WRONG if right.type == ERROR else _like(e, node.left, scope, types.plain(right.type))
    else:
        left = e.lower(node.left, scope)
        if left.type == ERROR and e.needs_want(node.right, scope):
            return left, WRONG  # nothing decides the type of the other one
        hint = left.type if left.type not in (ERROR, types.NOTHING) else None
        if hint is not None and _unlike(e, node, hint):
            return left, WRONG
        wants = hint is not None and (e.needs_want(node.right, scope) or _is_word(e, node.right, hint))
        right = _like(e, node.right, scope, hint) if wants and hint is not None else e.lower(node.right, scope)
    return left, right


def _like(e: Lowerer, node: s.Expr, scope: Scope, type_: Type) -> Typed:
    """Lower a value to compare with one of this type. Cards are compared with the faces of literal cards."""
    if type_.kind in ("card", "cards", "zone"):
        return e.hinted(node, scope, types.CARDS if type_.kind == "zone" else type_)
    return e.lower(node, scope, type_)


def _unlike(e: Lowerer, node: s.Binary, left: Type) -> bool:
    """Report a literal on the right that can't have the type on the left, with a suggestion."""
    shown, literal = node.left.span.text, node.right.span.text
    help_ = None
    if isinstance(node.right, s.Number) and left.kind in ("zone", "cards", "players", "sides"):
        help_ = f"to compare how many there are, write `{shown}.size {node.op} {literal}`"
    elif isinstance(node.right, s.Number) and left.kind == "card":
        help_ = f"to compare its rank, write `{shown}.rank {node.op} {literal}`"
    elif isinstance(node.right, s.WordLit) and left.kind in ("rank", "suit"):
        name = unquoted(node.right.word, left.kind, e.tables.design)
        help_ = f"write it without quotes: `{shown} {node.op} {name}`" if name is not None else None
    elif isinstance(node.right, s.RankLit) and left.kind == "suit" and literal not in e.tables.design.signs:
        sign = e.tables.design.sign_of(literal)
        help_ = f"write the sign of the suit: `{shown} {node.op} {sign}`" if sign is not None else None
    elif isinstance(node.right, s.Number) and left.kind == "player":
        help_ = "rules don't number players: compare it with another player"
    if help_ is not None:
        given = {s.WordLit: "a word in quotes", s.RankLit: "a rank"}.get(type(node.right), "a number")
        message = f"expected {in_words(left)} to compare with `{shown}`, found {given}"
        e.tables.error("type", message, node.right.span, help=help_)
    return help_ is not None


def _is_word(e: Lowerer, node: s.Expr, type_: Type) -> bool:
    """Lower the other side of a value of an enumeration; its words take precedence over other names."""
    return isinstance(node, s.Name) and type_.kind == "enum" and node.id in e.tables.enums[type_.name]


def _comparison(e: Lowerer, node: s.Binary, scope: Scope) -> Typed:
    left, right = _pair(e, node, scope)
    if ERROR in (left.type, right.type):
        return WRONG
    if isinstance(node.left, s.Nothing) or isinstance(node.right, s.Nothing):
        other = right.type if isinstance(node.left, s.Nothing) else left.type
        test = types.test_for(other, node.op == "==")
        e.tables.error("type", "comparisons don't support `none`", node.span, help=f"write `{test}`")
        return WRONG
    if node.op in ("==", "!="):
        same = _same(e, left, right, node)
        if same is None:
            return WRONG
        return Typed(same if node.op == "==" else fold.negation(same), types.BOOL)
    base = types.plain(left.type)
    if base not in (types.INT, types.RANK) or types.plain(right.type) != base:
        message = f"`{node.op}` compares numbers or ranks, not {in_words(left.type)} and "
        e.tables.error("type", message + in_words(right.type), node.span)
        return WRONG
    first, second = e.fit(left, base, node.left), e.fit(right, base, node.right)
    return Typed(fold.op(node.op, first.expr, second.expr), types.BOOL)  # type: ignore[arg-type]  # checked above


def _same(e: Lowerer, left: Typed, right: Typed, node: s.Binary) -> Expr | None:
    if left.type.kind == "card" and right.type.kind == "card":
        if types.is_literal(left.type) or types.is_literal(right.type):
            faces = [t.expr if types.is_literal(t.type) else ir.CardFact("face", t.expr) for t in (left, right)]
            return fold.op("==", faces[0], faces[1])
        return ir.SameCard(left.expr, right.expr)
    kinds = {types.plain(left.type), types.plain(right.type)}
    if {type_.kind for type_ in kinds} == {"card", "cards"} and kinds != {types.FACE, types.CARDS}:
        card, cards = (node.left, node.right) if left.type.kind == "card" else (node.right, node.left)
        test = f"{card.span.text} {'in' if node.op == '==' else 'not in'} {cards.span.text}"
        message, help_ = "expected two cards or two sets, found a card and a set of cards", f"write `{test}`"
        e.tables.error("type", message, node.span, help=help_)
        return None
    if types.plain(left.type) != types.plain(right.type):
        if types.CARDS in (left.type, right.type) or {left.type.kind, right.type.kind} == {"zone", "cards"}:
            left, right = e.fit(left, types.CARDS, node.left), e.fit(right, types.CARDS, node.right)
        else:
            message = f"{in_words(left.type)} never equals {in_words(right.type)}"
            named = type_by_name(e.tables, left, node.left, right.type)
            named = named or type_by_name(e.tables, right, node.right, left.type)
            e.tables.error("type", message, node.span, help=_as_numbers(node, left, right) or named)
            return None
    if ERROR in (left.type, right.type):
        return None
    return fold.op("==", left.expr, right.expr)


def _as_numbers(node: s.Binary, left: Typed, right: Typed) -> str | None:
    """Return how to compare a rank with a number."""
    rank = next((part for part, typed in ((node.left, left), (node.right, right)) if typed.type.kind == "rank"), None)
    if rank is None or "int" not in (left.type.kind, right.type.kind):
        return None
    text = rank.span.text
    return f"`order({text})` is its place in the order of the deck, from 1; `pips({text})` is its number of pips"


def _arithmetic(e: Lowerer, node: s.Binary, scope: Scope, want: Type | None) -> Typed:
    if e.needs_want(node.left, scope) and not isinstance(node.left, s.Number):
        left = e.lower(node.left, scope, want if want and types.is_set(want) else _cards_beside(e, node.right, scope))
    else:
        left = e.lower(node.left, scope)
    if left.type.kind in ("zone", "card") or types.is_set(left.type) or types.set_of(types.plain(left.type)):
        return _set_arithmetic(e, node, left, scope)
    if left.type == ERROR:
        _look(e, node.right, scope)
        return WRONG
    if node.op == "&":
        given, help_ = in_words(left.type), "to combine conditions, write `and`"
        e.tables.error("type", f"`&` is for sets, not for {given}", node.span, help=help_)
        return WRONG
    numbers = e.fit(left, types.INT, node.left), e.lower(node.right, scope, types.INT)
    if ERROR in (numbers[0].type, numbers[1].type):
        return WRONG
    left_number, right_number = (number.expr for number in numbers)
    if node.op in ("//", "mod"):
        right_number = needed_divisor(e.tables, right_number, node)
    place = origin(scope.document, node.span) if node.op in ("*", "//", "mod") else None
    return Typed(fold.op(node.op, left_number, right_number, place), types.INT)  # type: ignore[arg-type]  # as parsed


def _cards_beside(e: Lowerer, node: s.Expr, scope: Scope) -> Type | None:
    """Return the type of a set of cards if the other side of an operator has cards, so that `Jk` means the jokers."""
    reported = len(e.tables.problems)
    alone = isinstance(node, s.ListLit) or not e.needs_want(node, scope)
    other = e.lower(node, scope).type if alone else None
    del e.tables.problems[reported:]
    return types.CARDS if other is not None and other.kind in ("zone", "card", "cards") else None


def _is_name_of_card(node: s.Binary) -> bool:
    """True for a difference such as `red-7`, which is written like the name of a card."""
    parts = isinstance(node.left, s.Name) and isinstance(node.right, s.Number)
    return parts and node.op == "-" and " " not in node.span.text


def _set_arithmetic(e: Lowerer, node: s.Binary, left: Typed, scope: Scope) -> Typed:
    if node.op not in _OF_SETS:
        e.tables.error("type", f"sets support `+`, `-` and `&`, not `{node.op}`", node.span)
        return WRONG
    if left.type.kind == "zone":
        whole = types.CARDS
    elif types.is_set(left.type):
        whole = left.type
    else:
        whole = types.set_of(types.plain(left.type)) or types.CARDS
    if _is_name_of_card(node):
        name = node.span.text
        if e.tables.design.face_named(name) is None:
            return no_such_card(e, name, node)
        message = f"expected {in_words(whole)} after `-`, found a number"
        e.tables.error("type", message, node.span, help=f'if you mean the card, write it in quotes: `"{name}"`')
        return WRONG
    right = e.hinted(node.right, scope, whole)
    if whole == types.FACES and right.type not in (types.FACE, types.FACES):
        whole = types.CARDS
    first, second = e.fit(left, whole, node.left), e.fit(right, whole, node.right)
    if ERROR in (first.type, second.type):
        return WRONG
    return Typed(fold.op(_OF_SETS[node.op], first.expr, second.expr), whole)
