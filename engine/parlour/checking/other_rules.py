"""Finds unknown names that another rule of the family declares, so that the author can name that rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, listing
from parlour.checking.smallest import family
from parlour.documents.composition import Composition, Document, heading_name
from parlour.documents.document import Mapping
from parlour.library.library import Library
from parlour.library.loading import load

UNKNOWN = "unknown-name"
SECTIONS = ("state", "zones", "logs", "functions", "procedures", "stages", "prompts", "classes", "marks", "endings")


def naming_rules(
    findings: Iterable[Diagnostic], composition: Composition | None, library: Library
) -> tuple[Diagnostic, ...]:
    """Return the findings; the help of each unknown name says to which rules outside the mix it belongs."""
    inside = () if composition is None else composition.documents
    return tuple(_named(d, inside, library) for d in findings)


def unstated_needs(
    rule: Document, broken: Iterable[tuple[Composition | None, Iterable[Diagnostic]]], library: Library
) -> Iterator[Diagnostic]:
    """Yield a warning for each name that belongs to another rule, if a rule works only in mixes with that rule, but
    doesn't need it. `broken` are the mixes in which it doesn't work, with their findings."""
    warnings: dict[str, Diagnostic] = {}
    for composition, findings in broken:
        for d in findings:
            if composition is None or d.code != UNKNOWN or d.span is None or d.span.source != rule.source:
                continue
            owners = _owners(d.span.text.strip(), rule, composition.documents, library)
            if owners:
                message = f"`{d.span.text.strip()}` belongs to {listing(owners)}, and not every mix has that rule"
                warning = Diagnostic(UNKNOWN, message, d.span, "warning", help=_needs(owners))
                warnings.setdefault(d.span.text.strip(), warning)
    yield from warnings.values()


def _named(d: Diagnostic, inside: Iterable[Document], library: Library) -> Diagnostic:
    document = next((each for each in inside if d.span is not None and each.source == d.span.source), None)
    if d.code != UNKNOWN or d.span is None or document is None or document.kind == "frame":
        return d
    owners = _owners(d.span.text.strip(), document, inside, library)
    if not owners:
        return d
    help = _needs(owners) if document.kind == "rule" else f"add {listing(owners)} to `uses`"
    return replace(d, help=f"`{d.span.text.strip()}` belongs to {listing(owners)}; {help}", fixes=())


def _needs(owners: list[str]) -> str:
    return f"add `needs: [{owners[0]}]`" if len(owners) == 1 else "add one of them to `needs`"


def _owners(name: str, document: Document, inside: Iterable[Document], library: Library) -> list[str]:
    """Return the rules outside a mix that declare a name and fit the frames of a document."""
    present = {other.id for other in inside} | {document.id}
    frames = {*document.strings("for")} if document.kind == "rule" else {document.id}
    others = (load(listed.path)[0] for listed in library.listed("rule") if listed.id not in present)
    return [rule.id for rule in others if rule and _declares(rule, name) and _fits(rule, frames, library)]


def _declares(rule: Document, name: str) -> bool:
    sections = (rule.node.get(section) for section in SECTIONS)
    entries = (entry for section in sections if isinstance(section, Mapping) for entry in section.entries)
    return any(heading_name(entry.key.value) == name and not _replaces(entry.value) for entry in entries)


def _replaces(value: object) -> bool:
    return isinstance(value, Mapping) and any(value.get(key) is not None for key in ("instead", "is", "union"))


def _fits(rule: Document, frames: set[str], library: Library) -> bool:
    return any(below.id in frames for frame in rule.strings("for") for below in family(library, frame))
