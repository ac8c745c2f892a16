"""The outcome of a game: the winners, and the results that its ruleset names. Seats count from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    """The result of a match. `values` has the named results: a value, or one for each player or side."""

    winners: tuple[int, ...]
    values: Mapping[str, object]
    ending: str | None
    text: str


def outcome_of(layout: Layout, s: Cells, evaluate: Evaluate) -> Outcome:
    """Return the outcome of a finished game."""

    def value(result: p.Result, key: int) -> int:
        return evaluate(s, result.value, {} if result.key is None else {result.key: key})

    ending = s[layout.variables[layout.program.ending].at]
    return outcome_with(layout, ending, layout.program.results, value)


def outcome_with(
    layout: Layout, ending: int, results: Iterable[p.Result], value: Callable[[p.Result, int], int]
) -> Outcome:
    """Return the outcome with these results, each with one value or one for each key."""
    values: dict[str, object] = {}
    winners: tuple[int, ...] = ()
    for result in results:
        if result.name == "winners":
            winners = _players(layout, result, value(result, 0))
        elif result.per is None or result.key is None:
            values[result.name] = _plain(layout, result.type, value(result, 0))
        else:
            keys = range(layout.holders(result.per))
            values[result.name] = {k + 1: _plain(layout, result.type, value(result, k)) for k in keys}
    word, text = layout.program.endings[ending]
    return Outcome(winners, values, word if ending else None, text)


def _players(layout: Layout, result: p.Result, value: int) -> tuple[int, ...]:
    if result.type.kind == "sides":
        seats = [seat for side in members(value) for seat in layout.sides[side]]
        return tuple(sorted(seat + 1 for seat in seats))
    return tuple(seat + 1 for seat in members(value))


def _plain(layout: Layout, type_: p.Type, value: int) -> object:
    return None if type_.optional and value == type_.none else in_python(layout, type_, value)


def in_python(layout: Layout, type_: p.Type, value: int) -> str | int | bool:
    """Return a value in the form for Python programs."""
    match type_.kind:
        case "int":
            return value
        case "player" | "side":
            return value + 1
        case "bool":
            return bool(value)
    return written(layout, type_, value)
