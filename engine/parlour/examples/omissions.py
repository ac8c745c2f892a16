"""Finds zones that a position doesn't mention, although the possible moves depend on them.

A zone counts if it has cards when a dealt game reaches the same question, and if a card in it would change the moves.
If no zone does, later questions count too for the face-up zones of the table. The top card might matter only after
somebody has drawn. No zone is known by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from parlour.base.diagnostics import listing
from parlour.examples.given import GivenTable
from parlour.examples.laying import lay_out
from parlour.examples.terms import Terms
from parlour.examples.words import MalformedError
from parlour.states.moves import first_of
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, QUESTION, Instance
from parlour.table.texts import zone_name

MOST_MOVES = 60  # until a dealt game reaches the question; also of a question with too many moves to list
MOST_CARDS = 6  # cards tried in a zone
MOST_NAMED = 4  # zones of one kind in a note
QUESTIONS = 3  # questions whose moves are compared for a zone of the table


@dataclass(frozen=True)
class GivenPosition:
    """A position as an example gives it, at a table."""

    table: Table
    terms: Terms
    given: GivenTable
    seed: int

    @cached_property
    def state(self) -> State:
        return self.with_card(None)

    def with_card(self, more: tuple[Instance, int] | None) -> State:
        """Return the state with an additional card in a zone."""
        return lay_out(self.table, self.terms, self.given, self.seed, more)

    def omitted(self) -> list[Instance]:
        """Return the zones that the position should probably name: those of the table and of the answering player."""
        if self.state.over:
            return []
        table, cells, layout = self.table, list(self.state.cells), self.table.machine.layout
        seat = table.machine.seat(cells)
        empty = [
            i
            for i in layout.instances
            if i.number not in (BOX, *self.given.zones) and i is not self.given.rest and not layout.contents(cells, i)
            if layout.program.zones[i.zone].owner is None or layout.owns(seat, i)
        ]
        dealt = _dealt(table, self.state) if empty else None
        if dealt is None:
            return []
        there = list(dealt.cells)
        owner = table.machine.seat(there)
        likely = [i for i in empty if layout.contents(there, _of_seat(table, i, owner))]
        for questions in (1, QUESTIONS):
            matter = [i for i in likely if self._matters(i, questions)]
            if matter:
                return matter
            likely = [i for i in likely if (zone := layout.program.zones[i.zone]).owner is None and not zone.closed]
        return []

    def _matters(self, i: Instance, questions: int) -> bool:
        """True if different cards in the zone give different moves at one of the next questions."""
        moves = _moves(self.state, questions)
        for card in _spare(self.table, self.given, self.state):
            with suppress(MalformedError, RulesetFault):
                if _moves(self.with_card((i, card)), questions) != moves:
                    return True
        return False


def sentences(table: Table, given: GivenTable, zones: Sequence[Instance]) -> list[str]:
    """Return a note for each zone; several zones of one kind have one note."""
    kinds: dict[int, list[Instance]] = {}
    for i in zones:
        kinds.setdefault(i.zone, []).append(i)
    return [_sentence(table, given, of[0]) if len(of) == 1 else _of_several(table, of) for of in kinds.values()]


def _of_several(table: Table, zones: Sequence[Instance]) -> str:
    names = [zone_name(table.machine.layout, i.number) for i in zones]
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    listed = listing([*(f"`{name}`" for name in names[:MOST_NAMED]), *more], "and", "")
    return (
        f"{listed} are empty in this position, and the moves depend on them. "
        f"Add them, or write `{names[0]}: none` for each that should be empty"
    )


def _sentence(table: Table, given: GivenTable, i: Instance) -> str:
    """Return the note about one zone. It also says what the similar zones are that the position does give."""
    layout, zones = table.machine.layout, table.machine.program.zones
    name, text = zone_name(layout, i.number), zones[i.zone].text
    called = f"the {text} (`{name}`)" if text and text != name else f"`{name}`"
    similar = [
        f"`{content.name}` is the {zone.text}"
        for content in given.zones.values()
        if (zone := zones[content.instance.zone]).owner is None
        and zones[i.zone].owner is None
        and content.instance.form == i.form
        and zone.text not in ("", zone.name)
    ]
    also = f"; {listing(similar, 'and', '')}" if similar else ""
    return (
        f"{called} is empty in this position, and the moves depend on it{also}. "
        f"Add it, or write `{name}: none` if it should be empty"
    )


def _of_seat(table: Table, i: Instance, seat: int) -> Instance:
    """Return the zone of the same kind of a seat, or of the table."""
    layout = table.machine.layout
    owner = layout.program.zones[i.zone].owner
    if owner is None:
        return i
    at = next(at for at, key in enumerate(layout.program.zones[i.zone].keys) if key.kind == owner)
    keys = (*i.keys[:at], seat if owner == "player" else layout.side_of[seat], *i.keys[at + 1 :])
    return next(other for other in layout.of_zone(i.zone) if other.keys == keys)


def _dealt(table: Table, state: State) -> State | None:
    """Return a dealt game when it first reaches the same question; otherwise after its first moves. None if it asks
    nobody anything."""
    try:
        dealt = table.start(1)
        for _ in range(MOST_MOVES):
            if dealt.over:
                return None
            if dealt.cells[QUESTION] == state.cells[QUESTION]:
                break
            following = dealt.apply(dealt.question.legal[0])
            if following.over:
                break
            dealt = following
    except RulesetFault:
        return None
    return dealt


def _moves(state: State, questions: int) -> list[set[str]]:
    """Return the texts of the moves at the next questions, making the first move at each."""
    texts: list[set[str]] = []
    while not state.over and len(texts) < questions:
        legal = state.question.legal
        texts.append({move.text for move in first_of(legal, MOST_MOVES)})
        try:
            state = state.apply(legal[0])
        except RulesetFault:
            break
    return texts


def _spare(table: Table, given: GivenTable, state: State) -> list[int]:
    """Return cards that `given` doesn't name and that nobody draws soon: those in the box, and the lowest of the draw
    pile."""
    layout, cells = table.machine.layout, list(state.cells)
    hidden = [i for i in layout.instances if i.number == BOX or layout.program.zones[i.zone].closed]
    named = {card.face for content in given.zones.values() for card in content.named}
    spare = [c for i in hidden for c in layout.contents(cells, i) if layout.pack.face[c] not in named]
    by_rank = {layout.pack.rank[c]: c for c in reversed(spare)}
    return sorted(by_rank.values())[:: max(1, len(by_rank) // MOST_CARDS)]
