"""Edits of parsed texts: expressions, steps and actions, each by the syntax nodes in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.base.source import Span
from parlour.coverage.sites import Site, nodes
from parlour.lang import syntax as s
from parlour.mutation.edits import Edit, edit

_COMPARE = {"==": "!=", "!=": "==", "in": "not in", "not in": "in"}
_BOUNDARY = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_SWAPPED = {"and": "or", "or": "and", "+": "-", "-": "+", "&": "-"}
_KINDS = {"any": "all", "all": "any", "no": "any", "most": "least", "least": "most"}
_ENDS = {"top": "bottom", "bottom": "top"}
_SEATS = {"from": "after", "after": "from"}


@dataclass(frozen=True)
class ZoneNames:
    """The zones of a mix that can replace each other: those of the table, and those of each player."""

    table: tuple[str, ...] = ()
    player: tuple[str, ...] = ()


def edits_of(site: Site, zones: ZoneNames) -> Iterator[Edit]:
    """Yield the edits of one text."""
    for node in nodes(site.tree):
        yield from _of_node(node, zones)
        for condition in _conditions(node):
            yield from _negated(condition)


def _of_node(node: s.Node, zones: ZoneNames) -> Iterator[Edit]:
    if isinstance(node, s.Stmt.__args__):
        yield from _of_step(node)
    elif isinstance(node, s.Action | s.Include):
        yield from _of_action(node)
    elif isinstance(node, s.Binary):
        yield from _of_binary(node)
    elif isinstance(node, s.Name | s.Call):
        yield from _of_name(node, zones)
    else:
        yield from _of_expression(node)


# ---------------------------------------------------------------- steps and actions


def _of_step(node: s.Node) -> Iterator[Edit]:
    match node:
        case s.Let() | s.Pass() | s.ResumeHere() | s.Proceed() | s.Say():
            return
        case s.If(test=test):
            yield edit("drop-condition", test.span, "true", _head(node, test))
        case s.Assign(op="+=" | "-=" as op, target=target, value=value):
            yield from _between("arithmetic", node, target, op, value, "-=" if op == "+=" else "+=")
        case s.Move(end=str(end)) if end in _ENDS and node.span.text.endswith(end):
            yield edit("other-end", _word(node.span, end, last=True), _ENDS[end], node.span)
    if not node.span.text.startswith("elif"):  # which is no step of its own
        yield edit("drop-step", node.span, "nothing")


def _of_action(node: s.Action | s.Include) -> Iterator[Edit]:
    for test in (node.test if isinstance(node, s.Action) else None, node.where):
        if test is not None:
            yield edit("drop-condition", test.span, "true", _head(node, test))
    for word, there in _marks(node) if isinstance(node, s.Action) else ():
        if there and word in node.span.text:
            yield edit("drop-condition", _word(node.span, word), "")
    yield edit("drop-action", node.span, "")


def _marks(action: s.Action) -> Iterator[tuple[str, bool]]:
    """Yield the words that limit an action or change who notices it, and whether it has them."""
    wrong = "" if action.wrong is None else f" else {action.wrong.span.text}"
    yield f" blind{wrong}", action.blind
    yield " only if nothing else", action.last


def _head(node: s.Node, test: s.Node) -> Span:
    """The first line of a node as far as its condition."""
    return Span(node.span.source, node.span.start, test.span.end)


# ---------------------------------------------------------------- expressions


def _of_binary(node: s.Binary) -> Iterator[Edit]:
    swaps = "and-or" if node.op in ("and", "or") else "arithmetic"
    for operator, others in (("compare", _COMPARE), ("boundary", _BOUNDARY), (swaps, _SWAPPED)):
        if node.op in others:
            yield from _between(operator, node, node.left, node.op, node.right, others[node.op])
    if node.op in ("and", "or"):
        yield edit("drop-operand", node.span, f"({node.left.span.text})")
        yield edit("drop-operand", node.span, f"({node.right.span.text})")


def _of_name(node: s.Name | s.Call, zones: ZoneNames) -> Iterator[Edit]:
    match node:
        case s.Name(id=name) if name in zones.table and len(zones.table) > 1:
            yield edit("other-zone", node.span, _following(zones.table, name))
        case s.Call(name="next", args=(player,)):
            yield edit("other-player", node.span, player.span.text)
            yield edit("other-player", node.span, f"next({node.span.text})")
        case s.Call(name="previous", args=(player,)):
            yield edit("other-player", node.span, f"next({player.span.text})")
        case s.Call(name=name, args=(player,), name_span=at) if name in zones.player:
            if len(zones.player) > 1:
                yield edit("other-zone", at, _following(zones.player, name), node.span)
            if isinstance(player, s.Name):
                yield edit("other-player", player.span, f"next({player.span.text})", node.span)


def _of_expression(node: s.Node) -> Iterator[Edit]:
    text = node.span.text
    match node:
        case s.Number(value=n):
            yield from (edit("number", node.span, str(m)) for m in (n + 1, n - 1) if m >= 0)
        case s.Truth(value=value):
            yield edit("truth", node.span, str(not value).lower())
        case s.Not(value=value):
            yield edit("negate", node.span, f"({value.span.text})")
        case s.Is() | s.May() | s.Possible():
            yield edit("negate", node.span, f"(not ({text}))")
        case s.Choice(then=then, other=other):
            yield edit("branch", node.span, f"({then.span.text})")
            yield edit("branch", node.span, f"({other.span.text})")
        case s.Quantified(kind=kind) | s.Total(kind=kind) if kind in _KINDS:
            yield edit("quantifier", _word(node.span, kind), _KINDS[kind], node.span)
        case s.Seats(kind=kind):
            yield edit("other-player", _word(node.span, kind), _SEATS[kind], node.span)
        case s.Each(where=where) if where is not None:
            yield edit("drop-condition", where.span, "true", node.span)
        case s.Field(name="top" | "bottom" as name, name_span=at):
            yield edit("other-end", at, _ENDS[name], node.span)
        case s.ListLit(items=items) if len(items) > 1:
            for item in items:
                others = ", ".join(other.span.text for other in items if other is not item)
                yield edit("drop-item", node.span, f"[{others}]")
        case s.Changed(value=value):
            yield edit("drop-item", node.span, f"({value.span.text})")


def _conditions(node: s.Node) -> Iterator[s.Expr]:
    """Return the conditions in a node that don't consist of other conditions."""
    match node:
        case s.If(test=test) | s.While(test=test) | s.Choice(test=test):
            yield test
        case s.RepeatUntil(until=until):
            yield until
        case s.Attempt(keep=keep):
            yield keep
        case s.Action(test=test, where=where):
            yield from (condition for condition in (test, where) if condition is not None)
        case s.Include(where=where) | s.Each(where=where) if where is not None:
            yield where
        case s.Binary(op="and" | "or", left=left, right=right):
            yield from (left, right)


def _negated(condition: s.Expr) -> Iterator[Edit]:
    """Negates other conditions in place: by their operator, or as `is`, `may` and `not`."""
    if isinstance(condition, s.Name | s.Call | s.Field | s.Quantified):
        yield edit("negate", condition.span, f"(not ({condition.span.text}))")


# ---------------------------------------------------------------- stretches


def _between(operator: str, node: s.Node, left: s.Node, old: str, right: s.Node, new: str) -> Iterator[Edit]:
    """Replace an operator in the source between its operands, where brackets and spaces can surround it."""
    between = Span(node.span.source, left.span.end, right.span.start)
    if old in between.text:
        yield edit(operator, _word(between, old), new, node.span)


def _word(within: Span, word: str, last: bool = False) -> Span:
    """Return the first place of a word, or the last one."""
    text = within.text
    start = within.start + (text.rindex(word) if last else text.index(word))
    return Span(within.source, start, start + len(word))


def _following(names: tuple[str, ...], name: str) -> str:
    return names[(names.index(name) + 1) % len(names)]
