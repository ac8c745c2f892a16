"""Coverage in words: a table of the rulesets, then the parts that no example exercises, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from parlour.base.diagnostics import render_text
from parlour.coverage.figures import Figure, Figures, RulesetCoverage, gap, together

HEAD = ("own examples", "all examples")


def report(found: Sequence[RulesetCoverage], verbose: bool = False) -> str:
    """Return the coverage in words for people. With `verbose`, also the numbers by kind, the parts that only
    examples of others exercise, and the reasons why parts need no example."""
    lines = list(_table(found, verbose or len(found) == 1))
    for ruleset in found:
        for exercised in ruleset.exercised:
            if exercised.reason is None and (not exercised.all or (verbose and not exercised.own)):
                lines += ["", render_text((gap(exercised),))]
    ignored = [exercised for ruleset in found for exercised in ruleset.without_need()]
    if ignored:
        need = "part needs" if len(ignored) == 1 else "parts need"
        lines += ["", f"{len(ignored)} {need} no examples{', because' if verbose else ''}"]
    for exercised in ignored if verbose else ():
        lines.append(f"  {exercised.item.span.place}: {exercised.item.name}: {exercised.reason}")
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
