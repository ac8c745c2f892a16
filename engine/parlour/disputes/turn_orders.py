"""Finds out who makes each of several moves in a row, if nobody says so: the cards must be in the right hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from parlour.base.diagnostics import RulesetError
from parlour.disputes.plain import PlainTable, Plan, plan, start
from parlour.disputes.readings import read
from parlour.disputes.spoken_cards import UnclearError
from parlour.examples.layable import Interpreted
from parlour.states.state import State
from parlour.table.faults import RulesetFault


def in_turns(
    mix: Interpreted, players: int, table: PlainTable, move: str, before: Sequence[str], moves: Callable[[State], State]
) -> Plan:
    """Return the table where the players who make the moves hold the cards. `moves` makes the moves in `before`.

    The best table is one where the player with the cards is asked at once, and where the last move is allowed.
    """
    orders = list(_orders(len(before), players))
    tables = [plan(table, mix, players, move, before, turns) for turns in orders]
    fits = [_fit(mix, players, *each, move, moves) for each in zip(tables, orders, strict=True)]
    return max(zip(fits, tables, strict=True), key=lambda each: each[0])[1]


def _orders(before: int, players: int) -> Iterator[tuple[int, ...]]:
    """Yield seats for all moves, from 0 for the first one: another player at the end, all in turn, the first player
    again at the end, the same player."""
    yield (*(0,) * before, 1)
    if before > 1:
        in_turn = tuple(number % players for number in range(before + 1))
        yield from (in_turn, (*in_turn[:-1], 0))
    yield (0,) * (before + 1)


def _fit(
    mix: Interpreted, players: int, planned: Plan, turns: Sequence[int], move: str, moves: Callable[[State], State]
) -> int:
    """Return how well a table fits the moves: 0 if those before the last one aren't possible."""
    try:
        given = planned.ways(mix.table(players).machine.layout.pack)[0].given
        state = moves(start(mix, given, players, None).state)
        reading = read(state, move)
    except (RulesetError, RulesetFault, UnclearError):
        return 0
    first = int(planned.given["to move"].split()[0])
    last, holder = ((first - 1 + turn) % players + 1 for turn in turns[-2:])
    if reading.state.question.seat != holder or state.question.seat not in (last, holder):
        return 1  # somebody else has a turn before
    return 2 + (state.question.seat == holder) + 2 * (reading.why.verdict == "allowed")
