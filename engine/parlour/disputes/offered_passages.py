"""Decides whether a house rule outside the mix can answer a question. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.disputes.asked_words import AskedWords
from parlour.disputes.passages import RulePassage
from parlour.disputes.question_words import COMMON, asks_about_duty
from parlour.disputes.relevance import Score, lacks_number
from parlour.disputes.rights import has_duty
from parlour.library.spellings import spoken_words, stem

QUANTITIES = frozenset({"several", "all", "more", "most", "some", "both", "every", "same", "other"})


def is_only_there(asked: AskedWords, passage: RulePassage, scores: Mapping[RulePassage, Score]) -> bool:
    """True if a rule speaks of the action, and no passage of the mix does. If the question is about a duty, the rule
    must have one, and if the mix has the verb of the question, so must the rule."""
    if asks_about_duty(asked.text) and not has_duty(passage.text, asked.act):
        return False
    said = asked.action & scores[passage].words
    main = said - COMMON - QUANTITIES - asked.faces - asked.numbers  # many rules name a card
    if not main or (len(main) == 1 and main.isdisjoint(spoken_words(f"{passage.title} {passage.names}"))):
        return False
    lacks = lacks_number(asked, passage)
    own = [other for other in scores if not other.offered and lacks_number(asked, other) <= lacks]
    if not asked.is_common and not _says(passage, asked.act) and any(_says(other, asked.act) for other in own):
        return False
    return not any(said <= scores[other].words for other in own)


def _says(passage: RulePassage, verb: str) -> bool:
    return stem(verb) in {*map(stem, spoken_words(f"{passage.title} {passage.text}"))}
