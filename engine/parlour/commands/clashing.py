"""Notes of `parlour check` about rules of a mix that work against each other, as `parlour clashes` finds them.

To compare two rules, Parlour must play them. So this compares few pairs itself, and takes other results from the cache.
"""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterator
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.source import is_shipped
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document, Use
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.mixing.compose import compose
from parlour.mixing.needs import needs

FEW = 3  # pairs that are compared if their results aren't cached

Pair = tuple[Use, Use]


def clash_notes(document: Document, reference: str | Path, library: Library, mix: Mix) -> tuple[Diagnostic, ...]:
    """Return a note for each clash of chosen rules that neither of them mentions."""
    own = not is_shipped(str(document.path))
    if document.kind not in ("game", "frame") or not (mix.with_ or own):
        return ()
    beside = library.beside(document.path) if own else library
    composition, _ = compose(beside, reference, mix.with_, mix.without, mix.options)
    if composition is None:
        return ()
    pairs = sorted(_pairs(composition), key=lambda pair: not _is_asked_for(pair))
    notes: list[Diagnostic] = []
    for number, pair in enumerate(pairs):
        compare = len(pairs) <= FEW or (number < FEW and _is_asked_for(pair))
        notes += _notes(pair, composition, library, _with(pair, library, beside), compare)
    return tuple(notes)


def _is_asked_for(pair: Pair) -> bool:
    """True if the command line adds both rules."""
    return all(use.by is None for use in pair)


def _with(pair: Pair, library: Library, beside: Library) -> Library:
    """Return a library that finds two rules by their ids: the given one, if it finds them."""
    for known in (library, beside):
        if all(known.has(use.rule) for use in pair):
            return known
    return beside.including([use.rule.path for use in pair if not beside.has(use.rule)])


def _pairs(composition: Composition) -> Iterator[Pair]:
    """Yield the pairs of rules that the command line or the checked document chooses. Leaves out pairs of shipped
    rules: their texts already mention their clashes."""
    chosen = [use for use in composition.uses if use.by in (None, composition.subject)]
    rules = [use.rule for use in composition.uses]
    for one, other in itertools.combinations(sorted(chosen, key=lambda use: use.rule.id), 2):
        ours = [use for use in (one, other) if not is_shipped(str(use.rule.path))]
        if ours and not needs(one.rule, other.rule.id, rules) and not needs(other.rule, one.rule.id, rules):
            yield one, other


def _notes(
    pair: Pair, composition: Composition, library: Library, searched: Library, compare: bool
) -> Iterator[Diagnostic]:
    """Yield the notes about two rules. `library` is that of commands, and `searched` the one that has the rules."""
    from parlour.clashes.advice import TELLING, stated  # slow to import, and rarely needed
    from parlour.clashes.families import are_for
    from parlour.clashes.workers import Job, known, result

    one, other = pair
    ids = one.rule.id, other.rule.id
    rules = {use.rule.id: use.rule for use in composition.uses}
    if stated(one.rule, other.rule, rules):
        return
    frames = [d for d in composition.documents if d.kind == "frame" and searched.has(d)]
    families = [frame.id for frame in frames if len(are_for(frame, searched, [one.rule, other.rule])) == 2]
    if not families:
        return
    job = Job(families[-1], searched.folders)
    found = result(job, ids) if compare else known(job, ids)
    for clash in found.clashes if found is not None else ():
        if clash.kind in TELLING:
            names = (use.rule.id if library.has(use.rule) else shlex.quote(shown(use.rule.path)) for use in pair)
            yield _note(pair, clash.told, f"parlour clashes {job.subject} {' '.join(names)}")


def _note(pair: Pair, told: str, command: str) -> Diagnostic:
    """Place the note where the mix includes a rule that the user can change."""
    ours, theirs = sorted(pair, key=lambda use: is_shipped(str(use.rule.path)))
    message = f"`{ours.rule.id}` and `{theirs.rule.id}` clash: {told}"
    reason = f"`because: {{{theirs.rule.id}: …}}`"
    help_ = f"see a position: {command}; to accept it, write why in `{ours.rule.id}`: {reason}"
    related = Related(theirs.span, f"`{theirs.rule.id}` comes from here")
    return Diagnostic("rules-clash", message, ours.span, "note", related=(related,), help=help_)
