"""Plays examples under a trace, and finds the parts that each of them exercises."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from parlour.base.source import Span
from parlour.coverage.evidence import Evidence, EvidenceIndex, real
from parlour.coverage.items import Item, Need
from parlour.coverage.reading import items_of
from parlour.documents.composition import Document
from parlour.examples.case_runner import run_case
from parlour.examples.finding import Case
from parlour.examples.mixes import Mixes
from parlour.examples.results import CaseResult
from parlour.mixing.bot_functions import bot_functions
from parlour.mixing.recipes import Recipe
from parlour.program import Program
from parlour.states.state import Table
from parlour.table.tracing import Trace, TraceMark


@dataclass
class TracedMixes(Mixes):
    """Makes tables whose play leaves marks."""

    trace: Trace = field(default_factory=Trace)
    program: Program | None = None
    """The one of the last mix with a table."""

    def table(self, mix: Recipe, players: int | None) -> Table:
        self.program = self.game(mix).program
        return super().table(mix, players)

    @property
    def set_table(self) -> Callable[[Program, int], Table]:
        return partial(Table.of, trace=self.trace)

    def taken(self) -> tuple[TraceMark, ...]:
        """Return the marks since the last call, and begin again."""
        return tuple(self.trace.marks[number] for number in self.trace.taken())


@dataclass(frozen=True)
class Exercised:
    """One need of an item, and the examples that satisfy it, by their numbers."""

    item: Item
    need: Need
    own: frozenset[int]
    """Those in the file of the item."""
    all: frozenset[int]
    reason: str | None = None
    """The reason why it needs no example, if the ruleset gives one."""


@dataclass(frozen=True, eq=False)
class Coverage:
    """Documents with their items, and the examples that exercise them. The numbers of examples follow the order of
    `cases`. `results` is empty where nobody needs them."""

    documents: tuple[Document, ...]
    cases: tuple[Case, ...]
    results: tuple[CaseResult, ...]
    items: tuple[Item, ...]
    evidence: tuple[Evidence, ...]
    """For each example."""

    def of(self, document: Document) -> tuple[Exercised, ...]:
        """Return the parts of a document to exercise, in the order of its text."""
        return self._by_file.get(document.source.name, ())

    def reaching(self, file: str, start: int, end: int) -> Mapping[int, float] | None:
        """The examples that can notice a change of `text[start:end]` in a file. They reach the smallest item around it,
        by all conditions on the way; each comes with the needs of the item that it satisfies: the fewer examples
        satisfy one, the more it counts. None where no item is around it, so that any example can."""

        def has(span: Span) -> bool:
            return span.start <= start and end <= span.end

        around = [item for item in self.items if has(item.extent) and real(item.span.source.name) == real(file)]
        if not around:
            return None
        nearest = min(around, key=lambda item: item.extent.end - item.extent.start)
        reached = self._showing(nearest)
        for need in (need for item in around for need in item.needs):
            if need.decides is not None and has(need.decides):
                reached &= self._showing(need)
        shares = dict.fromkeys(reached, 0.0)
        for examples in map(self._showing, nearest.needs):
            for example in examples & reached:
                shares[example] += 1 / len(examples)
        return shares

    def _showing(self, part: Item | Need) -> frozenset[int]:
        """Return the examples that reach an item, or satisfy a need."""
        return frozenset(self._examples.get(part, ()))

    @cached_property
    def _examples(self) -> dict[Item | Need, set[int]]:
        examples: dict[Item | Need, set[int]] = {}
        for number, parts in enumerate(self.evidence):
            for part in parts:
                examples.setdefault(part, set()).add(number)
        return examples

    @cached_property
    def _by_file(self) -> dict[str, tuple[Exercised, ...]]:
        own: dict[str, set[int]] = {}
        for number, case in enumerate(self.cases):
            own.setdefault(real(case.document.source.name), set()).add(number)
        by_file: dict[str, list[Exercised]] = {}
        for item in self.items:
            file = item.span.source.name
            for need in item.needs:
                examples = self._showing(need)
                exercised = Exercised(item, need, examples & own.get(real(file), set()), examples)
                by_file.setdefault(file, []).append(exercised)
        return {file: tuple(exercised) for file, exercised in by_file.items()}


Marked = tuple[Iterable[TraceMark], Program | None]
"""The marks that an example has left, and the Program of its mix."""


def traced(case: Case, mixes: TracedMixes) -> tuple[CaseResult, Marked]:
    """Play an example under a trace."""
    mixes.program = None
    result = run_case(case, mixes)
    return result, (mixes.taken(), mixes.program)


def measure(
    documents: Sequence[Document],
    cases: Sequence[Case],
    mixes: TracedMixes,
    progress: Callable[[int], None] = lambda done: None,
) -> Coverage:
    """Play examples, and return the coverage of some documents. Calls `progress` before each example."""
    results: list[CaseResult] = []
    played: list[Marked] = []
    for number, case in enumerate(cases):
        progress(number)
        result, marked = traced(case, mixes)
        results.append(result)
        played.append(marked)
    return replace(coverage_of(documents, cases, played), results=tuple(results))


def coverage_of(documents: Sequence[Document], cases: Sequence[Case], played: Iterable[Marked]) -> Coverage:
    """Return the coverage of some documents, from their played examples, without the results of these."""
    for_bots = bot_functions(documents)
    items = tuple(item for document in documents for item in items_of(document, for_bots))
    index = EvidenceIndex(items)
    of_examples: list[Evidence] = []
    of_mixes: dict[int, Evidence] = {}  # by the id of a Program, which `played` keeps alive
    for marks, program in played:
        evidence = index.of_marks(marks)
        if program is not None:
            if id(program) not in of_mixes:
                of_mixes[id(program)] = index.of_mix(program)
            evidence |= of_mixes[id(program)]
        of_examples.append(evidence)
    return Coverage(tuple(documents), tuple(cases), (), items, tuple(of_examples))
