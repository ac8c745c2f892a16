"""Finds the house rules behind the effects of a move, and the line of each that runs.

A rule is behind an effect if the same move in the same position doesn't have this effect in the mix without the rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.documents.composition import Composition, Document
from parlour.game import Game
from parlour.play.move_effects import effects, effects_of_number
from parlour.states.counterparts import Counterparts
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION
from parlour.table.tracing import Trace, TraceMark

MOST_RULES = 4  # that are left out, one after the other: compiling such a mix takes a quarter of a second
_TELLING = ("applied", "true")  # marks of parts that apply to few moves, the most telling first


@dataclass(frozen=True)
class Cause:
    """A house rule, and the place in it that makes the difference."""

    rule: Document
    origin: p.Origin


@dataclass(frozen=True)
class MoveEffect:
    """A line about an effect, and the rules that cause the effect."""

    text: str
    causes: tuple[Cause, ...] = ()


def explained(game: Game, state: State, text: str) -> tuple[MoveEffect, ...]:
    """Return the effects of a legal move, with the rules behind each."""
    lines = [effect.text for effect in effects(state, text)]
    move = state.read(text)
    if not isinstance(move, Move):
        return tuple(map(MoveEffect, lines))
    found: dict[str, list[Cause]] = {line: [] for line in lines}
    for cause in islice(passed(game, state, move.number), MOST_RULES):
        others = _without(game, cause.rule.id, state, move.number)
        for line in lines if others is not None else ():
            if line not in (others or ()):
                found[line].append(cause)
    return tuple(MoveEffect(line, tuple(causes)) for line, causes in found.items())


def passed(game: Game, state: State, number: int) -> Iterator[Cause]:
    """Yield the house rules that play passes in a move, those that apply to few moves first."""
    trace = Trace()
    traced = Table.of(game.program, state.players, trace=trace).machine
    try:
        traced.apply_recorded(list(state.cells), number)
    except RulesetFault:
        return
    marks = [trace.marks[left] for left in trace.taken()]
    found = []
    for rule in [document for document in game.composition.documents if document.kind == "rule"]:
        own = [mark for mark in marks if mark.origin.document == rule.id]
        places = [[mark.origin for mark in own if mark.sign == sign] for sign in _TELLING] + [list(_steps(own))]
        level = next((number for number, some in enumerate(places) if some), None)
        if level is not None:
            found.append((level, Cause(rule, max(places[level], key=lambda origin: (origin.line, origin.column)))))
    yield from (cause for _, cause in sorted(found, key=lambda each: each[0]))


def _steps(marks: list[TraceMark]) -> Iterator[p.Origin]:
    """Yield the places of steps that ran, without the conditions that didn't hold."""
    vain = {mark.origin for mark in marks if mark.sign == "false"}
    yield from (mark.origin for mark in marks if mark.sign == "ran" and mark.origin not in vain)


# ---------------------------------------------------------------- the mix without a rule


def _without(game: Game, rule: str, state: State, number: int) -> tuple[str, ...] | None:
    """Return the effects of the same move without a rule: none if the rule adds the move. None if the mix without the
    rule has no such position."""
    try:
        mix = mix_without(game, rule)
        other = Table.of(mix.program, state.players, as_written=True)
        both = Counterparts(state.table.machine, other.machine)
        cells = both.carry(list(state.cells)) if both.transfer.same_pack else None
        if cells is None:
            return None
        twin = both.numbers(state.cells[QUESTION]).counterpart(number)
        return () if twin is None else tuple(effect.text for effect in effects_of_number(State(other, cells), twin))
    except (RulesetError, RulesetFault, ValueError):
        return None


def mix_without(game: Game, rule: str) -> Game:
    """Return the mix without a rule and those that need it, for trials. Options that the rule sets keep their values.
    """
    return game.for_trials().without(rule, *needing(rule, game.composition), keep_values=True)


def needing(rule: str, mix: Composition) -> list[str]:
    """Return the rules of a mix that need another one."""
    return [use.rule.id for use in mix.uses if rule in use.rule.strings("needs")]
