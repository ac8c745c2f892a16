"""Separates a play from the circumstances in a question, as in `play an 8 as my last card`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.disputes.action_words import with_only
from parlour.disputes.question_words import begins_with_play, content
from parlour.disputes.quotes import quotes, speak_of_action_with_cards
from parlour.disputes.readings import CONDITIONS
from parlour.disputes.spoken_cards import kinds_in
from parlour.disputes.topics import topic, without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.program import Design
from parlour.rulebook.phrases import in_words, phrases_of, words_for
from parlour.views.signs import in_signs

_LIMITED = re.compile(
    r"(.+?),? ((?:(?:even )?(?:if|when|unless|while|before|after|without|so)|as (?:my|the|a|your) (?:last|first|only)"
    r"|(?:on|in|to|at) (?:the|my|a) (?:very )?(?:first|last)) .+)",
    re.IGNORECASE,
)
_PURPOSE = re.compile(
    r"((?:play|put|lay|lead|discard) .+?),? "
    r"((?:in order )?to (?:pass (?:it|that)|avoid|stop|block|force|win|save|keep|get)\b.*)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class LimitedPlay:
    """A play, and the circumstances in which a player asks about it."""

    play: str
    limit: str


def left_out(game: Game, text: str, rule: str) -> str:
    """Return the circumstances of a question if a rule has none of their words: `when my enemy is dead`."""
    found = _LIMITED.fullmatch(" ".join(text.split()))
    if found is None or found[2].split()[0].casefold() not in CONDITIONS:
        return ""
    design, phrases = game.program.deck.design, phrases_of(game.composition)
    in_question = f"{in_words(with_only(found[2]), phrases)} {kinds_in(found[2], design)}"
    numbers = {word for word in spoken_words(found[2]) if word.isdecimal()}
    asked = {*map(stem, content(in_question)), *numbers, *_cards_in(found[2], design)}
    said = {*map(stem, spoken_words(rule) | words_for(rule, phrases)), *_cards_in(rule, design)}
    return found[2] if asked and asked.isdisjoint(said) else ""


def _cards_in(text: str, design: Design) -> set[str]:
    """Return the signs of the cards and ranks that a text names."""
    words = (word.strip(",;:.()") for word in in_signs(text, design).split())
    return {word for word in words if design.face_named(word) is not None or design.rank_named(word) is not None}


def limited(game: Game, text: str) -> LimitedPlay | None:
    """Return the play of a question with circumstances that no rule of the game is about; None for other inputs, and
    for a play that names no card or suit."""
    found, design = _LIMITED.fullmatch(" ".join(text.split())), game.program.deck.design
    purpose = _PURPOSE.fullmatch(" ".join(text.split()))
    if purpose is not None and purpose[1] != without_cards(purpose[1], design):
        return LimitedPlay(purpose[1], purpose[2])
    if found is None or " " not in found[1]:
        return None
    if found[1] == without_cards(found[1], design) == in_signs(found[1], design):
        return None
    about = topic(game, text)
    if about is not None and about.used:
        return None
    if speak_of_action_with_cards(game, found[2]):
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
