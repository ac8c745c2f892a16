"""`parlour clashes`: which rules of a family or game work against each other, and in which position."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence

from parlour.base.diagnostics import RulesetError, did_you_mean, has_errors, listing
from parlour.base.usage import UsageError
from parlour.commands.arguments import several
from parlour.comparison.advice import differences, stated
from parlour.comparison.clash_report import Report, data, lines, page
from parlour.comparison.pair_results import PairResult
from parlour.comparison.workers import Job, results
from parlour.documents.composition import Document, Kind
from parlour.library.library import Library, is_path
from parlour.library.subjects import library_of
from parlour.mixing.families import games_with, pairs_of, rules_of
from parlour.terminal.console import Console
from parlour.terminal.files import PAGE, place_for, write
from parlour.terminal.stopping import Stopped


def run(asked: Namespace, console: Console) -> int:
    place = place_for(PAGE, asked.html)
    library = library_of([asked.subject], Library.standard())
    subject = _known(asked.subject, ("frame", "game"), library)
    if isinstance(asked.subject, str) and is_path(asked.subject):
        library = library.beside(subject.path)
    added, library = _named(several(asked.with_), library)
    named, library = _named(asked.rules, library)
    rules = {rule.id: rule for rule in rules_of(subject, library)}
    _check_family((*added, *named), rules, subject)
    rules |= {rule.id: rule for rule in (*added, *named)}
    pairs = _pairs([*rules], added, named)
    if not pairs:
        raise UsageError(f"`{subject.id}` has fewer than two rules to compare")
    reference = subject.path if subject.kind == "game" else subject.id
    compared, stopped = _compared(asked, Job(reference, library.folders), pairs, console)
    report = _report(subject, library, rules, compared)
    whole = asked.witnesses or len(compared) == 1
    console.report(asked.json, lambda: data(report, stopped), lambda: lines(report, whole))
    if place is not None:
        console.tell(write(place, page(report), PAGE))
    if stopped:
        console.tell(f"stopped after {len(compared)} of {len(pairs)} pairs; the next run continues there")
        raise Stopped
    return 0


def _pairs(rules: list[str], added: Sequence[Document], named: Sequence[Document]) -> list[tuple[str, str]]:
    """Return the pairs of several named rules, those with one named rule or with added rules, or all pairs. With named
    and added rules, return the pairs of an added one with any of them."""
    if named and added:
        return pairs_of([*{rule.id: rule for rule in (*named, *added)}], {rule.id for rule in added}, 1)
    if named:
        return pairs_of(rules, {rule.id for rule in named}, 1 if len(named) == 1 else 2)
    return pairs_of(rules, {rule.id for rule in added}, 1 if added else 0)


def _known(name: str, kinds: Sequence[Kind], library: Library) -> Document:
    document, problems = library.find(name, kinds)
    if document is None or has_errors(problems):
        raise RulesetError(problems)
    return document


def _named(names: Sequence[str], library: Library) -> tuple[list[Document], Library]:
    """Return the rules with these ids or in these files, and a library that finds them by their ids."""
    rules = [_known(name, ("rule",), library) for name in names]
    return rules, library.including([rule.path for rule in rules if not library.has(rule)])


def _check_family(named: Iterable[Document], rules: Mapping[str, Document], subject: Document) -> None:
    """Raise UsageError for a rule of another family. A game can be compared with rules that it doesn't use."""
    for rule in named if subject.kind == "frame" else ():
        if rule.id not in rules:
            help = did_you_mean(rule.id, [*rules]) or (f"its rules are {listing([*rules], 'and')}" if rules else None)
            raise UsageError(f"`{rule.id}` isn't a rule of the family `{subject.id}`", help)


def _compared(
    asked: Namespace, job: Job, pairs: list[tuple[str, str]], console: Console
) -> tuple[dict[tuple[str, str], PairResult], bool]:
    """Return the results of the pairs, and whether somebody stopped the search."""
    compared: dict[tuple[str, str], PairResult] = {}
    stopped = False
    doing = results(job, pairs, asked.jobs, asked.cluster)
    try:
        console.busy(f"0/{len(pairs)} pairs")
        for result in doing:
            compared[result.rules] = result
            clashing = sum(bool(each.clashes) for each in compared.values())
            console.busy(f"{len(compared)}/{len(pairs)} pairs, {clashing} clash")
    except KeyboardInterrupt:
        stopped = True
    finally:
        doing.close()
    return {pair: compared[pair] for pair in pairs if pair in compared}, stopped


def _report(
    subject: Document, library: Library, rules: dict[str, Document], compared: dict[tuple[str, str], PairResult]
) -> Report:
    titles = {id: rules[id].title for id in sorted({id for pair in compared for id in pair} & rules.keys())}
    differing = tuple(
        difference
        for (one, other), result in compared.items()
        for difference in differences(result, stated(rules[one], rules[other], rules))
    )
    return Report(subject.id, titles, compared, games_with(library, subject), differing)
