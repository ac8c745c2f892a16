"""Separates a play from the circumstances in a question, as in `play an 8 as my last card`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.disputes.question_words import begins_with_play, content
from parlour.disputes.quotes import quotes
from parlour.disputes.readings import CONDITIONS
from parlour.disputes.topics import topic, without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.views.signs import in_signs

_LIMITED = re.compile(
    r"(.+?),? ((?:(?:even )?(?:if|when|unless|while|before|after|without|so)|as (?:my|the|a|your) (?:last|first|only)"
    r"|(?:on|in|to|at) (?:the|my|a) (?:very )?(?:first|last)) .+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class LimitedPlay:
    """A play, and the circumstances in which a player asks about it."""

    play: str
    limit: str


def left_out(text: str, rule: str) -> str:
    """Return the circumstances of a question if a rule has none of their words: `when my enemy is dead`."""
    found = _LIMITED.fullmatch(" ".join(text.split()))
    if found is None or found[2].split()[0].casefold() not in CONDITIONS:
        return ""
    asked, said = {*map(stem, content(found[2]))}, {*map(stem, spoken_words(rule))}
    return found[2] if asked and asked.isdisjoint(said) else ""


def limited(game: Game, text: str) -> LimitedPlay | None:
    """Return the play of a question with circumstances that no rule of the game is about; None for other inputs, and
    for a play that names no card or suit."""
    found, design = _LIMITED.fullmatch(" ".join(text.split())), game.program.deck.design
    if found is None or " " not in found[1]:
        return None
    if found[1] == without_cards(found[1], design) == in_signs(found[1], design):
        return None
    about = topic(game, text)
    if about is not None and about.used:
        return None
    parts = [{*map(stem, content(part))} for part in found.groups()]
    parts[0] |= {"play"} if begins_with_play(found[1]) else set()
    said = [quote for quote in quotes(game, text, True) if quote.is_sure and not quote.offered]
    if CONDITIONS & {found[2].split()[0].casefold()} and any(quote.is_clear for quote in said):
        return None
    told = [{*map(stem, spoken_words(f"{quote.title} {quote.text}"))} for quote in said]
    if any(all(part & each for part in parts) for each in told):
        return None
    return LimitedPlay(found[1], found[2])
