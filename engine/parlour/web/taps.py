"""The moves of a seat by the cards and places that they choose, and what taps on these mean.

A first tap raises a card. A second one makes the move, if there is only one with this card alone; several raised cards
are made into a move by its button. A tap on a card without any move asks why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from parlour.states.moves import ManyMoves, Move, first_of
from parlour.states.state import State
from parlour.views import QuestionSeen
from parlour.views.chosen_cards import Choices, ChosenCard

SAMPLE = 60  # moves of an action with too many to list


@dataclass(frozen=True)
class Offer:
    """A move, and the things on the page that it chooses. `risky`: it isn't allowed, and has a price."""

    move: Move
    things: tuple[ChosenCard, ...]
    risky: bool = False

    @property
    def text(self) -> str:
        return self.move.text

    def has(self, chosen: Counter[ChosenCard]) -> bool:
        return chosen <= Counter(self.things)


class MovesByThing:
    """All moves for one question, in the order in which its player sees them. `things` are those on the page."""

    def __init__(self, state: State, question: QuestionSeen, things: Set[ChosenCard]) -> None:
        self.things = things
        self._choices = Choices(state)
        legal, tries = state.question.legal, {move.text: move for move in state.question.tries}
        self.many = isinstance(legal, ManyMoves)
        moves = {move.text: move for move in first_of(legal, SAMPLE)}
        self.every = [self._offer(moves[text]) for text in (moves if self.many else question.moves or ())]
        self.every += [self._offer(tries[text], True) for text in question.tries or ()]
        self.plain = [offer for offer in self.every if not offer.things]
        self.named = {thing for offer in self.every for thing in offer.things}

    def _offer(self, move: Move, risky: bool = False) -> Offer:
        return Offer(move, tuple(thing for thing in self._choices.of(move) if thing in self.things), risky)

    def can_begin(self, chosen: Sequence[ChosenCard]) -> bool:
        """Return True if some move has all these things."""
        return self.many or any(offer.has(Counter(chosen)) for offer in self.every)

    def among(self, chosen: Sequence[ChosenCard]) -> list[Offer]:
        """Return the moves with these things, first those that have no others."""
        wanted = Counter(chosen)
        if not wanted:
            return []
        offers = [offer for offer in self.every if offer.has(wanted)]
        if self.many:
            like = {move.text: move for offer in self.every for move in self._choices.like(offer.move, chosen)}
            offers = list({offer.text: offer for offer in [*map(self._offer, like.values()), *offers]}.values())
        return sorted(offers, key=lambda offer: len(offer.things))

    def exactly(self, chosen: Sequence[ChosenCard]) -> list[Offer]:
        return [offer for offer in self.among(chosen) if Counter(offer.things) == Counter(chosen)]

    def sizes(self, chosen: Sequence[ChosenCard]) -> list[int]:
        """Return how many things moves choose besides these; of moves too many to list, as far as known."""
        wanted = Counter(chosen)
        return sorted({len(offer.things) - len(chosen) for offer in self.every if offer.things and offer.has(wanted)})


@dataclass(frozen=True)
class Tapped:
    """What a tap does: the raised spots after it, or a move, or a question why."""

    raised: tuple[str, ...]
    move: str | None = None
    why: ChosenCard | None = None


def tap(offers: MovesByThing, things: Mapping[str, ChosenCard], raised: Sequence[str], spot: str) -> Tapped:
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
