"""Cards as people name them at a table: `8♥`, `8H`, `the eight of hearts`, or only a rank where suits don't matter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, product

from parlour.program import NONE, Design
from parlour.table import card_names
from parlour.table.cards import Pack
from parlour.views.signs import in_signs, rank_words

MOST_SUITS = 16  # ways to give suits to ranks that are tried
MOST_FREE = 2  # ranks whose suits vary; the others keep the first one that fits
NOTHING = ("none", "nothing", "empty")
_LINKS = ("and", "the")
_ARTICLE = re.compile(r"\ba (?=(?!(?:and|as|at|for|from|in|of|on|or|to|with)\b)[a-z]{2,})")  # other ones are aces
_OF_RANK = re.compile(r"\b(?:an?|each|every|another|any) (\w+)|\b(\w+s)\b", re.IGNORECASE)
_DETERMINERS = "the|my|your|his|her|their"
_MANY = {"a pair of": 2, "pair of": 2, "two": 2, "three": 3, "four": 4}


class UnclearError(ValueError):
    """Words that don't name cards; the message names the wrong one."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help


class AbsentCardError(UnclearError):
    """The name of a card that the pack of this table doesn't have."""

    def __init__(self, message: str, help: str | None, face: int) -> None:
        super().__init__(message, help)
        self.face = face


@dataclass(frozen=True)
class NamedCard:
    """A card, or only a rank. `text` is how the game writes it: `8♥`, `Jk as 5♠`, `8`."""

    text: str
    rank: str
    is_rank: bool
    never: frozenset[str] = field(default=frozenset(), compare=False)
    """Cards that a rank can't be where it is."""


def read_cards(text: str, pack: Pack, option: str) -> tuple[NamedCard, ...]:
    """Read the cards of an option of the command line."""
    plain = in_signs(in_ranks(text, pack.design), pack.design)
    words = [word for word in re.split(r"[\s,;]+", plain) if word and word.casefold() not in _LINKS]
    if [word.casefold() for word in words] in [[word] for word in NOTHING]:
        return ()
    cards: list[NamedCard] = []
    at = 0
    while at < len(words):
        card = _card(words[at], pack, option)
        if words[at + 1 : at + 2] == ["as"] and at + 2 < len(words):
            card = NamedCard(f"{card.text} as {_card(words[at + 2], pack, option).text}", card.rank, False)
            at += 2
        cards.append(card)
        at += 1
    return tuple(cards)


def _card(word: str, pack: Pack, option: str) -> NamedCard:
    rank = rank_in(word, pack)
    if rank is not None:
        return NamedCard(rank, rank, True)
    face = pack.face_of_name(word)
    if face is None:
        suit = " is only a suit; name a card of it" if word in pack.design.signs else " is not a card"
        message = card_names.misspelt(word, pack.design) or f"`{word}`{suit}"
        how = card_names.how(pack.design)
        raise UnclearError(f"`{option}`: {message.removesuffix(f'; {how}')}", f"{how}, or only a rank")
    name = pack.face_name(face)
    if not pack.of_face[face]:
        word = pack.design.ranks[pack.design.rank_of(face)].in_words
        suitless = pack.design.suit_of(face) == NONE
        help = f"some rules add {word}s: to find them, `parlour list {word}`" if suitless else None
        raise AbsentCardError(f"`{option}`: there is no {name} in this pack", help, face)
    return NamedCard(name, pack.rank_names[pack.design.rank_of(face)], False)


def in_ranks(text: str, design: Design) -> str:
    """Return an input with ranks for the words of several cards: `9 9 9` for `three 9s`, `5 6` for `a 5 and 6`."""
    article, and_, several = _patterns(design)
    text = with_colours(text, design)

    def repeated(found: re.Match[str]) -> str:
        return " ".join([in_signs(found[2], design)] * _MANY[found[1].casefold()])

    return and_.sub(" ", article.sub("", several.sub(repeated, text)))


def without_articles(text: str, design: Design) -> str:
    """Return a phrase without articles and similar words before cards and ranks: `move 7♦` for `move my 7♦`."""
    return _patterns(design)[0].sub("", text)


def with_colours(text: str, design: Design) -> str:
    """Return an input with a card for `red 7`, where colours aren't suits."""
    return _coloured(design).sub(lambda found: _of_colour(found[1], found[2], design), text)


@lru_cache(64)
def _coloured(design: Design) -> re.Pattern[str]:
    """Return a pattern for `red 7`, where colours aren't suits."""
    own = {word.casefold() for suit in design.suits for word in (suit.sign, *suit.words)}
    colours = "|".join(re.escape(name) for name in design.colour_names if name.casefold() not in own)
    ranks = "|".join(re.escape(name) for rank in design.ranks[: design.ordered] for name in (*rank.names, *rank.words))
    return re.compile(rf"\b({colours}) ({ranks})\b" if colours else r"(?!)()()", re.IGNORECASE)


def _of_colour(colour: str, rank: str, design: Design) -> str:
    """Return the first card of a colour and a rank."""
    number = design.rank_named(rank)
    if number is None:
        number = next(r for r, known in enumerate(design.ranks) if rank.casefold() in map(str.casefold, known.words))
    faces = [face for f, face in enumerate(design.faces) if design.rank_of(f) == number and face.suit != NONE]
    fitting = (face.name for face in faces if design.colour_names[design.suits[face.suit].colour] == colour.casefold())
    return next(fitting, f"{colour} {rank}")


