"""A sheet as one HTML file that needs nothing else, for a phone (one column) and for paper (two, A4 and Letter)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from parlour.base.html_page import page
from parlour.program import Design
from parlour.sheets.drawing import COLOURS, SYMBOLS, card, in_colours
from parlour.sheets.model import PARTS, Moment, Paragraph, Place, Row, Sheet

STYLE = COLOURS + """\
:root { color-scheme: light dark; --line: #8886; --quiet: #666; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; } }
* { box-sizing: border-box; }
.symbols { position: absolute; }
body { font: 17px/1.5 Georgia, "Times New Roman", serif; margin: 0 auto; max-width: 42rem; padding: 1rem; }
h1, h2, h3, th, .place { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.15; margin: .5rem 0; }
h2 { border-bottom: 2px solid var(--line); font-size: 1.15rem; margin: 1.4rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
p { margin: .4rem 0; }
.rule { padding-left: 1em; text-indent: -1em; }
a { color: inherit; text-decoration: underline dotted var(--line); }
.rule:target { background: #fd03; }
.meta, footer { color: var(--quiet); }
footer { border-top: 1px solid var(--line); font-size: .8rem; margin-top: 1.5rem; padding-top: .4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: middle; }
th { white-space: nowrap; width: 1%; }
th span { display: inline-block; white-space: normal; }
th span + span { margin-left: .5em; }
th .many { width: 7.6rem; }
@media screen and (max-width: 30rem) { th .many { width: 3.9rem; } }
svg.card { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; height: 3.6rem; margin: 0 .15rem .15rem 0;
  vertical-align: middle; width: 2.57rem; }
th svg.card { height: 2.4rem; width: 1.71rem; }
.places, .seat { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; }
.places { margin: .3rem 0; }
.seat { gap: .2rem .6rem; }
.place { color: var(--quiet); display: block; font-size: .8rem; line-height: 1.3; }
figure { border-left: 3px solid var(--line); margin: .8rem 0; padding-left: .8rem; }
figcaption { font-weight: bold; }
.tier { border-top: 4px double var(--line); margin-top: 2rem; }
@page { margin: 10mm 12mm; }
@media print {
  :root { color-scheme: light; --line: #999; --quiet: #444; }
  body { font-family: "Times New Roman", "Liberation Serif", serif; font-size: 8.8pt; line-height: 1.27;
    max-width: none; padding: 0; }
  header { margin-bottom: .6rem; }
  main { column-gap: 8mm; columns: 2; }
  h1 { font-size: 18pt; margin-top: 0; }
  h2 { font-size: 11pt; margin: .55rem 0 .15rem; }
  section:first-child h2 { margin-top: 0; }
  p { margin: .15rem 0; orphans: 2; widows: 2; }
  h2, h3, figcaption { break-after: avoid; }
  a { text-decoration: none; }
  figure, tr, .rule { break-inside: avoid; }
  th, td { padding: .05rem .4rem .05rem 0; }
  th .many { width: 2.3rem; }
  figure { margin: .35rem 0; }
  .places { gap: .1rem .9rem; margin: .15rem 0; }
  .seat { gap: .1rem .45rem; }
  .place { font-size: 7.5pt; }
  footer { display: none; }
  svg.card { height: 2.1rem; margin: 0 .1rem .1rem 0; width: 1.5rem; }
  th svg.card { height: 1.4rem; width: 1rem; }
}
"""


LICENCE = "The cards on this page were drawn for Parlour. They are in the public domain (CC0 1.0)."

_LETTERS = 3  # of a name that is drawn
_MANY = 3  # cards in a cell of the chart that are drawn; more are written


def as_page(sheet: Sheet) -> str:
    """Return the whole file."""
    title = escape(sheet.title)
    body = (SYMBOLS, *sheet_body(sheet), f"<footer>{LICENCE}</footer>")
    return page(f"{title}: rules", body, style=STYLE)


def sheet_body(sheet: Sheet, level: int = 1) -> Iterator[str]:
    """Yield the sheet, without the page around it. `level` is that of its first heading."""
    yield f"<header><h{level}>{escape(sheet.title)}</h{level}>"
    if sheet.opening:
        yield f"<p>{in_colours(sheet.opening, sheet.design)}</p>"
    if sheet.text:
        yield f"<p>{in_colours(sheet.text, sheet.design)}</p>"
    if sheet.players:
        credits = f" By {escape(sheet.credits)}." if sheet.credits else ""
        yield f'<p class="meta">{escape(sheet.players)}. {escape(sheet.cards)}.{credits}</p>'
    yield "</header><main>"
    for name, heading in PARTS.items():
        body = list(_body(name, sheet))
        if body:
            yield f'<section class="{name}"><h{level + 1}>{heading}</h{level + 1}>'
            yield from (*body, "</section>")
    yield "</main>"
    for tier in sheet.tiers:
        yield from ('<div class="tier">', *sheet_body(tier, level + 1), "</div>")


def _body(name: str, sheet: Sheet) -> Iterator[str]:
    match name:
        case "chart":
            if sheet.chart:
                rules = {p.document for part in sheet.parts.values() for p in part if p.title is not None}
                yield from ("<table>", *(_row(row, rules, sheet.design) for row in sheet.chart), "</table>")
            yield from (_paragraph(kind, sheet.design) for kind in sheet.kinds)
        case "settings":
            yield from (_paragraph(p, sheet.design) for p in sheet.settings)
        case "examples":
            for example in sheet.examples:
                yield f"<figure><figcaption>{in_colours(example.name, sheet.design)}.</figcaption>"
                for moment in example.moments:
                    yield from _moment(moment, sheet.design)
                yield "</figure>"
        case _:
            yield from (_paragraph(p, sheet.design) for p in sheet.parts.get(name, ()))


def _paragraph(paragraph: Paragraph, design: Design) -> str:
    if paragraph.title is None:
        return f"<p>{in_colours(paragraph.text, design)}</p>"
    title = in_colours(paragraph.title.rstrip("."), design)
    return f'<p class="rule" id="{escape(paragraph.document)}"><b>{title}.</b> {in_colours(paragraph.text, design)}</p>'


def _row(row: Row, rules: set[str], design: Design) -> str:
    """Return a row of the chart. The words for a card link to the rule that has them, if the page has it."""
    cards = "".join(
        f"<span>{name.replace('-', ' ')}</span>" if _is_word(name) else card(name, design) for name in row.cards
    )
    if len(row.cards) > _MANY:
        cards = f'<span class="many">{cards}</span>'
    texts = ((p.document, in_colours(p.text, design)) for p in row.words)
    words = (f'<a href="#{escape(id)}">{text}</a>' if id in rules else text for id, text in texts)
    return f"<tr><th>{cards}</th><td>{' '.join(words)}</td></tr>"


def _is_word(name: str) -> bool:
    """True for a card with a name that would be too small in a drawing: `reverse`."""
    return len(name) > _LETTERS and name.replace("-", "").isalpha()


def _moment(moment: Moment, design: Design) -> Iterator[str]:
    if moment.places:
        zones = "".join(_zones(owner, list(places), design) for owner, places in groupby(moment.places, _owner))
        yield f'<div class="places">{zones}</div>'
    yield from (f"<p>{in_colours(line, design)}</p>" for line in moment.lines)


def _owner(place: Place) -> str:
    """Return `seat 2` for a place that belongs to a player, otherwise nothing."""
    return place.name.partition(": ")[0] if ": " in place.name else ""


def _zones(owner: str, places: Sequence[Place], design: Design) -> str:
    """Return places with their names. Those of a player stay together, and only the first has the player's name."""
    shown = [place.name if place is places[0] else place.name.removeprefix(f"{owner}: ") for place in places]
    zones = "".join(
        f'<div><span class="place">{in_colours(name, design)}</span>{_cards(place, design)}</div>'
        for name, place in zip(shown, places, strict=True)
    )
    return f'<div class="seat">{zones}</div>' if owner else zones


def _cards(place: Place, design: Design) -> str:
    if place.hidden < 0:
        return in_colours(" ".join(place.cards), design)
    if place.hidden and not place.cards:
        return f"{place.hidden} card{'' if place.hidden == 1 else 's'}"
    return "".join(card(name, design) for name in place.cards) or "no cards"
