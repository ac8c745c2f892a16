"""Lowers the section `shows`: lines for players that follow from the state."""

from __future__ import annotations

from parlour import program as ir
from parlour.documents.composition import Member
from parlour.documents.document import Mapping, Scalar, node_at
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.declarations import heading, members
from parlour.lang.lowerer import Lowerer
from parlour.lang.switches import in_force
from parlour.lang.symbols import Params, Scope, heading_params, origin
from parlour.lang.worded_texts import lower_template
from parlour.program import Expr, fold


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
