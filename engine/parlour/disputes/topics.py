"""Finds the house rules that an input other than a move is about: `burn`, `toss in a 5`, `shoot the moon`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from parlour.disputes.passages import family_rules, known
from parlour.disputes.question_words import COMMON, GRAMMAR
from parlour.disputes.spoken_cards import in_ranks, ranks_in
from parlour.game import Game
from parlour.library.spellings import spoken_words, stem
from parlour.program import Design, Program
from parlour.rulebook.entries import ListedRuleset
from parlour.rulebook.meanings import one_line, text_by_default
from parlour.views.signs import in_signs

MOST_NAMED = 3
LONGEST = 300  # letters of the text of a rule
_LITTLE = GRAMMAR | COMMON | {"no"}
_OF_CARDS = re.compile(r"\b(?:one|two|three|four|five|six|\d+) cards\b", re.IGNORECASE)  # `two cards`, which is no rank
_COUNTS = frozenset(map(str, range(11)))


@dataclass(frozen=True)
class Topic:
    """House rules about something. `used` are those of the mix, `others` the rest of the family's."""

    used: tuple[ListedRuleset, ...]
    others: tuple[ListedRuleset, ...]
    names_cards: bool
    """True if the input names cards, so it asks about a play."""


def topic(game: Game, text: str) -> Topic | None:
    """Return the house rules that an input is about; None if their names don't mention it."""
    design = game.program.deck.design
    text = _OF_CARDS.sub("cards", text)
    wordings = (text, in_signs(in_ranks(text, design), design))
    rules = family_rules(game)
    there = {use.rule.id for use in game.composition.uses}
    for wording in wordings:
        others = [word for word in wording.split() if not _is_card(word, design)]
        names_cards = len(others) < len(wording.split())
        words = [w for w in re.findall(r"[\w'’]{2,}", " ".join(others).casefold()) if not spoken_words(w) <= _LITTLE]
        ranks = [word for word in wording.split() if word != "a" and _is_card(word, design)]  # `a heart` is no ace
        about = list(_about(rules, words, there))
        if names_cards and not about:  # `burn the pile`
            about = list(_about(rules, _without_zones(words, game.program), there))
        if names_cards and len(words) == 1:  # one word can be in the name of a rule about other cards
            about = [rule for rule in about if rule.mentions(ranks, inside=True)]
        about = [rule for rule in about if not _is_of_other_ranks(rule, ranks, design)]
        found = ([rule for rule in about if rule.named(ranks, inside=True)] or about)[:MOST_NAMED]
        used = tuple(entry for entry in found if entry.id in there)
        if names_cards and all(spoken_words(word) <= _words_of_moves(game.program) for word in words):
            found = list(used)  # `take 3 with 7` is about no other rule that happens to have the word
        if found:
            return Topic(used, tuple(entry for entry in found if entry.id not in there), names_cards)
    return None


def _is_of_other_ranks(rule: ListedRuleset, words: Sequence[str], design: Design) -> bool:
    """True if the title of a rule names ranks or cards, such as `the 1 of trumps`, and the words others."""
    own = _ranks_of(words, design) | {*map(design.rank_named, words)} - {None}
    named = _ranks_of(in_signs(rule.title, design).split(), design) | ranks_in(rule.title, design)
    return bool(own and named) and named.isdisjoint(own)


def _ranks_of(words: Sequence[str], design: Design) -> frozenset[int]:
    """Return the ranks of the cards among these words: of `1T`, but not of `1`."""
    faces = (design.face_named(word) for word in words)
    return frozenset(design.rank_of(face) for face in faces if face is not None)


def text_of_ruleset(game: Game, rule: ListedRuleset) -> str:
    """Return the beginning of the text of a rule that isn't in the mix."""
    return one_line(text_by_default(rule, known(game)), LONGEST)


def _without_zones(words: Sequence[str], program: Program) -> list[str]:
    """Return the words that aren't in the names of zones, such as `discard pile`."""
    names = (name for zone in program.zones for name in (zone.name, zone.text, *zone.also_called))
    zones = frozenset[str]().union(*map(spoken_words, names))
    return [word for word in words if not spoken_words(word) <= zones]


def _words_of_moves(program: Program) -> frozenset[str]:
    """Return the words of the moves of a game, such as `take` and `with`."""
    arms = (arm for question in program.questions for arm in question.arms)
    pieces = (piece for arm in arms for piece in arm.notation if isinstance(piece, str))
    return frozenset[str]().union(*(spoken_words(word) for piece in pieces for word in piece.split()))


def without_cards(text: str, design: Design) -> str:
    """Return an input without the cards that it names: `pass` for `pass the queen of spades`."""
    wording = in_signs(in_ranks(text, design), design)
    return " ".join(word for word in wording.split() if not _is_card(word, design))


def _is_card(word: str, design: Design) -> bool:
    return design.face_named(word) is not None or design.rank_named(word) is not None


def _about(rules: Sequence[ListedRuleset], words: Sequence[str], used: Collection[str]) -> Iterator[ListedRuleset]:
    """Yield the rules whose names have all words. If there are none, yield those of the mix whose texts have them."""
    if not words:
        return
    named = [rule for rule in rules if _is_named(rule, words)]
    names = [word for word in words if not spoken_words(word) <= _COUNTS]  # `two` in `two cards` is no name of a rule
    there = [rule for rule in rules if rule.mentions(words, inside=True)]
    alike = [rule for rule in there if any(_is_named(rule, [word]) for word in names)]
    yield from named or [rule for rule in alike if rule.id in used]


def _is_named(rule: ListedRuleset, words: Sequence[str]) -> bool:
    """True if the id, the title and the other names of a rule have all these words, with any endings."""
    there = set(map(stem, spoken_words("\n".join((rule.id, rule.title, *rule.other_names)))))
    return all(stem(word) in there for each in words for word in spoken_words(each))
