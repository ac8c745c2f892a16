"""The examples that can notice a change to a document, in the order of their trials.

Only examples whose game passes the changed place can notice it. Those that exercise more of it come first: where a
clause decides, not only where it is judged. What few examples show counts more. Among equals, those of the document
come first, then those that name it, those of games that use it, and all others whose mix has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from parlour.coverage import Coverage
from parlour.coverage.marks import ExampleMarks
from parlour.documents import document as doc
from parlour.documents.composition import Document, Kind, scalars
from parlour.examples import Case
from parlour.examples.words import MalformedError
from parlour.library.library import Library, is_path
from parlour.mixing.recipes import Recipe
from parlour.mutation.document_edits import changes_sight
from parlour.mutation.edits import Edit, is_inside
from parlour.mutation.mutated_mixes import TrialMixes

GAMES: tuple[Kind, ...] = ("game", "frame")
BRINGS: tuple[tuple[str, tuple[Kind, ...]], ...] = (("extends", GAMES), ("uses", ("rule",)), ("switchable", ("rule",)))
"""The keys under which a document names others of its mix."""

TURN = 6  # examples of a mix that come before those of the next one
UNTRACED = ("drop-rule", "option", "setting")  # changes that reach every game
SEATING = ("players", "sides", "possible")  # sections about who can play
_SIGHT = (" sees", " does not see", " saw")  # the ends of keys that test what players see
_OWN, _NAMED, _USED, _OTHER = range(4)  # distances


@dataclass(frozen=True)
class MixedExample:
    """An example, its mix, and how far it is from the document: 0 for its own examples."""

    case: Case
    mix: Recipe
    distance: int

    @property
    def name(self) -> str:
        document = self.case.document
        return f"{document.id or document.path.name}: {self.case.name}"

    @property
    def tests_sight(self) -> bool:
        """True if the example tests what players see."""
        return any(key.endswith(_SIGHT) for node in doc.walk(self.case.node) for key in doc.keys_in(node))

    @property
    def tests_seating(self) -> bool:
        """True if the example is about who can play."""
        return self.case.node.get("refused") is not None or self.case.node.get("players") is not None


@dataclass(frozen=True)
class ExamplePool:
    """All examples of a document, and the parts of it that they reach."""

    document: Document
    all: tuple[MixedExample, ...]
    coverage: Coverage | None = field(repr=False)

    @cached_property
    def mixes(self) -> list[Recipe]:
        """Their mixes, those with the fewest house rules first."""
        return sorted(dict.fromkeys(each.mix for each in self.all), key=lambda mix: mix.changes)

    def reaching(self, change: Edit) -> list[MixedExample]:
        """Return those that can notice an edit, best ones first, but a few of each mix before more of the same."""
        shares = self._shares(change)
        turns: Counter[Recipe] = Counter()
        order: list[tuple[int, MixedExample]] = []
        for each in sorted(self.all, key=lambda each: (-shares.get(id(each), 0), each.distance)):
            if id(each) in shares:
                order.append((turns[each.mix] // TURN, each))
                turns[each.mix] += 1
        return [each for _, each in sorted(order, key=lambda pair: pair[0])]

    def _shares(self, change: Edit) -> Mapping[int, float]:
        """Return the part of the place that each exercises, by the identity of the example."""
        if changes_sight(change):
            return {id(each): 1 for each in self.all if each.tests_sight}
        span, reached = change.place, None
        # An action without `only if nothing else` is offered in games that don't look at it otherwise.
        offered = change.new == "" and not change.drops_entry
        if self.coverage is not None and change.operator not in UNTRACED and not offered:
            reached = self.coverage.reaching(self.document.source.name, span.start, span.end)
        if reached is None:
            sections = [self.document.node.get(key) for key in SEATING]
            seating = any(is_inside(change.span, node.span) for node in sections if node is not None)
            return {id(each): float(seating and each.tests_seating) for each in self.all}
        return {id(self.all[number]): share for number, share in reached.items()}


@dataclass
class BroughtDocuments:
    """Finds the documents that a mix can have, much faster than composing it."""

    _brought: dict[tuple[Library, str | Path, Path | None], frozenset[str]] = field(default_factory=dict)

    def of(self, mix: Recipe) -> frozenset[str]:
        """Return the ids of the documents that a mix can have, never too few."""
        names = ((mix.subject, GAMES), *((rule, ("rule",)) for rule in mix.with_))
        return frozenset().union(*(self._with_brought(mix.home, name, kinds, None) for name, kinds in names))

    def _with_brought(
        self, library: Library, name: str | Path, kinds: tuple[Kind, ...], beside: Path | None
    ) -> frozenset[str]:
        """Return the ids of a document and of all that it brings into a mix."""
        by_path = isinstance(name, Path) or is_path(name)
        key = library, name, beside if by_path else None
        if key not in self._brought:
            ids = self._brought[key] = frozenset((str(name),))  # of documents that name each other in a circle
            document, _ = library.find(name, kinds, None, beside)
            if document is not None:
                home = library.beside(document.path) if by_path else library.home(document.path)
                others = ((other, kind) for word, kind in BRINGS for other in document.strings(word))
                brought = (self._with_brought(home, other, kind, document.path.parent) for other, kind in others)
                ids = frozenset((document.id,)).union(*brought)
            self._brought[key] = ids
        return self._brought[key]


@dataclass
class Gallery:
    """All examples at hand, with their mixes and marks, for all documents."""

    mixes: TrialMixes
    cases: Sequence[Case]
    marks: ExampleMarks
    documents: BroughtDocuments = field(default_factory=BroughtDocuments)

    def pool(self, document: Document, trace: bool) -> ExamplePool:
        """Return the examples whose mix has the document. With `trace`, find what each of them reaches in it."""
        near: list[MixedExample] = []
        for case in self.cases:
            try:
                mix = self.mixes.mix(case)
            except MalformedError:
                continue  # `parlour test` reports it
            if document.id in self.documents.of(mix):
                program = self.mixes.compile(mix).program  # composing it would take ten times as long
                if program is not None and any(origin.path == document.source.name for origin in program.rules):
                    near.append(MixedExample(case, mix, _distance(case, mix, document)))
        near.sort(key=lambda each: each.distance)
        self.mixes.asked |= {id(each.case): each.mix for each in near}
        asked = [(each.case, each.mix) for each in near]
        coverage = self.marks.coverage(document, asked) if near and trace else None
        return ExamplePool(document, tuple(near), coverage)


def _distance(case: Case, mix: Recipe, document: Document) -> int:
    if case.document.path == document.path:
        return _OWN
    named = [item.value for key in ("in", "with") for item in scalars(case.node.get(key))]
    named += [key.partition(".")[0] for key in doc.keys_in(case.node.get("set"))]
    if document.id in named or case.beside == document.id or mix.subject == document.id:
        return _NAMED
    return _USED if document.id in case.document.strings("extends") or case.document.kind == "game" else _OTHER
