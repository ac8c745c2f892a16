"""Reports switchable rules with members that play can't switch on and off, such as zones, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Document, Member
from parlour.documents.document import Scalar, is_required, typed
from parlour.mixing.members import all_members, says_instead
from parlour.mixing.selection import Selection

_WHOLE = {
    "zones": "it has the zone `{}`, and cards would stay there",
    "cards": "it changes the cards of the pack",
    "deck": "it changes the pack (`{}`)",
    "seats": "it decides when the seats start again (`{}`)",
    "melding": "it changes the melds (`{}`)",
    "players": "it changes the number of players",
    "sides": "it makes partners",
    "main": "it names the stage that is the whole match",
    "outcome": "it changes the result `{}` of the match",
    "misplay": "it lets players try moves that `{}` forbids",
}
"""Sections that hold for a whole table."""

_REPLACED = {
    "stages": "stage", "prompts": "question", "types": "type", "records": "record", "options": "option", "state":
    "variable", "marks": "mark", "facets": "facet", "groups": "group", "endings": "ending",
}  # fmt: skip
"""Sections whose members play can't replace, with the word for a member. It can add to them."""


def unswitchable(selection: Selection) -> Iterator[Diagnostic]:
    """Yield an error for each rule that a document lists under `switchable` and that play can't switch."""
    missing = _required(selection)
    there = {use.rule.id for use in selection.uses}
    for id in selection.switchable:
        for document in selection.documents:
            for why, place in _reasons(document, id, there, missing):
                message = f"play can't switch `{id}` on and off: {why}"
                help_ = "remove it from `switchable`; to play with it from start to end, add it to `uses`"
                related = (Related(place, "this part of it"),)
                yield Diagnostic("unswitchable", message, selection.listed[id], related=related, help=help_)


def _reasons(document: Document, id: str, there: set[str], missing: set[str]) -> Iterator[tuple[str, Span]]:
    """Yield the reasons why a rule can't be switched that are in one document: the rule itself, or one with a
    section `with:` for it."""
    reported: set[str] = set()
    for member in all_members(document):
        own = document.id == id and (member.only_with is None or member.only_with in there)
        why = _reason(member, missing) if own or member.only_with == id else None
        if why is not None and member.section not in reported:
            reported.add(member.section)
            yield why, member.key.span
    options = document.node.get("set") if document.id == id else None
    if isinstance(options, doc.Mapping) and options.entries:
        key = options.entries[0].key
        yield f"it sets the option `{key.value}`", key.span


def _reason(member: Member, missing: set[str]) -> str | None:
    if member.section in _WHOLE:
        return _WHOLE[member.section].format(member.name)
    if member.section in _REPLACED and says_instead(member.value):
        return f"it replaces the {_REPLACED[member.section]} `{member.name}`"
    if member.section in ("functions", "procedures", "stages") and member.name in missing:
        return f"the game needs its `{member.name}` at all times"
    guise = member.value.get("guise") if member.section == "marks" and isinstance(member.value, doc.Mapping) else None
    if isinstance(guise, Scalar) and typed(guise) is True:
        return f"cards on the table would still count as others by its mark `{member.name}`"
    return None


def _required(selection: Selection) -> set[str]:
    """Return the names of the members that only switchable rules define, although another document requires them."""
    members = [m for document in selection.documents for m in all_members(document)]
    defined = {m.name for m in _of_always(members, selection) if not is_required(m.value)}
    return {m.name for m in members if is_required(m.value)} - defined


def _of_always(members: Iterable[Member], selection: Selection) -> Iterator[Member]:
    there = {use.rule.id for use in selection.uses} - set(selection.switchable)
    for member in members:
        if member.document.id not in selection.switchable and (member.only_with is None or member.only_with in there):
            yield member
