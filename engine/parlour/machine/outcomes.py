"""How a game has ended: who has won, and the results that its ruleset names. Seats count from 1 here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import program as p
from parlour.machine.cards import members
from parlour.machine.closures import Cells
from parlour.machine.texts import written

if TYPE_CHECKING:
    from parlour.machine.machine import Machine


@dataclass(frozen=True)
class Outcome:
    """How a match ended. `values` has the named results: a number, or one for each player or side."""

    winners: tuple[int, ...]
    values: Mapping[str, object]
    ending: str | None
    text: str


def outcome_of(machine: Machine, s: Cells) -> Outcome:
    """The outcome of a game that is over."""
    program, layout = machine.program, machine.layout
    values: dict[str, object] = {}
    winners: tuple[int, ...] = ()
    for result in program.results:
        if result.name == "winners":
            winners = _players(machine, s, result)
            continue
        values[result.name] = _value(machine, s, result)
    ending = s[layout.variables[program.ending].at]
    word, text = program.endings[ending]
    return Outcome(winners, values, word if ending else None, text)


def _players(machine: Machine, s: Cells, result: p.Result) -> tuple[int, ...]:
    value = machine.evaluate(s, result.value)
    if result.type.kind == "sides":
        seats = [seat for side in members(value) for seat in machine.layout.sides[side]]
        return tuple(sorted(seat + 1 for seat in seats))
    return tuple(seat + 1 for seat in members(value))


def _value(machine: Machine, s: Cells, result: p.Result) -> object:
    if result.per is None or result.key is None:
        return _plain(machine, result.type, machine.evaluate(s, result.value))
    keys = range(machine.layout.key_size(result.per))
    return {k + 1: _plain(machine, result.type, machine.evaluate(s, result.value, {result.key: k})) for k in keys}


def _plain(machine: Machine, type_: p.Type, value: int) -> object:
    if type_.kind == "int":
        return None if type_.optional and value == p.NO_INT else value
    return bool(value) if type_.kind == "bool" else written(machine.layout, type_, value)
