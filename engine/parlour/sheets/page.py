"""A sheet as one HTML file that needs nothing else, for a phone and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from parlour.program import NONE, Design, Rank
from parlour.sheets.model import PARTS, Moment, Paragraph, Place, Row, Sheet
from parlour.sheets.style import STYLE
from parlour.views.signs import red_names

LICENCE = "The cards on this page were drawn for Parlour. They are in the public domain (CC0 1.0)."

_SHAPES = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
"""Signs of any deck that are drawn. Other suits are written."""

SYMBOLS = """\
<svg width="0" height="0" class="symbols" aria-hidden="true"><defs>
<symbol id="clubs" viewBox="0 0 32 32"><circle cx="16" cy="8.5" r="6.5"/><circle cx="8.5" cy="18.5" r="6.5"/>
<circle cx="23.5" cy="18.5" r="6.5"/><path d="M14 13h4c0 9 .5 14 4 17H10c3.5-3 4-8 4-17z"/></symbol>
<symbol id="diamonds" viewBox="0 0 32 32"><path d="M16 2q5 8 12 14-7 6-12 14-5-8-12-14 7-6 12-14z"/></symbol>
<symbol id="hearts" viewBox="0 0 32 32"><path d="M16 30C6 21 2 15.5 2 10c0-4.5 3.5-8 7.5-8 3 0 5.5 1.8 6.5
4.5C17 3.8 19.5 2 22.5 2c4 0 7.5 3.5 7.5 8 0 5.5-4 11-14 20z"/></symbol>
<symbol id="spades" viewBox="0 0 32 32"><path d="M16 2c4 6 14 11 14 18 0 4-3 6.5-6.5 6.5-2.5
0-5-1.3-6.2-3.5.3 3 1.3 5.5 3.7 7H11c2.4-1.5 3.4-4 3.7-7-1.2 2.2-3.7 3.5-6.2 3.5C5 26.5 2 24 2
20 2 13 12 8 16 2z"/></symbol>
<symbol id="star" viewBox="0 0 32 32"><path d="M16 2l4.3 9.6 10.5 1.1-7.9 7 2.2 10.3L16 24.8 6.9 30l2.2-10.3-7.9-7
10.5-1.1z"/></symbol>
</defs></svg>"""
"""The shapes that all cards of a page use."""

_INKS = {"red": "#c1121f", "black": "#111", "yellow": "#b07d00", "green": "#1b7f3b", "blue": "#1453a8"}
_ROOM = 43  # units of the drawing between the edges of a card
_WIDE = 0.64  # the width of a letter for each unit of its size
_PRESSED = 0.7  # how narrow letters can be: small ones would be hard to read on paper
_CORNER = 3  # letters of a rank that fit in the corner
_EDGE = '<rect x="1" y="1" width="48" height="68" rx="6" fill="#fff" stroke="#777" stroke-width="1.5"/>'


def card(name: str, design: Design) -> str:
    """Return the picture of a card (`10♦`, `Jk as 5♠`), a rank, a suit or an empty place (`-`)."""
    if name == "-":
        return _svg("empty place", _EDGE.replace('fill="#fff"', 'fill="none" stroke-dasharray="4 3"'))
    shown, _, guise = name.partition(" as ")
    if shown in design.signs:
        return _svg(in_words(shown, design), f"{_EDGE}{_suit(design.signs.index(shown), design, 9, 19, 32)}")
    face = design.face_named(shown)
    if shown in design.rank_names and (face is None or design.suit_of(face) != NONE):
        return _svg(in_words(shown, design), f"{_EDGE}{_centred(shown, 30)}")
    if face is None:
        return _svg(shown, f"{_EDGE}{_centred(shown, 13)}")
    rank, suit = design.ranks[design.rank_of(face)], design.suit_of(face)
    if suit == NONE:
        words = rank.in_words
        caption = f"as {guise}" if guise else words[0].upper() + words[1:]
        label = f"{words} as {in_words(guise, design)}" if guise else words
        if len(_lines(caption)) > 2:  # no space for a star
            return _svg(label, f"{_EDGE}{_centred(caption, 15)}")
        return _svg(label, f"{_EDGE}{_shape('star', 9, 10, 32, '#6a3fa0')}{_text(25, 62, caption, 13, 'middle')}")
    return _svg(
        in_words(shown, design),
        f"{_EDGE}{_corner(rank.name, _ink(suit, design))}{_suit(suit, design, 16, 32, 30)}",
    )


def in_words(name: str, design: Design) -> str:
    """Return `queen of clubs` for `Q♣`."""
    if name in design.signs:
        return design.suits[design.signs.index(name)].word
    face = design.face_named(name)
    if name in design.rank_names or face is None:
        return _spoken(design.ranks[design.rank_names.index(name)]) if name in design.rank_names else name
    rank, suit = design.ranks[design.rank_of(face)], design.suit_of(face)
    if suit == NONE:
        return rank.in_words
    word = design.suits[suit].word
    return f"{_spoken(rank)} of {word}" if word.endswith("s") else f"{word} {_spoken(rank)}"


def _spoken(rank: Rank) -> str:
    return rank.name if rank.name.isdecimal() else rank.in_words


def _suit(suit: int, design: Design, x: int, y: int, size: int) -> str:
    """Draw a suit: its shape, or its name where it has none."""
    sign = design.signs[suit]
    if sign in _SHAPES:
        return _shape(_SHAPES[sign], x, y, size, _ink(suit, design))
    return _text(25, y + 30, sign, 13 if len(sign) > 1 else 26, "middle", _ink(suit, design))


def _ink(suit: int, design: Design) -> str:
    colour = design.suits[suit].colour
    return _INKS.get(design.colour_names[colour], "#111") if colour != NONE else "#111"


def _svg(label: str, body: str) -> str:
    return f'<svg class="card" viewBox="0 0 50 70" role="img" aria-label="{escape(label)}">{body}</svg>'


def _shape(name: str, x: int, y: int, size: int, colour: str) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}" fill="{colour}"/>'


def _centred(text: str, size: int) -> str:
    """Return the words of a text in the middle of the card, each on a line of its own."""
    lines = _lines(text)
    size = _fitting(max(lines, key=len), size)
    first = 35 + size * (0.85 - len(lines) / 2)
    return "".join(_text(25, round(first + number * size), line, size, "middle") for number, line in enumerate(lines))


def _corner(rank: str, colour: str) -> str:
    """Return the name of a rank in the corner. Words are above the suit, each on a line of its own."""
    if len(rank) <= _CORNER:
        return _text(6, 24, rank, 22, "start", colour)
    lines = enumerate(_lines(rank))
    return "".join(_text(25, 20 + number * 13, line, 13, "middle", colour) for number, line in lines)


def _lines(text: str) -> list[str]:
    return text.replace("-", " ").split()


def _fitting(text: str, size: int) -> int:
    """Return a font size, at most `size`, with which a text fits on a card. Long words are also pressed together."""
    return min(size, int(_ROOM / (_WIDE * _PRESSED * len(text))))


def _text(x: int, y: int, text: str, size: int, anchor: str, colour: str = "#111") -> str:
    size = _fitting(text, size)
    pressed = f' textLength="{_ROOM}" lengthAdjust="spacingAndGlyphs"' if _WIDE * size * len(text) > _ROOM else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="{anchor}"{pressed} '
        f'fill="{colour}">{escape(text)}</text>'
    )


_LETTERS = 3  # of a name that is drawn
_MANY = 3  # cards in a cell of the chart that are drawn; more are written


def as_page(sheet: Sheet) -> str:
    """Return the whole file."""
    title = escape(sheet.title)
    return "\n".join([
        "<!doctype html>", '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}: rules</title>", f"<style>\n{STYLE}</style></head><body>", SYMBOLS, *sheet_body(sheet),
        f"<footer>{LICENCE}</footer>", "</body></html>\n",
    ])  # fmt: skip


def sheet_body(sheet: Sheet, level: int = 1) -> Iterator[str]:
    """Yield the sheet, without the page around it. `level` is that of its first heading."""
    yield f"<header><h{level}>{escape(sheet.title)}</h{level}>"
    if sheet.opening:
        yield f"<p>{_words(sheet.opening, sheet.design)}</p>"
    if sheet.text:
        yield f"<p>{_words(sheet.text, sheet.design)}</p>"
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
                yield f"<figure><figcaption>{_words(example.name, sheet.design)}.</figcaption>"
                for moment in example.moments:
                    yield from _moment(moment, sheet.design)
                yield "</figure>"
        case _:
            yield from (_paragraph(p, sheet.design) for p in sheet.parts.get(name, ()))


def _paragraph(paragraph: Paragraph, design: Design) -> str:
    if paragraph.title is None:
        return f"<p>{_words(paragraph.text, design)}</p>"
    title = _words(paragraph.title.rstrip("."), design)
    return f'<p class="rule" id="{escape(paragraph.document)}"><b>{title}.</b> {_words(paragraph.text, design)}</p>'


def _row(row: Row, rules: set[str], design: Design) -> str:
    """Return a row of the chart. The words for a card link to the rule that has them, if the page has it."""
    cards = "".join(
        f"<span>{name.replace('-', ' ')}</span>" if _is_word(name) else card(name, design) for name in row.cards
    )
    if len(row.cards) > _MANY:
        cards = f'<span class="many">{cards}</span>'
    told = ((p.document, _words(p.text, design)) for p in row.words)
    words = (f'<a href="#{escape(id)}">{text}</a>' if id in rules else text for id, text in told)
    return f"<tr><th>{cards}</th><td>{' '.join(words)}</td></tr>"


def _is_word(name: str) -> bool:
    """True for a card with a name that would be too small in a drawing: `reverse`."""
    return len(name) > _LETTERS and name.replace("-", "").isalpha()


def _moment(moment: Moment, design: Design) -> Iterator[str]:
    if moment.places:
        zones = "".join(_zones(owner, list(places), design) for owner, places in groupby(moment.places, _owner))
        yield f'<div class="places">{zones}</div>'
    yield from (f"<p>{_words(line, design)}</p>" for line in moment.lines)


def _owner(place: Place) -> str:
    """Return `seat 2` for a place that belongs to a player, otherwise nothing."""
    return place.name.partition(": ")[0] if ": " in place.name else ""


def _zones(owner: str, places: Sequence[Place], design: Design) -> str:
    """Return places with their names. Those of a player stay together, and only the first has the player's name."""
    shown = [place.name if place is places[0] else place.name.removeprefix(f"{owner}: ") for place in places]
    zones = "".join(
        f'<div><span class="place">{_words(name, design)}</span>{_cards(place, design)}</div>'
        for name, place in zip(shown, places, strict=True)
    )
    return f'<div class="seat">{zones}</div>' if owner else zones


def _cards(place: Place, design: Design) -> str:
    if place.hidden < 0:
        return _words(" ".join(place.cards), design)
    if place.hidden and not place.cards:
        return f"{place.hidden} card{'' if place.hidden == 1 else 's'}"
    return "".join(card(name, design) for name in place.cards) or "no cards"


def _words(text: str, design: Design) -> str:
    """Return HTML with red cards in red, and with suits as signs rather than as pictures on phones."""
    marked = red_names(design).sub(lambda found: f'<span class="red">{found[0]}</span>', escape(text))
    for sign in design.signs:
        if len(sign) == 1 and not sign.isalnum():
            marked = marked.replace(f"{sign}\ufe0e", sign).replace(sign, f"{sign}\ufe0e")
    return marked
