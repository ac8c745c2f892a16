"""The report as a single HTML file without dependencies. A click on a cell of the matrix opens its witness."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from parlour.clashes.pair_results import KINDS
from parlour.clashes.report import Report, legend, not_compared, summary

_STYLE = """
:root { color-scheme: light dark; --line: #8886; --grave: #c33; --light: #b80; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 70rem; padding: 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
td, th { border: 1px solid var(--line); min-width: 1.7em; padding: .15em .3em; text-align: center; }
th.rule { text-align: left; white-space: nowrap; font-weight: normal; }
td a { color: #fff; background: var(--grave); border-radius: .2em; display: block; text-decoration: none; }
td a.light { background: var(--light); }
pre { background: #8882; overflow-x: auto; padding: .7em; }
details { border-top: 1px solid var(--line); padding: .4em 0; }
details:target { background: #fd03; }
summary { cursor: pointer; }
"""
# Opens the witness that the address names; without scripts the reader opens it with a second click.
_SCRIPT = """
const open = () => { const there = document.getElementById(location.hash.slice(1)); if (there) there.open = true; };
addEventListener("hashchange", open); open();
"""
_GRAVE = ("incompatible", "dead", "undone", "overridden", "both-ask")


def page(report: Report) -> str:
    """Return the page as HTML."""
    title = escape(f"Clashes: {report.subject}")
    parts = [
        "<!doctype html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title><style>{_STYLE}</style></head><body>", f"<h1>{title}</h1>",
        f"<p>{escape(summary(report))}</p>", '<div class="wide">', *_matrix(report), "</div>", *_legend(report),
        "<h2>Clashes</h2>", *_clashes(report), *_advice(report), *_not_compared(report),
        f"<script>{_SCRIPT}</script></body></html>",
    ]  # fmt: skip
    return "\n".join(parts) + "\n"


def _matrix(report: Report) -> Iterator[str]:
    ids = list(report.titles)
    yield "<table><tr><th></th>" + "".join(f"<th>{n}</th>" for n in range(1, len(ids))) + "</tr>"
    for n, row in enumerate(ids, 1):
        cells = "".join(_cell(report, row, column) for column in ids[: n - 1])
        yield f'<tr><th class="rule">{n}. {escape(report.titles[row])} <code>{escape(row)}</code></th>{cells}</tr>'
    yield "</table>"


def _cell(report: Report, row: str, column: str) -> str:
    sign = escape(report.sign(row, column))
    result = report.results.get((min(row, column), max(row, column)))
    title = escape(f"{report.titles[row]} and {report.titles[column]}")
    if result is None or not result.clashes:
        return f'<td title="{title}">{sign}</td>'
    light = "" if any(kind in _GRAVE for kind in result.kinds) else ' class="light"'
    name = _anchor(result.clashes[0].rules, result.clashes[0].kind)
    return f'<td title="{title}"><a{light} href="#{name}">{sign}</a></td>'


def _anchor(rules: tuple[str, str], kind: str) -> str:
    return escape(f"{rules[0]}.{rules[1]}.{kind}")


def _legend(report: Report) -> Iterator[str]:
    used = {sign for rules in report.results for sign in report.sign(*rules)}
    items = [f"<li><b>{sign}</b> {escape(meaning)}" for sign, meaning in legend(used)]
    if items:
        yield f"<ul>{''.join(items)}</ul>"


def _clashes(report: Report) -> Iterator[str]:
    if not report.clashes:
        yield "<p>None.</p>"
    for clash in report.clashes:
        rules = " and ".join(escape(report.titles[rule]) for rule in clash.rules)
        told = escape(f"{clash.told[0].upper()}{clash.told[1:]}.")
        yield f'<details id="{_anchor(clash.rules, clash.kind)}">'
        yield f"<summary><b>{escape(KINDS[clash.kind].title)}</b>: {rules}. {told}</summary>"
        if clash.remedy:
            yield f"<p>Help: {escape(clash.remedy)}</p>"
        games = report.games_of(clash.rules)
        if games:
            yield f"<p>Games with both rules: {escape(', '.join(games))}</p>"
        if clash.witness:
            yield f"<pre>{escape('examples:' + chr(10) + clash.witness)}</pre>"
        yield "</details>"


def _advice(report: Report) -> Iterator[str]:
    for kind, heading in (("not-stated", "Derived, but not stated"), ("not-derived", "Stated, but not derived")):
        found = [difference for difference in report.differences if difference.kind == kind]
        if found:
            yield f"<h2>{heading}</h2><ul>"
            yield from (f"<li>{escape(d.message)} ({escape(d.key)})" for d in found)
            yield "</ul>"


def _not_compared(report: Report) -> Iterator[str]:
    said = [*not_compared(report)]
    if said:
        yield f"<h2>{escape(said[0].rstrip(':').capitalize())}</h2><ul>"
        yield from (f"<li>{escape(reason.strip())}" for reason in said[1:])
        yield "</ul>"
