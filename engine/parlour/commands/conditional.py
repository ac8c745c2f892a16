"""Checks of the sections under `with:`, which apply only if another rule is in the mix.

Checks each section in the smallest mix that has both rules. Only findings within the section count.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.base.diagnostics import Diagnostic
from parlour.checking.smallest import mixes_for
from parlour.cli.arguments import Mix
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.library.library import Library
from parlour.mixing.compiler import Compiled, compile_ruleset
from parlour.mixing.needs import groups_of, needed_by


def check_conditional(
    document: Document, reference: str | Path, library: Library, mix: Mix, checked: Compiled
) -> Iterator[Diagnostic]:
    """Yield the findings in sections that the checked mix didn't include."""
    node = document.node.get("with")
    there = {use.rule.id for use in checked.composition.uses} if checked.composition else set()
    for entry in node.entries if isinstance(node, doc.Mapping) else ():
        if entry.key.value in there:
            continue
        rule, _ = library.find(entry.key.value, ("rule",), entry.key.span)
        if rule is None:
            continue  # reported already
        compiled = next((c for c in _together(document, reference, rule, library, mix) if _is_about(c, entry)), None)
        if compiled is None:
            message = f"no available mix has both `{document.id}` and `{rule.id}`, so `check` skips this part"
            yield Diagnostic("check-no-mix", message, entry.key.span, "note")
        else:
            yield from (d for d in compiled.findings if _within(d, entry))


def _together(
    document: Document, reference: str | Path, rule: Document, library: Library, mix: Mix
) -> Iterator[Compiled]:
    """Compile the mixes that have both a document and a rule."""
    if document.kind == "rule":
        for small in mixes_for(document, library, reference, (rule,)):
            yield compile_ruleset(small.subject, (*small.with_, *mix.with_), mix.without, mix.options, library)
        return
    first = compile_ruleset(reference, mix.with_, mix.without, mix.options, library)
    uses = first.composition.uses if first.composition else ()
    used, groups = {use.rule.id for use in uses}, {group for use in uses for group in groups_of(use.rule)}
    needed = needed_by((rule,), library, lambda _, holders: holders[0] if holders else None, used, groups)
    with_: tuple[str | Path, ...] = (*needed, rule.path, *mix.with_)
    yield compile_ruleset(reference, with_, mix.without, mix.options, library)


def _is_about(compiled: Compiled, entry: doc.Pair) -> bool:
    """Return True if the compiler got as far as the section."""
    return compiled.program is not None or any(_within(d, entry) for d in compiled.findings)


def _within(d: Diagnostic, entry: doc.Pair) -> bool:
    span, at = d.span, entry.value.span
    return span is not None and span.source == at.source and at.start <= span.start and span.end <= at.end
