"""Notes of `parlour check` about rules of a mix that work against each other, as `parlour clashes` finds them.

Comparing two rules means to play them. So this compares few pairs, and otherwise only repeats results that are cached.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.source import is_shipped
from parlour.cli.arguments import Mix
from parlour.documents.composition import Composition, Document, Use
from parlour.library.library import Library
from parlour.mixing.compiler import compile_ruleset
from parlour.mixing.needs import needs

FEW = 3  # pairs that are compared if their results aren't cached

Pair = tuple[Use, Use]


def clash_notes(document: Document, reference: str | Path, library: Library, mix: Mix) -> tuple[Diagnostic, ...]:
    """Return a note for each clash of chosen rules about which neither of them says anything."""
    own = not is_shipped(str(document.path))
    if document.kind not in ("game", "frame") or not (mix.with_ or own):
        return ()
    beside = library.beside(document.path) if own else library
    composition = compile_ruleset(reference, mix.with_, mix.without, mix.options, beside).composition
    if composition is None:
        return ()
    pairs = [*_pairs(composition)]
    searched = library if all(_finds(library, use) for pair in pairs for use in pair) else beside
    return tuple(note for pair in pairs for note in _notes(pair, composition, searched, len(pairs) <= FEW))


def _finds(library: Library, use: Use) -> bool:
    """True if a library finds the rule by its id, as `parlour clashes` does."""
    found, _ = library.find(use.rule.id, ("rule",))
    return found is not None and found.path.resolve() == use.rule.path.resolve()


def _pairs(composition: Composition) -> Iterator[Pair]:
    """Yield the pairs of rules that the command line or the checked document chooses. Those of two rules that come with
    Parlour are left out: they were compared, and the rules say what there is to say."""
    chosen = [use for use in composition.uses if use.by in (None, composition.subject)]
    rules = [use.rule for use in composition.uses]
    for one, other in itertools.combinations(sorted(chosen, key=lambda use: use.rule.id), 2):
        ours = [use for use in (one, other) if not is_shipped(str(use.rule.path))]
        if ours and not needs(one.rule, other.rule.id, rules) and not needs(other.rule, one.rule.id, rules):
            yield one, other


def _notes(pair: Pair, composition: Composition, library: Library, compare: bool) -> Iterator[Diagnostic]:
    from parlour.clashes.advice import TELLING, stated  # slow to import, and rarely needed
    from parlour.clashes.families import rules_of
    from parlour.clashes.workers import Job, known, result

    one, other = pair
    ids = one.rule.id, other.rule.id
    rules = {use.rule.id: use.rule for use in composition.uses}
    if stated(one.rule, other.rule, rules):
        return
    frames = [document for document in composition.documents if document.kind == "frame"]
    families = [frame.id for frame in frames if {*ids} <= {rule.id for rule in rules_of(frame, library)}]
    if not families:
        return
    job = Job(families[-1], library.folders)
    found = result(job, ids) if compare else known(job, ids)
    for clash in found.clashes if found is not None else ():
        if clash.kind in TELLING:
            yield _note(pair, clash.told, f"parlour clashes {job.subject} {ids[0]} {ids[1]}")


def _note(pair: Pair, told: str, command: str) -> Diagnostic:
    """Place the note where the mix includes a rule that the user can change."""
    ours, theirs = sorted(pair, key=lambda use: is_shipped(str(use.rule.path)))
    message = f"`{ours.rule.id}` and `{theirs.rule.id}` clash: {told}"
    reason = f"`because: {{{theirs.rule.id}: …}}`"
    help_ = f"see a position: {command}; to accept it, write why in `{ours.rule.id}`: {reason}"
    related = Related(theirs.span, f"`{theirs.rule.id}` comes from here")
    return Diagnostic("rules-clash", message, ours.span, "note", related=(related,), help=help_)
