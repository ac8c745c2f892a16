"""Everything that a search for clashes reports, as text, as data and as a page."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from parlour.base import html_page
from parlour.base.printable import capitalised, picked
from parlour.comparison.advice import TELLING, AdviceDifference
from parlour.comparison.pair_results import KINDS, Clash, PairResult

NEEDED, SAME_GROUP, NOT_COMPARED, NOTHING = "n", "g", "?", "·"
REASONS = {
    "needed": "one needs the other",
    "group": "same group: a mix can have only one of them",
    "no-game": "no game without one of them",
    "other-table": "one of them changes the pack or the number of players",
    "no-mix": "one of them works in no mix of this comparison; `parlour check RULE` says why",
    "no-positions": "no example has a position that shows them",
}
"""Why pairs weren't compared, by status."""


@dataclass(frozen=True)
class Report:
    """`titles` has the titles of the rules in the order of the matrix; `games` the rules that each game uses."""

    subject: str
    titles: Mapping[str, str]
    results: Mapping[tuple[str, str], PairResult]
    games: Mapping[str, frozenset[str]]
    differences: tuple[AdviceDifference, ...]

    @property
    def clashes(self) -> list[Clash]:
        """All clashes, the gravest kinds first."""
        order = list(KINDS)
        clashes = [clash for result in self.results.values() for clash in result.clashes]
        return sorted(clashes, key=lambda clash: (order.index(clash.kind), clash.rules))

    def reason(self, result: PairResult) -> str | None:
        """Return why a pair wasn't compared, a key of `REASONS`; None if it was."""
        if result.clashes or result.status == "compared":
            return None
        return result.status

    def sign(self, one: str, other: str) -> str:
        """Return the letters for two rules in the matrix."""
        pair = (one, other) if one < other else (other, one)
        result = self.results.get(pair)
        if result is None:
            return " "
        if result.clashes:
            return "".join(KINDS[kind].letter for kind in result.kinds)
        return {"needed": NEEDED, "group": SAME_GROUP, "compared": NOTHING}.get(result.status, NOT_COMPARED)

    def games_of(self, rules: Sequence[str]) -> list[str]:
        return [game for game, used in self.games.items() if {*rules} <= used]


def matrix(report: Report) -> Iterator[str]:
    """Return the matrix of rules; each row begins with a number and ends with the id of its rule."""
    ids = list(report.titles)
    signs = {(a, b): report.sign(a, b)[:1] for a in ids for b in ids if a != b}
    width = 3
    yield "    " + "".join(f"{n:>{width}}" for n in range(1, len(ids)))
    for n, row in enumerate(ids, 1):
        cells = "".join(f"{signs[row, column]:>{width}}" for column in ids[: n - 1])
        yield f"{n:>3} {cells}{' ' if cells else ''} {row}"
    yield ""
    yield from (f"  {sign}  {meaning}" for sign, meaning in legend({*signs.values()}))


