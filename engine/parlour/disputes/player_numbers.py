"""Answers how many people can play a game: `can six players play`. Knows no game."""

from __future__ import annotations

import re

from parlour.disputes.rights import NO, YES, RightsVerdict
from parlour.game import Game
from parlour.library.spellings import NUMBER_WORDS, in_digits
from parlour.sheets.equipment import players_in_words

_NUMBER = rf"(?P<number>\d+|{NUMBER_WORDS})"
_PEOPLE = r"(?:players|people|persons|of us|friends)"
_PLAY = r"play(?: it| this| this game| the game)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?:can )?{_NUMBER}(?: {_PEOPLE})? {_PLAY}",
        rf"(?:can )?(?:we )?{_PLAY} (?:with|as|in) {_NUMBER} {_PEOPLE}",
        rf"(?:can )?(?:there be|it be played (?:by|with)) {_NUMBER}(?: {_PEOPLE})?",
    )
)
_HOW_MANY = re.compile(rf"how many (?:players|people|of us)?(?: can| may)? ?{_PLAY}", re.IGNORECASE)


def asks_for_players(text: str) -> bool:
    """True for a question about the number of players."""
    return _HOW_MANY.fullmatch(_plain(text)) is not None or _number(text) is not None


def with_players(game: Game, text: str) -> tuple[str, RightsVerdict | None]:
    """Return the numbers of players in words, and the answer if the question names a number."""
    number = _number(text)
    verdict = None if number is None else YES if number in game.players else NO
    return f"{players_in_words(game.players)}.", verdict


def _number(text: str) -> int | None:
    found = next((match for form in _FORMS if (match := form.fullmatch(_plain(text))) is not None), None)
    return None if found is None else int(in_digits(found["number"]) or found["number"])


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" ?!.")
