"""Fields of cards, zones, sets, records and options, and making records."""

from __future__ import annotations

from dataclasses import replace

from parlour import program as ir
from parlour.base.diagnostics import did_you_mean
from parlour.lang import logs, types
from parlour.lang import syntax as s
from parlour.lang.handling import declared_beside
from parlour.lang.literals import cards_of
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, WRONG, Scope, Typed, origin, type_by_name
from parlour.lang.types import CARD, in_words
from parlour.lang.vocabulary import TABLE_NAMES
from parlour.program import Const, Expr, Type, fold

MEANT = {"length": "size", "len": "size", "number": "size", "amount": "size", "value": "rank", "last": "top"}
"""Fields that other languages and card players call otherwise."""


def field_of(e: Lowerer, node: s.Field, scope: Scope) -> Typed:
    path = _option_path(node)
    if path is not None and "options" not in scope.names and not _of_an_option(e, node, path, scope):
        return _option(e, node, path, scope)
    log = logs.log_named(e, node.of, scope)
    if log is not None:
        return logs.field_of(e, log, node)
    of = e.lower(node.of, scope)
    if of.type == ERROR:
        return WRONG
    value = _value_of(e, of, node, scope)
    if value is None:
        known = fields_known(e, of.type)
        message = f"{in_words(of.type)} has no field `{node.name}`"
        if of.type.kind in ("cards", "zone") and node.name in fields_known(e, CARD):
            whole = node.of.span.text.strip()
            help_ = f"test each card, for example `any c in {whole} where c.{node.name} == …`"
            e.tables.error("unknown-field", message, node.name_span, help=help_)
            return WRONG
        meant = MEANT.get(node.name, node.name)
        named = type_by_name(e.tables, of, node.of)
        if named is not None and did_you_mean(meant, known) is None:
            e.tables.error("unknown-field", message, node.name_span, help=named)
            return WRONG
        e.tables.unknown("unknown-field", message, meant if meant in known else node.name, node.name_span, known)
        return WRONG
    return value


def _of_an_option(e: Lowerer, node: s.Field, path: str, scope: Scope) -> bool:
    """`options.powers.size` is a field of the option `powers`, unless a rule `powers` has an option `size`."""
    whole = path.partition(".")[0]
    known = e.functions.option_names(scope)
    return "." in path and path not in known and whole in known


def _option(e: Lowerer, node: s.Field, path: str, scope: Scope) -> Typed:
    option = e.functions.option(scope, path)
    if option is None:
        known = e.functions.option_names(scope)
        message = f"unknown option `{path}`"
        e.tables.unknown("unknown-option", message, path, node.span, known)
        return WRONG
    return option


def fields_known(e: Lowerer, of: Type) -> list[str]:
    """Return the names of the fields that a value of this type has."""
    if of.kind == "record":
        return [f.name for f in e.tables.records[of.name].fields]
    if of.kind == "card":
        return ["rank", "suit", "colour", "place", *e.tables.design.values, *e.tables.marks]
    if of.kind == "zone":
        return ["top", "bottom", "size", "cards"]
    return ["size", "first"] if types.is_set(of) else []


def _value_of(e: Lowerer, of: Typed, node: s.Field, scope: Scope) -> Typed | None:
    name, kind = node.name, of.type.kind
    if kind == "card":
        return _card_field(e, of, name, node, scope)
    if kind == "zone":
        if name in ("top", "bottom"):
            _ordered(e, of.expr, name, node)
        return {
            "top": Typed(ir.ZoneEnd(of.expr, bottom=False), types.optional(types.CARD)),
            "bottom": Typed(ir.ZoneEnd(of.expr, bottom=True), types.optional(types.CARD)),
            "size": Typed(ir.ZoneSize(of.expr), types.INT),
            "cards": Typed(ir.ZoneCards(of.expr), types.CARDS),
            "first": Typed(ir.First(ir.ZoneCards(of.expr), cards=True), types.optional(types.CARD)),
        }.get(name)
    if kind == "record":
        fields = {f.name: f for f in e.tables.records[of.type.name].fields}
        f = fields.get(name)
        record = e.needed(of.expr, of.type, node.of)
        return None if f is None else Typed(ir.GetField(record, f.shift, f.width, f.bias), f.type)
    if types.is_set(of.type):
        expr = ir.FaceCards("face", of.expr) if of.type == types.FACES else of.expr
        single = types.CARD if kind == "cards" else types.member(of.type)
        if name == "first" and isinstance(node.of, s.Seats) and isinstance(expr, ir.Scan):
            return Typed(replace(expr, kind="first"), types.optional(single))  # in turn order
        if name == "first":
            return Typed(ir.First(expr, single.kind == "card"), types.optional(single))
        if name == "size":
            if expr == TABLE_NAMES["players"].expr:
                return Typed(ir.Seated("seats"), types.INT)
            return Typed(fold.size(expr), types.INT)
    return None


