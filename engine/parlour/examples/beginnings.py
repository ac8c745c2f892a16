"""Games from their beginning, with a pack in a given order and a required first position."""

from __future__ import annotations

from parlour.documents import document as doc
from parlour.documents.document import Node
from parlour.examples.history import History
from parlour.examples.terms import Terms
from parlour.examples.then import Then
from parlour.examples.words import MalformedError
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.chance import seed_state, shuffle

TRIES = 2_000


def pack_from(terms: Terms, deal: Node) -> list[int]:
    """Return the cards of a pack that begins like this, from the top."""
    pack = terms.layout.pack
    cards: list[int] = []
    for card in terms.cards(deal):
        if card.face is None or card.guise is not None:
            raise MalformedError("expected a card of the pack", card.span)
        free = [c for c in pack.cards_of_face(card.face) if c not in cards]
        if not free:
            often = len(pack.cards_of_face(card.face))
            message = f"{card.text} is in the pack {'only once' if often == 1 else f'only {often} times'}"
            raise MalformedError(message, card.span)
        cards.append(free[0])
    return cards


class WholeGame:
    """A whole game. `deal` names the cards of the pack from the top; the seed decides the order of the others.

    `given` has the conditions at the first question. The game uses the first seed, from the given one on, with which it
    holds.
    """

    def __init__(self, table: Table, terms: Terms, deal: Node | None, given: doc.Mapping | None, seed: int) -> None:
        self.table = table
        self.terms = terms
        self.seed = seed
        self.given = given
        self.named = pack_from(terms, deal) if deal is not None else []

    def history(self) -> History:
        if self.given is None:
            return self._history(self.seed)
        for seed in range(self.seed, self.seed + TRIES):
            judge = Then(self.terms, self._state(seed))
            judge.check(self.given)
            if judge.problems:
                problem = judge.problems[0]
                raise MalformedError(problem.message, problem.span or self.given.span, problem.help)
            if judge.holds:
                return self._history(seed)
        first = judge.failures[0]
        message = f"no game with a seed from {self.seed} to {self.seed + TRIES - 1} starts like this"
        raise MalformedError(message, self.given.span, f"{first.what} is {first.actual}, for example")

    def _state(self, seed: int) -> State:
        return self.table.start(seed, self._order(seed))

    def _history(self, seed: int) -> History:
        return History(self._state(seed), lambda: self.table.machine.start_recorded(seed, self._order(seed))[1])

    def _order(self, seed: int) -> list[int] | None:
        """Return the pack from the top, if its beginning is given."""
        if not self.named:
            return None
        rest = [c for c in members(self.terms.layout.pack.used) if c not in self.named]
        shuffle(rest, seed_state(seed))
        return [*self.named, *rest]
