"""Notes of `parlour check` about rules of a mix that work against each other, as `parlour clashes` finds them.

To compare two rules, Parlour must play them. So this compares few pairs, and says how to compare the others.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.base.diagnostics import Diagnostic, Related
from parlour.base.printable import shell_word
from parlour.base.source import is_shipped
from parlour.documents.composition import Composition, Document, Use
from parlour.library.library import Library
from parlour.library.loading import shown
from parlour.mixing.needs import needs
from parlour.mixing.recipes import Recipe

if TYPE_CHECKING:
    from parlour.comparison.workers import Job

CLASH = "rules-clash"  # the code of these notes
FEW = 6  # pairs that are compared: about half a second each

Pair = tuple[Use, Use]


@dataclass(frozen=True)
class ClashNotes:
    """The notes about the compared pairs of rules, and a line about the other pairs."""

    notes: tuple[Diagnostic, ...] = ()
    not_compared: str | None = None


def clash_notes(document: Document, reference: str | Path, library: Library, mix: Recipe) -> ClashNotes:
    """Return a note for each clash of chosen rules that neither of them mentions. Compares the pairs of added rules
    first, and always the same pairs, whatever is in the cache."""
    own = not is_shipped(str(document.path))
    if document.kind not in ("game", "frame") or not (mix.with_ or own):
        return ClashNotes()
    beside = library.beside(document.path) if own else library
    composition, _ = mix.of_game(reference, beside).composed()
    if composition is None:
        return ClashNotes()
    jobs: dict[Job, Job] = {}  # equal ones are the same, which compiles the mixes that pairs share only once
    pairs = [
        (pair, jobs.setdefault(job, job))
        for pair in _pairs(composition)
        if (job := _job(pair, composition, library, beside))
    ]
    pairs.sort(key=lambda each: -sum(use.by is None for use in each[0]))  # the command line adds these
    notes = [note for pair, job in pairs[:FEW] for note in _notes(pair, library, job)]
    others = len(pairs) - FEW
    line = _not_compared(others, document, reference, mix) if others > 0 else None
    return ClashNotes(tuple(notes), line)


def _not_compared(number: int, document: Document, reference: str | Path, mix: Recipe) -> str:
    """Return the line that names the command for the other pairs."""
    subject = shell_word(shown(document.path) if isinstance(reference, Path) else reference)
    added = [shell_word(str(rule)) for rule in mix.with_]
    names = added if document.kind == "frame" else ["--with", ",".join(added)] if added else []
    pairs = "1 pair" if number == 1 else f"{number} pairs"
    command = " ".join(["parlour clashes", subject, *names])
    return f"{document.id}: {pairs} of rules not compared; to compare all: {command}"


def _pairs(composition: Composition) -> Iterator[Pair]:
    """Yield the pairs of rules that the command line or the checked document chooses. Leaves out pairs of shipped
    rules: their texts already mention their clashes."""
    chosen = [use for use in composition.uses if use.by in (None, composition.subject)]
    rules = [use.rule for use in composition.uses]
    for one, other in itertools.combinations(sorted(chosen, key=lambda use: use.rule.id), 2):
        ours = [use for use in (one, other) if not is_shipped(str(use.rule.path))]
        if ours and not needs(one.rule, other.rule.id, rules) and not needs(other.rule, one.rule.id, rules):
            yield one, other


def _job(pair: Pair, composition: Composition, library: Library, beside: Library) -> Job | None:
    """Return how to compare two rules: None if they mention each other, or if no family has both. `library` is that
    of commands, and `beside` also has the rules beside the document."""
    from parlour.comparison.advice import stated  # slow to import, and rarely needed
    from parlour.comparison.workers import Job

    both = [use.rule for use in pair]
    if stated(both[0], both[1], {use.rule.id: use.rule for use in composition.uses}):
        return None
    searched = library
    if not all(map(library.has, both)):
        searched = beside.including([rule.path for rule in both if not beside.has(rule)])
    frames = [frame for frame in composition.frames if searched.has(frame)]
    return Job.of_rules(both, frames, searched)


def _notes(pair: Pair, library: Library, job: Job) -> Iterator[Diagnostic]:
    """Yield the notes about two rules, where the mix includes a rule that the user can change. `library` is that of
    commands."""
    one, other = pair
    ours, theirs = sorted(pair, key=lambda use: is_shipped(str(use.rule.path)))
    names = [use.rule.id if library.has(use.rule) else shell_word(shown(use.rule.path)) for use in pair]
    reason = f"`because: {{{theirs.rule.id}: …}}`"
    help = f"see a position: parlour clashes {job.subject} {' '.join(names)}; "
    help += f"to accept it, write why in `{ours.rule.id}`: {reason}"
    related = (Related(theirs.span, f"`{theirs.rule.id}` comes from here"),)
    for clash in job.clashes((one.rule.id, other.rule.id)):
        message = f"`{ours.rule.id}` and `{theirs.rule.id}` clash: {clash.message}"
        yield Diagnostic(CLASH, message, ours.span, "note", related=related, help=help)
