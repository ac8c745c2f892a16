"""Finds variables and marks of rules and games that code reads although no step sets them: they keep their first value.

Frames can declare variables that only some of their games set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Mapping
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText
from parlour.lints.unused_names import Documents, introduced, read_names, used_outside, words_in

_KINDS = {"state": ("variable", "{} = …"), "marks": ("mark", "c.{} = …")}


def check_set(composition: Composition, texts: tuple[MemberText, ...], others: Documents) -> Iterator[Diagnostic]:
    """Yield a warning for each such name; `others` returns the documents outside the mix."""
    declared = {section: [m for m in introduced(composition, section) if not _has_guise(m.value)] for section in _KINDS}
    if not any(declared.values()):
        return
    read = {name for text in texts for name in read_names(text.syntax)}
    set_ = {name for text in texts for name in _set_names(text.syntax)}
    for section, (kind, step) in _KINDS.items():
        for member in declared[section]:
            unset = member.name in read - set_ and member.name not in _words_for_other_mixes(member.document)
            if unset and not used_outside(composition, member, others):
                message = f"no step sets the {kind} `{member.name}`, so it always has its first value"
                named = f"{member.name}(…)" if "(" in member.key.value else member.name
                help_ = f"set it in a step, as in `{step.format(named)}`, or write the value itself"
                yield Diagnostic("never-set", message, member.key.span, "warning", help=help_)


def _words_for_other_mixes(document: Document) -> Counter[str]:
    """Count the words of the members that a document has only beside other rules."""
    conditional = document.node.get("with")
    return Counter() if conditional is None else words_in(conditional)


def _has_guise(value: object) -> bool:
    """True for the mark that `counts as` sets."""
    return isinstance(value, Mapping) and value.get("guise") is not None


def _set_names(syntax: object) -> Iterator[str]:
    for node in s.walk(syntax):
        match node:
            case s.Assign(target=target) | s.ResumeHere(mover=target) if target is not None:
                yield from (part.id for part in s.walk(target) if isinstance(part, s.Name))
                yield from (part.name for part in s.walk(target) if isinstance(part, s.Call | s.Field))
