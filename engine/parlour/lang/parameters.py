"""Compares the parameters of a heading with those of the declaration that it adds to or replaces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parlour.base.diagnostics import Related
from parlour.base.source import Span
from parlour.documents.composition import Member
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.symbols import ERROR, Declared, Params, Tables, heading_params, known_type, named_type
from parlour.lang.types import in_words, plain, set_of
from parlour.program import Type

CONVERTED = {("player", "side"), ("player", "sides"), ("players", "sides"), ("zone", "cards")}
"""Types of values, each with a type of parameters that takes them."""


def own_params(tables: Tables, params: Params, head: s.Heading | None) -> Params:
    """Return the parameters of a body: with the names of its own heading, if it has some."""
    if head is None or head.params is None or len(head.params) != len(params.names):
        return params
    types = tuple(ERROR if _differs(tables, p, t) else t for p, t in zip(head.params, params.types, strict=True))
    names = tuple(p.name for p in head.params)
    return params if (names, types) == (params.names, params.types) else replace(params, names=names, types=types)


def check_params(tables: Tables, name: str, params: Params, head: s.Heading, key: Span, declared: Span) -> bool:
    """Report parameters that differ from their declaration, in number or type; return False if their number does."""
    wanted = f"{name}({', '.join(params.names)})"
    related, help_ = (Related(declared, "declared here"),), f"write `{wanted}`"
    if head.params is None:
        return True
    if len(head.params) != len(params.names):
        message = f"the parameters of `{name}` differ from its declaration `{wanted}`"
        tables.error("arity", message, key, help=f"{help_}, or remove the brackets", related=related)
        return False
    for param, type_ in zip(head.params, params.types, strict=True):
        if param.type is not None:
            named_type(tables, param.type)
        if _differs(tables, param, type_):
            message = f"`{param.name}` is {in_words(known_type(tables, param) or ERROR)}, but `{wanted}` has "
            message += f"{in_words(type_)} here"
            tables.error("type", message, param.span, help=help_, related=related)
    return True


def replacing_params(tables: Tables, member: Member, head: s.Heading) -> Params:
    """Return the parameters of a member that replaces another one. They must have the types of the replaced member."""
    mine = heading_params(tables, head, head.name)
    first = parser.parse_heading(member.over[0].key, tables.problems)
    if first is None or ERROR in mine.types:
        return mine
    old = first.params or ()
    theirs = Params(tuple(p.name for p in old), tuple(known_type(tables, p) or ERROR for p in old), ())
    if not check_params(tables, head.name, theirs, head, member.key.span, member.over[0].key.span):
        return replace(theirs, locals=tuple(tables.new_local(name, ERROR) for name in theirs.names))
    return replace(mine, types=own_params(tables, replace(theirs, locals=mine.locals), head).types)


def takes_values(tables: Tables, target: Declared, given: Sequence[tuple[str, Type]], action: Span) -> bool:
    """Report the first parameter of a declaration that can't take the value that an action passes, and return False.

    `given` has a name and a type for each value, the asked player's too.
    """
    head = parser.parse_heading(target.member.key, [])
    params = (head.params if head is not None else None) or ()
    for param, want, (_, have) in zip(params, target.params.types, given, strict=False):
        if not _passes(have, want):
            wanted = f"{target.name}({', '.join(name for name, _ in given)})"
            message = f"`{param.name}` is {in_words(want)}, but `{wanted}` has {in_words(have)} here"
            related = (Related(action, "the action"),)
            tables.error("type", message, param.span, help=f"write `{wanted}`", related=related)
            return False
    return True


def _passes(have: Type, want: Type) -> bool:
    """True if a parameter of one type can take a value of the other."""
    if ERROR in (have, want) or (have.kind, want.kind) in CONVERTED:
        return True
    more = set_of(plain(have))
    if more is not None and more.kind == want.kind:
        return True
    return have.kind == want.kind and (have.name == want.name or have.kind in ("card", "cards"))


def _differs(tables: Tables, param: s.Param, type_: Type) -> bool:
    """True if the parameter is known to have another type. A value that is never none fits one that can be."""
    known = known_type(tables, param)
    return known is not None and ERROR not in (known, type_) and (known.kind, known.name) != (type_.kind, type_.name)
