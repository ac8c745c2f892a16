"""The work of a run: rulesets with their mutants, in chunks that any process can do with the same result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.documents.composition import Document
from parlour.examples import Case, find_cases
from parlour.library.library import Library
from parlour.library.subjects import library_of, subjects
from parlour.mutation.judges import Bench, Gallery
from parlour.mutation.marks import ExampleMarks, Progress
from parlour.mutation.mutants import Mutant, Surroundings, mutants_of
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.syntax_edits import ZoneNames
from parlour.mutation.trials import Trials
from parlour.mutation.verdicts import Verdict

Done = tuple[list[Verdict], frozenset[str]]
"""The verdicts on a chunk, and the examples seen to fail without any mutant."""

CHUNK = 8  # mutants; examples that notice one are asked first about the next ones


@dataclass(frozen=True)
class MutationPlan:
    """The request, as plain data: another process can do the same work with it."""

    rulesets: tuple[str | Path, ...]
    examples: tuple[str | Path, ...]
    only: tuple[str, ...]  # operators and ids of mutants; empty: all
    sample: int | None  # mutants of each ruleset; None: all
    games: int
    seed: int
    trace: bool = True  # false: nothing is tried
    shuffled: bool = False  # chunks in an order by chance, so that the first ones are a sample


@dataclass(frozen=True)
class Target:
    """A ruleset to mutate, with the examples that have it."""

    document: Document
    bench: Bench
    mutants: tuple[Mutant, ...]

    @property
    def name(self) -> str:
        return self.document.id


@dataclass(frozen=True)
class Chunk:
    """Some mutants of a target, by their places in it."""

    target: int
    mutants: tuple[int, ...]


@dataclass
class Work:
    plan: MutationPlan
    gallery: Gallery
    targets: tuple[Target, ...]
    trials: dict[int, Trials] = field(default_factory=dict)

    @classmethod
    def of(cls, plan: MutationPlan, jobs: int = 1, progress: Progress = lambda done, of: None) -> Work:
        """Raises RulesetError if it can't read a ruleset or an example. Calls `progress` with the number of examples
        that it has played, and of all."""
        documents, gallery = _read(plan, jobs, progress)
        return cls(plan, gallery, tuple(_target(document, gallery, plan) for document in documents))

    @classmethod
    def of_each(cls, plan: MutationPlan, jobs: int = 1) -> Iterator[Work]:
        """Yield the work of each ruleset by itself. They share the mixes of the examples."""
        documents, gallery = _read(plan, jobs, lambda done, of: None)
        for document in documents:
            yield cls(plan, gallery, (_target(document, gallery, plan),))

    def chunks(self) -> list[Chunk]:
        found: list[Chunk] = []
        for number, target in enumerate(self.targets):
            places = list(range(len(target.mutants)))
            found += [Chunk(number, tuple(places[at : at + CHUNK])) for at in range(0, len(places), CHUNK)]
        if self.plan.shuffled:
            Random(self.plan.seed).shuffle(found)
        return found

    def do(self, chunk: Chunk) -> Done:
        """Try the mutants of a chunk."""
        target = self.targets[chunk.target]
        if chunk.target not in self.trials:
            self.trials.clear()  # chunks come by target, and a target's games take much memory
            self.trials[chunk.target] = Trials(self.gallery, target.bench, self.plan.games, self.plan.seed)
        trials = self.trials[chunk.target]
        trials.hearing.recent.clear()
        return [trials.try_mutant(target.mutants[at]) for at in chunk.mutants], frozenset(trials.hearing.failed)


def _read(plan: MutationPlan, jobs: int, progress: Progress) -> tuple[list[Document], Gallery]:
    library = library_of([*plan.rulesets, *plan.examples], Library.standard())
    mixes = MutatedMixes(library)
    unproved = MutatedMixes(library, proved=False)
    marks = ExampleMarks(unproved, jobs, progress)
    return _documents(plan, library), Gallery(mixes, _cases(plan, library), marks, unproved)


def _documents(plan: MutationPlan, library: Library) -> list[Document]:
    documents: dict[Path, Document] = {}
    problems: list[Diagnostic] = []
    for subject in subjects(plan.rulesets, library):
        problems += subject.problems
        if subject.document is not None and subject.document.kind not in ("examples", "deck"):
            documents.setdefault(subject.document.path, subject.document)
    if has_errors(problems):
        raise RulesetError(problems)
    return list(documents.values())


def _cases(plan: MutationPlan, library: Library) -> Sequence[Case]:
    """The examples of these rulesets and files, and all others that the library lists."""
    named, problems = find_cases([*plan.rulesets, *plan.examples], library)
    if has_errors(problems):
        raise RulesetError(problems)
    listed, _ = find_cases(None, library)
    known = {case.document.path for case in named}
    return [*named, *(case for case in listed if case.document.path not in known)]


def _target(document: Document, gallery: Gallery, plan: MutationPlan) -> Target:
    bench = gallery.bench(document, trace=plan.trace)
    composition = gallery.largest(bench)
    around = Surroundings.of(composition) if composition is not None else Surroundings(ZoneNames(), {}, ())
    mutants = mutants_of(document, around)
    if plan.only:
        mutants = tuple(mutant for mutant in mutants if mutant.operator in plan.only or mutant.id in plan.only)
    if plan.sample is not None and plan.sample < len(mutants):
        chosen = set(Random(f"{plan.seed} {document.id}").sample(range(len(mutants)), plan.sample))
        mutants = tuple(mutant for number, mutant in enumerate(mutants) if number in chosen)
    return Target(document, bench, mutants)
