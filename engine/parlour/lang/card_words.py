"""What the words of a ruleset mean in its deck, and what to say about words that the deck doesn't have."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.base.diagnostics import listing
from parlour.program import Design

KINDS = {"rank": "rank", "ranks": "rank", "suit": "suit", "suits": "suit", "card": "card", "cards": "card",
         "colour": "colour", "colours": "colour"}  # fmt: skip
"""The kinds of names that decks have, by the kind of a type."""


_RANK_WORDS = {"1": "ace", "11": "jack", "12": "queen", "13": "king", "t": "ten"}
_KINDS_OF_CARDS = ("faces", "kinds")  # words for all cards, where it doesn't matter which copy is meant


def design_help(word: str, design: Design) -> str | None:
    """Return a help text with the name that a word has in a deck, or None."""
    folded = word.casefold()
    if folded in _KINDS_OF_CARDS:
        return "to let a player name any card, write `c in faces of pack`"
    names = [rank.name for rank in design.ranks if folded in rank.words]
    names += [suit.sign for suit in design.suits if folded in suit.words]
    return f"write `{names[0]}`" if names and names[0] != word else None


def unquoted(word: str, kind: str, design: Design) -> str | None:
    """Return the rank or suit that a word in quotes means, by its name or in the words of people; or None."""
    folded = word.casefold()
    if kind == "rank":
        return next((r.name for r in design.ranks if word == r.name or folded in (r.name.casefold(), *r.words)), None)
    if kind == "suit":
        return next((u.sign for u in design.suits if word == u.sign or folded in u.words), None)
    return None


def spelled_card(words: str, design: Design) -> str | None:
    """Return `5♥` for `5 of hearts` or `five of hearts`, if the deck has that card."""
    rank, _, suit = words.casefold().partition(" of ")
    ranks = {r for r, known in enumerate(design.ranks) if rank in (known.name.casefold(), *known.words)}
    suits = {u for u, known in enumerate(design.suits) if suit in known.words}
    return next((face.name for face in design.faces if face.rank in ranks and face.suit in suits), None)


def names_of(kind: str, design: Design) -> tuple[str, ...]:
    """Return the names of the ranks, suits, colours or cards of a deck."""
    match KINDS[kind]:
        case "rank":
            return design.rank_names
        case "suit":
            return design.signs
        case "colour":
            return design.colour_names
        case _:
            return tuple(face.name for face in design.faces)


def names_in_words(kind: str, design: Design) -> str:
    """Return the names as the end of a message; of cards, only some."""
    names = names_of(kind, design)
    if not names:
        return f"its cards have no {KINDS[kind]}s"
    if KINDS[kind] == "card":
        return f"it has {listing(names[:3], 'and', '')}, for example"
    return f"it has {listing(names, 'and', '')}"


def missing_name(kind: str, name: str, design: Design, there: Sequence[str] = ()) -> str:
    """Return the message for a name that the deck doesn't have. `there`: the names in the pack, if they are known."""
    known = f"it has {listing(there, 'and', '')}" if there else names_in_words(kind, design)
    return f"the deck has no {KINDS[kind]} {name}; {known}"


def rank_help(name: str, design: Design) -> str | None:
    """Return a help text with the rank that other packs and people call by this name: `A` for `1`, `10` for `T`."""
    word = _RANK_WORDS.get(name.casefold())
    meant = next((rank.name for rank in design.ranks if name in rank.names or word in rank.words), None)
    return f"write `{meant}`" if meant is not None else None
