"""Declares logs, and the words in which players read their entries."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import listing
from parlour.documents.composition import Member, scalars
from parlour.documents.document import Mapping, Scalar, node_at
from parlour.lang import parser, types
from parlour.lang.declarations import members, text, type_at
from parlour.lang.lowerer import Lowerer
from parlour.lang.symbols import ERROR, DeclaredLog, Scope, Typed, origin
from parlour.lang.worded_texts import lower_template
from parlour.program import Expr, Local


def declare_logs(e: Lowerer) -> None:
    """Declare the variables of each log. The words of its entries can mention other names, so they come later."""
    for member in members(e.tables, "logs"):
        node = member.value
        if not isinstance(node, Mapping):
            continue
        if member.name in e.tables.zones or member.name in e.tables.variables:
            continue  # `taken_names` reports it
        type_, room = type_at(e.tables, node.get("of"), member.name, member.key), _room(e, member, node)
        if type_ == ERROR or room is None:
            continue
        words = [word.value for word in scalars(node.get("seen"))]
        seen = ir.together(words)
        if seen.by_owner:
            message = f"a log belongs to the whole table, so its audience can't be `{listing(words, 'and', '')}`"
            e.tables.error("zone", message, member.key.span, help="write `seen: everybody` or `seen: nobody`")
        where, keys = origin(member.document, member.key.span), (ir.Key(types.INT, 1, room[0]),)
        entries = e.tables.new_variable(ir.Variable(member.name, type_, keys, seen, None, text(member), where))
        count = ir.Variable(f"{member.name}.size", types.INT, (), seen, None, "", where)
        declared = DeclaredLog(member, type_, entries, e.tables.new_variable(count), *room)
        e.tables.logs[member.name] = declared
        e.tables.variables[member.name] = entries


def _room(e: Lowerer, member: Member, node: Mapping) -> tuple[Expr, str] | None:
    """Return the most entries of a log, as an expression and as the author wrote it."""
    scalar = node.get("room")
    tree = parser.parse_expression(scalar, e.tables.problems) if isinstance(scalar, Scalar) else None
    if tree is None or not isinstance(scalar, Scalar):
        return None
    room = e.lower(tree, Scope(member.document), types.INT)
    return None if room.type == ERROR else (room.expr, scalar.value)


def logs_in_words(e: Lowerer) -> tuple[ir.Log, ...]:
    """Return the logs with the words of their entries."""
    return tuple(_worded(e, name, log) for name, log in e.tables.logs.items())


def _worded(e: Lowerer, name: str, log: DeclaredLog) -> ir.Log:
    node = log.member.value
    shows = node_at(node, "shows")
    local = e.tables.new_local(f"{name}.entry", log.type)
    scope = Scope(log.member.document)
    if log.type.kind != "record":
        if isinstance(shows, Scalar):
            message = f"the entries of `{name}` have no fields, so they need no words"
            e.tables.error("type", message, shows.span, help="remove `shows`, or log a record")
        return ir.Log(name, log.entries, log.length, local, (ir.Hole(Local(local), log.type, spoken=True),))
    fields = e.tables.records[log.type.name].fields
    for f in fields:
        scope.bind(f.name, Typed(ir.GetField(Local(local), f.shift, f.width, f.bias), f.type))
    if isinstance(shows, Scalar):
        template = lower_template(e, parser.parse_template(shows, e.tables.problems), scope, spoken=True)
        return ir.Log(name, log.entries, log.length, local, template)
    parts: list[str | ir.Hole] = []
    for f in fields:
        parts += [" ", ir.Hole(scope.names[f.name].value.expr, f.type, True, blank=f.type.optional)]
    return ir.Log(name, log.entries, log.length, local, tuple(parts))
