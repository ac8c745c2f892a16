"""Finds rules that change nothing in a mix: other documents replace all their parts, or nothing runs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import Diagnostic, Related
from parlour.documents.composition import Composition, Document, Member
from parlour.documents.document import Mapping
from parlour.program import Program

SILENT = frozenset({"hook-never", "never-called", "allow-nothing", "always-false"})
"""The codes of findings about parts without effect."""
ADDING = (
    "functions", "procedures", "stages", "zones", "state", "logs", "marks", "types", "records", "facets", "groups",
)  # fmt: skip
"""Sections in which a new member does nothing until something uses it."""
ASIDE = (
    *ADDING, "names", "endings", "options", "possible", "needs", "excludes", "advises", "advises-against", "policy",
    "sheet", "chart", "examples",
)  # fmt: skip


def check_rules(composition: Composition, program: Program, findings: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield a note for each rule of the mix without effect, unless the `findings` about its parts say it all."""
    for use in composition.uses:
        rule = use.rule
        if _sets(composition, rule) or rule.node.get("players") is not None:
            continue  # its numbers of players and those of the game both count
        acting = [member for member in _members(composition, rule) if _acts(member)]
        lost = list(_replaced(composition, rule))
        idle = [member for member in acting if _is_silent(member, program, findings)]
        explained = not lost and not any(_is_without_cards(member, program) for member in idle)
        if (acting or lost) and len(idle) == len(acting) and not explained:
            message = f"`{rule.id}` has no effect in this mix"
            related = (*lost, *(Related(member.key.span, _why(member, program)) for member in idle))
            help_ = f"remove `{rule.id}`, or the documents that replace it" if lost else f"remove `{rule.id}`"
            yield Diagnostic("rule-idle", message, use.span, "note", related, help_)


def _members(composition: Composition, rule: Document) -> Iterator[Member]:
    for members in composition.sections.values():
        yield from (member for member in members if member.document is rule)


def _acts(member: Member) -> bool:
    """True if the member has an effect by itself, even if no other member uses it."""
    if member.section in ADDING:
        keys = member.value.keys() if isinstance(member.value, Mapping) else ()
        return bool(member.over) or "is" in keys or "union" in keys
    return member.section not in ASIDE


def _sets(composition: Composition, rule: Document) -> bool:
    return any(setting.set_by is rule for setting in composition.options.values())


def _replaced(composition: Composition, rule: Document) -> Iterator[Related]:
    """Yield the places where other documents replace members of the rule."""
    for members in composition.sections.values():
        for member in members:
            if member.document is not rule and any(old.document is rule for old in member.over):
                yield Related(member.key.span, f"`{member.document.id}` replaces `{member.name}` here")


def _is_silent(member: Member, program: Program, findings: Sequence[Diagnostic]) -> bool:
    """True if all parts of a function, of a hook, of powers or of clauses certainly have no effect."""
    if _is_without_cards(member, program):
        return True
    if member.section not in ("functions", "when", "powers", "may"):
        return False
    dead = [d.span for d in findings if d.code in SILENT and d.span is not None and d.span.source == member.key.source]
    if member.section in ("functions", "when") or not isinstance(member.value, Mapping):
        whole = member.key.span.to(member.value.span)
        return any(whole.start <= span.start < whole.end for span in dead)
    entries = [entry.key.span.to(entry.value.span) for entry in member.value.entries]
    return all(any(part.start <= span.start < part.end for span in dead) for part in entries)


def _is_without_cards(member: Member, program: Program) -> bool:
    """True for the powers of cards that the pack lacks. Other parts without effect have findings of their own."""
    return member.section == "powers" and not program.deck.can_have(member.key.value)


def _why(member: Member, program: Program) -> str:
    if _is_without_cards(member, program):
        design = program.deck.design
        face = design.face_named(member.key.value) or 0
        return f"there are no {design.ranks[design.rank_of(face)].words[1]} in the pack"
    return "this has no effect"
