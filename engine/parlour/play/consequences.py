"""Finds the consequences of a move that its text doesn't mention: `play 4♦` needs no second line about 4♦.

Works on the events that a seat has seen; must not import states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from parlour.play.labels import Labels
from parlour.program import Design
from parlour.views import SeenEvent
from parlour.views.known import bare
from parlour.views.seen_events import CardsMoved, PlayerAnswered


def consequences(labels: Labels, part: Iterable[SeenEvent]) -> list[SeenEvent]:
    """Return the events without the answers, and without the movements that the answers describe completely.

    An answer describes the movements right after it if the cards that it names go to one zone, each once. No zone of
    another player can gain or lose a card. Otherwise all of these movements stay.
    """
    found: list[SeenEvent] = []
    described = _Described(labels)
    for event in part:
        if isinstance(event, PlayerAnswered):
            found += described.left_open()
            described = _Described(labels, event)
        elif not described.takes(event):
            found += [*described.left_open(), event]
            described = _Described(labels)
    return found + described.left_open()


def describes(labels: Labels, answer: PlayerAnswered, event: CardsMoved) -> bool:
    """True if an answer names all cards of a movement."""
    return _Described(labels, answer).takes(event)


def news(labels: Labels, events: Sequence[SeenEvent], answers: str | None) -> list[SeenEvent]:
    """Return the events that say more than the answers and the table after them.

    Without answers, cards that go to players from a deal are on the table. So are a card that somebody draws unseen,
    unseen cards that stay with their player, and cards that everybody sees go from one shared zone to another.
    """
    named = set(_cards(answers, labels.layout.pack.design)) if answers is not None else set()
    drawn = Counter(event.target for event in events if isinstance(event, CardsMoved) for _ in event.cards)
    return [e for e in events if not isinstance(e, CardsMoved) or _is_news(labels, e, answers, named, drawn[e.target])]


def _is_news(labels: Labels, event: CardsMoved, answers: str | None, named: set[str], drawn: int) -> bool:
    """`drawn`: the number of cards that go to the same zone."""
    seen = {bare(card.card) for card in event.cards if card.card is not None}
    all_seen = not event.more and all(card.card is not None for card in event.cards)
    shared = labels.is_shared(event.target)
    if not seen and drawn == 1 and not event.more:  # somebody draws a card
        return False
    if not seen and labels.have_one_owner({event.target, *event.sources}):
        return False
    if answers is None:
        return not shared and not all(map(labels.is_shared, event.sources))
    if all_seen and seen <= named:
        return False
    return not (all_seen and shared and all(map(labels.is_shared, event.sources)))


class _Described:
    """The movements that one answer can describe: those that directly follow it."""

    def __init__(self, labels: Labels, answer: PlayerAnswered | None = None) -> None:
        self.labels = labels
        self.seat = answer.seat if answer is not None else 0
        self.unmoved = Counter(_cards(answer.text, labels.layout.pack.design) if answer is not None else ())
        self.moved: list[CardsMoved] = []

    def takes(self, event: SeenEvent) -> bool:
        if not isinstance(event, CardsMoved) or event.more or not event.cards:
            return False
        names = Counter(bare(card.card) for card in event.cards if card.card is not None)
        if names.total() < len(event.cards) or not names <= self.unmoved:
            return False
        self.unmoved -= names
        self.moved.append(event)
        return True

    def left_open(self) -> list[CardsMoved]:
        """Return the movements that the answer doesn't describe."""
        zones = {zone for event in self.moved for zone in (event.target, *(card.source for card in event.cards))}
        one_target = len({event.target for event in self.moved}) == 1
        complete = one_target and not self.unmoved and not any(self.labels.is_of_another(z, self.seat) for z in zones)
        return [] if complete else self.moved


def _cards(text: str, design: Design) -> Iterable[str]:
    """Yield the cards in the text of a move; in `Jk as 5♠` only the joker."""
    before = ""
    for word in (word.strip(",;:.()") for word in text.split()):
        face = design.face_named(word)
        if before != "as" and face is not None and design.faces[face].name == word:
            yield word
        before = word
