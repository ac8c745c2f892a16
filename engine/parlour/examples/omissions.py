"""Zones that a position leaves empty without saying so, although what can be done depends on them.

That is the case for a zone if cards lie in it when a dealt game comes to the same question, and if a card in it would
change the moves. No zone is known by its name here.
"""

from __future__ import annotations

from parlour.examples.given import GivenTable
from parlour.examples.laying import lay_out
from parlour.examples.terms import Names
from parlour.examples.words import MalformedError
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.table.layout import BOX, QUESTION, Instance
from parlour.table.texts import zone_name

MOST_MOVES = 60  # of a dealt game until it comes to the question
MOST_CARDS = 6  # that are laid into a zone for a try


def omitted(table: Table, names: Names, said: GivenTable, seed: int, state: State) -> list[Instance]:
    """The zones that the position probably should name, among those of the table and of the player who is asked.
    `state` is what was laid out."""
    if state.over:
        return []
    cells, layout = list(state.cells), table.machine.layout
    seat = table.machine.seat(cells)
    keys = {"table": 0, "player": seat, "side": layout.side_of[seat]}
    empty = [
        i
        for i in layout.instances
        if i.number not in (BOX, *said.lying) and i is not said.rest and not layout.contents(cells, i)
        if layout.program.zones[i.zone].per == "table" or i.key == keys[layout.program.zones[i.zone].per]
    ]
    dealt = _dealt(table, state) if empty else None
    if dealt is None:
        return []
    there = list(dealt.cells)
    owner = table.machine.seat(there)
    found = []
    for i in empty:
        same = _of_seat(table, i, owner)
        if layout.contents(there, same) and _matters(table, names, said, seed, state, i):
            found.append(i)
    return found


def sentence(table: Table, i: Instance) -> str:
    name, text = zone_name(table.machine.layout, i.number), table.machine.program.zones[i.zone].text
    called = f"the {text} (`{name}`)" if text and text != name else f"`{name}`"
    return (
        f"{called} is empty in this position, and the moves depend on it; "
        f"did you mean to give it? Write `{name}: none` if it is meant to be empty"
    )


def _of_seat(table: Table, i: Instance, seat: int) -> Instance:
    """The zone of the same kind that belongs to a seat, or to the table."""
    layout = table.machine.layout
    key = {"player": seat, "side": layout.side_of[seat]}.get(layout.program.zones[i.zone].per)
    return i if key is None else next(other for other in layout.of_zone(i.zone) if other.key == key)


def _dealt(table: Table, state: State) -> State | None:
    """A dealt game when the same question is put for the first time, if it comes to that soon."""
    try:
        dealt = table.start(1)
        for _ in range(MOST_MOVES):
            if dealt.over or dealt.cells[QUESTION] == state.cells[QUESTION]:
                break
            dealt = dealt.apply(dealt.question.legal[0])
    except RulesetFault:
        return None
    return None if dealt.over or dealt.cells[QUESTION] != state.cells[QUESTION] else dealt


def _matters(table: Table, names: Names, said: GivenTable, seed: int, state: State, i: Instance) -> bool:
    """True if other moves are possible with one card or another in the zone."""
    moves = {move.text for move in state.question.legal}
    for card in _spare(table, said, state):
        try:
            other = lay_out(table, names, said, seed, (i, card))
        except (MalformedError, RulesetFault):
            continue
        if other.over or {move.text for move in other.question.legal} != moves:
            return True
    return False


def _spare(table: Table, said: GivenTable, state: State) -> list[int]:
    """Cards that nobody has named, and that nobody draws soon: those in the box, and the lowest of the draw pile."""
    layout, cells = table.machine.layout, list(state.cells)
    hidden = [i for i in layout.instances if i.number == BOX or layout.program.zones[i.zone].seen == "nobody"]
    named = {card.face for lying in said.lying.values() for card in lying.named}
    found = [c for i in hidden for c in layout.contents(cells, i) if layout.pack.face[c] not in named]
    by_rank = {layout.pack.rank[c]: c for c in reversed(found)}
    return sorted(by_rank.values())[:: max(1, len(by_rank) // MOST_CARDS)]
