"""Marks needed values and divisors, each with a message for the checker and one for the runtime error."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import Related
from parlour.documents.composition import text_node
from parlour.lang import syntax as s
from parlour.lang import types
from parlour.lang.needed_values import Needed, NeededUse
from parlour.lang.symbols import Tables, origin
from parlour.program import Expr, Type


def needed(tables: Tables, value: Expr, type_: Type, node: s.Expr) -> Expr:
    """Mark a value of an optional type that is used as if it were present."""
    text = " ".join(node.span.text.split())
    message = f"`{text}` has no value: {_why(tables, value, type_, 'is')}"

    def use() -> NeededUse:
        finding = f"`{text}` might have no value: {_why(tables, value, type_, 'might be')}"
        test = _named_test(text) if isinstance(node, s.Choice) else _test(tables, value, text)
        here = NeededUse(node.span, finding, test)
        return _of_replacement(tables, here, type_, node) or here

    return tables.needed(Needed(value, _place(tables, node), type_.none, message), use)


def needed_members(tables: Tables, over: Expr, node: s.Expr) -> Expr:
    """Mark a set for `random`, which must not be empty."""
    text = " ".join(node.span.text.split())
    finding = f"`random {text}` might have nothing to choose from: {'it' if _short(node) else 'the set'} might be empty"
    if not _short(node):
        help_ = f"give the set a name and test that: `let xs = {text}`, then `if xs is not empty: …`"
    else:
        help_ = f"test `{text} {'has cards' if isinstance(over, ir.ZoneCards) else 'is not empty'}` first"
    return _chosen(tables, over, node, finding, help_, None)


def needed_range(tables: Tables, over: ir.Span, node: s.RangeLit) -> ir.Span:
    """Mark a range of numbers for `random`, which must not be empty."""
    if isinstance(over.low, ir.Const) and isinstance(over.high, ir.Const):
        return over
    text, low, high = (" ".join(part.span.text.split()) for part in (node, node.low, node.high))
    finding = f"`random {text}` might have nothing to choose from: {high} might be less than {low}"
    help_ = f"test `{low} <= {high}` first"
    return ir.Span(over.low, _chosen(tables, over.high, node, finding, help_, over.low))


def needed_divisor(tables: Tables, value: Expr, node: s.Binary) -> Expr:
    """Mark a constant divisor 0, which is an error unless play never gets there."""
    if value != ir.Const(0):
        return value
    text = " ".join(node.right.span.text.split())
    finding = "division by zero" if text == "0" else f"division by zero: `{text}` is 0"
    literal = all(isinstance(part, s.Number | s.Binary | s.Minus) for part in s.walk(node.right))
    help_ = "write another number" if literal else f"test `{text} != 0` first"
    use = NeededUse(node.span, finding, help_, "division", hopeless=literal)
    return tables.needed(Needed(value, _place(tables, node), nothing=0, message=finding), lambda: use)


def _chosen(tables: Tables, value: Expr, node: s.Expr, finding: str, help_: str, low: Expr | None) -> Expr:
    need = Needed(value, _place(tables, node), message=finding, members=low is None, low=low)
    return tables.needed(need, lambda: NeededUse(node.span, finding, help_))


def _of_replacement(tables: Tables, use: NeededUse, type_: Type, node: s.Expr) -> NeededUse | None:
    """Return the use at the expression with which another document replaced the called function: its author can't edit
    the call. None if the function isn't replaced, or its author calls it."""
    function = tables.functions.get(node.name) if isinstance(node, s.Call) else None
    text = text_node(function.member) if function is not None and function.member.over else None
    if function is None or text is None or text.span.source is node.span.source:
        return None
    message = f"`{function.name}()` must have a value, and this might be none"
    before = text_node(function.member.over[-1])
    other = before.value.strip() if before is not None else "players.first" if type_.kind == "player" else "…"
    value = text.value.strip()
    if "\n" in value + other:
        help_ = "end with `x if x is some else …`, where `x` is the value that can be none"
    else:
        help_ = f"write two lines: `let x = {value}`, then `x if x is some else {other}`"
    return NeededUse(text.span, message, help_, related=(Related(node.span, "a value is needed here"),))


def _short(node: s.Expr) -> bool:
    return isinstance(node, s.Name | s.Field | s.Call)


def _place(tables: Tables, node: s.Expr) -> ir.Origin:
    document = next(
        (d for d in tables.composition.documents if d.id_span.source is node.span.source),
        tables.composition.subject,
    )
    return origin(document, node.span)


def zone_name(tables: Tables, zone: Expr) -> str:
    """Return the players' name of the zone."""
    if isinstance(zone, ir.ZoneAt):
        declared = tables.zone_list[zone.zone]
        return f"the {declared.text or declared.name}"
    return "the zone"


def _why(tables: Tables, value: Expr, type_: Type, is_: str) -> str:
    match value:
        case ir.CardFact(fact, card) if fact in tables.lacking:
            lacks = _lacks(tables, fact, is_)
            return f"{_why(tables, card, types.CARD, is_)}, or {lacks}" if _optional(tables, card) else lacks
        case ir.CardFact(_, card):
            return _why(tables, card, types.CARD, is_)
        case ir.ZoneEnd(zone) | ir.First(ir.ZoneCards(zone)):
            return f"{zone_name(tables, zone)} {is_} empty"
        case ir.ZonePlace(zone):
            return f"{zone_name(tables, zone)} {'has' if is_ == 'is' else 'might have'} no card at this place"
        case ir.First():
            return f"the set {is_} empty"
        case ir.Scan("first"):
            thing = types.in_words(types.plain(type_)).partition(" ")[2]
            return f"no {thing} matches" if is_ == "is" else f"there might be no matching {thing}"
        case _:
            return f"it {is_} none"


def _lacks(tables: Tables, fact: str, is_: str) -> str:
    """Return `the card is a joker`, or `the card has no trump` if several kinds of cards lack the fact."""
    design = tables.design
    without = [face for number, face in enumerate(design.faces) if design.without(fact) >> number & 1]
    if len(without) == 1:
        return f"the card {is_} a {design.ranks[without[0].rank].in_words}"
    return f"the card {'has' if is_ == 'is' else 'might have'} no {fact}"


def _optional(tables: Tables, card: Expr) -> bool:
    """False if the type shows that the card is present."""
    match card:
        case ir.Local(number):
            return tables.locals[number][1].optional
        case ir.VarAt(number):
            return tables.variable_list[number].type.optional
        case ir.MarkAt(number):
            return tables.mark_list[number].type.optional
        case _:
            return True


def _test(tables: Tables, value: Expr, text: str) -> str:
    """Return the test that proves the value."""
    match value:
        case ir.CardFact(fact) if fact in tables.lacking:
            return _some(text)
        case ir.CardFact() if "." in text:
            return _test(tables, value.card, text.rpartition(".")[0])
        case ir.ZoneEnd() | ir.First() if "." in text:
            return f"test `{text.rpartition('.')[0]} has cards` first" if _of_cards(value) else _some(text)
        case ir.Scan() | ir.If():
            return _named_test(text)
        case _:
            return _some(text)


def _of_cards(value: Expr) -> bool:
    return isinstance(value, ir.ZoneEnd) or (isinstance(value, ir.First) and isinstance(value.of, ir.ZoneCards))


def _named_test(text: str) -> str:
    return f"give it a name and test that: `let x = {text}`, then `if x is some: …`"


def _some(text: str) -> str:
    return f"test `{text} is some` first"
