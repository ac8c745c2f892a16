"""What people say about a play, as a move and a card on top: `a 10 on a Jack`, `lead 2♥`, `lay the 7`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.disputes.cards import UnclearError, read_cards, with_colours
from parlour.disputes.plain import Zones
from parlour.game import Game
from parlour.table.cards import Pack

_PLAY = frozenset({"lay", "lead", "put", "place", "drop", "throw", "use", "go", "slam"})
"""What people say for playing a card; any other new word may be a slip."""
_ON = re.compile(r"(.+?) (?:on|onto|on top of) (?:an? |the )?(\S.*)", re.IGNORECASE)


@dataclass(frozen=True)
class SpokenPlay:
    """The text of a move, and the card that it goes on, if that is said too."""

    move: str
    top: str | None = None


def said(game: Game, pack: Pack, text: str) -> SpokenPlay:
    """Return what a text says about a play. A text in the words of the game is returned unchanged."""
    words = _words(game)
    on = _ON.fullmatch(" ".join(text.split()))
    top = on[2] if on and "on" not in words and Zones.of(game.program).pile and _are_cards(on[2], pack) else None
    move = on[1] if on and top is not None else text
    verb, _, rest = move.partition(" ")
    means_play = verb.casefold() in (_PLAY if top is not None else {"play", *_PLAY} - words)
    if means_play and _are_cards(rest, pack):
        move = rest
    return SpokenPlay(with_colours(move, pack.design), top)


def _words(game: Game) -> set[str]:
    """Return the words of all moves."""
    arms = [arm for question in game.program.questions for arm in question.arms]
    pieces = [piece for arm in arms for piece in arm.notation if isinstance(piece, str)]
    return {word for piece in pieces for word in piece.casefold().split()}


def _are_cards(text: str, pack: Pack) -> bool:
    try:
        return bool(read_cards(text, pack, ""))
    except UnclearError:
        return False
