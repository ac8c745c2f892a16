"""Checks before play whether examples can run: their mixes must exist, and no card can be in two places.

Other errors in positions and moves are found when the example runs.
"""

from __future__ import annotations

from parlour.base.diagnostics import Diagnostic, has_errors, in_order
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.examples.beginnings import pack_from
from parlour.examples.finding import Case, cases_of
from parlour.examples.given import read_given
from parlour.examples.laying import identities
from parlour.examples.mixing import ExampleMix, Mixes, no_table, players_of, unplayable
from parlour.examples.terms import Terms
from parlour.examples.words import MalformedError, words
from parlour.game import TableError
from parlour.program import Design


def check_examples(document: Document, mixes: Mixes) -> tuple[Diagnostic, ...]:
    """Return the errors in the mixes of a document's examples, and the cards that are given twice."""
    return in_order(finding for case in cases_of(document) for finding in _of(case, mixes))


def _of(case: Case, mixes: Mixes) -> tuple[Diagnostic, ...]:
    try:
        mix = mixes.mix(case)
        if has_errors(mixes.composed(mix)):
            return _broken(case, mixes, mix, mixes.composed(mix))
        return _laid_twice(case, mixes, mix) if _repeats(case, mixes.designs[mix], mixes.added[mix]) else ()
    except MalformedError as error:
        return (error.diagnostic,)


def _broken(case: Case, mixes: Mixes, mix: ExampleMix, findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the errors of a mix, for the first example that uses it."""
    if case.node.get("refused") is not None or mix in mixes.reported:
        return ()
    mixes.reported.add(mix)
    return unplayable(case, findings)


def _unless_refused(case: Case, findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the findings, unless the example expects that the mix or the table is refused."""
    return findings if case.node.get("refused") is None else ()


def _repeats(case: Case, design: Design, added: frozenset[str]) -> bool:
    """True if a card is named twice. Only then does the number of its copies matter, which is slow to compute."""
    given = case.node.get("given")
    entries = given.entries if isinstance(given, doc.Mapping) else ()
    zones = [entry.value for entry in entries if not entry.key.value.endswith(" up")]  # these are given elsewhere
    named: set[str | int] = set()
    for node in (*zones, case.node.get("deal")):
        if node is None or any(isinstance(part, doc.Mapping) for part in doc.walk(node)):
            continue
        for word in words(node):
            face = design.face_named(word.text)
            if face is None and word.text not in added:
                continue
            card = word.text if face is None else face
            if card in named:
                return True
            named.add(card)
    return False


def _laid_twice(case: Case, mixes: Mixes, mix: ExampleMix) -> tuple[Diagnostic, ...]:
    """Read a position or a pack against its mix: each card can be in only one place."""
    try:
        layout = mixes.layout(mix, players_of(case.node))
    except TableError as error:
        return _unless_refused(case, (no_table(case.node, error),))
    if layout is None:
        return _broken(case, mixes, mix, mixes.compile(mix).findings)
    names = Terms(layout)
    given, deal = case.node.get("given"), case.node.get("deal")
    if deal is not None:
        pack_from(names, deal)
        return ()
    assert isinstance(given, doc.Mapping), "the schema allows nothing else"
    said, problems = read_given(names, given)
    if not problems:
        identities(names.layout.pack, said)
    return problems
