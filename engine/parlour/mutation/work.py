"""The work of a run: rulesets with their mutants, in chunks that several processes share."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random

from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors
from parlour.base.parallel import workers
from parlour.coverage.marks import ExampleMarks, Progress
from parlour.coverage.related import examples_on
from parlour.documents.composition import Document
from parlour.examples import Case, find_cases
from parlour.library.library import Library, frames_of
from parlour.library.subjects import library_of, subjects
from parlour.library.travelling import WithRulesets
from parlour.mutation.example_pool import ExamplePool, Gallery
from parlour.mutation.mutants import Mutant, Surroundings, Verdict, mutants_of
from parlour.mutation.mutated_mixes import TrialMixes
from parlour.mutation.trials import Trials

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
    pool: ExamplePool
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
    stopped: bool = False

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
        chunks: list[Chunk] = []
        for number, target in enumerate(self.targets):
            places = list(range(len(target.mutants)))
            chunks += [Chunk(number, tuple(places[at : at + CHUNK])) for at in range(0, len(places), CHUNK)]
        if self.plan.shuffled:
            Random(self.plan.seed).shuffle(chunks)
        return chunks

    def do(self, chunk: Chunk) -> Done:
        """Try the mutants of a chunk. Ctrl-C leaves out the rest of them."""
        mutants, trials = self.targets[chunk.target].mutants, self.trials_of(chunk.target)
        trials.recent.clear()
        verdicts: list[Verdict] = []
        try:
            for at in chunk.mutants:
                verdicts.append(trials.try_mutant(mutants[at]))
        except KeyboardInterrupt:
            self.stopped = True
        return verdicts, frozenset(trials.failed)

    def trials_of(self, target: int) -> Trials:
        if target not in self.trials:
            self.trials.clear()  # chunks come by target, and a target's games take much memory
            pool = self.targets[target].pool
            self.trials[target] = Trials(self.gallery.mixes, self.gallery.marks, pool, self.plan.games, self.plan.seed)
        return self.trials[target]


def _read(plan: MutationPlan, jobs: int, progress: Progress) -> tuple[list[Document], Gallery]:
    library = library_of([*plan.rulesets, *plan.examples], Library.standard())
    mixes, documents = TrialMixes(library), _documents(plan, library)
    frames = [frame for document in documents for frame in frames_of(document, library) if frame.kind == "frame"]
    cases = _cases(plan, frames, library)
    return documents, Gallery(mixes, cases, ExampleMarks(mixes, jobs, progress))


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


def _cases(plan: MutationPlan, frames: Sequence[Document], library: Library) -> Sequence[Case]:
    """The examples of these rulesets and files, and all others for these frames."""
    named, problems = find_cases([*plan.rulesets, *plan.examples], library)
    if has_errors(problems):
        raise RulesetError(problems)
    known = {case.document.path for case in named}
    return [*named, *(case for case in examples_on(frames, library) if case.document.path not in known)]


def _target(document: Document, gallery: Gallery, plan: MutationPlan) -> Target:
    pool = gallery.pool(document, trace=plan.trace)
    compiled = [gallery.mixes.compile(mix) for mix in pool.mixes]
    largest = max(compiled, key=lambda each: len(each.program.rules) if each.program else 0, default=None)
    composition = largest.composition if largest is not None else None
    mutants = mutants_of(document, Surroundings.of(composition) if composition is not None else Surroundings())
    if plan.only:
        mutants = tuple(mutant for mutant in mutants if mutant.edit.operator in plan.only or mutant.id in plan.only)
    if plan.sample is not None and plan.sample < len(mutants):
        chosen = set(Random(f"{plan.seed} {document.id}").sample(range(len(mutants)), plan.sample))
        mutants = tuple(mutant for number, mutant in enumerate(mutants) if number in chosen)
    return Target(document, pool, mutants)


# ---------------------------------------------------------------- processes


class _Doer:
    """Does the chunks of a work. A process that gets it from another one reads the same rulesets first."""

    def __init__(self, plan: MutationPlan, work: Work | None = None) -> None:
        self._plan = plan
        self._work = work

    def __call__(self, chunk: Chunk) -> Done:
        if self._work is None:
            self._work = Work.of(self._plan)
        return self._work.do(chunk)

    def __reduce__(self) -> tuple[object, ...]:
        return _Doer, (self._plan,)


def results(work: Work, jobs: int, cluster: str | None = None) -> Generator[tuple[Chunk, Done], None, None]:
    """Yield each chunk with its verdicts. Leaving the loop early stops the processes. Raises ClusterError.

    If a process dies, tries its mutants one at a time. One that ends its process again gets a verdict.
    """

    def lost(chunk: Chunk) -> Done:
        if len(chunk.mutants) == 1:
            mutant = work.targets[chunk.target].mutants[chunk.mutants[0]]
            return [Verdict(mutant.id, "killed", by="the process that ran its examples ended")], frozenset()
        alone = [Chunk(chunk.target, (at,)) for at in chunk.mutants]
        parts = [done for _, done in those.results(alone, lost=lost)]
        return [verdict for verdicts, _ in parts for verdict in verdicts], frozenset().union(*(f for _, f in parts))

    chunks, gallery = work.chunks(), work.gallery
    documents = {target.document for target in work.targets} | {case.document for case in gallery.cases}
    do = WithRulesets(_Doer(work.plan, work), gallery.mixes.library, [document.path for document in documents])
    with workers(do, min(jobs, len(chunks) or 1), cluster) as those:
        yield from those.results(chunks, inf, lost=lost)
