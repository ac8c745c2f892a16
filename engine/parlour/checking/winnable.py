"""Mixes that all players always win together, and the rules that would decide who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from parlour.base.diagnostics import Diagnostic, listing
from parlour.documents.composition import Composition, Document
from parlour.lints.never_won import changes_all, undecided
from parlour.mixing.recipes import Recipe

MOST = 3  # suggested rules


def never_won(composition: Composition, mix: Recipe) -> Diagnostic | None:
    """Return a warning if all players always win a mix together, with the rules that would change that: those that the
    mix leaves out, and a few other ones, each of which decides who wins."""
    lacking = undecided(composition)
    if lacking is None:
        return None
    unchanged = lacking.unchanged

    def decides(changed: Recipe) -> bool:
        other, _ = changed.composed()
        return other is not None and changes_all(other, unchanged)

    candidates = [*mix.home.rules_for(frame.id for frame in composition.frames)]
    without = {rule.id: tuple(id for id in mix.without if id != rule.id) for rule in candidates}
    left_out = [r for r in candidates if r.id in mix.without and decides(replace(mix, without=without[r.id]))]
    new = (rule for rule in candidates if rule.id not in mix.without and decides(mix.plus(rule.id)))
    others = [*islice(new, MOST)]
    ways = [f"keep {_in_words(left_out)}"] if left_out else []
    ways += [f"add {_in_words(others)}"] if others else []
    help = f"to decide it, {listing(ways, quote='')}" if ways else None
    return Diagnostic("never-won", lacking.message, composition.subject.id_span, "warning", help=help)


def _in_words(rules: Sequence[Document]) -> str:
    return listing([f"“{rule.title}” (`{rule.id}`)" for rule in rules], quote="")
