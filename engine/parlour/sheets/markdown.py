"""A sheet as Markdown, for a wiki or a repository."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.sheets.model import PARTS, Moment, Paragraph, Place, Sheet

_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


def as_markdown(sheet: Sheet) -> str:
    """Return the sheet as the lines of a Markdown file."""
    return "\n".join(_lines(sheet, 1)).strip() + "\n"


def _lines(sheet: Sheet, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {_plain(sheet.title)}", "")
    head = [sheet.opening, sheet.text, f"{sheet.players}. {sheet.cards}." if sheet.players else ""]
    head.append(f"By {sheet.credits}." if sheet.credits else "")
    for line in head:
        if line:
            yield from (_plain(line), "")
    for name, heading in PARTS.items():
        body = list(_body(name, sheet))
        if body:
            yield from (f"{'#' * (level + 1)} {heading}", "", *body, "")
    for tier in sheet.tiers:
        yield from _lines(tier, level + 1)


def _body(name: str, sheet: Sheet) -> Iterator[str]:
    match name:
        case "chart":
            if sheet.chart:
                yield from ("| card | what it does |", "| --- | --- |")
            for row in sheet.chart:
                yield f"| {' '.join(row.cards)} | {_plain(' '.join(p.text for p in row.words))} |"
            for kind in sheet.kinds:
                yield from ("", _told(kind))
        case "settings":
            yield from (f"- {_told(p)}" for p in sheet.settings)
        case "examples":
            for example in sheet.examples:
                yield from (f"**{_plain(example.name)}.**", "")
                for moment in example.moments:
                    yield from (*_moment(moment), "")
        case _:
            paragraphs = sheet.parts.get(name, ())
            untitled = [_told(p) for p in paragraphs if p.title is None]
            rules = [f"- {_told(p)}" for p in paragraphs if p.title is not None]
            yield from "\n\n".join(untitled).split("\n") if untitled else ()
            yield from ("", *rules) if untitled and rules else rules


def _told(paragraph: Paragraph) -> str:
    title = f"**{_plain(paragraph.title.rstrip('.'))}.** " if paragraph.title else ""
    return f"{title}{_plain(paragraph.text)}"


def _moment(moment: Moment) -> Iterator[str]:
    yield from (f"- {_plain(place.name)}: {_cards(place)}" for place in moment.places)
    if moment.places and moment.lines:
        yield ""
    yield from (_plain(line) + ("  " if line != moment.lines[-1] else "") for line in moment.lines)


def _cards(place: Place) -> str:
    if place.hidden < 0:
        return " ".join(place.cards)
    if place.hidden and not place.cards:
        return f"{place.hidden} card{'' if place.hidden == 1 else 's'}"
    return " ".join(f"`{card}`" for card in place.cards) or "no cards"


def _plain(text: str) -> str:
    """Escape characters that Markdown would read as signs."""
    return _SPECIAL.sub(r"\\\1", text)
