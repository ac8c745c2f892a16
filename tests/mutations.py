"""Mutations of parsed texts: other code that an author could have written in place of a part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import TypeAlias

from parlour.base.source import Source, Span
from parlour.documents.document import Scalar
from parlour.lang import syntax as s
from parlour.lang.parser import parse_expression
from unparse import unparse, unparse_statements

Way: TypeAlias = "tuple[str | int, ...]"  # fields and places in tuples that lead to a part

NOWHERE = Span(Source("mutation", "", outside=True), 0, 0)
EXPRESSIONS = tuple(s.Expr.__subclasses__())
STATEMENTS = s.Stmt.__args__
PASS = s.Pass(NOWHERE)
UNCHANGED = ("span", "name_span", "var_span", "id_span", "notation", "wording", "target")  # not to be replaced
NUMBERS = (0, 1, 2, 3, 13, 100, 2147483647)
RANKS = ("J", "Q", "K", "A", "Jk")
OPPOSITE = {"==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "and": "or", "or": "and"}
OPPOSITE |= {"+": "-", "-": "+", "*": "//", "//": "mod", "mod": "*", "in": "not in", "not in": "in"}
COMMON = {
    "card": "pile.top | stock.top | stock.bottom | deck.top | the d in pack where d in box | none",
    "player": "next(p) | next(next(p)) | the q in players where hand(q) is empty | none",
    "bool": "true | false | stock is empty | pile has cards | any q in players where hand(q) is empty",
    "int": "0 | 1 | -1 | stock.size | hand(p).size | players.size | pack.size - 1 | 2147483647",
    "rank": "A | Jk | pile.top.rank | c.rank",
    "suit": "♠ | pile.top.suit | c.suit",
    "cards": "none | pile | stock | hand(p) | hand(next(p)) | those d in pack where false",
    "zone": "box | pile | stock | hand(p) | hand(next(p))",
}


def parts(node: object, way: Way = ()) -> Iterator[tuple[Way, object]]:
    """Every node, this one included, and the way to it."""
    if isinstance(node, tuple):
        for at, item in enumerate(node):
            yield from parts(item, (*way, at))
    elif isinstance(node, s.Node):
        yield way, node
        for field in fields(node):
            if field.name not in UNCHANGED:
                yield from parts(getattr(node, field.name), (*way, field.name))


def put(node: object, way: Way, new: object) -> object:
    """Return the node with another part; a tuple of statements can replace one."""
    if not way:
        return new
    first, rest = way[0], way[1:]
    if isinstance(first, str):
        return replace(node, **{first: put(getattr(node, first), rest, new)})  # type: ignore[type-var]  # it is a node
    assert isinstance(node, tuple), "numbers lead into tuples"
    changed = new if not rest and isinstance(new, tuple) else (put(node[first], rest, new),)
    return (*node[:first], *changed, *node[first + 1 :])


def mutated(chance: Random, old: object, pool: Sequence[object]) -> object | None:
    """Yield replacements of a node; expressions can come from a pool of others."""
    found: list[object] = []
    if isinstance(old, EXPRESSIONS):
        found = [_another(chance, old, pool), *_of_expression(chance, old)]
    elif isinstance(old, STATEMENTS):
        found = [PASS, (old, old), *_of_statement(chance, old)]
    elif isinstance(old, s.Each):
        other = {"most": "least", "least": "most"}.get(old.order or "")
        found = [replace(old, where=None), replace(old, order=other) if other else replace(old, where=None)]
    elif isinstance(old, s.Slot):
        found = [replace(old, form=form, low=None, high=None) for form in ("each", "groups", "guises", "places")]
    elif isinstance(old, s.Action):
        found = [(), replace(old, where=None), replace(old, test=None), replace(old, last=not old.last)]
    found = [new for new in found if new != old]
    return chance.choice(found) if found else None


def _another(chance: Random, old: object, pool: Sequence[object]) -> object:
    """Return an expression of the same kind, judging by its form."""
    kind = kind_of(old)
    same = [e for e in pool if kind_of(e) == kind and e != old]
    if same and chance.random() < 0.6:
        return chance.choice(same)
    return parse_expression(Scalar(chance.choice(COMMON.get(kind, "none").split(" | ")), True, NOWHERE), [])


def kind_of(e: object) -> str:
    match e:
        case s.Quantified(kind="any" | "all" | "no") | s.Truth() | s.Not() | s.Is() | s.May() | s.Possible():
            return "bool"
        case s.Binary(op="+" | "-" | "*" | "//" | "mod") | s.Number() | s.Minus() | s.Total():
            return "int"
        case s.Binary():
            return "bool"
        case s.Quantified(kind="count") | s.Field(name="size" | "place") | s.Name(id="n" | "k" | "m"):
            return "int"
        case s.Field(name="top" | "bottom") | s.CardLit() | s.As() | s.Name(id="c" | "d" | "e"):
            return "card"
        case s.Field(name="rank") | s.RankLit():
            return "rank"
        case s.Field(name="suit") | s.SuitLit():
            return "suit"
        case s.Quantified(kind="those") | s.Name(id="cs" | "pack"):
            return "cards"
        case s.Call(name="next") | s.Name(id="p" | "q" | "up" | "dealer" | "by" | "target" | "leader" | "mover"):
            return "player"
        case s.Name(id="stock" | "pile" | "box" | "deck") | s.Call(name="hand"):
            return "zone"
        case s.Field(name=name):
            return f"field {name}"
        case _:
            return type(e).__name__


def _of_expression(chance: Random, old: object) -> list[object]:
    match old:
        case s.Number(value=n):
            return [replace(old, value=m) for m in (n + 1, max(0, n - 1), 2 * n, chance.choice(NUMBERS))]
        case s.RankLit():
            return [replace(old, rank=chance.choice(RANKS))]
        case s.SuitLit():
            return [replace(old, sign=chance.choice("♠♥♦♣"))]
        case s.Truth(value=value):
            return [replace(old, value=not value)]
        case s.Binary(op=op, left=left, right=right):
            found: list[object] = [replace(old, op=OPPOSITE[op]), replace(old, left=right, right=left)]
            found += [left, right] if op in ("and", "or", "+", "-") else []
            return [*found, s.Not(NOWHERE, old)] if kind_of(old) == "bool" else found
        case s.Not(value=negated):
            return [negated]
        case s.Choice(then=then, other=other):
            return [replace(old, then=other, other=then), then, other]
        case s.Is(negated=is_negated):
            return [replace(old, negated=not is_negated)]
        case s.Quantified(kind="any" | "all" | "no"):
            return [replace(old, kind=kind) for kind in ("any", "all", "no")]
        case s.Total():
            return [replace(old, kind=kind) for kind in ("sum", "most", "least")]
        case s.Field(name="top" | "bottom"):
            return [replace(old, name=name) for name in ("top", "bottom")]
        case s.Call(args=args) if len(args) > 1:
            return [replace(old, args=(*args[1:], args[0]))]
        case s.Seats():
            return [replace(old, kind=kind) for kind in ("from", "after")]
        case s.RangeLit(low=low, high=high):
            return [replace(old, low=high, high=low)]
        case s.ListLit(items=items) if len(items) > 1:
            return [replace(old, items=items[1:])]
        case _:
            return []


def _of_statement(chance: Random, old: object) -> list[object]:
    match old:
        case s.If(then=then, other=()):
            return [then]
        case s.If(then=then, other=other):
            return [then, other, replace(old, other=()), replace(old, then=other, other=then)]
        case s.Assign():
            return [replace(old, op=op) for op in ("=", "+=", "-=")]
        case s.While(body=body) | s.RepeatUntil(body=body):
            return [replace(old, otherwise=None), replace(old, body=(*body[1:], body[0]))]
        case s.For(body=body) | s.RepeatTimes(body=body):
            return [body, replace(old, body=(*body[1:], body[0]))]
        case s.End():
            return [replace(old, ending=None)]
        case s.Move(end=end):
            return [replace(old, end=None if end == "bottom" else "bottom", place=None)]
        case s.Deal():
            return [replace(old, start=None)]
        case _:
            return []


def brief(node: object) -> str:
    """A part in words, on one line."""
    if isinstance(node, tuple):
        return "; ".join(map(brief, node)) or "nothing"
    if isinstance(node, s.Each | s.Slot):
        return f"the choice of {node.var}"
    if isinstance(node, s.Action):
        return f"the action {node.id}"
    if isinstance(node, s.RangeLit | s.Chance):
        return f"{type(node).__name__}"
    if isinstance(node, EXPRESSIONS):
        return unparse(node)  # type: ignore[arg-type]  # the union's members
    return "; ".join(line.strip() for line in unparse_statements([node]).split("\n"))  # type: ignore[list-item]
