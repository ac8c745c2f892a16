"""Playing cards as SVG. The shapes were drawn for Parlour; they are in the public domain (CC0)."""

from __future__ import annotations

from html import escape

LICENCE = "The cards on this page were drawn for Parlour. They are in the public domain (CC0 1.0)."

SYMBOLS = """\
<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>
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

_SUITS = {"♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades"}
_RED = ("diamonds", "hearts")
_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
_EDGE = '<rect x="1" y="1" width="48" height="68" rx="6" fill="#fff" stroke="#777" stroke-width="1.5"/>'


def card(name: str) -> str:
    """Return the picture of a card (`10♦`, `Jk as 5♠`), a rank, a suit or an empty place (`-`)."""
    if name == "-":
        return _svg("empty place", _EDGE.replace('fill="#fff"', 'fill="none" stroke-dasharray="4 3"'))
    face, _, guise = name.partition(" as ")
    if face == "Jk":
        caption = _text(25, 62, f"as {guise}", 13, "middle") if guise else _text(25, 62, "Joker", 13, "middle")
        label = f"joker as {in_words(guise)}" if guise else "joker"
        return _svg(label, f"{_EDGE}{_shape('star', 9, 10, 32, '#6a3fa0')}{caption}")
    suit = _SUITS.get(face[-1:], "")
    rank = face[:-1] if suit else face
    colour = "#c1121f" if suit in _RED else "#111"
    if not suit:
        return _svg(in_words(face), f"{_EDGE}{_text(25, 46, rank, 30, 'middle')}")
    if not rank:
        return _svg(suit, f"{_EDGE}{_shape(suit, 9, 19, 32, colour)}")
    return _svg(in_words(face), f"{_EDGE}{_text(6, 24, rank, 22, 'start', colour)}{_shape(suit, 16, 32, 30, colour)}")


def in_words(name: str) -> str:
    """Return `queen of clubs` for `Q♣`."""
    suit = _SUITS.get(name[-1:], "")
    rank = name[:-1] if suit else name
    rank = _RANKS.get(rank, "joker" if rank == "Jk" else rank)
    return f"{rank} of {suit}" if suit and rank else rank or suit


def _svg(label: str, body: str) -> str:
    return f'<svg class="card" viewBox="0 0 50 70" role="img" aria-label="{escape(label)}">{body}</svg>'


def _shape(name: str, x: int, y: int, size: int, colour: str) -> str:
    return f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}" fill="{colour}"/>'


def _text(x: int, y: int, text: str, size: int, anchor: str, colour: str = "#111") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="700" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(text)}</text>"
    )
