"""Coverage in words: a table of the rulesets, then what no example exercises, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from parlour.base.excerpts import excerpt
from parlour.coverage.figures import Figure, Figures, RulesetCoverage, rulesets, together
from parlour.coverage.measuring import Coverage, Exercised

HEAD = ("own examples", "all examples")


def report(coverage: Coverage, verbose: bool = False) -> str:
    """Coverage for people. With `verbose`, also the figures by kind, and what only examples of others exercise."""
    found = rulesets(coverage)
    lines = list(_table(found, verbose or len(found) == 1))
    for ruleset in found:
        for exercised in ruleset.exercised:
            if not exercised.all or (verbose and not exercised.own):
                lines += ["", *_gap(exercised)]
    return "\n".join(lines)


def _table(found: Sequence[RulesetCoverage], kinds: bool) -> Iterator[str]:
    rows: list[tuple[str, Figures]] = []
    for ruleset in found:
        if len(found) > 1 and not ruleset.exercised:
            continue
        rows.append((ruleset.document.id, ruleset.figures))
        if kinds:
            rows += [(f"  {kind}", figures) for kind, figures in ruleset.by_kind().items()]
    if len(found) > 1:
        rows.append(("together", together(found)))
    nothing = [ruleset.document.id for ruleset in found if not ruleset.exercised]
    width = max(len(name) for name in ("coverage", *(name for name, _ in rows)))
    yield f"{'coverage':{width}}  {HEAD[0]:>14}  {HEAD[1]:>14}"
    for name, figures in rows:
        yield f"{name:{width}}  {_told(figures.own):>14}  {_told(figures.all):>14}".rstrip()
    if nothing and len(found) > 1:
        text = f"nothing to exercise: {', '.join(nothing)}"
        yield from wrap(text, 78, subsequent_indent="  ", break_on_hyphens=False)


def _told(figure: Figure) -> str:
    if not figure.total:
        return "–"
    return f"{figure.covered}/{figure.total} {figure.percent:>4} %"


def _gap(exercised: Exercised) -> Iterator[str]:
    item = exercised.item
    by_others = " in its own examples" if exercised.all else ""
    yield f"{item.span.place}: {item.name}: {exercised.need.missing}{by_others}"
    yield from excerpt(item.span)
