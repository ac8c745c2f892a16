"""The moves of a seat by the cards and places that they name, and what taps on these mean.

A first tap raises a card. A second one makes the move, if there is only one with this card alone; several raised cards
are made into a move by its button. A tap on a card without any move asks why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.states.moves import ManyMoves, Move, first_of
from parlour.states.state import State
from parlour.views import QuestionSeen

SAMPLE = 60  # moves of an action with too many to list
_HOLE = "\0"


@dataclass(frozen=True)
class Offer:
    """A move, and the things on the page that it names. `risky`: it isn't allowed, and has a price."""

    text: str
    things: tuple[str, ...]
    risky: bool = False

    def has(self, chosen: Counter[str]) -> bool:
        return chosen <= Counter(self.things)


class MovesByThing:
    """All moves for one question. `names` has the words for each thing on the page: `8♦`, `lower 2`."""

    def __init__(self, state: State, question: QuestionSeen, names: Mapping[str, str]) -> None:
        self.state = state
        self.names = names
        words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
        self._named = re.compile(rf"(?<![^\s(])(?:{words})(?=[\s,;:)]|$)")
        legal = state.question.legal
        self.many = isinstance(legal, ManyMoves)
        moves = [move.text for move in first_of(legal, SAMPLE)] if self.many else question.moves or ()
        self.every = [self._offer(text) for text in moves]
        self.every += [self._offer(text, True) for text in question.tries or ()]
        forms = (self._form(offer.text) for offer in self.every if offer.things)
        self._forms = list(dict.fromkeys(forms)) if self.many else []
        self.plain = [offer for offer in self.every if not offer.things]
        self.named = {thing for offer in self.every for thing in offer.things}

    def _offer(self, text: str, risky: bool = False) -> Offer:
        return Offer(text, tuple(self.names[name] for name in self._named.findall(text)), risky)

    def _form(self, text: str) -> str:
        """Return the text of a move with a hole for its cards: `claim A with …`."""
        first, *rest = self._named.split(text)
        return f"{first}{_HOLE}{''.join(rest).strip()}"

    def can_begin(self, chosen: Sequence[str]) -> bool:
        """Return True if some move has all these things."""
        return self.many or any(offer.has(Counter(chosen)) for offer in self.every)

    def among(self, chosen: Sequence[str]) -> list[Offer]:
        """Return the moves with these things, first those that have no others."""
        wanted = Counter(chosen)
        if not wanted:
            return []
        offers = [offer for offer in self.every if offer.has(wanted)]
        if self.many:
            written = (self.state.read(form.replace(_HOLE, " ".join(chosen))) for form in self._forms)
            texts = dict.fromkeys(move.text for move in written if isinstance(move, Move))
            offers = list(dict.fromkeys([*map(self._offer, texts), *offers]))
        return sorted(offers, key=lambda offer: len(offer.things))

    def exactly(self, chosen: Sequence[str]) -> list[Offer]:
        return [offer for offer in self.among(chosen) if Counter(offer.things) == Counter(chosen)]

    def sizes(self, chosen: Sequence[str]) -> list[int]:
        """Return how many things moves name besides these. Of moves that are too many to list, only some are known."""
        wanted = Counter(chosen)
        return sorted({len(offer.things) - len(chosen) for offer in self.every if offer.things and offer.has(wanted)})


@dataclass(frozen=True)
class Tapped:
    """What a tap does: the raised spots after it, or a move, or a question why."""

    raised: tuple[str, ...]
    move: str | None = None
    why: str | None = None


def tap(offers: MovesByThing, things: Mapping[str, str], raised: Sequence[str], spot: str) -> Tapped:
    """Tap on a spot of the page. `things` has what is at each spot."""
    thing, chosen = things[spot], [things[each] for each in raised]
    if spot in raised:
        if len(raised) == 1:
            ready = offers.exactly(chosen) or offers.among(chosen)
            if len(ready) == 1 and not ready[0].risky:
                return Tapped((), ready[0].text)
        return Tapped(tuple(each for each in raised if each != spot))
    if offers.can_begin([*chosen, thing]) and (thing in offers.named or offers.many):
        return Tapped((*raised, spot))
    if thing in offers.named:
        return Tapped((spot,))
    return Tapped(tuple(raised), why=thing)
