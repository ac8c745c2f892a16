"""How much of a ruleset the examples exercise, by kind, and which gaps remain, each with its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import wrap
from types import MappingProxyType

from parlour.base.diagnostics import Diagnostic, render_text
from parlour.coverage.items import KINDS, Item, Kind
from parlour.coverage.measuring import Coverage, Exercised
from parlour.documents.composition import Document

CODE = "uncovered"


def gap(exercised: Exercised) -> Diagnostic:
    """The finding about something that no example exercises, or none of the ruleset's own."""
    item = exercised.item
    by_others = " in its own examples" if exercised.all else ""
    return Diagnostic(CODE, f"{item.name}: {exercised.need.missing}{by_others}", item.span, "note")


def gaps(coverage: Coverage) -> tuple[Diagnostic, ...]:
    """The findings about everything that no example exercises."""
    return tuple(gap(e) for document in coverage.documents for e in coverage.of(document) if not e.all)


@dataclass(frozen=True)
class Figure:
    """The number of covered parts, and of all parts."""

    covered: int
    total: int

    def __add__(self, other: Figure) -> Figure:
        return Figure(self.covered + other.covered, self.total + other.total)

    @property
    def percent(self) -> int:
        """Return the percentage, rounded down, so that 100 means everything."""
        return 100 * self.covered // self.total if self.total else 100

    def reaches(self, percent: float) -> bool:
        return 100 * self.covered >= percent * self.total


NOTHING = Figure(0, 0)


@dataclass(frozen=True)
class Figures:
    """The coverage by the examples in the file of a ruleset itself, and by all examples that ran."""

    own: Figure = NOTHING
    all: Figure = NOTHING

    def __add__(self, other: Figures) -> Figures:
        return Figures(self.own + other.own, self.all + other.all)


@dataclass(frozen=True)
class RulesetCoverage:
    """The coverage of one ruleset. `alone`: its file has examples, so they have a number of their own."""

    document: Document
    exercised: tuple[Exercised, ...]
    alone: bool

    @property
    def figures(self) -> Figures:
        return self._counted(self.exercised)

    def by_kind(self) -> dict[Kind, Figures]:
        """Return the numbers by kind, without the kinds that the ruleset lacks."""
        kinds = ((kind, [e for e in self.exercised if e.item.kind == kind]) for kind in KINDS)
        return {kind: self._counted(exercised) for kind, exercised in kinds if exercised}

    def _counted(self, exercised: Sequence[Exercised]) -> Figures:
        needed = [e for e in exercised if e.reason is None]
        own = Figure(sum(bool(e.own) for e in needed), len(needed)) if self.alone else NOTHING
        return Figures(own, Figure(sum(bool(e.all) for e in needed), len(needed)))

    def gaps(self) -> tuple[Exercised, ...]:
        """The gaps: parts that no example exercises, although they need one."""
        return tuple(e for e in self.exercised if not e.all and e.reason is None)

    def without_need(self) -> tuple[Exercised, ...]:
        """The parts that need no example."""
        return tuple(e for e in self.exercised if e.reason is not None)

    def items(self) -> dict[Item, tuple[Exercised, ...]]:
        """The parts to exercise, item by item."""
        return {item: tuple(some) for item, some in groupby(self.exercised, key=lambda exercised: exercised.item)}


Reasons = Mapping[Diagnostic, str]
"""The reasons why some gaps have no example."""


def rulesets(coverage: Coverage, reasons: Reasons = MappingProxyType({})) -> tuple[RulesetCoverage, ...]:
    """The coverage of each ruleset, in their order."""
    files = {case.document.source.name for case in coverage.cases}
    judged = (
        tuple(e if e.all else replace(e, reason=reasons.get(gap(e))) for e in coverage.of(document))
        for document in coverage.documents
    )
    return tuple(RulesetCoverage(d, e, d.source.name in files) for d, e in zip(coverage.documents, judged, strict=True))


def together(coverages: Iterable[RulesetCoverage]) -> Figures:
    return sum((ruleset.figures for ruleset in coverages), Figures())


# ---------------------------------------------------------------- for people


def report(coverages: Sequence[RulesetCoverage], verbose: bool = False) -> str:
    """Return the coverage in words for people. With `verbose`, also the numbers by kind, the parts that only
    examples of others exercise, and the reasons why parts need no example."""
    lines = list(_table(coverages, verbose or len(coverages) == 1))
    for ruleset in coverages:
        for exercised in ruleset.exercised:
            if exercised.reason is None and (not exercised.all or (verbose and not exercised.own)):
                lines += ["", render_text((gap(exercised),))]
    ignored = [exercised for ruleset in coverages for exercised in ruleset.without_need()]
    if ignored:
        need = "part needs" if len(ignored) == 1 else "parts need"
        lines += ["", f"{len(ignored)} {need} no examples{', because' if verbose else ''}"]
    for exercised in ignored if verbose else ():
        lines.append(f"  {exercised.item.span.place}: {exercised.item.name}: {exercised.reason}")
    return "\n".join(lines)


def _table(coverages: Sequence[RulesetCoverage], kinds: bool) -> Iterator[str]:
    rows: list[tuple[str, Figures]] = []
    for ruleset in coverages:
        if len(coverages) > 1 and not ruleset.exercised:
            continue
        rows.append((ruleset.document.id, ruleset.figures))
        if kinds:
            rows += [(f"  {kind}", figures) for kind, figures in ruleset.by_kind().items()]
    if len(coverages) > 1:
        rows.append(("together", together(coverages)))
    nothing = [ruleset.document.id for ruleset in coverages if not ruleset.exercised]
    width = max(len(name) for name in ("coverage", *(name for name, _ in rows)))
    yield f"{'coverage':{width}}  {'own examples':>14}  {'all examples':>14}"
    for name, figures in rows:
        yield f"{name:{width}}  {_told(figures.own):>14}  {_told(figures.all):>14}".rstrip()
    if nothing and len(coverages) > 1:
        text = f"nothing to exercise: {', '.join(nothing)}"
        yield from wrap(text, 78, subsequent_indent="  ", break_on_hyphens=False)


def _told(figure: Figure) -> str:
    if not figure.total:
        return "–"
    return f"{figure.covered}/{figure.total} {figure.percent:>4} %"


# ---------------------------------------------------------------- for programs


def coverage_data(coverages: Sequence[RulesetCoverage]) -> dict[str, object]:
    """Coverage as plain data."""
    return {**_figures(together(coverages)), "rulesets": [_ruleset(ruleset) for ruleset in coverages]}


def _figures(figures: Figures) -> dict[str, object]:
    return {
        name: {"covered": figure.covered, "total": figure.total, "percent": figure.percent}
        for name, figure in (("own", figures.own), ("all", figures.all))
    }


def _ruleset(ruleset: RulesetCoverage) -> dict[str, object]:
    return {
        "id": ruleset.document.id,
        "file": ruleset.document.source.name,
        **_figures(ruleset.figures),
        "kinds": {kind: _figures(figures) for kind, figures in ruleset.by_kind().items()},
        "items": [
            {"kind": item.kind, "name": item.name, "at": item.span.data, "needs": [_need(e) for e in exercised]}
            for item, exercised in ruleset.items().items()
        ],
    }


def _need(exercised: Exercised) -> dict[str, object]:
    return {
        "missing": exercised.need.missing,
        "own": len(exercised.own),
        "all": len(exercised.all),
        "ignored": exercised.reason,
    }
