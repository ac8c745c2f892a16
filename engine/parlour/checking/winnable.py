"""Mixes that all players always win together, and the rules that would decide who wins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, listing
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document
from parlour.library.library import Library
from parlour.lints.never_won import Undecided, changes_all, undecided
from parlour.mixing.compose import compose

MOST = 3  # suggested rules


def never_won(composition: Composition, subject: str | Path, mix: Mix, library: Library) -> Diagnostic | None:
    """Return a warning if all players always win a mix together, with the rules that would change that."""
    found = undecided(composition)
    if found is None:
        return None
    left_out, others = _deciding(found, composition, subject, mix, library)
    ways = [f"keep {_in_words(left_out)}"] if left_out else []
    ways += [f"add {_in_words(others)}"] if others else []
    help = f"to decide it, {listing(ways, quote='')}" if ways else None
    return Diagnostic("never-won", found.message, composition.subject.id_span, "warning", help=help)


def _in_words(rules: Sequence[Document]) -> str:
    return listing([f"“{rule.title}” (`{rule.id}`)" for rule in rules], quote="")


def _deciding(
    found: Undecided, composition: Composition, subject: str | Path, mix: Mix, library: Library
) -> tuple[list[Document], list[Document]]:
    """Return the rules that the mix leaves out, and a few other ones, each of which decides who wins."""

    def decides(rule: Document, with_: Sequence[str | Path], without: Sequence[str]) -> bool:
        changed, _ = compose(library, subject, with_, without, mix.options)
        return changed is not None and changes_all(changed, found.unchanged)

    candidates = [*library.rules_for(d.id for d in composition.documents if d.kind == "frame")]
    away = [rule for rule in candidates if rule.id in mix.without]
    kept = [rule for rule in away if decides(rule, mix.with_, [id for id in mix.without if id != rule.id])]
    new = (r for r in candidates if r not in away and decides(r, [*mix.with_, r.id], mix.without))
    return kept, [*islice(new, MOST)]
