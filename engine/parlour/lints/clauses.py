"""Finds clauses of permissions without effect: an `allow` that lifts nothing, and a redundant `forbid`.

Compares the unfolded conditions of clauses. Clauses of powers aren't compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from parlour.base.diagnostics import Diagnostic, Related, listing
from parlour.base.source import Span
from parlour.documents.composition import Composition, Document, scalars
from parlour.documents.document import Mapping as YamlMapping
from parlour.documents.document import Scalar, entries_in, node_at, string_at
from parlour.lang import parser
from parlour.lang import syntax as s
from parlour.lints.logic import Facts, Logic
from parlour.lints.member_texts import MemberText
from parlour.lints.option_ranges import Declarations
from parlour.lints.unused_names import Documents


@dataclass(frozen=True)
class Written:
    """A clause of a `may` section. Its condition names the parameters by their positions."""

    key: Scalar
    document: Document
    permission: str
    allow: bool
    test: s.Expr
    group: str | None
    despite: tuple[Scalar, ...]
    yields: bool  # `unless-stuck`
    instead: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which `despite` can mean this clause."""
        id = self.key.value
        return (id, f"{self.document.id}.{id}", *((self.group,) if self.group else ()))

    def lifts(self, other: Written) -> bool:
        return self.allow and any(name.value in other.names for name in self.despite)


@dataclass(frozen=True)
class OfferedAction:
    """An action as far as it concerns its permission: its conditions, which name the parameters by their positions."""

    tests: tuple[s.Expr, ...]
    span: Span


def check_clauses(composition: Composition, texts: tuple[MemberText, ...], others: Documents) -> Iterator[Diagnostic]:
    """Yield a warning for each clause without effect."""
    by_permission: dict[str, list[Written]] = {}
    for text in texts:
        clause = _written(text)
        if clause is not None:
            there = by_permission.setdefault(clause.permission, [])
            if clause.instead:
                there[:] = (other for other in there if other.key.value != clause.key.value)
            there.append(clause)
    offers = _offers(texts)
    for permission, clauses in by_permission.items():
        for clause in clauses:
            declared = Declarations(composition, clause.document)
            logic = Logic(declared, declared.implied)
            if clause.allow:
                yield from _useless(clause, clauses, logic, composition, others)
            else:
                yield from _never_offered(clause, offers.get(permission, []), logic)
                yield from _overridden(clause, clauses, logic) or _needless(clause, clauses, logic)


def _overridden(clause: Written, clauses: list[Written], logic: Logic) -> tuple[Diagnostic, ...]:
    """Return a warning about a `forbid` if an `allow` of its document overrides it wherever it applies."""
    own = logic.assume(clause.test, True)
    for allow in clauses:
        lifts = allow.lifts(clause) and allow.document is clause.document
        if lifts and own is not None and logic.assume(allow.test, False, own) is None:
            message = f"`{clause.key.value}` forbids nothing: `{allow.key.value}` allows all these moves despite it"
            related = (Related(allow.key.span, f"`{allow.key.value}`"),)
            help_ = "change one of their conditions, or remove the clause"
            return (Diagnostic("forbid-needless", message, clause.key.span, "warning", related, help_),)
    return ()


def _needless(clause: Written, clauses: list[Written], logic: Logic) -> Iterator[Diagnostic]:
    """Report a `forbid` that applies only where another one does, which the same exceptions lift."""
    own = logic.assume(clause.test, True)
    for other in clauses:
        if other is clause or other.allow or not _comparable(clause, other) or own is None:
            continue
        implied = logic.assume(other.test, False, own) is None
        there = logic.assume(other.test, True)
        same = implied and there is not None and logic.assume(clause.test, False, there) is None
        lifting = [allow for allow in clauses if allow.lifts(other) and not allow.lifts(clause)]
        if implied and not lifting and not (same and clauses.index(other) > clauses.index(clause)):
            message = f"`{clause.key.value}` is redundant: `{other.key.value}` forbids the same moves"
            related = (Related(other.key.span, f"`{other.key.value}`"),)
            help_ = "remove one of them, or change its condition"
            yield Diagnostic("forbid-needless", message, clause.key.span, "warning", related, help_)
            return


def _never_offered(clause: Written, offers: list[OfferedAction], logic: Logic) -> Iterator[Diagnostic]:
    """Report a `forbid` that contradicts the conditions of every action that asks for the permission."""
    own = logic.assume(clause.test, True)
    if own is None or not offers:
        return
    for offer in offers:
        facts: Facts | None = own
        for test in offer.tests:
            facts = None if facts is None else logic.assume(test, True, facts)
        if facts is not None:
            return
    message = f"`{clause.key.value}` forbids nothing: no action offers such a move"
    related = tuple(Related(offer.span, "the condition of this action excludes such a move") for offer in offers)
    help_ = "remove the clause, or change its condition"
    yield Diagnostic("forbid-needless", message, clause.key.span, "warning", related, help_)


