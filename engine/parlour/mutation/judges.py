"""The examples that can notice a change to a document, in the order of their trials.

Only examples whose game passes the changed place can notice it. Those that exercise more of it come first: where a
clause decides, not only where it is judged. What few examples show counts more. Among equals, those of the document
come first, then those that name it, those of games that use it, and all others whose mix has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.coverage import Coverage
from parlour.coverage.evidence import Point
from parlour.documents import document as doc
from parlour.documents.composition import Composition, Document, Kind, Use, scalars
from parlour.examples import Case
from parlour.examples.mixing import ExampleMix
from parlour.examples.words import MalformedError
from parlour.library.library import Library, is_path
from parlour.mixing.compose import compose
from parlour.mutation.marks import ExampleMarks
from parlour.mutation.mutants import Mutant
from parlour.mutation.mutated_mixes import MutatedMixes
from parlour.mutation.setting_edits import changes_sight

GAMES: tuple[Kind, ...] = ("game", "frame")
BRINGS: tuple[tuple[str, tuple[Kind, ...]], ...] = (("extends", GAMES), ("uses", ("rule",)), ("switchable", ("rule",)))
"""The keys under which a document names others of its mix."""


@dataclass
class MixedDocuments:
    """The documents that a mix can have, by their ids. Much faster than composing the mix, and never too few."""

    _brought: dict[tuple[Library, str | Path, Path | None], frozenset[str]] = field(default_factory=dict)

    def of(self, mix: ExampleMix) -> frozenset[str]:
        subject = self._by(mix.library, mix.subject, GAMES, None)
        return subject.union(*(self._by(mix.library, rule, ("rule",), None) for rule in mix.with_))

    def _by(self, library: Library, name: str | Path, kinds: tuple[Kind, ...], beside: Path | None) -> frozenset[str]:
        """Return the ids of a document and of all that it brings into a mix."""
        key = library, name, beside if isinstance(name, Path) or is_path(name) else None
        if key not in self._brought:
            self._brought[key] = frozenset((str(name),))  # of documents that name each other in a circle
            self._brought[key] = self._found(library, name, kinds, beside)
        return self._brought[key]

    def _found(
        self, library: Library, name: str | Path, kinds: tuple[Kind, ...], beside: Path | None
    ) -> frozenset[str]:
        document, _ = library.find(name, kinds, None, beside)
        if document is None:
            return frozenset((str(name),))
        home = library.beside(document.path) if isinstance(name, Path) or is_path(name) else library.home(document.path)
        others = ((other, kind) for key, kind in BRINGS for other in document.strings(key))
        brought = (self._by(home, other, kind, document.path.parent) for other, kind in others)
        return frozenset((document.id,)).union(*brought)


MOST_JUDGES = 2000
FROM_EACH = 12  # judges that each mix has before one has more
UNTRACED = ("drop-rule", "option", "setting")  # changes that reach every game
OFFERED = ("",)  # without `only if nothing else` an action is offered in games that don't look at it otherwise
SIGHT = (" sees", " does not see", " saw")  # the ends of keys that test what players see
_OWN, _NAMED, _USED, _OTHER = range(4)  # distances


@dataclass(frozen=True)
class Judge:
    """An example, its mix, and how far it is from the document: 0 for its own examples."""

    case: Case
    mix: ExampleMix
    distance: int

    @property
    def tests_sight(self) -> bool:
        """True if the example tests what players see."""
        inside = (node for node in doc.walk(self.case.node) if isinstance(node, doc.Mapping))
        return any(entry.key.value.endswith(SIGHT) for node in inside for entry in node.entries)


Order = Sequence[tuple[ExampleMix, list[Judge]]]
"""Mixes in the order in which a mutant meets them, each with the examples that reach it, perhaps none."""


@dataclass(frozen=True)
class Bench:
    """All judges of a document, and the parts of it that they reach."""

    document: Document
    judges: tuple[Judge, ...]
    asked: dict[int, ExampleMix] = field(repr=False)
    coverage: Coverage | None = field(repr=False)
    documents: Mapping[ExampleMix, frozenset[str]] = field(repr=False)
    """The ids of the documents of each mix."""

    def order(self, mutant: Mutant) -> list[tuple[ExampleMix, list[Judge]]]:
        reaching = self._reaching(mutant)
        near = reaching or {}
        scores = {id(judge): (-near.get(id(judge), 0), judge.distance) for judge in self.judges}
        by_mix: dict[ExampleMix, list[Judge]] = {}
        for judge in sorted(self.judges, key=lambda judge: scores[id(judge)]):
            judges = by_mix.setdefault(judge.mix, [])
            if reaching is None or id(judge) in reaching:
                judges.append(judge)
        return list(by_mix.items())

    def diverse(self, order: Order, beside: Order, most: int) -> Order:
        """Choose the mixes that exercise most of the document, and have most other documents, beyond the others and
        those `beside`."""
        if self.coverage is None:
            return order[:most]
        found = {id(judge): evidence.points for judge, evidence in zip(self.judges, self.coverage.found, strict=True)}

        def reach(item: tuple[ExampleMix, list[Judge]]) -> set[Point | str]:
            return {*self.documents[item[0]], *(point for judge in item[1] for point in found[id(judge)])}

        covered = {part for item in beside for part in reach(item)}
        left = [(item, reach(item)) for item in order]
        chosen: list[tuple[ExampleMix, list[Judge]]] = []
        while left and len(chosen) < most:
            best = max(range(len(left)), key=lambda number: len(left[number][1] - covered))
            item, points = left.pop(best)
            chosen.append(item)
            covered |= points
        return chosen

    def _reaching(self, mutant: Mutant) -> Mapping[int, float] | None:
        """Return the judges whose game passes the place, with the part of it that they exercise; None if that is
        unknown."""
        if changes_sight(mutant.edit):
            return {id(judge): 1 for judge in self.judges if judge.tests_sight}
        if self.coverage is None or mutant.operator in UNTRACED or mutant.edit.new in OFFERED:
            return None
        span = mutant.place
        numbers = self.coverage.reaching(self.document.source.name, span.start, span.end)
        return None if numbers is None else {id(self.judges[number]): share for number, share in numbers.items()}


@dataclass
class Gallery:
    """All examples at hand, with their mixes composed once for all documents."""

    mixes: MutatedMixes
    cases: Sequence[Case]
    marks: ExampleMarks
    unproved: MutatedMixes
    """These mixes as trials play them, to compare mutants with."""
    composed: dict[ExampleMix, Composition | None] = field(default_factory=dict)
    documents: MixedDocuments = field(default_factory=MixedDocuments)

    def bench(self, document: Document, trace: bool) -> Bench:
        """Return the examples whose mix has the document. With `trace`, find what each of them reaches in it."""
        judges: list[Judge] = []
        for case in self.cases:
            try:
                mix = self.mixes.mix(case)
            except MalformedError:
                continue  # `parlour test` reports it
            if document.id not in self.documents.of(mix):
                continue
            composition = self.composition(mix)
            if composition is None or all(d.path != document.path for d in composition.documents):
                continue
            distance = _distance(case, mix, document, composition.uses)
            judges.append(Judge(case, mix, distance))
        judges = _chosen(judges)
        asked = {id(judge.case): judge.mix for judge in judges}
        asked_about = [(judge.case, judge.mix) for judge in judges]
        coverage = self.marks.coverage(document, asked_about) if judges and trace else None
        documents = {judge.mix: self.documents.of(judge.mix) for judge in judges}
        return Bench(document, tuple(judges), asked, coverage, documents)

    def largest(self, bench: Bench) -> Composition | None:
        """Return the composition with the most documents among the mixes of some examples."""
        found = [self.composition(judge.mix) for judge in bench.judges]
        return max((c for c in found if c is not None), key=lambda c: len(c.documents), default=None)

    def composition(self, mix: ExampleMix) -> Composition | None:
        if mix not in self.composed:
            self.composed[mix] = compose(mix.library, mix.subject, mix.with_, mix.without, dict(mix.options))[0]
        return self.composed[mix]


def _chosen(judges: list[Judge]) -> list[Judge]:
    """The nearest judges, if there are many; among equals those of mixes with many examples, which cost less, but a
    few of every mix before more of the same."""
    sizes = Counter(judge.mix for judge in judges)
    number = {mix: place for place, mix in enumerate(sizes)}
    near = sorted(judges, key=lambda judge: (judge.distance, -sizes[judge.mix], number[judge.mix]))
    seen: Counter[ExampleMix] = Counter()
    turns: list[int] = []
    for judge in near:
        turns.append(seen[judge.mix] // FROM_EACH)
        seen[judge.mix] += 1
    kept = sorted(range(len(near)), key=lambda place: turns[place])[:MOST_JUDGES]
    return [near[place] for place in sorted(kept)]


def _distance(case: Case, mix: ExampleMix, document: Document, uses: Sequence[Use]) -> int:
    if case.document.path == document.path:
        return _OWN
    named = [item.value for key in ("in", "with") for item in scalars(case.node.get(key))]
    options = case.node.get("set")
    if isinstance(options, doc.Mapping):
        named += [entry.key.value.partition(".")[0] for entry in options.entries]
    if document.id in named or case.beside == document.id or mix.subject == document.id:
        return _NAMED
    own = any(use.rule.path == document.path and use.by is not None for use in uses)
    extended = case.document.strings("extends")
    return _USED if document.id in extended or (own and case.document.kind == "game") else _OTHER
