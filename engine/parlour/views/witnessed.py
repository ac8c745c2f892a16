"""Computes what one seat has witnessed so far from the events that it saw. It isn't part of the state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from parlour.states.state import State, Table
from parlour.table import events as raw
from parlour.table.texts import zone_name
from parlour.views.known import Known
from parlour.views.projection import Projector
from parlour.views.seen_events import SeenEvent, lines
from parlour.views.view import View, Viewer


@dataclass(frozen=True)
class Witness:
    """One seat (counted from 1) and its history."""

    seat: int
    projector: Projector = field(repr=False, compare=False)
    viewer: Viewer = field(repr=False, compare=False)
    history: tuple[SeenEvent, ...]
    known: Known

    @classmethod
    def at(cls, table: Table, seat: int) -> Witness:
        """Return a witness who has just arrived."""
        viewer = Viewer(table, seat)
        projector = Projector(table.machine, seat - 1)
        layout = table.machine.layout
        zones = [(i, zone_name(layout, i.number)) for i in layout.instances]
        placed = frozenset(name for i, name in zones if projector.onlooker.places[i.number])
        rows = frozenset(name for i, name in zones if i.form == "row")
        return cls(seat, projector, viewer, (), Known(rows & placed, placed))

    def saw(self, events: Iterable[raw.Event], state: State) -> Witness:
        """Return the witness after these events, which led to this state."""
        seen = self.projector.all(events)
        known = self.known.after(seen).together_with(self.viewer.spotted(state), self.viewer.sizes(state))
        return replace(self, history=self.history + seen, known=known)

    def view(self, state: State) -> View:
        """Return what the seat sees of a state, and what it remembers."""
        return self.viewer.view(state, self.known)

    def lines(self) -> tuple[str, ...]:
        """Return the history in words."""
        return lines(self.history)


def witnesses(state: State, events: Iterable[raw.Event] = ()) -> tuple[Witness, ...]:
    """Return the witnesses for all seats of a table, with what they saw since the beginning of the events, and what
    they see now."""
    happened = tuple(events)
    return tuple(Witness.at(state.table, seat + 1).saw(happened, state) for seat in range(state.players))
