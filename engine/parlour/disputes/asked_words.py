"""The words of a question, and how much each of them matters. Knows no game."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parlour.disputes.action_words import PERSON, around, with_only, without_clause, without_counts
from parlour.disputes.question_words import COMMON, GRAMMAR, PUTTING, content, modals, weighty
from parlour.disputes.readings import has_condition
from parlour.disputes.spoken_cards import kinds_in
from parlour.disputes.topics import without_cards
from parlour.game import Game
from parlour.library.spellings import spoken_words
from parlour.program import Design
from parlour.rulebook.phrases import in_words, phrases_of
from parlour.sheets.model import PARTS

COUNTS = 10  # larger numbers matter, such as a count of 31
CARD = 0.5  # the weight of a word for a card, and of a common word
ASIDE = 0.6  # the weight of a word that is only in the circumstances
FACE = 0.8  # the weight of a card with a name, such as the king
PEOPLE = frozenset({"player", "people", "person", "side", "team", "other", "opponent"})
_ASIDE = re.compile(r" (?:if|when|unless|while|although) .*", re.IGNORECASE)
_OF_CARDS = re.compile(r"\b(?:\d+|two|three|four|five|six|seven|eight) cards\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:goes?|plays?|moves?) first\b|\bstarts?(?=[ ?]*$)", re.IGNORECASE)
_WHOSE = re.compile(r"\bwhose (deal|lead|turn|go|bid|play|move) is it\b", re.IGNORECASE)
_TIMES = re.compile(r"\b(\w+) times\b", re.IGNORECASE)
_OWNER = re.compile(r"\b\w+['’]s\b")
_ACT = re.compile(
    rf"(?:can(?: {PERSON})?|(?:do|does) .+? (?:have|need) to"
    r"|must (?:i|we|you|they|he|she|everybody)) ([a-z]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AskedWords:
    """The words of a question. `plain` are those that matter most, and `faces` those for cards with names, such as the
    king; `words` has common words and ranks as well."""

    text: str
    plain: frozenset[str]
    faces: frozenset[str]
    numbers: frozenset[str]
    words: frozenset[str]
    is_question: bool
    act: str = ""
    """The verb of a question about a right or a duty."""

    aside: frozenset[str] = frozenset()
    """Words that are only in its circumstances: `if I have no hearts`."""

    around: frozenset[str] = frozenset()
    """Words for who acts and when: `the dealer`, `on the first turn`."""

    @property
    def has_condition(self) -> bool:
        return has_condition(self.text)

    def weight(self, word: str) -> float:
        return (ASIDE if word in self.aside else 1) * self._weight(word)

    def _weight(self, word: str) -> float:
        named = self.faces | self.numbers
        is_main = word in self.plain - PEOPLE and not (named and word in COMMON)
        return 1 if is_main else FACE if word in named else CARD

    @property
    def telling(self) -> frozenset[str]:
        """All words but the common ones."""
        return (self.plain - PEOPLE or self.plain) | self.faces | self.numbers

    @property
    def action(self) -> frozenset[str]:
        """The words for what somebody wants to do; all of them if there are only circumstances."""
        return (self.telling - self.aside - self.around or self.telling) - PEOPLE

    @property
    def is_bare(self) -> bool:
        """True if a question about a right or a duty has only common words: `do I have to play`."""
        return bool(self.act) and self.telling <= COMMON

    @property
    def plays_card(self) -> bool:
        """True if somebody plays a card that the question names."""
        return "play" in self.words and bool(self.faces | self.numbers)

    def needed(self, title: str, design: Design) -> frozenset[str]:
        """Return the words of which a passage with a title needs one.

        A number counts if it is no rank, as in a count of 31. In a rule it also counts if there are only common words,
        as in `what happens if I play an 8`.
        """
        is_about = title not in PARTS.values() and bool(self.plain) and self.plain <= COMMON
        return self.plain | self.faces | {word for word in self.numbers if is_about or not _is_rank(word, design)}

    @property
    def is_common(self) -> bool:
        """True if there is no verb, or one with many other words for it."""
        return not self.act or self.act in COMMON | PUTTING | GRAMMAR


def asked_words(game: Game, text: str, is_question: bool) -> AskedWords:
    """Return the words of an input. With `can` before it, it asks about a right."""
    design = game.program.deck.design
    asks, phrases = is_question or bool(modals(text)), phrases_of(game.composition)
    act = _act(text, asks, design)
    text = in_words(with_only(text), phrases)
    text = _WHOSE.sub(r"who \1s", text)
    text = _FIRST.sub("begins", _TIMES.sub(r"\1", text))
    plain = content(without_cards(text, design)) & content(text) or content(text)
    plain = frozenset(word for word in plain if not word.isdecimal()) or plain
    plain = plain - {"not"} if plain - COMMON - {"not"} else plain
    faces = frozenset(word for word in content(text) - plain if not word.isdecimal())
    ranks = _ranks(text, design)
    kinds = weighty(kinds_in(text, design)) if asks else frozenset()
    numbers = frozenset(ranks | kinds)
    words = plain | faces | weighty(text) | numbers
    main = _OWNER.sub("", without_clause(_ASIDE.sub("", text)))
    aside = words - weighty(main) - _ranks(main, design)
    return AskedWords(text, plain, faces, numbers, words, is_question, act, aside, around(text) & plain)


def _ranks(text: str, design: Design) -> frozenset[str]:
    """Return the numbers in a question that are ranks or so large that they matter."""
    counted = without_counts(_OF_CARDS.sub("cards", text))
    told = spoken_words(" ".join(word for word in counted.split() if word.isalnum()))
    return frozenset(word for word in told if word.isdecimal() and (_is_rank(word, design) or int(word) > COUNTS))


def _is_rank(word: str, design: Design) -> bool:
    return design.rank_named(word) is not None


def _act(text: str, asks: bool, design: Design) -> str:
    """Return the verb of a question about a right or a duty, or of an input such as `pass the queen of spades`."""
    asked = _ACT.match(text)
    if asked is not None or asks:
        return asked[1].casefold() if asked is not None else ""
    first = text.casefold().split()[0]
    return first if first.isalpha() and without_cards(first, design) else ""