def _comparable(clause: Written, other: Written) -> bool:
    """True if every mix with the first clause has the second too, and the same groups lift both."""
    known = other.document is clause.document or other.document.kind == "frame"
    return known and other.group == clause.group and (clause.yields or not other.yields)


def _useless(
    clause: Written, clauses: list[Written], logic: Logic, composition: Composition, others: Documents
) -> Iterator[Diagnostic]:
    """Report an `allow` whose condition excludes those of all clauses that it lifts, or that lifts none at all."""
    own = logic.assume(clause.test, True)
    lifted = [other for other in clauses if not other.allow and clause.lifts(other)]
    if own is None or any(logic.assume(other.test, True, own) is not None for other in lifted):
        return
    if any(_elsewhere(name.value, composition, others) for name in clause.despite):
        return
    named = listing([name.value for name in clause.despite])
    if lifted:
        message = f"`{clause.key.value}` never overrides {named}: their conditions can't be true at the same time"
        related = tuple(Related(other.key.span, f"`{other.key.value}` forbids here") for other in lifted)
    else:
        message, related = f"`{clause.key.value}` overrides nothing: no clause belongs to {named}", ()
    help_ = "name the clause to override under `despite`, or change the condition"
    yield Diagnostic("allow-nothing", message, clause.key.span, "warning", related, help_)


def _elsewhere(name: str, composition: Composition, others: Documents) -> bool:
    """True if a power, or a document of the family that is outside the mix, has clauses of this name or group."""
    for facet in composition.sections["facets"]:
        for entry in entries_in(node_at(facet.value, "clauses")):
            if name in (entry.key.value, string_at(entry.value, "group")):
                return True
    word = re.escape(name)
    written = re.compile(rf"\bgroup:\s*[\"']?{word}\b|\b{word}:\s*\{{?\s*forbid\b")
    inside = {document.id for document in composition.documents}
    family = (d for d in others() if inside & {i.value for k in ("for", "extends") for i in scalars(d.node.get(k))})
    return any(written.search(document.source.text) for document in family)


def _offers(texts: tuple[MemberText, ...]) -> dict[str, list[OfferedAction]]:
    """Return the actions of each permission. A permission that expressions or other actions use (`may`, `does`) has
    none."""
    by_action: dict[str, list[OfferedAction]] = {}
    others: set[str] = set()
    for text in texts:
        heading = parser.parse_heading(text.member.key, []) if text.member.section == "prompts" else None
        asked = [param.name for param in (heading.params or ())[:1]] if heading is not None else []
        for node in s.walk(text.syntax):
            match node:
                case s.May(call=call) | s.Action(does=s.Call() as call):
                    others.add(call.name)
                case s.Action(id=id) if not asked:
                    others.add(id)
                case s.Action(id=id, slots=slots, test=test, where=where, id_span=span):
                    places = {name: f"parameter {n}" for n, name in enumerate((*asked, *(slot.var for slot in slots)))}
                    tests = tuple(_renamed(part, places) for part in (test, where) if part is not None)
                    by_action.setdefault(id, []).append(OfferedAction(tests, span))
    return {name: offers for name, offers in by_action.items() if name not in others}


def _written(text: MemberText) -> Written | None:
    """Return the clause of a `may` section that has this text as its condition, or None."""
    member = text.member
    if member.section != "may" or text.kind != "condition" or text.clause is None:
        return None
    entry = member.value.entry(text.clause) if isinstance(member.value, YamlMapping) else None
    heading = parser.parse_heading(member.key, [])
    if entry is None or heading is None or not isinstance(entry.value, YamlMapping):
        return None
    places = {param.name: f"parameter {number}" for number, param in enumerate(heading.params or ())}
    return Written(
        key=entry.key,
        document=member.document,
        permission=member.name,
        allow=entry.value.get("allow") is text.scalar,
        test=_renamed(text.syntax, places),
        group=string_at(entry.value, "group") or None,
        despite=scalars(entry.value.get("despite")),
        yields=string_at(entry.value, "unless-stuck") == "true",
        instead=entry.value.get("instead") is not None,
    )


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """Return the syntax with other names for some variables."""
    if isinstance(node, tuple):
        return tuple(_renamed(part, names) for part in node)
    if isinstance(node, s.Name):
        return replace(node, id=names.get(node.id, node.id))
    if not isinstance(node, s.Node):
        return node
    return replace(node, **{name: _renamed(getattr(node, name), names) for name in s.names(type(node))})
