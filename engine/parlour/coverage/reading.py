"""Finds the items of a document. Texts with syntax errors have none; this module doesn't report the errors."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from parlour.base.printable import shortened
from parlour.base.source import Span
from parlour.coverage.items import DEFAULT, Item, Kind, Need
from parlour.coverage.sites import for_bots, sites
from parlour.documents.composition import Document, Member, OptionType
from parlour.documents.document import Mapping, Node, Scalar, entries_in, is_required, items_in, keys_in, node_at
from parlour.documents.option_types import option_type
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.mixing.members import all_members
from parlour.program.walking import walk
from parlour.table.tracing import Sign


def items_of(document: Document, of_policies: Collection[str]) -> tuple[Item, ...]:
    """Return the parts of a document that examples can exercise, in the order of its text. `of_policies` has
    functions that only the policies of other documents need."""
    readers = ((_READERS[m.section], m) for m in all_members(document) if m.section in _READERS)
    items = [item for reader, member in readers for item in reader(member)]
    items += [item for site in sites(document.node, _BRANCHING) for item in _branches(document, site.tree)]
    aside = for_bots(document, of_policies)
    items = [item for item in items if not any(span.start <= item.span.start < span.end for span in aside)]
    return tuple(sorted(items, key=lambda item: (item.span.start, item.extent.end)))


def _item(document: Document, kind: Kind, name: str, span: Span, extent: Span, *needs: Need) -> Item:
    return Item(kind, document.id, name, span, extent, needs)


def _at(span: Span, missing: str, *signs: Sign, decides: Span | None = None) -> Need:
    return Need(missing, frozenset(signs), (span.start,), decides=decides)


def _inside(span: Span, missing: str) -> Need:
    return Need(missing, inside=span)


def _text(node: Node | None) -> Scalar | None:
    """Return the text of a member: its own text, or the text with which it replaces another member."""
    if isinstance(node, Mapping):
        node = node.get("instead")
    return node if isinstance(node, Scalar) and not is_required(node) else None


# ---------------------------------------------------------------- inside texts


def _branches(document: Document, node: object) -> Iterator[Item]:
    """The choices inside syntax nodes: `if` among steps and in expressions, and what loops do at their limit."""
    for part in walk(node):
        if isinstance(part, s.If | s.Choice | s.Attempt):
            tested = part.keep if isinstance(part, s.Attempt) else part.test
            test = tested.span.text
            decided = _decided(part)
            never = [
                _at(part.span, f"never {word}", *signs, decides=code)
                for (word, signs), code in zip(_OUTCOMES, decided, strict=True)
            ]
            span = part.span if isinstance(part, s.If) else tested.span
            yield _item(document, "branches", f"if {shortened(test)}", span, part.span, *never)
        if isinstance(part, s.RepeatUntil | s.While):
            for word, block in (("otherwise", part.otherwise), ("repeated", part.repeated)):
                if _does_something(block):
                    span = _block(block or ())
                    yield _item(document, "branches", f"`{word}`", span, span, _inside(span, "never ran"))
        if isinstance(part, s.Action):
            yield _action(document, part)
        if isinstance(part, s.Actions) and _does_something(part.otherwise):
            span = _block(part.otherwise or ())
            yield _item(document, "steps", "`else`", span, span, _inside(span, "never ran"))


_OUTCOMES: tuple[tuple[str, tuple[Sign, Sign]], ...] = (
    ("true", ("true", "settled-true")),
    ("false", ("false", "settled-false")),
)


def _decided(part: s.If | s.Choice | s.Attempt) -> tuple[Span | None, Span | None]:
    """The code that only follows a true condition, and that which only follows a false one."""
    match part:
        case s.If(then=then, other=other):
            return _block(then), _block(other) if other else None
        case s.Choice(then=chosen, other=otherwise):
            return chosen.span, otherwise.span
    return None, None


def _action(document: Document, action: s.Action) -> Item:
    body = _block(action.body) if action.body else None
    need = _at(action.span, "never chosen", "taken", decides=body)
    return _item(document, "actions", f"action {action.id}", action.id_span, action.span, need)


def _block(stmts: tuple[s.Stmt, ...]) -> Span:
    return stmts[0].span.to(stmts[-1].span)


def _does_something(stmts: tuple[s.Stmt, ...] | None) -> bool:
    return stmts is not None and any(not isinstance(stmt, s.Pass) for stmt in stmts)


# ---------------------------------------------------------------- section by section


def _steps(member: Member) -> Iterator[Item]:
    text = _text(member.value)
    stmts = None if text is None else parser.parse_statements(text, [])
    if text is None or not _does_something(stmts):
        return
    what = {"stages": "stage", "misplay": "misplay"}.get(member.section, "procedure")
    need = _inside(text.span, "never ran")
    yield _item(member.document, "steps", f"{what} {member.name}", member.key.span, member.span, need)


def _function(member: Member) -> Iterator[Item]:
    if not {"union", "is"}.isdisjoint(keys_in(member.value)):
        need = _at(member.key.span, "never applied", "applied")
        yield _item(member.document, "cases", f"case of {member.name}", member.key.span, member.span, need)
        return
    text = _text(member.value)
    if text is not None:
        need = _at(member.key.span, "never used", "called")
        yield _item(member.document, "functions", f"function {member.name}", member.key.span, member.span, need)


def _clauses(member: Member) -> Iterator[Item]:
    for entry in entries_in(member.value):
        if not isinstance(entry.value, Mapping):
            continue
        forbid, stuck = entry.value.get("forbid"), entry.value.get("unless-stuck")
        if forbid is not None:
            needs = [_at(entry.key.span, "never forbade a choice by itself", "forbade")]
            if isinstance(stuck, Scalar) and stuck.value == "true":
                needs.append(_at(entry.key.span, "never gave way", "gave-way"))
        else:
            needs = [_at(entry.key.span, "never made an exception by itself", "lifted")]
        name = f"clause {entry.key.value} of {member.name}"
        yield _item(member.document, "clauses", name, entry.key.span, entry.span, *needs)


def _powers(member: Member) -> Iterator[Item]:
    for entry in entries_in(member.value):
        if not isinstance(entry.value, Scalar):
            continue
        signs: frozenset[Sign] = frozenset({"true", "applied", "forbade", "lifted", "gave-way"})
        need = Need("never took effect", signs, (entry.key.span.start, entry.value.span.start))
        name = f"{member.key.value} {entry.key.value}"
        yield _item(member.document, "powers", name, entry.key.span, entry.span, need)


def _hook(member: Member) -> Iterator[Item]:
    for node in items_in(member.value):
        text = node if isinstance(node, Scalar) else node_at(node, "do")
        condition = node_at(node, "if")
        stmts = parser.parse_statements(text, []) if isinstance(text, Scalar) else None
        if not isinstance(text, Scalar) or stmts is None:
            continue
        needs = [Need("never ran", frozenset({"true"}), (member.key.span.start,), text.span)]
        if condition is not None:
            needs.append(_at(member.key.span, "condition never false", "false", "settled-false"))
        elif not _does_something(stmts):
            continue
        name, extent = " ".join(member.key.value.split()), member.key.span.to(node.span)
        yield _item(member.document, "hooks", name, member.key.span, extent, *needs)


def _ending(member: Member) -> Iterator[Item]:
    need = Need("never reached", frozenset({"ended"}), word=member.name)
    yield _item(member.document, "endings", f"ending {member.name}", member.key.span, member.span, need)


def _option(member: Member) -> Iterator[Item]:
    type_ = option_type(member.value) if isinstance(member.value, Mapping) else None
    default = node_at(member.value, "default")
    if type_ is None or default is None:
        return
    needs = _values(type_, default.value if isinstance(default, Scalar) else "")
    if len(needs) > 1:
        yield _item(member.document, "values", member.name, member.key.span, member.span, *needs)


def _values(type_: OptionType, default: str) -> list[Need]:
    """The values of an option that make a difference to players."""
    if type_.choices:
        return [Need(f"never {word}", word=word) for word in type_.choices]
    needs = [Need(f"never {default or 'its default'}", word=DEFAULT)]
    if type_.optional and default != "none":
        return [*needs, Need("never none", word="none")]
    if type_.low is None or type_.low != type_.high:
        needs.append(Need("never a value other than its default", word=DEFAULT, other=True))
    return needs


_READERS: dict[str, Callable[[Member], Iterator[Item]]] = {
    "endings": _ending,
    "functions": _function,
    "may": _clauses,
    "misplay": _steps,
    "options": _option,
    "powers": _powers,
    "procedures": _steps,
    "stages": _steps,
    "when": _hook,
}
_BRANCHING = (*_READERS, "facets", "outcome", "prompts")
"""The sections with choices that examples can make."""
