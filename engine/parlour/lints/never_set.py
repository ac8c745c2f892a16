"""Finds variables and marks of rules and games that code reads although no step sets them, and zones that stay empty.

Frames can declare what only some of their games set or fill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Node, node_at
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText
from parlour.lints.unused_names import Documents, introduced, read_names, used_outside, words_in

_NOUNS = {"state": "variable", "marks": "mark", "zones": "zone"}
_STEPS = {"state": "{} = …", "marks": "c.{} = …", "zones": "move c to {}"}


def check_set(composition: Composition, texts: tuple[MemberText, ...], others: Documents) -> Iterator[Diagnostic]:
    """Yield a warning for each such name; `others` returns the documents outside the mix."""
    declared = [m for section in _STEPS for m in introduced(composition, section) if not _has_guise(m.value)]
    if not declared:
        return
    read = {name for text in texts for name in read_names(text.syntax)}
    set_ = {name for text in texts for name in _set_names(text.syntax)}
    filled = {name for text in texts for name in _filled_names(text.syntax)}
    for member in declared:
        unset = member.name in read - (filled if member.section == "zones" else set_)
        unset = unset and member.name not in _words_for_other_mixes(member.document)
        if unset and not used_outside(composition, member, others):
            yield _report(member)


def _report(member: Member) -> Diagnostic:
    named = f"{member.name}(…)" if "(" in member.key.value else member.name
    step = _STEPS[member.section].format(named)
    message = f"no step sets the {_NOUNS[member.section]} `{member.name}`, so it always has its first value"
    help_ = f"set it in a step, as in `{step}`, or write the value itself"
    if member.section == "zones":
        message, help_ = f"no step moves cards to `{named}`, so this zone is always empty", f"fill it, as in `{step}`"
    return Diagnostic("never-set", message, member.key.span, "warning", help=help_)


def _words_for_other_mixes(document: Document) -> Counter[str]:
    """Count the words of the members that a document has only beside other rules."""
    conditional = document.node.get("with")
    return Counter() if conditional is None else words_in(conditional)


def _has_guise(value: Node) -> bool:
    """True for the mark that `counts as` sets."""
    return node_at(value, "guise") is not None


def _set_names(syntax: object) -> Iterator[str]:
    """Yield the variables and marks that steps set."""
    for node in s.walk(syntax):
        match node:
            case s.Assign(target=target) | s.ResumeHere(mover=target) if target is not None:
                yield from _names(s.walk(target))


def _filled_names(syntax: object) -> Iterator[str]:
    """Yield the zones that steps can fill: targets of moves, values of variables, and arguments of procedures."""
    for node in s.walk(syntax):
        match node:
            case s.Shuffle(into=None):
                pass  # the cards stay where they are
            case s.Move(to=zone) | s.Deal(to=zone) | s.Shuffle(into=zone) | s.Assign(value=zone) | s.Let(value=zone):
                yield from _names(s.walk(zone))
            case s.Do(call=call):
                yield from _names(call.args)


def _names(nodes: Iterable[object]) -> Iterator[str]:
    for node in nodes:
        match node:
            case s.Name(id=name) | s.Call(name=name) | s.Field(name=name):
                yield name
