"""The functions that watched code calls: they note the events of a run, and leave marks in a trace.

The events of a run go into a list of its own (a context variable: two threads can share one table).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import partial
from typing import Any

from parlour.analysis.control import said_lines
from parlour.analysis.premises import Premises
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import DIRECTION, HEADER, PLAYING
from parlour.table.seats import seats_from
from parlour.table.sight import Sight
from parlour.table.texts import named, worded

_running: ContextVar[list[raw.Event] | None] = ContextVar("events of this run", default=None)
CardsOf = Callable[[Cells, int], Iterable[int]]  # the cards that a routine moves, for its first argument
Lying = tuple[int, int, int, int]  # a card: its zone, its place there, and the seats that see it


@contextmanager
def recording() -> Iterator[list[raw.Event]]:
    """Collect the events of the code that runs inside."""
    events: list[raw.Event] = []
    token = _running.set(events)
    try:
        yield events
    finally:
        _running.reset(token)


def note(event: raw.Event) -> None:
    events = _running.get()
    if events is not None:
        events.append(event)


def with_later_sight(events: list[raw.Event], size: int) -> tuple[raw.Event, ...]:
    """The events of a run with `size` identities.

    Players who see what becomes of a card of an answer know what the answer was. Only the first thing that happens to
    the card counts. A player who misses it can't know whether a card seen later is the same one.
    """
    whole = list(events)
    for k, event in enumerate(whole):
        if isinstance(event, raw.Answered):
            masks = dict(event.seen)
            waiting = set(masks)
            for later in whole[k + 1 :]:
                if isinstance(later, raw.Shuffled | raw.Gathered):
                    break
                for value, seers in _seen(later):
                    if value % size in waiting:
                        masks[value % size] |= seers
                        waiting.discard(value % size)
            whole[k] = replace(event, seen=tuple(masks.items()))
    return tuple(whole)


def _seen(event: raw.Event) -> Iterable[tuple[int, int]]:
    match event:
        case raw.Moved() | raw.Turned():
            return zip(event.cards, event.seen, strict=True)
        case raw.Shown(cards=cards, seats=seats):
            return ((c, seats) for c in cards)
        case _:
            return ()


class Recorder:
    """What watched code calls at one table. `routines` are the functions of the same table by their names."""

    def __init__(self, premises: Premises, sight: Sight, routines: Mapping[str, Any]) -> None:
        self.layout = premises.layout
        self.sight = sight
        self.routines = routines
        self.templates = said_lines(premises.program)
        variables = self.layout.variables
        self._variables = slice(HEADER, HEADER + sum(array.size for array in variables))

    @property
    def names(self) -> dict[str, Callable[..., Any]]:
        """The functions of this class, and routines that move cards with the cards that they move."""
        lying, packed = self._lying, partial(self._lying, packed=True)
        routines: dict[str, CardsOf] = {
            "put_card": lambda s, card: [card], "put_card_anyhow": lambda s, card: [card],
            "put_set_anyhow": self.routines["in_order"], "packed_set": self.routines["in_packs"],
            "put_zone": lying, "put_zone_anyhow": lying, "packed_zone": packed,
        }  # fmt: skip
        own = {name: getattr(self, name) for name in vars(type(self)) if name.startswith("noted_")}
        return own | {f"noted_{routine}": self._noted(routine, cards_of) for routine, cards_of in routines.items()}

    # ------------------------------------------------------------ cards that move

    def _before(self, s: Cells, values: Iterable[int]) -> list[Lying]:
        layout = self.layout
        cards = [v % layout.pack.size for v in values if v >= 0]
        place_of = self.routines["place_of"]
        return [(c, s[layout.where + c], place_of(s, c), self.sight.seers(s, c)) for c in cards]

    def _moved(self, s: Cells, before: list[Lying]) -> None:
        """Note the new places of these cards, which are all in one zone."""
        if not before:
            return
        layout = self.layout
        cards = [c for c, _, _, _ in before]
        note(
            raw.Moved(
                cards=self._values(s, cards),
                sources=tuple(source for _, source, _, _ in before),
                source_places=tuple(place for _, _, place, _ in before),
                target=s[layout.where + cards[0]],
                places=tuple(self.routines["place_of"](s, c) for c in cards),
                seen=tuple(seen | self.sight.seers(s, c) for c, _, _, seen in before),
            )
        )

    def _noting(self, routine: str, s: Cells, cards: Iterable[int], *args: Any) -> None:
        before = self._before(s, cards)
        self.routines[routine](s, *args)
        self._moved(s, before)

    def _noted(self, routine: str, cards_of: CardsOf) -> Callable[..., None]:
        """Return a routine that moves a card, a set or a zone, with the event."""
        return lambda s, moved, *where: self._noting(routine, s, cards_of(s, moved), moved, *where)

    def _lying(self, s: Cells, zone: int, packed: bool = False) -> list[int]:
        """The cards of a zone, in the order in which they move."""
        if zone < 0:
            return []
        i = self.layout.instances[zone]
        if i.form == "set":
            return list(self.routines["in_packs" if packed else "in_order"](s, s[i.at]))
        return list(self.layout.contents(s, i))

    def noted_put_run(self, s: Cells, source: int, start: int, *where: Any) -> None:
        card, cards = start % self.layout.pack.size, list[int]()
        if source >= 0 and start >= 0 and self.layout.instances[source].form == "row":
            lying = self._lying(s, source)
            cards = lying[lying.index(card) :] if card in lying else []
        self._noting("put_run", s, cards, source, start, *where)

    def noted_deal_to(self, s: Cells, count: int, source: int, to: int, at: int) -> None:
        if count > 0:
            self.routines["spend"](s, count, at)
        for _ in range(count):
            if not self._given(s, source, to, at):
                return

    def noted_deal_round(self, s: Cells, count: int, source: int, base: int, start: int, at: int) -> None:
        seats = seats_from(s[PLAYING], s[DIRECTION], start, False)
        if count > 0:
            self.routines["spend"](s, count * len(seats), at)
        for _ in range(count):
            for seat in seats:
                if not self._given(s, source, base + seat, at):
                    return

    def _given(self, s: Cells, source: int, to: int, at: int) -> bool:
        """Move the top card of one zone to another; false when there is none."""
        i = self.layout.instances[source]
        lying = self.layout.contents(s, i)[-1:] if source >= 0 and i.form == "row" else []
        before = self._before(s, lying)
        given = self.routines["give"](s, source, to, at)
        self._moved(s, before)
        return bool(given)

    def noted_shuffle(self, s: Cells, zone: int, at: int) -> None:
        self.routines["shuffle"](s, zone, at)
        note(raw.Shuffled(zone))

    def noted_turn(self, s: Cells, cards: int, up: bool) -> None:
        of = [c for c in members(cards) if self._is_up(s, c) != up]
        before = self._before(s, of)
        self.routines["turn"](s, cards, up)
        seen = tuple(seers | self.sight.seers(s, c) for c, _, _, seers in before)
        if of:
            zones, places = tuple(z for _, z, _, _ in before), tuple(n for _, _, n, _ in before)
            note(raw.Turned(self._values(s, of), zones, places, up, seen))

    def _values(self, s: Cells, cards: Iterable[int]) -> tuple[int, ...]:
        """The cards with what they count as."""
        return tuple(self.layout.value_of(s, c) for c in cards)

    def _is_up(self, s: Cells, card: int) -> bool:
        number = s[self.layout.where + card]
        cell = self.layout.instances[number].turned if number >= 0 else None
        return cell is not None and bool(s[cell] >> card & 1)

    # ------------------------------------------------------------ all other events

    def noted_shown(self, s: Cells, cards: int, players: int) -> None:
        if not cards or not players:
            return
        lying = self._before(s, members(cards))
        zones, places = tuple(z for _, z, _, _ in lying), tuple(n for _, _, n, _ in lying)
        note(raw.Shown(self._values(s, members(cards)), zones, places, players))

    def noted_said(self, s: Cells, template: int, players: int, *values: int) -> None:
        layout, pieces = self.layout, list[tuple[str, int]]()
        left = iter(values)
        for piece in self.templates[template]:
            seers, words = layout.everyone, piece if isinstance(piece, str) else ""
            if not isinstance(piece, str):
                value = int(next(left))
                words = worded(layout, piece, value)
                for card in named(layout, piece.type, value):
                    seers &= self.sight.seers(s, card)
            pieces.append((words, seers))
        note(raw.Said(tuple(pieces), players))

    def noted_left(self, s: Cells, seat: int) -> None:
        if s[PLAYING] >> seat & 1:
            note(raw.Left(seat))

    def noted_begun(self, s: Cells, number: int) -> None:
        """Enter a stage."""
        program = self.layout.program
        stage = program.stages[number]
        before = tuple(s[self._variables])
        self.routines[f"enter_{number}"](s)
        if stage.cards or program.ending in stage.resets:
            note(raw.Begun(number, before, tuple(s[self._variables])))
        if stage.cards:
            note(raw.Gathered())

    def noted_worded(self, s: Cells, ending: int) -> None:
        note(raw.Worded(ending))

    def noted_asks(self, s: Cells, question: int) -> None:
        note(raw.Asked(self.routines[f"seat_{question}"](s), question))

    def noted_ended(self, s: Cells) -> None:
        note(raw.Ended())

    def noted_now(self, s: Cells) -> int:
        """Return the number of events so far, for `noted_forget`."""
        return len(_running.get() or ())

    def noted_forget(self, s: Cells, since: int) -> None:
        """Drop the events of an attempt that failed: it is as if they had never happened."""
        events = _running.get()
        if events is not None:
            del events[since:]
