"""Finds the part of a game to which a move belongs, such as the bidding, so that a described hand is held there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.disputes.described_tables import attempt
from parlour.disputes.interpreted import Interpreted
from parlour.disputes.plain import PlainTable, plan
from parlour.disputes.readings import answers, may_answer
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.texts import written, zone_name

MOST_DEALS = 8  # new games in which the move is tried
MOST_MOVES = 20  # of a new game before the question

_FACTS = ("suit", "rank", "player")


def at_its_place(mix: Interpreted, players: int, table: PlainTable, move: str) -> PlainTable:
    """Return the table in the part of a game that asks for the move, with what everybody sees there in a new game.

    The table stays the same if the usual question is the one that the move answers, or if no part asks for it.
    """
    names = [resume.name for resume in mix.program.resumes if resume.name is not None]
    if not names or " at " in table.given.get("to move", "") or _verdict(mix, players, table, move) is not None:
        return table
    found: PlainTable | None = None
    for asked in _new_games(mix, players, move):
        for name in names:
            candidate = _as_in(asked, table, name)
            verdict = _verdict(mix, players, candidate, move)
            if verdict == "allowed":
                return candidate
            found = candidate if found is None and verdict is not None else found
    return found or table


def _verdict(mix: Interpreted, players: int, table: PlainTable, move: str) -> str | None:
    """Return the verdict about a move; None if no question near the position has such a move, or if only moves that
    change the position lead there."""
    try:
        reached = attempt(mix, players, plan(table, mix, players, move, ()), move)
    except ValueError:
        return None
    if reached is None or reached[1].is_costly or not answers(reached[1].why):
        return None
    return reached[1].why.verdict


def _new_games(mix: Interpreted, players: int, move: str) -> Iterator[State]:
    """Yield positions in which new games first ask for such a move."""
    for seed in range(1, MOST_DEALS + 1):
        try:
            state = mix.table(players).start(seed)
            for _ in range(MOST_MOVES):
                if state.over or may_answer(state, move):
                    break
                state = state.apply(state.question.legal[0])
        except (RulesetError, RulesetFault):
            return
        if state.over or not may_answer(state, move):
            return
        yield state


def _as_in(asked: State, table: PlainTable, place: str) -> PlainTable:
    """Return a table with what everybody sees in a position, from the seat of the player who moves."""
    facts = dict(_facts(asked))
    seat, players = asked.question.seat, asked.players
    said = table.given.get("to move")
    mover = int(said) if said is not None and said.isdecimal() else 1
    if said is None:
        known = (table.given[v.name] for v in facts if v.type.kind == "player" and v.name in table.given)
        held = next((int(text) for text in known if text.isdecimal()), None)
        there = next((value for v, value in facts.items() if v.type.kind == "player" and v.name in table.given), 0)
        mover = mover if held is None else (held - there - 1 + seat - 1) % players + 1
    layout = asked.table.machine.layout
    given: dict[str, str] = dict(_open_zones(asked))
    for variable, value in facts.items():
        own = (value + mover - seat) % players if variable.type.kind == "player" else value
        given[variable.name] = written(layout, variable.type, own)
    return replace(table, given={**given, **table.given, "to move": f"{mover} at {place}"})


def _facts(asked: State) -> Iterator[tuple[p.Variable, int]]:
    """Yield the suits, ranks and players that everybody knows in a position."""
    layout = asked.table.machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        is_known = variable.seen == p.EVERYBODY and not variable.keys and variable.type.kind in _FACTS
        if is_known and asked.cells[array.at] != p.NONE:
            yield variable, asked.cells[array.at]


def _open_zones(asked: State) -> Mapping[str, str]:
    """Return the cards that lie open on the table in a position, by zone."""
    layout, cells = asked.table.machine.layout, list(asked.cells)
    there = [(i, layout.contents(cells, i)) for i in layout.instances if _is_open(layout.program.zones[i.zone])]
    return {zone_name(layout, i.number): " ".join(map(layout.pack.name, cards)) for i, cards in there if cards}


def _is_open(zone: p.Zone) -> bool:
    return zone.owner is None and zone.public
