"""Reads words for players about the table: of the entries of logs, and of the section `shows`.

Also declares the logs, and reports zones without words.
"""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import listing
from parlour.documents.composition import Member, scalars
from parlour.documents.document import Mapping, Scalar, node_at
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.declarations import field, heading, members, text, type_at
from parlour.lang.lowerer import Lowerer
from parlour.lang.switches import in_force
from parlour.lang.symbols import ERROR, DeclaredLog, Params, Scope, Tables, Typed, heading_params, origin
from parlour.lang.worded_texts import lower_template
from parlour.program import Expr, Local, fold

# ---------------------------------------------------------------- logs


def declare_logs(e: Lowerer) -> None:
    """Declare the variables of each log. The words of its entries can mention other names, so they come later."""
    for member in members(e.tables, "logs"):
        node = member.value
        if not isinstance(node, Mapping):
            continue
        if member.name in e.tables.zones or member.name in e.tables.variables:
            continue  # `taken_names` reports it
        type_, room = type_at(e.tables, node.get("of"), member.name), _room(e, member, node)
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


# ---------------------------------------------------------------- `shows`


def lines_of(e: Lowerer) -> tuple[ir.Line, ...]:
    """Return all lines, in the order of the documents."""
    lines = [_line(e, member) for member in members(e.tables, "shows")]
    return tuple(line for line in lines if line is not None)


def _line(e: Lowerer, member: Member) -> ir.Line | None:
    head = heading(e.tables, member.key)
    if head is None:
        return None
    params = heading_params(e.tables, head, head.name)
    _check_name(e, member, head.name)
    if not _is_reader(e, member, params):
        return None
    scope = params.scope(member.document)
    words, test = _parts(e, member, scope)
    if words is None:
        return None
    test = fold.conjunction((in_force(e.tables, member), test))
    template = lower_template(e, words, scope, spoken=True, if_=test)
    reader, where = next(iter(params.locals), None), origin(member.document, member.key.span)
    return ir.Line(head.name, reader, None if test == fold.TRUE else test, template, where)


def _parts(e: Lowerer, member: Member, scope: Scope) -> tuple[s.Template | None, Expr]:
    """Return the words of a line, and its condition."""
    node = member.value
    line = node.get("line") if isinstance(node, Mapping) else node
    if_ = node_at(node, "if")
    tree = parser.parse_expression(if_, e.tables.problems) if isinstance(if_, Scalar) else None
    test = fold.TRUE if tree is None else e.condition(tree, scope)
    return (parser.parse_template(line, e.tables.problems) if isinstance(line, Scalar) else None), test


def _check_name(e: Lowerer, member: Member, name: str) -> None:
    """Report the name of a zone, variable or mark: examples couldn't tell them apart."""
    if name in e.tables.zones or name in e.tables.variables or name in e.tables.marks:
        message = f"`{name}` is already the name of something else"
        e.tables.error("name-twice", message, member.key.span, help="choose another name for the line")


def _is_reader(e: Lowerer, member: Member, params: Params) -> bool:
    """Report parameters other than the player who reads."""
    if not params.names or params.types == (types.PLAYER,):
        return True
    message = "a line has at most one parameter, the player who reads it"
    e.tables.error("arity", message, member.key.span, help=f"write `{member.name}(p)` or `{member.name}`")
    return False


# ---------------------------------------------------------------- zones


def check_labels(tables: Tables) -> None:
    """Note each zone that has an id such as `face-up` and no text, unless nobody sees its cards or their number."""
    for member in members(tables, "zones"):
        if member.name.isalpha() or not isinstance(member.value, Mapping) or member.value.get("text") is not None:
            continue
        if member.value.get("seen") is None and _value(field(member, "counted"), "") == "nobody":
            continue
        if _value(field(member, "seen"), "") == "nobody" and _value(field(member, "counted"), "") == "nobody":
            continue
        message = f"this zone has no `text`, so players read `{member.name}`"
        help = f"add the players' name for it: `text: {member.name.replace('-', ' ').replace('_', ' ')}`"
        tables.warn("zone-text", message, member.key.span, help, severity="note")


def _value(node: Scalar | None, default: str) -> str:
    return node.value if node is not None else default
