"""A sheet as plain text for a terminal, and as Markdown for a wiki or a repository."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from parlour.sheets.model import PARTS, Moment, Paragraph, Place, Row, Sheet, Worked

WIDTH = 80
_SPECIAL = re.compile(r"([\\`*_\[\]<>|])")
_GLUE = "\u00a0"  # lines don't break within the name of a card


def as_text(sheet: Sheet, width: int = WIDTH) -> str:
    """Return the sheet as lines of text."""
    lines = [sheet.title, "=" * len(sheet.title), ""]
    head = _head(sheet)
    if sheet.opening:
        lines += [*_wrapped(sheet.opening, width), *([""] if head else [])]
    lines += (part for line in head for part in _wrapped(line, width))
    for name, heading in PARTS.items():
        body = list(_body(name, sheet, width))
        if body:
            lines += ["", heading.upper(), *body]
    for tier in sheet.tiers:
        lines += ["", "", *as_text(tier, width).rstrip("\n").split("\n")]
    return "\n".join(line.rstrip().replace(_GLUE, " ") for line in lines) + "\n"


def _head(sheet: Sheet) -> list[str]:
    """Return the paragraphs before the first part, except the opening."""
    credits = f"By {sheet.credits}." if sheet.credits else ""
    return [*filter(None, (sheet.text, f"{sheet.players}. {sheet.cards}." if sheet.players else "", credits))]


def _body(name: str, sheet: Sheet, width: int) -> Iterator[str]:
    match name:
        case "chart":
            yield from _chart(sheet.chart, width)
            yield from (line for kind in sheet.kinds for line in _item(kind, width))
        case "settings":
            yield from (line for p in sheet.settings for line in _item(p, width))
        case "examples":
            yield from example_lines(sheet.examples, width)
        case _:
            yield from (line for p in sheet.parts.get(name, ()) for line in _item(p, width))


def _item(paragraph: Paragraph, width: int) -> Iterator[str]:
    title = f"{paragraph.title.rstrip('.')}. " if paragraph.title else ""
    yield from _wrapped(f"{title}{paragraph.text}", width, "  ", "    " if title else "  ")


def _chart(rows: tuple[Row, ...], width: int) -> Iterator[str]:
    heads = [" ".join(row.cards) for row in rows]
    left = min(max((len(head) for head in heads), default=0), 16)
    for head, row in zip(heads, rows, strict=True):
        words = " ".join(paragraph.text for paragraph in row.words)
        if len(head) > left:
            yield f"  {head}"
            head = ""
        yield from _wrapped(words, width, f"  {head:<{left}}  ", " " * (left + 4))


def example_lines(examples: tuple[Worked, ...], width: int = WIDTH) -> Iterator[str]:
    """Yield the lines of worked examples, with an empty line between two of them."""
    for number, example in enumerate(examples):
        if number:
            yield ""
        yield from _wrapped(f"{example.name}.", width, "  ")
        for moment in example.moments:
            yield from _moment(moment, width)


def _moment(moment: Moment, width: int) -> Iterator[str]:
    left = max((len(place.name) for place in moment.places), default=0)
    for place in moment.places:
        yield from _wrapped(_cards(place), width, f"    {place.name:<{left}}  ", " " * (left + 6))
    for line in moment.lines:
        yield from _wrapped(line, width, "  ", "    ")


def _cards(place: Place) -> str:
    if place.hidden < 0:
        return " ".join(place.cards)
    cards = " ".join(f"[{card.replace(' ', _GLUE)}]" for card in place.cards)
    if not place.hidden:
        return cards or "no cards"
    more = f"{place.hidden} {'more' if cards else 'card' if place.hidden == 1 else 'cards'}"
    return f"{cards} and {more}" if cards else more


def _wrapped(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    indent = first if rest is None else rest
    return textwrap.wrap(
        text, width, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


# ---------------------------------------------------------------- Markdown


def as_markdown(sheet: Sheet) -> str:
    """Return the sheet as the lines of a Markdown file."""
    return "\n".join(_markdown_lines(sheet, 1)).strip() + "\n"


def _markdown_lines(sheet: Sheet, level: int) -> Iterator[str]:
    yield from (f"{'#' * level} {_escaped(sheet.title)}", "")
    for line in filter(None, (sheet.opening, *_head(sheet))):
        yield from (_escaped(line), "")
    for name, heading in PARTS.items():
        body = list(_markdown_body(name, sheet))
        if body:
            yield from (f"{'#' * (level + 1)} {heading}", "", *body, "")
    for tier in sheet.tiers:
        yield from _markdown_lines(tier, level + 1)


def _markdown_body(name: str, sheet: Sheet) -> Iterator[str]:
    match name:
        case "chart":
            if sheet.chart:
                yield from ("| card | what it does |", "| --- | --- |")
            for row in sheet.chart:
                yield f"| {' '.join(row.cards)} | {_escaped(' '.join(p.text for p in row.words))} |"
            for kind in sheet.kinds:
                yield from ("", _titled(kind))
        case "settings":
            yield from (f"- {_titled(p)}" for p in sheet.settings)
        case "examples":
            for example in sheet.examples:
                yield from (f"**{_escaped(example.name)}.**", "")
                for moment in example.moments:
                    yield from (*_markdown_moment(moment), "")
        case _:
            paragraphs = sheet.parts.get(name, ())
            untitled = [_titled(p) for p in paragraphs if p.title is None]
            rules = [f"- {_titled(p)}" for p in paragraphs if p.title is not None]
            yield from "\n\n".join(untitled).split("\n") if untitled else ()
            yield from ("", *rules) if untitled and rules else rules


def _titled(paragraph: Paragraph) -> str:
    title = f"**{_escaped(paragraph.title.rstrip('.'))}.** " if paragraph.title else ""
    return f"{title}{_escaped(paragraph.text)}"


def _markdown_moment(moment: Moment) -> Iterator[str]:
    yield from (f"- {_escaped(place.name)}: {_markdown_cards(place)}" for place in moment.places)
    if moment.places and moment.lines:
        yield ""
    yield from (_escaped(line) + ("  " if line != moment.lines[-1] else "") for line in moment.lines)


def _markdown_cards(place: Place) -> str:
    if place.hidden < 0:
        return " ".join(place.cards)
    if place.hidden and not place.cards:
        return f"{place.hidden} card{'' if place.hidden == 1 else 's'}"
    return " ".join(f"`{card}`" for card in place.cards) or "no cards"


def _escaped(text: str) -> str:
    """Escape characters that Markdown would read as signs."""
    return _SPECIAL.sub(r"\\\1", text)
