"""Reads classes, which are named sets of ranks, suits or cards, and other sets that are constant."""

from __future__ import annotations

from parlour.documents.composition import Member
from parlour.documents.document import Mapping, Node, Scalar, items_in
from parlour.lang import parser, types
from parlour.lang import syntax as s
from parlour.lang.declarations import field, members
from parlour.lang.expressions import Expressions
from parlour.lang.switches import in_force
from parlour.lang.symbols import ERROR, WRONG, Scope, Tables, Typed, named_type
from parlour.program import Const, Expr, Type, fold


def declare_classes(tables: Tables, expressions: Expressions) -> None:
    """Declare the classes, named sets of ranks, suits or cards: the members that documents add, minus those that they
    remove."""
    gathered: dict[str, tuple[Typed, Typed]] = {}
    wrong: set[str] = set()
    for member in members(tables, "classes"):
        before = len(tables.problems)
        wanted, adds, removes = _class_parts(tables, expressions, member)
        if len(tables.problems) > before:
            wrong.add(member.name)
        if member.name in gathered:
            plus, minus = gathered[member.name]
            if adds is not None and plus.type != adds.type:
                message = f"`{member.name}`: expected {types.in_words(plus.type)}, found {types.in_words(adds.type)}"
                tables.error("type", message, member.key.span)
                continue
        else:
            kind = wanted or (adds.type if adds else types.RANKS)
            plus, minus = Typed(Const(0), kind), Typed(Const(0), kind)
        on = in_force(tables, member)
        gathered[member.name] = (_joined(plus, _while(on, adds)), _joined(minus, _while(on, removes)))
    for name, (plus, minus) in gathered.items():
        tables.classes[name] = Typed(fold.op("-set", plus.expr, minus.expr), plus.type)
    tables.classes.update(dict.fromkeys(wrong, WRONG))


def _joined(first: Typed, second: Typed | None) -> Typed:
    return first if second is None else Typed(fold.op("|", first.expr, second.expr), first.type)


def _while(on: Expr, members: Typed | None) -> Typed | None:
    """Return the members that a rule adds or removes while it is on."""
    return None if members is None else Typed(fold.choice(on, members.expr, Const(0)), members.type)


def _class_parts(
    tables: Tables, expressions: Expressions, member: Member
) -> tuple[Type | None, Typed | None, Typed | None]:
    if not isinstance(member.value, Mapping):
        return None, member_set(tables, expressions, member.value, member, None), None
    of = field(member, "of")
    wanted = None
    if of is not None:
        name = parser.parse_type(of, tables.problems)
        single = named_type(tables, name) if name is not None else ERROR
        wanted = types.FACES if single == types.CARD else types.set_of(single)
    adds = None
    for key in ("starts", "adds"):
        node = member.value.get(key)
        if node is not None:
            part = member_set(tables, expressions, node, member, wanted)
            adds = part if adds is None else _joined(adds, part)
    node = member.value.get("removes")
    removes = member_set(tables, expressions, node, member, wanted) if node is not None else None
    return wanted, adds, removes


def member_set(
    tables: Tables, expressions: Expressions, node: Node, member: Member, wanted: Type | None
) -> Typed | None:
    """Read a set, written as a YAML list or in one scalar (`2 3 8`, `[4♠, K♠]`, `2..A`)."""
    items = items_in(node)
    total: Typed | None = None
    for item in items:
        if not isinstance(item, Scalar):
            continue
        for tree in parser.parse_selector(item, tables.problems) or ():
            expected = wanted if total is None else total.type
            value = selected(tables, expressions, tree, Scope(member.document), expected)
            if value is None:
                return None
            if expected is not None and expected != value.type:
                plural, given = types.in_words(expected), types.in_words(value.type)
                tables.error("type", f"expected {plural}, found {given}", tree.span)
                return None
            total = value if total is None else _joined(total, value)
    return total


def selected(tables: Tables, expressions: Expressions, tree: s.Expr, scope: Scope, wanted: Type | None) -> Typed | None:
    """Return one item of a set, or a key of `powers`, as a constant set of ranks, suits or faces."""
    value = expressions.hinted(tree, scope, types.RANK if isinstance(tree, s.Number) else wanted)
    if value.type == ERROR:
        return None
    if types.is_set(value.type):
        return value
    whole = types.set_of(types.plain(value.type))
    if whole is None:
        tables.error(
            "type",
            f"expected a rank, a suit or a card, found {types.in_words(value.type)}",
            tree.span,
        )
        return None
    return expressions.fit(value, whole, tree)
