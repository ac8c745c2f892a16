"""A sheet as plain text for a terminal, 80 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from parlour.sheets.model import PARTS, Moment, Paragraph, Place, Row, Sheet, Worked

WIDTH = 80
_GLUE = "\u00a0"  # lines don't break within the name of a card


def as_text(sheet: Sheet) -> str:
    """Return the sheet as lines of text."""
    lines = [sheet.title, "=" * len(sheet.title), ""]
    head = list(_head(sheet))
    if sheet.opening:
        lines += [*_wrapped(sheet.opening), *([""] if head else [])]
    lines += head
    for name, heading in PARTS.items():
        body = list(_body(name, sheet))
        if body:
            lines += ["", heading.upper(), *body]
    for tier in sheet.tiers:
        lines += ["", "", *as_text(tier).rstrip("\n").split("\n")]
    return "\n".join(line.rstrip().replace(_GLUE, " ") for line in lines) + "\n"


def _head(sheet: Sheet) -> Iterator[str]:
    if sheet.text:
        yield from _wrapped(sheet.text)
    if sheet.players:
        yield from _wrapped(f"{sheet.players}. {sheet.cards}.")
    if sheet.credits:
        yield from _wrapped(f"By {sheet.credits}.")


def _body(name: str, sheet: Sheet) -> Iterator[str]:
    match name:
        case "chart":
            yield from _chart(sheet.chart)
            yield from (line for kind in sheet.kinds for line in _item(kind))
        case "settings":
            yield from (line for p in sheet.settings for line in _item(p))
        case "examples":
            yield from example_lines(sheet.examples)
        case _:
            yield from (line for p in sheet.parts.get(name, ()) for line in _item(p))


def _item(paragraph: Paragraph) -> Iterator[str]:
    title = f"{paragraph.title.rstrip('.')}. " if paragraph.title else ""
    yield from _wrapped(f"{title}{paragraph.text}", "  ", "    " if title else "  ")


def _chart(rows: tuple[Row, ...]) -> Iterator[str]:
    heads = [" ".join(row.cards) for row in rows]
    width = min(max((len(head) for head in heads), default=0), 16)
    for head, row in zip(heads, rows, strict=True):
        said = " ".join(paragraph.text for paragraph in row.words)
        if len(head) > width:
            yield f"  {head}"
            head = ""
        yield from _wrapped(said, f"  {head:<{width}}  ", " " * (width + 4))


def example_lines(examples: tuple[Worked, ...]) -> Iterator[str]:
    """Yield the lines of worked examples, with an empty line between two of them."""
    for number, example in enumerate(examples):
        if number:
            yield ""
        yield from _wrapped(f"{example.name}.", "  ")
        for moment in example.moments:
            yield from _moment(moment)


def _moment(moment: Moment) -> Iterator[str]:
    width = max((len(place.name) for place in moment.places), default=0)
    for place in moment.places:
        yield from _wrapped(_cards(place), f"    {place.name:<{width}}  ", " " * (width + 6))
    for line in moment.lines:
        yield from _wrapped(line, "  ", "    ")


def _cards(place: Place) -> str:
    if place.hidden < 0:
        return " ".join(place.cards)
    cards = " ".join(f"[{card.replace(' ', _GLUE)}]" for card in place.cards)
    if not place.hidden:
        return cards or "no cards"
    more = f"{place.hidden} {'more' if cards else 'card' if place.hidden == 1 else 'cards'}"
    return f"{cards} and {more}" if cards else more


def _wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    indent = first if rest is None else rest
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