def legend(used: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the signs of a matrix, with their meaning."""
    kinds = [(kind.letter, f"{kind.title}: {kind.meaning}") for kind in KINDS.values()]
    others = ((NEEDED, REASONS["needed"]), (SAME_GROUP, REASONS["group"]), (NOT_COMPARED, "not compared, see below"))
    yield from (entry for entry in (*kinds, *others, (NOTHING, "no clash")) if entry[0] in used)


def lines(report: Report, witnesses: bool) -> Iterator[str]:
    """Return the whole report for a terminal."""
    if len(report.titles) > 2 and not set(report.titles).intersection(*report.results):
        yield from matrix(report)  # of one rule with others, it would be nearly empty
        yield ""
    for clash in report.clashes:
        games = report.games_of(clash.rules)
        there = f" (in {', '.join(games)})" if games else ""
        yield f"{KINDS[clash.kind].title}: {', '.join(clash.rules)}{there}"
        yield f"  {clash.message}"
        if clash.remedy:
            yield f"  help: {clash.remedy}"
        if witnesses and clash.witness:
            yield ""
            yield from (f"    {line}" for line in clash.witness.splitlines())
            yield ""
    rest = [*sections(report)]
    for number, (heading, items) in enumerate(rest):
        yield from ("",) if number or report.clashes else ()
        yield from (f"{heading}:", *(f"  {item}" for item in items))
    yield from ("",) if rest else ()
    yield summary(report)


def sections(report: Report) -> Iterator[tuple[str, list[str]]]:
    """Yield what else the report says, with headings: clashes without relations, relations without clashes, and the
    number of pairs that weren't compared for each reason, with the rules that are the reason."""
    differences = report.differences
    unstated = [f"{d.message} ({d.key})" for d in differences if d.kind == "not-stated"]
    underived = [d.message for d in differences if d.kind == "not-derived"]
    lacking: dict[str, list[PairResult]] = {}
    for result in report.results.values():
        if (reason := report.reason(result)) is not None:
            lacking.setdefault(reason, []).append(result)
    number = sum(map(len, lacking.values()))
    reasons = []
    for reason in [reason for reason in REASONS if reason in lacking]:
        rules = sorted({id for result in lacking[reason] for id in result.hindering})
        reasons.append(f"{len(lacking[reason]):>4}  {REASONS[reason]}{': ' if rules else ''}{', '.join(rules)}")
    yield from (
        (heading, items)
        for heading, items in (
            ("Derived, but not stated", unstated),
            ("Stated, but not derived", underived),
            (f"{number} {'pair' if number == 1 else 'pairs'} not compared", reasons),
        )
        if items
    )


def summary(report: Report) -> str:
    total, pairs = len(report.clashes), sum(bool(result.clashes) for result in report.results.values())
    positions = sum(result.scenes for result in report.results.values())
    none = f"no clashes in {positions:,} positions" if positions else "no clashes"
    clashes = none if not total else "1 clash" if total == 1 else f"{total} clashes"
    number = len(report.results)
    there = f" in {pairs} of them" if total > pairs and number > 1 else ""
    count = "1 pair" if number == 1 else f"{number} pairs"
    if all(report.reason(result) is not None for result in report.results.values()):
        return f"{count} of rules, {'not' if number == 1 else 'none of them'} compared"
    return f"{count} of rules: {clashes}{there}"


def data(report: Report, stopped: bool) -> dict[str, object]:
    """Return the report for programs."""
    return {
        "subject": report.subject,
        "rules": [{"id": id, "title": title} for id, title in report.titles.items()],
        "pairs": [
            {
                **picked(result, "rules", "status", "hindering", "kinds", "depends"), "positions": result.scenes,
                "games": report.games_of(result.rules),
            }
            for result in report.results.values()
        ],
        "clashes": [
            {
                **picked(clash, "kind", "rules", "message", "plays", "clauses"), "help": clash.remedy or None,
                "witness": clash.witness or None,
            }
            for clash in report.clashes
        ],
        "advice": [
            {"kind": d.kind, "rules": list(d.rules), "said": d.key, "message": d.message} for d in report.differences
        ],
        "stopped": stopped,
    }  # fmt: skip


_STYLE = """\
:root { --grave: #c33; --light: #b80; }
.matrix { font-size: .85rem; }
.matrix td, .matrix th { border: 1px solid var(--line); min-width: 1.7em; padding: .15em .3em; text-align: center; }
.matrix th.rule { text-align: left; white-space: nowrap; font-weight: normal; }
td a { color: #fff; background: var(--grave); border-radius: .2em; display: block; text-decoration: none; }
td a.light { background: var(--light); }
pre { background: #8882; padding: .7em; }
details { border-top: 1px solid var(--line); padding: .4em 0; }
details:target { background: #fd03; }
"""
# Opens the witness that the address names; without scripts the reader opens it with a second click.
_SCRIPT = """
const open = () => { const there = document.getElementById(location.hash.slice(1)); if (there) there.open = true; };
addEventListener("hashchange", open); open();
"""


def page(report: Report) -> str:
    """Return the page as HTML. A click on a cell of the matrix opens its witness."""
    title = escape(f"Clashes: {report.subject}")
    body = [
        f"<h1>{title}</h1>", f"<p>{escape(summary(report))}</p>", *_matrix(report), *_legend(report),
        "<h2>Clashes</h2>", *_clashes(report), *_sections(report), f"<script>{_SCRIPT}</script>",
    ]  # fmt: skip
    return html_page.page(title, body, _STYLE)


def _matrix(report: Report) -> Iterator[str]:
    ids = list(report.titles)
    yield '<table class="matrix"><tr><th></th>' + "".join(f"<th>{n}</th>" for n in range(1, len(ids))) + "</tr>"
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
    light = "" if any(kind in TELLING for kind in result.kinds) else ' class="light"'
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
        sentence = escape(f"{capitalised(clash.message)}.")
        yield f'<details id="{_anchor(clash.rules, clash.kind)}">'
        yield f"<summary><b>{escape(KINDS[clash.kind].title)}</b>: {rules}. {sentence}</summary>"
        if clash.remedy:
            yield f"<p>Help: {escape(clash.remedy)}</p>"
        games = report.games_of(clash.rules)
        if games:
            yield f"<p>Games with both rules: {escape(', '.join(games))}</p>"
        if clash.witness:
            yield f"<pre>{escape('examples:' + chr(10) + clash.witness)}</pre>"
        yield "</details>"


def _sections(report: Report) -> Iterator[str]:
    for heading, items in sections(report):
        yield f"<h2>{escape(heading)}</h2><ul>"
        yield from (f"<li>{escape(item.strip())}" for item in items)
        yield "</ul>"
