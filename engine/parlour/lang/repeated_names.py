"""One finding for each unknown name of a mix: a misspelt declaration makes all its uses unknown.

Imports no other module of the language.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.fixes import Fix
from parlour.documents.composition import Document

_NAMES = ("unknown-name", "unknown-option", "unknown-type")
_ALSO = "it is also used here"


def once_each(problems: Iterable[Diagnostic], documents: Sequence[Document]) -> list[Diagnostic]:
    """Merge the findings about the same unknown name into one at its first use, in the order of the documents. The
    other uses are related places."""
    place_of = {document.source: number for number, document in enumerate(documents)}
    named: dict[tuple[str, str], list[Diagnostic]] = {}
    unique: list[Diagnostic] = []
    for d in problems:
        if d.code in _NAMES and d.span is not None:
            named.setdefault((d.code, d.span.text), []).append(d)
        else:
            unique.append(d)

    def place(d: Diagnostic) -> tuple[int, int]:
        assert d.span is not None, "only findings with a place are grouped"
        return place_of.get(d.span.source, -1), d.span.start

    return unique + [_merged(sorted(group, key=place)) for group in named.values()]


def _merged(group: Sequence[Diagnostic]) -> Diagnostic:
    first, spans = group[0], dict.fromkeys(d.span for d in group)
    others = tuple(Related(span, _ALSO) for span in spans if span is not None and span != first.span)
    return replace(first, related=(*first.related, *others), fixes=_fixes(group))


def _fixes(group: Sequence[Diagnostic]) -> tuple[Fix, ...]:
    """Return one fix for all places in the file of the first, if all have the same fix."""
    fixes = [d.fixes[0] if len(d.fixes) == 1 else None for d in group]
    first = fixes[0]
    if first is None or any(fix is None or fix.words != first.words for fix in fixes):
        return group[0].fixes if len(group) == 1 else ()
    edits = dict.fromkeys(edit for fix in fixes if fix is not None for edit in fix.edits)
    here = tuple(edit for edit in edits if edit.span.source == first.edits[0].span.source)
    return (replace(first, edits=here),)
