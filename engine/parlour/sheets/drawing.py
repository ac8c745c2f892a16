"""Draws cards as SVG, from text and paths alone, for any deck; and writes the names of cards in their colours."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from parlour.program import NONE, Design, Rank
from parlour.views.signs import names_of_suits, red_suits

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
        _SHAPES.get(design.signs[suit], ""),
    )


def back() -> str:
    """Return the picture of a card from behind."""
    pattern = '<rect x="5" y="5" width="40" height="60" rx="3" fill="none" stroke="#fff" stroke-opacity=".55"/>'
    middle = '<path d="M25 17l10 18-10 18-10-18z" fill="#fff" fill-opacity=".3"/>'
    return _svg("face down", f"{_EDGE.replace('#fff', '#3d6a8a')}{pattern}{middle}", "back")


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


def _svg(label: str, body: str, kind: str = "") -> str:
    """`kind` is for a style that draws each suit in a colour of its own."""
    classes = f"card {kind}".strip()
    return f'<svg class="{classes}" viewBox="0 0 50 70" role="img" aria-label="{escape(label)}">{body}</svg>'


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


COLOURS = """\
.red, span.hearts { color: light-dark(#b3121d, #ff8a84); }
span.diamonds { color: light-dark(#1453a8, #8ab8ff); }
span.clubs { color: light-dark(#17723a, #6fcf94); }
svg.diamonds text, svg.diamonds use { fill: #1453a8; }
svg.clubs text, svg.clubs use { fill: #17723a; }
"""
"""The style of a page for the classes of cards and of their names: four colours, so that suits aren't mixed up."""


@lru_cache(4096)
def in_colours(text: str, design: Design) -> str:
    """Return HTML with names of cards in the colours of their suits, and with suits as signs rather than as pictures on
    phones."""
    classes = dict.fromkeys(red_suits(design), "red")
    classes |= {u: _SHAPES[sign] for u, sign in enumerate(design.signs) if sign in _SHAPES}

    def marked_name(match: re.Match[str]) -> str:
        face = design.face_named(match[0])
        suit = design.signs.index(match[0]) if face is None else design.suit_of(face)
        return f'<span class="{classes[suit]}">{match[0]}</span>'

    marked = names_of_suits(design, frozenset(classes)).sub(marked_name, escape(text))
    for sign in design.signs:
        if len(sign) == 1 and not sign.isalnum():
            marked = marked.replace(f"{sign}\ufe0e", sign).replace(sign, f"{sign}\ufe0e")
    return marked
