"""Recording events while the interpreter runs. Only the recording variant of the closures uses this.

The events of a run go into a list of its own (a context variable: two threads can share one interpreter).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from parlour.table.cells import Cells
from parlour.table.events import Answered, Event, Gathered, Moved, Shown, Shuffled, Turned
from parlour.table.layout import Layout
from parlour.table.places import place_in
from parlour.table.sight import Sight

_running: ContextVar[list[Event]] = ContextVar("events of this run")


@contextmanager
def recording() -> Iterator[list[Event]]:
    """Collect the events of the code that runs inside."""
    events: list[Event] = []
    token = _running.set(events)
    try:
        yield events
    finally:
        _running.reset(token)


def note(event: Event) -> None:
    _running.get().append(event)


def now() -> int:
    """Return the number of events so far, for `forget`."""
    return len(_running.get())


def forget(since: int) -> None:
    """Drop the events of an attempt that failed: it is as if they had never happened."""
    del _running.get()[since:]


def with_later_sight(events: list[Event], size: int) -> tuple[Event, ...]:
    """The events of a run with `size` identities.

    Players who see what becomes of a card of an answer know what the answer was. Only the first thing that happens to
    the card counts. A player who misses it can't know whether a card seen later is the same one.
    """
    found = list(events)
    for k, event in enumerate(found):
        if isinstance(event, Answered):
            masks = dict(event.seen)
            waiting = set(masks)
            for later in found[k + 1 :]:
                if isinstance(later, Shuffled | Gathered):
                    break
                for value, seers in _seen(later):
                    if value % size in waiting:
                        masks[value % size] |= seers
                        waiting.discard(value % size)
            found[k] = replace(event, seen=tuple(masks.items()))
    return tuple(found)


def _seen(event: Event) -> Iterable[tuple[int, int]]:
    match event:
        case Moved() | Turned():
            return zip(event.cards, event.seen, strict=True)
        case Shown(cards=cards, seats=seats):
            return ((c, seats) for c in cards)
        case _:
            return ()


class Recorder:
    """Compares cards before and after they move."""

    def __init__(self, layout: Layout, sight: Sight) -> None:
        self.layout = layout
        self.sight = sight

    def before(self, s: Cells, cards: Iterable[int]) -> list[tuple[int, int, int, int]]:
        """Return the zone of each identity, its place there, and the seats that see it."""
        where = self.layout.where
        return [(c, s[where + c], place_in(self.layout, s, c), self.sight.seers(s, c)) for c in cards if c >= 0]

    def moved(self, s: Cells, before: list[tuple[int, int, int, int]]) -> None:
        """Record the new places of these cards, which are all in one zone."""
        if not before:
            return
        layout = self.layout
        cards = [c for c, _, _, _ in before]
        note(
            Moved(
                cards=tuple(layout.value_of(s, c) for c in cards),
                sources=tuple(source for _, source, _, _ in before),
                source_places=tuple(place for _, _, place, _ in before),
                target=s[layout.where + cards[0]],
                places=tuple(place_in(layout, s, c) for c in cards),
                seen=tuple(seen | self.sight.seers(s, c) for c, _, _, seen in before),
            )
        )
