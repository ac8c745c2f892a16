"""Cards in the colours of their suits, for terminals that show colours. Black stays as it is: screens can be dark."""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.cli.console import PAINTS, painted
from parlour.program import NONE, Design


def painter(design: Design) -> Callable[[str], str]:
    """Return a function that paints the names of cards, and single suits, in a string."""
    paints: dict[str, str] = {}
    for suit in design.suits:
        colour = design.colour_names[suit.colour] if suit.colour != NONE else ""
        if colour not in PAINTS:
            continue
        paints |= {face.name: colour for face in design.faces if face.suit >= 0 and design.suits[face.suit] is suit}
        if len(suit.sign) > 1 or not suit.sign.isalnum():  # a single letter can be a word
            paints[suit.sign] = colour
    if not paints:
        return str
    names = "|".join(re.escape(name) for name in sorted(paints, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
    return lambda text: pattern.sub(lambda found: painted(found[0], paints[found[0]]), text)