@lru_cache(64)
def _patterns(design: Design) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns for `a 5` (an A is an ace), for `and` between cards, and for `three 9s`."""
    ordered = design.ranks[: design.ordered]
    names = "|".join(re.escape(name) for rank in ordered for name in rank.names)
    one = rf"(?:{names}|(?i:{'|'.join(rank_words(design))}))\b"
    signs = re.escape("".join(sign for sign in design.signs if len(sign) == 1))
    long = "|".join(re.escape(face.name) for face in design.faces if "-" in face.name)
    card = (rf"|\w+[{signs}]" if signs else "") + (rf"|(?:{long})\b" if long else "")
    rank = rf"{names}|{'|'.join(rank_words(design))}"
    alone = [face for face in design.faces if face.suit == NONE]
    suitless = "|".join(re.escape(name) for face in alone for name in (face.name, design.ranks[face.rank].in_words))
    own = rf"|(?:{suitless})\b" if suitless else ""
    return (
        re.compile(rf"\b(?:an?|{_DETERMINERS}) (?={one}{card}{own})"),
        re.compile(rf"(?<=[\w{signs}]) and (?={one}{card})"),
        re.compile(rf"\b({'|'.join(_MANY)}) ({rank})'?(?:s|es)\b", re.IGNORECASE),
    )


def kinds_in(text: str, design: Design) -> str:
    """Return `four of a kind` for `four 9s`, and nothing for an input without several cards of a rank."""
    return " ".join(f"{found[1]} of a kind" for found in _patterns(design)[2].finditer(text))


def rank_in(word: str, pack: Pack) -> str | None:
    """Return the rank that a word alone means: `8`, `k`, `T`. A card of no suit is named by itself."""
    rank = pack.design.rank_named(word)
    return None if rank is None or rank >= pack.design.ordered else pack.rank_names[rank]


def ranks_in(text: str, design: Design, any_: bool = False) -> frozenset[int]:
    """Return the ranks that a text is about: `a two`, `threes`. A number of cards isn't one of them. `any_` also means
    ranks outside the order, such as jokers."""
    found = (word for pair in _OF_RANK.findall(text) for word in pair if word)
    words = (word[:-1] if word[:-1].isdecimal() else in_signs(word, design) for word in found)
    ranks = (design.rank_named(word) for word in words)
    return frozenset(rank for rank in ranks if rank is not None and (any_ or rank < design.ordered))


def of_rank(rank: str, pack: Pack) -> tuple[str, ...]:
    """Return the names of the cards of a rank, each once."""
    return tuple(pack.face_name(face) for face in pack.faces_of(pack.of_rank[pack.rank_names.index(rank)]))


def suited(cards: Sequence[NamedCard], pack: Pack, first: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """Yield ways to give suits to the ranks among these cards. No card is used more often than the pack has it.

    The suits of the ranks at the places in `first` vary before the others.
    """
    order = dict.fromkeys((*first, *range(len(cards))))
    ranks = [place for place in order if cards[place].is_rank]
    free = ranks[:MOST_FREE]
    choices = [_fitting(cards[place], pack) for place in free]

    def found() -> Iterator[tuple[str, ...]]:
        for chosen in product(*choices):
            names = [card.text for card in cards]
            for place, name in zip(free, chosen, strict=True):
                names[place] = name
            if _fill(names, cards, ranks[MOST_FREE:], pack):
                yield tuple(names)

    yield from islice(found(), MOST_SUITS)


def _fill(names: list[str], cards: Sequence[NamedCard], places: Sequence[int], pack: Pack) -> bool:
    """Give the ranks at these places the first cards that are left. Return False if a card is used too often."""
    used = Counter(name.partition(" ")[0] for place, name in enumerate(names) if place not in places)
    for place in places:
        left = [name for name in _fitting(cards[place], pack) if used[name] < _copies(name, pack)]
        if not left:
            return False
        names[place] = left[0]
        used[left[0]] += 1
    return all(number <= _copies(name, pack) for name, number in used.items())


def _fitting(card: NamedCard, pack: Pack) -> list[str]:
    """Return the cards that a rank can be where it is."""
    return [name for name in of_rank(card.text, pack) if name not in card.never]


def _copies(name: str, pack: Pack) -> int:
    face = pack.face_of_name(name)
    return len(pack.cards_of_face(face)) if face is not None else 0


def cards_in_move(text: str, pack: Pack) -> tuple[NamedCard, ...]:
    """Return the cards and ranks that the text of a move names, without what a card counts as."""
    text = _ARTICLE.sub("", text)
    is_long = " of " in text or any(len(sign) > 1 for sign in pack.design.signs)  # `2 of spades`, `red 7`
    spelled = in_signs(text, pack.design) if is_long else text
    plain = list(_named_in(in_ranks(spelled, pack.design).split(), pack))
    return tuple(plain or _named_in(in_signs(in_ranks(text, pack.design), pack.design).split(), pack))


def _named_in(words: Sequence[str], pack: Pack) -> Iterator[NamedCard]:
    for before, word in zip(["", *words], words, strict=False):
        if before.casefold() == "as" or (before and word == "as"):  # at the beginning it is the A♠
            continue
        word = word.strip(",;:.()")
        rank, face = rank_in(word, pack), pack.face_of_name(word)
        if rank is not None:
            yield NamedCard(rank, rank, True)
        elif face is not None and pack.of_face[face]:
            yield NamedCard(pack.face_name(face), pack.rank_names[pack.design.rank_of(face)], False)