def _ordered(e: Lowerer, zone: Expr, end: str, node: s.Field) -> None:
    """Report `top` or `bottom` of a zone without an order."""
    if not isinstance(zone, ir.ZoneAt):
        return
    declared = e.tables.zone_list[zone.zone]
    if not declared.ordered and declared.columns is None:
        others = f"choose one of its cards, or take a random one: `let c = random {declared.called}`"
        own = f"add `ordered: true` to the zone `{declared.name}`, or name one of its cards"
        help_ = own if declared_beside(declared, node.span) else others
        e.tables.error("zone", f"`{declared.name}` has no order, so it has no {end}", node.span, help=help_)


def _card_field(e: Lowerer, of: Typed, name: str, node: s.Field, scope: Scope) -> Typed | None:
    if types.is_literal(of.type):
        fact = _fact_of_literal(e, of.expr, name)
        if fact is not None:
            return fact
        shown = name in ("rank", "suit", "colour") or name in e.tables.design.values
        face, of = of.expr, cards_of(e, of, types.optional(CARD) if of.type.optional else CARD, node.of, shown)
        if shown and e.tables.guise is not None:  # this card can count as another one
            of = replace(of, expr=ir.Guised(of.expr, face))
    if name in ("rank", "suit", "colour"):
        missing = of.type.optional or name in e.tables.lacking
        return Typed(ir.CardFact(name, of.expr), Type(name, "", missing))  # type: ignore[arg-type]  # as above
    if name in e.tables.design.values:
        return _deck_fact(e, of, name, node)
    if name == "place":
        return Typed(ir.PlaceOf(e.needed(of.expr, of.type, node.of)), types.INT)
    if name in e.tables.marks:
        mark = e.tables.marks[name]
        card, declared = e.needed(of.expr, of.type, node.of), e.tables.mark_list[mark]
        return Typed(ir.MarkAt(mark, card), types.optional(types.FACE) if declared.guise else declared.type)
    return None


def _fact_of_literal(e: Lowerer, face: Expr, name: str) -> Typed | None:
    """Lower a fact of a literal card, or of one of several; None for a field that differs between its cards."""
    design = e.tables.design
    match face:
        case Const(number) if name in ("rank", "suit", "colour") or name in design.values:
            value = design.fact(name, number) if number >= 0 else design.missing(name)
            type_ = design.values[name].type if name in design.values else Type(name)  # type: ignore[arg-type]  # one of three
            return Typed(Const(value), Type(type_.kind, type_.name, value == design.missing(name)))
        case ir.If(test, then, other, origin):
            first, second = _fact_of_literal(e, then, name), _fact_of_literal(e, other, name)
            if first is not None and second is not None:
                type_ = types.optional(first.type) if second.type.optional else first.type
                return Typed(fold.choice(test, first.expr, second.expr, type_.kind == "int", origin), type_)
    return None


def _deck_fact(e: Lowerer, of: Typed, name: str, node: s.Field) -> Typed:
    """Lower a fact that the deck defines."""
    fact = e.tables.design.values[name]
    missing = name in e.tables.lacking
    return Typed(
        ir.CardFact(name, e.needed(of.expr, of.type, node.of)), fact.type if missing else types.plain(fact.type)
    )


def make(e: Lowerer, node: s.Make, scope: Scope) -> Typed:
    record = e.tables.records.get(node.record)
    if record is None:
        known = list(e.tables.records)
        e.tables.unknown("unknown-type", f"unknown record `{node.record}`", node.record, node.span, known)
        return WRONG
    start = sum((f.default + f.bias) << f.shift for f in record.fields)
    return _with_fields(e, Typed(Const(start), Type("record", node.record)), node.fields, scope)


def changed(e: Lowerer, node: s.Changed, scope: Scope) -> Typed:
    value = e.lower(node.value, scope)
    if value.type == ERROR:
        return WRONG
    if value.type.kind != "record":
        e.tables.error("type", f"expected a record before `but`, found {in_words(value.type)}", node.span)
        return WRONG
    there = Typed(e.needed(value.expr, value.type, node.value), types.plain(value.type))
    return _with_fields(e, there, node.fields, scope)


def _with_fields(e: Lowerer, start: Typed, given: tuple[s.FieldValue, ...], scope: Scope) -> Typed:
    fields = {f.name: f for f in e.tables.records[start.type.name].fields}
    expr = start.expr
    for item in given:
        f = fields.get(item.name)
        if f is None:
            message = f"the record `{start.type.name}` has no field `{item.name}`"
            e.tables.unknown("unknown-field", message, item.name, item.span, list(fields))
            return WRONG
        value = e.lower(item.value, scope, f.type).expr
        if isinstance(expr, Const) and isinstance(value, Const):
            cleared = expr.value & ~(((1 << f.width) - 1) << f.shift)
            expr = Const(cleared | (value.value + f.bias) << f.shift)
        else:
            expr = ir.PutField(expr, f.shift, f.width, f.bias, value, origin(scope.document, item.span))
    return Typed(expr, start.type)


def _option_path(node: s.Field) -> str | None:
    """Return the name of an option: `a` for `options.a`, `rule.a` for `options.rule.a`."""
    if isinstance(node.of, s.Name) and node.of.id == "options":
        return node.name
    if isinstance(node.of, s.Field) and isinstance(node.of.of, s.Name) and node.of.of.id == "options":
        return f"{node.of.name}.{node.name}"
    return None
