"""Checks before play whether examples can run: their mixes must exist, and their words must have a meaning there.

Errors that depend on the course of the game are found when the example runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import Diagnostic, Related, has_errors, in_order
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.examples.finding import Case, cases_of
from parlour.examples.given import read_given
from parlour.examples.mixing import ExampleMix, Mixes, no_table, players_of, unplayable
from parlour.examples.move_words import meaningless
from parlour.examples.resumed import resume_of
from parlour.examples.terms import Terms
from parlour.examples.word_check import MixNames, misread
from parlour.examples.words import MalformedError
from parlour.game import TableError

_NAMED = ("outcome", "shows", "prompts")  # the sections with the names of results, lines and questions


def check_examples(document: Document, mixes: Mixes) -> tuple[Diagnostic, ...]:
    """Return the errors in the mixes and in the words of a document's examples, and names that two of them have."""
    cases = cases_of(document)
    return in_order((*_named_twice(cases), *(finding for case in cases for finding in _of(case, mixes))))


def _named_twice(cases: Sequence[Case]) -> Iterator[Diagnostic]:
    """Yield a warning for each example with the name of an earlier one: reports show only names."""
    seen: dict[str, Span] = {}
    for case in cases:
        name = case.node.get("name")
        if name is not None and seen.setdefault(case.name, name.span) != name.span:
            first = Related(seen[case.name], "the first one")
            message = f"two examples have the name `{case.name}`"
            help = "give each a name that says what only this example shows"
            yield Diagnostic("name-twice", message, name.span, "warning", (first,), help)


def _of(case: Case, mixes: Mixes) -> tuple[Diagnostic, ...]:
    try:
        mix = mixes.mix(case)
        if has_errors(mixes.composed(mix)):
            return _broken(case, mixes, mix, mixes.composed(mix))
        return _misread(case, mixes, mix)
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


def _misread(case: Case, mixes: Mixes, mix: ExampleMix) -> tuple[Diagnostic, ...]:
    """Read the words of an example against its mix."""
    try:
        layout = mixes.layout(mix, players_of(case.node))
    except TableError as error:
        return _unless_refused(case, (no_table(case.node, error),))
    if layout is None:
        return _broken(case, mixes, mix, mixes.compile(mix).findings)
    composition = mixes.compositions[mix]
    names = MixNames(*({member.name for member in composition.sections.get(section, ())} for section in _NAMED))
    errors = (*misread(Terms(layout), names, case.node), *_unplaced(case, mixes, mix, Terms(layout)))
    moves = meaningless(case.node, composition, layout.pack.design, lambda: mixes.compile(mix).program)
    return (*errors, *moves)


def _unplaced(case: Case, mixes: Mixes, mix: ExampleMix, terms: Terms) -> Iterator[Diagnostic]:
    """Yield the error of a position without `to move`, unless play can continue from it. Only the compiled mix knows
    the places."""
    given = case.node.get("given")
    if not isinstance(given, doc.Mapping) or case.node.get("deal") is not None or given.get("to move") is not None:
        return
    program = mixes.compile(mix).program
    said, problems = read_given(terms, given)
    if program is not None and not problems:
        try:
            resume_of(program, terms, said)
        except MalformedError as error:
            yield error.diagnostic
