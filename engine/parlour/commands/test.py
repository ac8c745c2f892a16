"""`parlour test`: runs the examples in rulesets and in separate files, and reports their coverage."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence

from parlour.base.diagnostics import RulesetError, has_errors, render_text
from parlour.base.usage import UsageError
from parlour.coverage import TracedMixes, measure
from parlour.coverage.figures import CODE, coverage_data, gaps, report, rulesets, together
from parlour.coverage.page import page
from parlour.coverage.related import examples_on, without_repeats
from parlour.documents.composition import Document
from parlour.examples import Case, Mixes, find_cases, render, run_case, to_json
from parlour.library.library import Library
from parlour.library.subjects import library_of, subjects
from parlour.mixing.mix_line import is_line
from parlour.mixing.recipes import Recipe
from parlour.reporting.suppressions import sift
from parlour.terminal.console import Console
from parlour.terminal.files import PAGE, place_for, write


def run(asked: Namespace, console: Console) -> int:
    asked.subjects = [name for subject in asked.subjects for name in _rulesets_of(subject)]
    library = library_of(asked.subjects, Library.standard())
    cases, problems = find_cases(asked.subjects or None, library)
    if has_errors(problems):
        raise RulesetError(problems)
    covers = asked.coverage or asked.html is not None or asked.least is not None
    documents = _documents(asked.subjects, library) if covers else ()
    if covers:
        frames = [document for document in documents if document.kind == "frame"]
        cases = without_repeats((*cases, *examples_on(frames if asked.subjects else (), library)))
    chosen = tuple(case for case in cases if asked.words.casefold() in case.name.casefold())
    if not chosen:
        if asked.format == "json":
            console.say_json({"examples": [], "coverage": None} if covers else [])
        else:
            console.say(render(()))
        has = f"none of the {len(cases)} examples has `{asked.words}` in its name" if cases else "no examples found"
        raise UsageError(has + (f" in {', '.join(map(str, asked.subjects))}" if asked.subjects else ""))
    if covers:
        return _covered(asked, documents, chosen, library, console)
    mixes = Mixes(library)
    results = []
    for number, case in enumerate(chosen):
        console.busy(f"{number}/{len(chosen)} {case.document.id}: {case.name}")
        results.append(run_case(case, mixes))
    if asked.format == "json":
        console.say_json(json.loads(to_json(results)))
    else:
        console.say(render(results, asked.verbose))
    return 0 if all(result.passed for result in results) else 1


def _rulesets_of(subject: str) -> Sequence[str]:
    """Return the game of a mix in one line and the rules that it adds; return anything else unchanged."""
    if not is_line(subject):
        return (subject,)
    mix = Recipe.of(subject, (), (), {})
    with mix.line.places():
        composition, problems = mix.composed()
        if composition is None:
            raise RulesetError(problems)
    return (mix.line.subject, *mix.line.with_)


# ---------------------------------------------------------------- coverage


def _documents(names: Sequence[str], library: Library) -> tuple[Document, ...]:
    """Return the rulesets that have coverage. Files of examples and decks have nothing to exercise."""
    every = (subject.document for subject in subjects(names, library))
    return tuple({d.source.name: d for d in every if d is not None and d.kind not in ("examples", "deck")}.values())


def _covered(
    asked: Namespace, documents: Sequence[Document], cases: Sequence[Case], library: Library, console: Console
) -> int:
    place = place_for(PAGE, asked.html)

    def progress(number: int) -> None:
        console.busy(f"{number}/{len(cases)} {cases[number].document.id}: {cases[number].name}")

    coverage = measure(documents, cases, TracedMixes(library), progress)
    sifted = sift(gaps(coverage), [document.source for document in documents], {CODE})
    covered = rulesets(coverage, {ignored.finding: ignored.by.reason for ignored in sifted.ignored})
    if asked.format == "json":
        console.say_json({"examples": json.loads(to_json(coverage.results)), "coverage": coverage_data(covered)})
    else:
        console.say(render(coverage.results, asked.verbose))
        console.say()
        console.say(report(covered, asked.verbose))
        comments = [finding for finding in sifted.reported if finding.code != CODE]
        if comments:
            console.say("\n" + render_text(comments))
    if place is not None:
        console.tell(write(place, page(coverage, covered), PAGE))
    figure = together(covered).all
    enough = asked.least is None or figure.reaches(asked.least)
    if not enough:
        console.tell(f"coverage is {figure.percent} %, expected at least {asked.least} %")
    return 0 if enough and all(result.passed for result in coverage.results) else 1
