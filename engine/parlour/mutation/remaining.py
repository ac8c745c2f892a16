"""Computes what remains of an expression or of steps once the options have values: equal code has equal rests.

A form is made of plain tuples, without places. Only conditions that options alone decide are decided here; a Program
has such conditions decided too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from parlour.lang import syntax as s

Form = object
Options = Mapping[str, Form]
"""The known values, as forms, by the name that the document uses."""

TRUE: Form = (s.Truth, True)
FALSE: Form = (s.Truth, False)
NOTHING: Form = (s.Nothing,)

_CONSTANTS = (s.Truth, s.Number, s.Nothing, s.WordLit)


def truth(value: bool) -> Form:
    return TRUE if value else FALSE


def option_name(node: object) -> str | None:
    """Return the name of an option: `a` for `options.a`, `rule.a` for `options.rule.a`."""
    match node:
        case s.Field(of=s.Name(id="options"), name=name):
            return name
        case s.Field(of=s.Field(of=s.Name(id="options"), name=rule), name=name):
            return f"{rule}.{name}"
    return None


def option_names(tree: object) -> frozenset[str]:
    """Return the options that some code mentions."""
    found = (option_name(node) for node in s.walk(tree))
    return frozenset(name for name in found if name is not None)


def remaining(node: object, options: Options) -> Form:
    """Return the rest of a syntax node, or of a tuple with nodes."""
    match node:
        case tuple():
            return tuple(form for item in node for form in _items(item, options))
        case s.Field() if (value := options.get(option_name(node) or "")) is not None:
            return value
        case s.Not(value=value):
            inside = remaining(value, options)
            return truth(inside == FALSE) if inside in (TRUE, FALSE) else (s.Not, inside)
        case s.Binary(op=op, left=left, right=right):
            return _binary(op, remaining(left, options), remaining(right, options), _words(left, right, options))
        case s.Choice(test=test, then=then, other=other):
            decided = remaining(test, options)
            if decided in (TRUE, FALSE):
                return remaining(then if decided == TRUE else other, options)
        case s.Is(value=value, what="none" | "some" as what, negated=negated) if option_name(value) in options:
            return truth(((remaining(value, options) == NOTHING) == (what == "none")) != negated)
    return _parts(node, options)


def _parts(node: object, options: Options) -> Form:
    if not isinstance(node, s.Node):
        return node
    found: list[Form] = [type(node)]
    for name in s.names(type(node)):
        value = getattr(node, name)
        form = remaining(value, options)
        found.append(None if name in ("test", "where") and form == TRUE else form)
    return tuple(found)


def _items(item: object, options: Options) -> Iterator[Form]:
    """Yield the rest of an item of a tuple: all steps of a decided `if`, and no action that is never offered."""
    match item:
        case s.Pass():
            return
        case s.If(test=test, then=then, other=other):
            decided = remaining(test, options)
            if decided in (TRUE, FALSE):
                yield from cast("Sequence[Form]", remaining(then if decided == TRUE else other, options))
                return
        case s.Action(test=test, instead=False) if test is not None and remaining(test, options) == FALSE:
            return
    yield remaining(item, options)


def _binary(op: str, left: Form, right: Form, words: bool) -> Form:
    """Return the rest of `and` or `or`, which only the left side can decide: the right side could fail."""
    match op:
        case "and" if left == FALSE:
            return FALSE
        case "and" if left == TRUE or right == TRUE:
            return right if left == TRUE else left
        case "or" if left == TRUE:
            return TRUE
        case "or" if left == FALSE or right == FALSE:
            return right if left == FALSE else left
        case "==" | "!=" if words:
            left, right = _as_word(left), _as_word(right)
            if _constant(left) and _constant(right):
                return truth((left == right) == (op == "=="))
        case "<" | "<=" | ">" | ">=" if words:
            numbers = _number(left), _number(right)
            if numbers[0] is not None and numbers[1] is not None:
                return truth(_in_order(op, numbers[0], numbers[1]))
    return s.Binary, op, left, right


def _words(left: object, right: object, options: Options) -> bool:
    """True if one side is an option with a known value, so that a name on the other side is one of its words."""
    return option_name(left) in options or option_name(right) in options


def _as_word(form: Form) -> Form:
    return (s.WordLit, form[1]) if isinstance(form, tuple) and form[:1] == (s.Name,) else form


def _constant(form: Form) -> bool:
    return isinstance(form, tuple) and form[0] in _CONSTANTS


def _number(form: Form) -> int | None:
    match form:
        case (kind, int(value)) if kind is s.Number:
            return value
    return None


def _in_order(op: str, left: int, right: int) -> bool:
    smaller, larger = (left, right) if op[0] == "<" else (right, left)
    return smaller < larger or (smaller == larger and op.endswith("="))
