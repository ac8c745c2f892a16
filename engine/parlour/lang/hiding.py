"""Warns about names that hide others: `let dealer = …` doesn't change the variable `dealer`.

Only names that the author can know count: those of the same document, and of its frames and games. A local name never
hides a name that takes brackets, such as a function or each player's zone.
"""

from __future__ import annotations

import re

from parlour.base.diagnostics import Related
from parlour.base.source import Span
from parlour.documents.composition import Document, Member
from parlour.documents.document import Node, Scalar, walk
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lang.symbols import VALUE_SECTIONS, Scope, Tables
from parlour.lang.vocabulary import TABLE_NAMES

HEADINGS = ("functions", "procedures", "stages", "prompts", "may", "misplay")
SECTIONS = dict(zip(VALUE_SECTIONS, ("variable", "log", "zone", "class"), strict=True))
FACET = "facet's parameter"
CHANGEABLE = ("variable", "earlier name")


def check_local(tables: Tables, scope: Scope, name: str, span: Span) -> None:
    """Report a local name that hides a variable, a zone, a class, a built-in name, or a facet's parameter."""
    what, declared = (FACET, None) if name in scope.implied else _hidden(tables, scope.document, name)
    if what is not None:
        _report(tables, name, span, what, declared)


def check_let(tables: Tables, scope: Scope, node: s.Let | s.Naming) -> None:
    """Report the same for `let`, which can also hide any other local name: a parameter, a choice, another `let`."""
    before = scope.names.get(node.name)
    what, declared = _hidden(tables, scope.document, node.name)
    if node.name in scope.implied:
        what, declared = FACET, None
    elif before is not None:
        what, declared = "earlier name", None
    if what is not None:
        changes = f"write `{node.name} = …` to change it, or choose another name"
        fixed = before is not None and not before.assignable
        changeable = what in CHANGEABLE and isinstance(node, s.Let) and not fixed
        _report(tables, node.name, node.name_span, what, declared, changes if changeable else None)


def _report(
    tables: Tables, name: str, span: Span, what: str, declared: Member | None, help_: str | None = None
) -> None:
    related = (Related(declared.key.span, "declared here"),) if declared is not None else ()
    message = f"`{name}` hides the {what} `{name}`"
    if what == "word":
        message = f"`{name}` hides the built-in name `{name}`"
    help_ = help_ or "choose another name"
    tables.warn("hidden-name", message, span, help_, related)


def check_declared(tables: Tables) -> None:
    """Report zones, variables and classes that hide a name of the deck. A document that doesn't know the deck of the
    mix can't know its names."""
    for section in ("zones", "state", "classes", "types"):
        for member in tables.composition.sections.get(section, ()):
            head = parser.parse_heading(member.key, [])
            name = member.name
            if head is None or not _is_declared(tables, section, member):
                continue
            if head.params is None and name in tables.card_names and _knows_deck(tables, member.document):
                is_card = tables.design.face_named(name) is not None
                what = "card" if is_card else tables.card_names[name].type.kind
                help_ = f'choose another name, or write `"{name}"` for the card' if is_card else "choose another name"
                tables.warn("hidden-name", f"`{name}` hides the {what} `{name}` of the deck", member.key.span, help_)


def _is_declared(tables: Tables, section: str, member: Member) -> bool:
    """True if a member declares its name, instead of changing what another document declares."""
    same = [other for other in tables.composition.sections.get(section, ()) if other.name == member.name]
    return same[0] is member


def _knows_deck(tables: Tables, document: Document) -> bool:
    """True if a document is, or builds on, the one that chooses the deck."""
    chosen = [member.document for member in tables.composition.sections.get("deck", ()) if member.name == "pack"]
    if not chosen:
        return True
    order = [d for d in tables.composition.documents if d.kind != "rule"]
    above = order[order.index(chosen[-1]) :] if chosen[-1] in order else []
    frames = {*document.strings("for")} if document.kind == "rule" else {document.id}
    return any(d.id in frames for d in above)


def check_headings(tables: Tables) -> None:
    """Report parameters that hide names; implicit ones only if the text uses them."""
    for section in HEADINGS:
        for member in tables.composition.sections.get(section, ()):
            head = parser.parse_heading(member.key, [])
            _check_params(tables, member.document, head)
            _check_unshown(tables, member, head, member.key.value)
    for member in tables.composition.sections.get("when", ()):
        hook = parser.parse_hook_heading(member.key, [])
        if hook is not None:
            _check_params(tables, member.document, hook.target)
            _check_unshown(tables, member, hook.target, member.key.value)


def _check_unshown(tables: Tables, member: Member, head: s.Heading | None, shown: str) -> None:
    """Check the implicit parameters of a heading without brackets, which are those of the declaration."""
    if head is None or head.params is not None:
        return
    named = [tables.procedures, tables.stages, tables.prompts, tables.functions, tables.permissions]
    declared = next((table[head.name] for table in named if head.name in table), None)
    for name in () if declared is None else declared.params.names:
        what, other = _hidden(tables, member.document, name)
        if what is not None and declared is not None and _mentions(member.value, name):
            others = [f"{param}-2" if param == name else param for param in declared.params.names]
            help_ = f"rename the parameters: `{shown}({', '.join(others)})`"
            _report(tables, name, member.key.span, what, other, help_)


def _mentions(value: Node, name: str) -> bool:
    word = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w(-])")
    return any(isinstance(node, Scalar) and word.search(node.value) is not None for node in walk(value))


def _check_params(tables: Tables, document: Document, head: s.Heading | None) -> None:
    for param in (head.params or ()) if head is not None else ():
        what, declared = _hidden(tables, document, param.name)
        if what is not None:
            _report(tables, param.name, param.span, what, declared)


def _hidden(tables: Tables, document: Document, name: str) -> tuple[str | None, Member | None]:
    if name in TABLE_NAMES or name in tables.card_names or name in ("options", "box", "ending"):
        return "word", None
    for member in tables.values_named.get(name, ()):
        if _alone(tables, member.section, name) and _known(tables, document, member.document):
            return SECTIONS[member.section], member
    return None, None


def _alone(tables: Tables, section: str, name: str) -> bool:
    """True if the name is written without brackets."""
    if section == "state":
        return name in tables.variables and not tables.variable_list[tables.variables[name]].keys
    if section == "zones":
        zone = tables.zones.get(name)
        return zone is not None and not tables.zone_list[zone].keys
    return True


def _known(tables: Tables, reader: Document, declarer: Document) -> bool:
    if declarer is reader:
        return True
    order = [d for d in tables.composition.documents if d.kind != "rule"]
    if declarer not in order:
        return False
    return reader.kind == "rule" or (reader in order and order.index(declarer) < order.index(reader))
