"""Computes what one seat has witnessed so far from the events that it saw. It isn't part of the state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from parlour.playouts.player import NEVER, StopSign
from parlour.states.state import State, Table
from parlour.table import events as raw
from parlour.table.faults import StateError
from parlour.table.texts import zone_name
from parlour.views.known import Known, bare
from parlour.views.memory import Remembering, SeenMoment, moment
from parlour.views.projection import Projector
from parlour.views.seen_events import CardsMoved, CardsShown, CardsTurned, LineSaid, PlayerAnswered, SeenEvent, lines
from parlour.views.view import View, Viewer
from parlour.views.worlds import World, Worlds


def sees_cards(before: View, after: View, events: Sequence[SeenEvent]) -> bool:
    """Return True if the seat sees cards, or saw some on the way, that it could not locate before."""
    seen = _cards(after)
    for event in events:
        if isinstance(event, CardsMoved | CardsTurned | CardsShown):
            seen |= Counter(bare(card.card) for card in event.cards if card.card is not None)
    return bool(seen - _cards(before))


def _cards(view: View) -> Counter[str]:
    """Return the cards that the seat sees or remembers."""
    return Counter(bare(card.card) for zone in view.zones for card in (*zone.cards, *zone.known))


def learns(before: View, after: View, events: Sequence[SeenEvent], decided: bool) -> bool:
    """Return True if the seat learns something that it remembers after an undo: a card, a line, the answer of another
    seat or the outcome; also changed values, unless the seat itself `decided` on them."""
    for event in events:
        if isinstance(event, LineSaid) or (isinstance(event, PlayerAnswered) and event.seat != after.seat):
            return True
    if after.outcome is not None or sees_cards(before, after, events):
        return True
    return not decided and (before.values, before.lines) != (after.values, after.lines)


@dataclass(frozen=True)
class Witness:
    """One seat (counted from 1) and its history."""

    seat: int
    projector: Projector = field(repr=False, compare=False)
    viewer: Viewer = field(repr=False, compare=False)
    history: tuple[SeenEvent, ...]
    known: Known
    table: Table = field(repr=False, compare=False)
    _remembering: Remembering = field(repr=False, compare=False)
    _moment: SeenMoment | None = field(default=None, repr=False, compare=False)
    _prepared: dict[bool, Worlds] = field(init=False, repr=False, compare=False, default_factory=dict)  # exact or not

    @classmethod
    def at(cls, table: Table, seat: int) -> Witness:
        """Return a witness who has just arrived."""
        viewer = Viewer(table, seat)
        projector = Projector(table.machine, seat - 1)
        remembering = Remembering(table.machine, projector.onlooker)
        layout = table.machine.layout
        zones = [(i, zone_name(layout, i.number)) for i in layout.instances]
        placed = frozenset(name for i, name in zones if projector.onlooker.places[i.number])
        rows = frozenset(name for i, name in zones if i.form == "row")
        return cls(seat, projector, viewer, (), Known(rows & placed, placed), table, remembering)

    def saw(self, events: Iterable[raw.Event], state: State) -> Witness:
        """Return the witness after these events, which led to this state."""
        happened = tuple(events)
        seen = self.projector.all(happened)
        known = self.known.after(seen).together_with(self.viewer.spotted(state), self.viewer.sizes(state))
        cells = self.table.machine.layout.without_checkpoints(state.cells)  # nobody remembers whole positions
        later = moment(cells, happened, self._moment)
        return replace(self, history=self.history + seen, known=known, _moment=later)

    def view(self, state: State) -> View:
        """Return what the seat sees of a state, and what it remembers."""
        return self.viewer.view(state, self.known)

    def unseen(self, state: State) -> list[int]:
        """Return the cards in play, by number, that the seat doesn't see."""
        return self.projector.onlooker.unseen(list(state.cells))

    def worlds(self, n: int, seed: int) -> tuple[World, ...]:
        """Return states that the seat can't tell from the true one, by what it sees and has seen. They may repeat."""
        return tuple(self._worlds(exact=True).worlds(n, seed))

    def near_worlds(self, n: int, seed: int, stopped: StopSign = NEVER) -> tuple[World, ...]:
        """Return such states, or, if nearly all are ruled out, some that don't agree with all that the seat has seen:
        it sees the same in them, and has the same moves. If it is stopped, it returns fewer, but at least one; that
        need not agree with more either."""
        return tuple(self._worlds(exact=False, stopped=stopped).worlds(n, seed, stopped))

    def _worlds(self, exact: bool, stopped: StopSign = NEVER) -> Worlds:
        if self._moment is None:
            raise StateError(f"seat {self.seat} has seen nothing yet: `saw` tells it about a state")
        if exact not in self._prepared:
            self._prepared[exact] = Worlds(self.table, self._remembering, self._moment, exact, stopped)
        return self._prepared[exact]

    def lines(self) -> tuple[str, ...]:
        """Return the history in words."""
        return lines(self.history)


def witnesses(state: State, events: Iterable[raw.Event] = ()) -> tuple[Witness, ...]:
    """Return the witnesses for all seats of a table, with what they saw since the beginning of the events, and what
    they see now."""
    happened = tuple(events)
    return tuple(Witness.at(state.table, seat + 1).saw(happened, state) for seat in range(state.players))
