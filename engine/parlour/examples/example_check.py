"""Checks before play whether examples can run: their mixes must exist, and their words must have a meaning there.

Errors that depend on the course of the game are found when the example runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import ParamSpec

from parlour.base.diagnostics import Diagnostic, Related, has_errors, in_order
from parlour.base.source import Span
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document
from parlour.documents.document import Scalar
from parlour.examples.beginnings import pack_from
from parlour.examples.finding import Case, cases_of
from parlour.examples.given import read_given
from parlour.examples.laying import identities, resume_of
from parlour.examples.mixes import Mixes, no_table, unplayable
from parlour.examples.permitted import NOT_THERE, REASONS, action_words, check_reason, pairs, unknown_move
from parlour.examples.terms import Terms
from parlour.examples.then import MOVES, Expectations, MixNames, check_expecting
from parlour.examples.words import MalformedError, Word, expectations, steps, texts
from parlour.game import TableError
from parlour.mixing.recipes import Recipe
from parlour.program import Design, Program
from parlour.views.signs import in_signs

Given = ParamSpec("Given")
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
        composition, findings = mixes.composed(mix)
        if composition is None or has_errors(findings):
            return _broken(case, mixes, mix, findings)
        return _misread(case, mixes, mix, composition)
    except MalformedError as error:
        return (error.diagnostic,)


def _broken(case: Case, mixes: Mixes, mix: Recipe, findings: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return the errors of a mix, for the first example that uses it."""
    if case.node.get("refused") is not None or mix in mixes.reported:
        return ()
    mixes.reported.add(mix)
    return unplayable(case, findings)


def _misread(case: Case, mixes: Mixes, mix: Recipe, composition: Composition) -> tuple[Diagnostic, ...]:
    """Read the words of an example against its mix."""
    try:
        layout = mixes.layout(mix, case.node)
    except TableError as error:
        return (no_table(case.node, error),) if case.node.get("refused") is None else ()
    if layout is None:
        return _broken(case, mixes, mix, mixes.compile(mix).findings)
    names = MixNames(*({member.name for member in composition.sections.get(section, ())} for section in _NAMED))

    def compiled() -> Program | None:
        return mixes.compile(mix).program

    errors = _misread_words(Terms(layout), names, case.node, compiled)
    return (*errors, *meaningless(case.node, composition, layout.pack.design, compiled))


Compile = Callable[[], Program | None]


def _misread_words(terms: Terms, names: MixNames, example: doc.Mapping, compile: Compile) -> Iterator[Diagnostic]:
    """Yield the errors in the words of an example, except in those of its moves."""
    yield from _errors(check_expecting, example)
    given, deal = example.get("given"), example.get("deal")
    reader = Expectations(terms, names)
    if deal is not None:
        yield from _errors(pack_from, terms, deal)
    if isinstance(given, doc.Mapping) and deal is None:
        yield from _misread_position(terms, given, compile)
    for part in (*((given,) if isinstance(given, doc.Mapping) and deal is not None else ()), *expectations(example)):
        reader.read(part)
    yield from reader.problems
    yield from _errors(_movers, terms, example)


def _movers(terms: Terms, example: doc.Mapping) -> None:
    for step in steps(example):
        if isinstance(step, Word):
            terms.seat(Word(step.text.partition(":")[0], step.span))


def _misread_position(terms: Terms, given: doc.Mapping, compile: Compile) -> Iterator[Diagnostic]:
    """Yield the errors in the words of `given:`, and the cards that are in two places. Without `to move`, play must be
    able to continue from it: only the compiled mix knows the places."""
    content, problems = read_given(terms, given)
    yield from problems
    if not problems:
        yield from _errors(identities, terms.layout.pack, content)
    if content.to_move:
        yield from _errors(terms.seat, content.to_move[0])
    elif not problems and (program := compile()) is not None:
        yield from _errors(resume_of, program, terms, content)


def _errors(read: Callable[Given, object], *args: Given.args, **kwargs: Given.kwargs) -> Iterator[Diagnostic]:
    try:
        read(*args, **kwargs)
    except MalformedError as error:
        yield error.diagnostic


_WORD = re.compile(r"[^\W\d_][\w'-]+")
REFUSED = ("may not", "would be wrong")  # with moves and the reasons against them
_PROSE = ("examples", "title", "text", "credits", "sheet", "chart")


def meaningless(
    example: doc.Mapping, composition: Composition, design: Design, compile: Compile
) -> Iterator[Diagnostic]:
    """Yield the moves that begin with a word which the mix doesn't have, and the reasons that it doesn't have."""
    named = {word for document in composition.documents for word in _vocabulary(document)}
    doubtful, reasons = list[tuple[Word, bool]](), list[Word]()
    for move, refused, reason in _moves(example):
        there = reason is None or reason.text not in NOT_THERE
        if there and _is_doubtful(move.text, named, design):
            doubtful.append((move, refused))
        if reason is not None and reason.text not in REASONS.values():
            reasons += [reason] if reason.text.rpartition(".")[2].casefold() not in named else []
    program = compile() if doubtful or reasons else None
    if program is None:
        return
    known = action_words(program)
    for move, refused in doubtful:
        if move.text.split()[0].casefold() not in known:
            yield unknown_move(program, move, refused).diagnostic
    for reason in reasons:
        try:
            check_reason(program, reason)
        except MalformedError as error:
            yield error.diagnostic


def _moves(example: doc.Mapping) -> Iterator[tuple[Word, bool, Word | None]]:
    """Yield the moves of an example, without the seats that make them, whether they can't be made, and the reason."""
    for step in steps(example):
        if isinstance(step, Word):
            yield Word(step.text.partition(": ")[2], step.span), False, None
    for entry in (entry for part in expectations(example) for entry in part.entries):
        key = " ".join(entry.key.value.split())
        if key in REFUSED:
            yield from ((move, True, reason) for move, reason in pairs(entry.value))
        elif key in MOVES:
            yield from ((move, False, None) for move in texts(entry.value))


def _is_doubtful(text: str, named: Collection[str], design: Design) -> bool:
    """True if a move begins with a word that is neither a card nor one of the documents."""
    first = _WORD.match(text)
    if first is None or in_signs(text, design).split()[:1] != [first[0]]:
        return False
    if design.face_named(first[0]) is not None or design.rank_named(first[0]) is not None:
        return False
    return first[0].casefold() not in named


@lru_cache(1_000)
def _vocabulary(document: Document) -> frozenset[str]:
    """Return the words of a document, except those of its examples and of texts for people."""
    words: set[str] = set()
    for node in doc.walk(document.node, _PROSE):
        values = [node.value] if isinstance(node, Scalar) else []
        keys = [entry.key.value for entry in node.entries] if isinstance(node, doc.Mapping) else []
        for text in (*values, *keys):
            words.update(word.casefold() for word in _WORD.findall(text))
    return frozenset(words)
