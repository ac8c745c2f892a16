"""The outcome of a game: the winners, and the results that its ruleset names. Seats count from 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from parlour import program as p
from parlour.table.cards import members
from parlour.table.cells import Cells
from parlour.table.layout import Layout
from parlour.table.texts import written

Evaluate = Callable[[Cells, p.Expr, dict[int, int]], int]
"""Returns the value of an expression in a state, given values of locals."""


@dataclass(frozen=True)
class Outcome:
    """The result of a match. `values` has the named results: a number, or one for each player or side."""

    winners: tuple[int, ...]
    values: Mapping[str, object]
    ending: str | None
    text: str


def outcome_of(layout: Layout, s: Cells, evaluate: Evaluate) -> Outcome:
    """Return the outcome of a finished game."""
    program = layout.program
    values: dict[str, object] = {}
    winners: tuple[int, ...] = ()
    for result in program.results:
        if result.name == "winners":
            winners = _players(layout, result, evaluate(s, result.value, {}))
            continue
        values[result.name] = _value(layout, s, result, evaluate)
    ending = s[layout.variables[program.ending].at]
    word, text = program.endings[ending]
    return Outcome(winners, values, word if ending else None, text)


def _players(layout: Layout, result: p.Result, value: int) -> tuple[int, ...]:
    if result.type.kind == "sides":
        seats = [seat for side in members(value) for seat in layout.sides[side]]
        return tuple(sorted(seat + 1 for seat in seats))
    return tuple(seat + 1 for seat in members(value))


def _value(layout: Layout, s: Cells, result: p.Result, evaluate: Evaluate) -> object:
    if result.per is None or result.key is None:
        return _plain(layout, result.type, evaluate(s, result.value, {}))
    keys = range(layout.holders(result.per))
    return {k + 1: _plain(layout, result.type, evaluate(s, result.value, {result.key: k})) for k in keys}


def _plain(layout: Layout, type_: p.Type, value: int) -> object:
    if type_.kind == "int":
        return None if type_.optional and value == p.NO_INT else value
    return bool(value) if type_.kind == "bool" else written(layout, type_, value)
